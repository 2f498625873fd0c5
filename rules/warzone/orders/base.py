"""What an order is: a value that says why it may not be given and carries itself out."""

from collections.abc import Iterator
from typing import Self

import msgspec

from rules.core.naming import snake_case
from rules.core.refusals import Refusals
from rules.warzone.course import Course
from rules.warzone.moment import Moment


class Order(
    msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, tag_field="order", tag=snake_case
):
    """One kind of order, one file: its fields, when it is refused, what it does."""

    def explain(self, now: Moment, refusals: Refusals) -> None:
        """Report every reason why not."""

    def carry_out(self, course: Course) -> None:
        """Let it happen."""
        raise TypeError(f"{type(self).__name__} does nothing")

    @classmethod
    def candidates(cls, now: Moment, player: str) -> Iterator[Self]:
        """Orders of this kind a player may try now; `explain` has the last word."""
        return iter(())

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        """The models named, each with where in the order."""
        return ()

    @property
    def pieces(self) -> tuple[tuple[str, str], ...]:
        """The pieces of terrain and templates named, each with where in the order."""
        return ()


def refuse_actor(
    now: Moment,
    unit: str,
    cost: int,
    refusals: Refusals,
    *,
    engaged: bool = False,
    hangs: bool = False,
) -> bool:
    """Report why a model does not act: it is gone, has no actions left, is prone, hangs on a wall
    or is in close combat, unless it may be. False where nothing more can be judged."""
    model = now.model(unit)
    if model.eliminated:
        refusals.add("ELIMINATED", unit)
        return False
    if cost and (model.ended or model.actions_left < cost):
        refusals.add("NO_ACTION_LEFT", unit)
    if model.posture == "prone":
        refusals.add("PRONE", unit)
    if model.climbing and not hangs:
        refusals.add("CLIMBING", unit)
    if model.engaged and not engaged:
        refusals.add("ENGAGED", unit)
    return not model.climbing or hangs


def facing_then(now: Moment, unit: str, stated: float | None) -> float:
    """How a model faces after an order that may state it."""
    return now.model(unit).facing if stated is None else stated % 360


def own_models(now: Moment, player: str) -> Iterator[str]:
    """A player's models that may still act, in file order."""
    for unit, model in now.state.units.items():
        if now.profile(unit).owner == player and not model.eliminated and not model.ended:
            yield unit

"""What an order is: a value that says why it may not be given and carries itself out."""

from collections.abc import Iterator
from typing import ClassVar, Self

import msgspec

from rules.core.naming import snake_case
from rules.core.refusals import Refusals
from rules.nations_at_war.course import Course
from rules.nations_at_war.moment import Moment


class Order(
    msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, tag_field="order", tag=snake_case
):
    """One kind of order, one file: its fields, when it is refused, what it does."""

    #: The stages in which it may be given.
    stages: ClassVar[tuple[str, ...]] = ("impulse",)

    def explain(self, now: Moment, refusals: Refusals) -> None:
        """Report every reason why not, the stage apart."""

    def carry_out(self, course: Course) -> None:
        """Let it happen."""
        raise TypeError(f"{type(self).__name__} has no course")

    @classmethod
    def candidates(cls, now: Moment, player: str) -> Iterator[Self]:
        """Orders of this kind a player may try now; `explain` has the last word."""
        return iter(())

    @property
    def units(self) -> tuple[tuple[str, str], ...]:
        """The counters named, each with where in the order."""
        return ()


def refuse_actor(now: Moment, unit_id: str, refusals: Refusals) -> None:
    """Report why a counter does not act in this impulse (NW-020, NW-027, NW-029)."""
    unit = now.unit(unit_id)
    if unit.eliminated:
        refusals.add("ELIMINATED", unit_id)
    if now.setup.counters[unit_id].formation != now.state.formation:
        refusals.add("NOT_ACTIVE_FORMATION", unit_id, formation=now.state.formation)
    if unit.out_of_command:
        refusals.add("OUT_OF_COMMAND", unit_id)
    if unit.ops_complete:
        refusals.add("OPS_COMPLETE", unit_id)


def active_units(now: Moment, player: str) -> Iterator[str]:
    """A player's counters of the active formation that are not lost, in file order."""
    formation = now.setup.formations.get(now.state.formation or "")
    if formation and formation.owner == player and now.state.under_way is None:
        yield from (u for u in formation.units if not now.unit(u).eliminated)

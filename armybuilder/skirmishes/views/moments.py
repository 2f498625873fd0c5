"""One moment of a replay: the game after a step, and the ways to other steps."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import gettext as _

from armybuilder.skirmishes.models import Skirmish, SkirmishStep
from armybuilder.skirmishes.present.beginnings import Document
from armybuilder.skirmishes.present.games import (
    Game,
    as_followed,
    game_after,
    game_with_last_step,
)
from armybuilder.skirmishes.selectors import way_to
from collection.common.numbers import whole_number


@dataclass(frozen=True)
class Way:
    """A way to another step of a replay; None where there is nothing more in that direction."""

    id: str
    label: str
    step: int | None
    leads: bool = False


@dataclass(frozen=True)
class Moment:
    """The game after a step of a replay, the `last` one taken until then, None at the beginning;
    `before` is the state it began in. `url` is where the replay is, `is_own` whether the one who
    watches has played it. `live_url`: where a stream tells that it goes on, of a game that is
    watched, maybe late. `only_shows`: nothing may be done beside it, such as noting it."""

    step: int
    count: int
    game: Game
    last: SkirmishStep | None
    before: Document
    url: str
    is_own: bool
    live_url: str = ""
    is_late: bool = False
    only_shows: bool = False

    @property
    def ways(self) -> tuple[Way, ...]:
        """The ways to other steps."""
        before, after = self.step > 0, self.step < self.count
        return (
            Way("step-first", _("To the beginning"), 0 if before else None),
            Way("step-back", _("A step back"), self.step - 1 if before else None),
            Way("step-on", _("A step on"), self.step + 1 if after else None, leads=True),
            Way("step-last", _("To the end"), self.count if after else None),
        )


def moment_of(
    request: HttpRequest,
    skirmish: Skirmish,
    url: str,
    *,
    is_own: bool = False,
    most: int | None = None,
) -> Moment:
    """The moment of a replay that the address names, the last one where it names none; no later
    one than after the step `most`."""
    count = skirmish.steps.count() if most is None else most
    asked = whole_number(request.GET.get("step", ""))
    step = count if asked is None else min(asked, count)
    way = way_to(skirmish=skirmish, step=step)
    before, game = game_with_last_step(skirmish, as_followed(way.rows), way.state)
    last = way.rows[-1] if way.rows else None
    return Moment(step, count, game, last, before, url, is_own)


def game_at(skirmish: Skirmish, step: int) -> Game:
    """A game as it was after so many steps."""
    way = way_to(skirmish=skirmish, step=step)
    return game_after(skirmish, as_followed(way.rows), way.state)

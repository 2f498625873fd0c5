"""A list of skirmishes: where each stands, read from its row alone."""

from collections.abc import Iterable
from dataclasses import dataclass

from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.editions import title_of
from armybuilder.skirmishes.present.words import seat_title, stage_title
from collection.common.language import Words


@dataclass(frozen=True)
class ListedSkirmish:
    """One skirmish of a list. `turn` belongs to `seat`; over, `winner` says who won, "" where
    nobody has. `is_own`: whoever looks began it; `is_due`: they are to act, unless it `waits` for
    somebody to sit down first; `is_asked`: others wait for their answer."""

    skirmish: Skirmish
    system: str
    total: int | None
    stage: Words
    seat: str
    player: Words
    commander: str
    winner: Words
    winner_seat: str
    is_own: bool = True
    is_due: bool = False
    waits: bool = False
    is_asked: bool = False


def lines_of(skirmishes: Iterable[Skirmish]) -> list[ListedSkirmish]:
    """The lines of some skirmishes."""
    return [_line(skirmish) for skirmish in skirmishes]


def _line(skirmish: Skirmish) -> ListedSkirmish:
    looker = skirmish.looker
    seat, waits = skirmish.acting, bool(skirmish.terms)
    mine = bool(seat) and bool(looker.own([seat])) and not skirmish.seats[seat]["commander"]
    offer = skirmish.offer
    asked = [each for each in offer.get("of", ()) if each not in offer["agreed"]]
    won = [name for name, side in skirmish.sides.items() if side == skirmish.winner]
    return ListedSkirmish(
        skirmish=skirmish,
        system=title_of(skirmish.system),
        total=skirmish.points,
        stage=stage_title(skirmish.system, skirmish.stage, skirmish.turn),
        seat=seat,
        player=seat_title(skirmish.seats, seat) if seat else "",
        commander=skirmish.seats[seat]["commander"] if seat else "",
        winner=" + ".join(str(seat_title(skirmish.seats, winner)) for winner in won),
        winner_seat=won[0] if won else "",
        is_own=looker.is_host,
        is_due=mine and not waits,
        waits=waits,
        is_asked=bool(looker.own(asked)),
    )


def going_on(lines: Iterable[ListedSkirmish], most: int) -> list[ListedSkirmish]:
    """Those that go on, at most so many: first where whoever looks is to act."""
    found = [line for line in lines if not line.skirmish.over]
    return sorted(found, key=lambda line: not line.is_due)[:most]

"""A list of skirmishes: where each stands, read from its row alone."""

from collections.abc import Iterable
from dataclasses import dataclass

from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.words import SEATS, STEPS, turn_name
from collection.common.language import Words


@dataclass(frozen=True)
class Line:
    """One skirmish of a list. `turn` belongs to `seat`; over, `winner` says who won."""

    skirmish: Skirmish
    total: int
    stage: Words
    seat: str
    player: Words
    commander: str
    winner: Words
    winner_seat: str


def lines_of(skirmishes: Iterable[Skirmish]) -> list[Line]:
    """The lines of some skirmishes."""
    return [_line(skirmish) for skirmish in skirmishes]


def _line(skirmish: Skirmish) -> Line:
    state = skirmish.state
    question = (state.get("under_way") or {}).get("question") or {}
    seat = "" if skirmish.winner else question.get("player", state["active"])
    won = [p["id"] for p in skirmish.start["players"] if p["team"] == skirmish.winner]
    preparation = state.get("preparation")
    return Line(
        skirmish=skirmish,
        total=skirmish.start["build_total"],
        stage=STEPS[preparation["step"]] if preparation else turn_name(state["turn"]),
        seat=seat,
        player=_name(skirmish, seat) if seat else "",
        commander=skirmish.seats[seat]["commander"] if seat else "",
        winner=" + ".join(str(_name(skirmish, winner)) for winner in won),
        winner_seat=won[0] if won else "",
    )


def _name(skirmish: Skirmish, seat: str) -> Words:
    return skirmish.seats[seat]["name"] or SEATS[seat]

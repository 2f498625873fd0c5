"""How a game may end before its time: somebody withdraws, or all who have a say agree."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from armybuilder.systems.age_of_destruction.present.tables import Table
from armybuilder.systems.age_of_destruction.present.words import seat_name
from collection.common.language import Words
from rules import age_of_destruction as aod


@dataclass(frozen=True)
class Vote:
    """A person who may still agree to end the game, with the order that does."""

    seat: str
    name: Words
    order: str


@dataclass(frozen=True)
class EarlyEnd:
    """What may end the game now. `withdraws` is the order by which the player in turn leaves, ""
    for none; `votes` are those of whoever looks, none where a bot or somebody `elsewhere`, at
    another screen, has yet to agree, too; `agreed` have done so, `bots` never do."""

    withdraws: str
    votes: tuple[Vote, ...]
    agreed: tuple[Words, ...]
    bots: tuple[Words, ...]
    elsewhere: bool


def early_end(table: Table) -> EarlyEnd | None:
    """How the game may end at once; None while nobody who looks may say so."""
    if not table.in_play or table.commander or not table.mine:
        return None
    votes = tuple(_votes(table))
    seats = {vote.seat for vote in votes}
    leaving = {"order": "withdraw", "player": table.actor}
    return EarlyEnd(
        withdraws=_if_legal(table, leaving) if table.acts else "",
        votes=votes if seats <= set(table.mine) else (),
        agreed=tuple(seat_name(table, seat) for seat in table.state.agreed),
        bots=tuple(seat_name(table, seat) for seat in table.seats if seat not in table.people),
        elsewhere=not seats.isdisjoint(set(table.people) - set(table.mine)),
    )


def _votes(table: Table) -> Iterator[Vote]:
    """Everybody who could agree now."""
    for seat in table.seats:
        if order := _if_legal(table, {"order": "end_game", "player": seat}):
            yield Vote(seat, seat_name(table, seat), order)


def _if_legal(table: Table, written: dict[str, str]) -> str:
    """An order as a form sends it, "" where the rules refuse it."""
    refused = table.refusals(aod.read_order(written))
    return "" if refused else json.dumps(written, separators=(",", ":"))

"""What stands beside the board of any game: sides, the piece that is chosen, what comes next."""

from collections.abc import Sequence
from dataclasses import dataclass

from armybuilder.skirmishes.present.games import Game
from armybuilder.skirmishes.present.ordering import Kind, kinds_of
from armybuilder.skirmishes.present.tables import Table
from armybuilder.skirmishes.present.words import seat_title
from collection.common.language import Words


@dataclass(frozen=True)
class Seat:
    """A side in the bar."""

    seat: str
    name: Words
    acts: bool


@dataclass(frozen=True)
class Standing:
    """Who plays; `yours` where whoever looks must act, and for nobody else."""

    sides: tuple[Seat, ...]
    yours: bool


@dataclass(frozen=True)
class Chosen:
    """A piece as the panel beside the board tells of it."""

    id: str
    seat: str
    owner: Words
    name: str
    place: str
    states: tuple[str, ...]


def standing(game: Game) -> Standing:
    """Who plays, and whose turn it is."""
    sides = tuple(
        Seat(seat, seat_title(game.seats, seat), seat == game.actor) for seat in game.seats
    )
    return Standing(sides, bool(game.actor) and game.mine == [game.actor])


def chosen(table: Table, unit: str) -> Chosen | None:
    """A piece by its id, None for one there is not or that is not seen."""
    piece = table.pieces.get(unit)
    if piece is None:
        return None
    return Chosen(
        id=piece.id,
        seat=piece.side,
        owner=seat_title(table.game.seats, piece.side),
        name=piece.name,
        place=piece.place,
        states=piece.states,
    )


def endings(table: Table) -> Sequence[Kind]:
    """The orders that end something, the usual one first."""
    order = {kind: number for number, kind in enumerate(table.game.play.endings)}
    offers = [offer for offer in table.offers if offer.order["order"] in order]
    found = [
        kind for piece in {o.piece for o in offers} for kind in kinds_of(offers, table.rules, piece)
    ]
    return sorted(found, key=lambda kind: order[kind.kind])

"""Legs that carry units: boarding, disembarking, leading captives; samples, and where nothing else
is said the first free places."""

from collections.abc import Iterable, Iterator

from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.state.legs import Landing, Leg
from rules.age_of_destruction.steps.captives import first_place
from rules.age_of_destruction.steps.room import captors_first, first_spot
from rules.age_of_destruction.steps.transport import landed
from rules.core.geometry import Point


def boardings(piece: Piece) -> Iterator[Leg]:
    """Everybody who has been behind a transport since the turn began, and each alone; nobody who
    has left the table meanwhile."""
    units = piece.field.state.units
    behind = tuple(name for name in piece.now.behind_at_start if units[name].at is not None)
    for names in dict.fromkeys((behind, *((name,) for name in behind))):
        if names:
            yield Leg(board=names)


def parties(piece: Piece) -> list[tuple[str, ...]]:
    """All passengers, and each alone with its captive."""
    waiting = captors_first(piece) if piece.passengers else []
    alone = [
        (name, *piece.field.piece(name).captives)
        for name in waiting
        if not piece.field.piece(name).is_captive
    ]
    return [names for names in dict.fromkeys((tuple(waiting), *alone)) if names]


def laden(piece: Piece) -> Iterator[Leg]:
    """Legs that take passengers aboard, or put them down where the unit is."""
    yield from boardings(piece)
    for names in parties(piece):
        if landings := landed_at(piece, names):
            yield Leg(disembark=landings)


def disembarking(piece: Piece, names: Iterable[str], at: Point, facing: float) -> Leg | None:
    """The leg with which passengers leave at a place of the transport, None without room."""
    there = piece.field.moved(piece.id, at=at, facing=facing)
    landings = landed_at(there.piece(piece.id), names)
    return Leg(disembark=landings) if landings else None


def landed_at(piece: Piece, names: Iterable[str], *, roughly: bool = False) -> tuple[Landing, ...]:
    """Places for passengers one after the other, none where somebody finds no room; `roughly`:
    with gaps between them."""
    field, landings = piece.field, []
    for name in names:
        spot = first_spot(field, piece.id, name, roughly=roughly)
        if spot is None:
            return ()
        landings.append(Landing(unit=name, at=spot.at, facing=spot.facing))
        field = landed(field, name, spot)
    return tuple(landings)


def leading(piece: Piece, at: Point, facing: float) -> Leg | None:
    """The leg that puts the captive behind its captor at a place, None without room."""
    spot = first_place(piece.field.moved(piece.id, at=at, facing=facing), piece.id)
    return Leg(captive=spot) if spot else None

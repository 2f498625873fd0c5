"""A trap is sprung (KG-064, KG-065)."""

from collections.abc import Iterator

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.base import Order, OrderKind, no
from rules.khans_and_generals.orders.placing import (
    PlacedUnit,
    crowding_faults,
    place_faults,
    placed,
    unknown_faults,
)
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.table.bases import TOLERANCE

NEAREST, NEAREST_TO_SCOUTS = 10, 30


class Reveal(Order, frozen=True, kw_only=True, omit_defaults=True):
    """Place units of a trap; they may act at once."""

    places: tuple[PlacedUnit, ...]


def explain(field: Field, order: Reveal) -> Iterator[Violation]:
    """Why not."""
    unknown = list(unknown_faults(field, [where.unit for where in order.places]))
    yield from unknown
    if unknown:
        return
    if not order.places:
        yield no("NOTHING_TO_DO", "KG-064")
    yield from place_faults(field, order.places)
    yield from crowding_faults(field, order.places)
    owner = field.piece(order.places[0].unit).owner if order.places else ""
    for where in order.places:
        piece = placed(field, where)
        trapped = field.state.traps.get(owner, ())
        if piece.id not in trapped or field.piece(piece.id).unit.at is not None:
            yield no("TRAP_FORBIDDEN", "KG-064", unit=piece.id)
            continue
        if not piece.can_hide:
            yield no("NOT_HIDING", "KG-064", unit=piece.id)
        if _too_near(field, piece) or _behind_the_enemy(field, piece):
            yield no("TRAP_FORBIDDEN", "KG-064", "KG-065", unit=piece.id)


def _too_near(field: Field, piece: Piece) -> bool:
    """Nearer to an enemy than 10 cm, or than 30 to one who scouts."""
    return any(
        piece.base.distance(enemy.base)
        < (NEAREST_TO_SCOUTS if enemy.profile.has("scout") else NEAREST) - TOLERANCE
        for enemy in field.opposed(piece.owner)
    )


def _behind_the_enemy(field: Field, piece: Piece) -> bool:
    """Farther from the own edge than the enemy nearest to it, unless a partisan (KG-065)."""
    own = field.setup.from_own_edge(piece.owner, piece.base.at[1])
    return own > farthest(piece) + TOLERANCE


def farthest(piece: Piece) -> float:
    """How far from its own edge a unit may come out of a trap (KG-065)."""
    field = piece.field
    if piece.profile.has("partisan"):
        return field.setup.depth
    from_edge = field.setup.from_own_edge
    enemies = (from_edge(piece.owner, e.base.at[1]) for e in field.opposed(piece.owner))
    return min(enemies, default=field.setup.depth)


def carry_out(res: Resolution, order: Reveal) -> None:
    """There they are."""
    moment = (res.state.turn, res.state.active)
    units = {
        where.unit: {"at": where.at, "facing": where.facing % 360, "revealed": moment}
        for where in order.places
    }
    names = {where.unit for where in order.places}
    traps = {
        player: tuple(name for name in group if name not in names)
        for player, group in res.state.traps.items()
    }
    res.emit("trap_sprung", "KG-064", units=units, table={"traps": traps})


def candidates(field: Field, player: str) -> Iterator[Reveal]:
    """In the middle of every area that hides."""
    for name in field.state.traps.get(player, ()):
        for terrain in field.terrain:
            if terrain.row.hides and terrain.polygon:
                number = len(terrain.polygon)
                x = sum(corner[0] for corner in terrain.polygon) / number
                y = sum(corner[1] for corner in terrain.polygon) / number
                facing = 0 if player == field.setup.players[0] else 180
                yield Reveal(places=(PlacedUnit(name, (round(x, 2), round(y, 2)), facing),))


KIND = OrderKind(Reveal, "none", explain, carry_out, candidates)

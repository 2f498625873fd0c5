"""Draw up a unit before the battle (KG-021, KG-058, KG-059)."""

from collections.abc import Iterator

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.base import Order, OrderKind, no
from rules.khans_and_generals.orders.formation import faults as formation_faults
from rules.khans_and_generals.orders.placing import (
    PlacedUnit,
    crowding_faults,
    place_faults,
    placed,
    unknown_faults,
)
from rules.khans_and_generals.records.profile import Formation
from rules.khans_and_generals.state.state import Place
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.table.bases import within

#: Percent of the depth of the table for attacker and defender (section 9 of the rules).
ZONES = {"meeting": (25, 25), "pitched": (30, 30)}
OTHER_ZONES = (30, 50)


class Deploy(Order, frozen=True, kw_only=True, omit_defaults=True):
    """Place a unit in the own zone, in a formation, hidden or not."""

    unit: str
    at: Place
    facing: float = 0
    formation: Formation = "standard"
    hidden: bool = False


def zone_depth(field: Field, player: str) -> float:
    """How deep a player's zone is."""
    battle = field.state.battle
    if battle.type is None:
        return field.setup.depth
    defends = battle.attacker is not None and battle.attacker != player
    return field.setup.depth * zone_share(battle.type, defends=defends) / 100


def zone_share(battle: str, *, defends: bool) -> int:
    """How much of the table's depth a side's zone takes, in percent."""
    attacker, defender = ZONES.get(battle, OTHER_ZONES)
    return defender if defends else attacker


def explain(field: Field, order: Deploy) -> Iterator[Violation]:
    """Why not."""
    unknown = list(unknown_faults(field, [order.unit]))
    yield from unknown
    if unknown:
        return
    where = PlacedUnit(order.unit, order.at, order.facing)
    piece = placed(field, where)
    if piece.profile.class_ == "aircraft" or piece.unit.gone:
        yield no("TARGET_WRONG", "KG-059", unit=order.unit)
        return
    if not _in_zone(field, piece):
        yield no("OUTSIDE_ZONE", "KG-058", unit=order.unit)
    yield from place_faults(field, (where,))
    yield from crowding_faults(field, (where,))
    if order.formation != "standard":
        yield from formation_faults(piece, order.formation)
    if order.hidden and not piece.can_hide:
        yield no("NOT_HIDING", "KG-059", unit=order.unit)


def _in_zone(field: Field, piece: Piece) -> bool:
    depth = zone_depth(field, piece.owner)
    return all(
        within(field.setup.from_own_edge(piece.owner, y), depth) for _, y in piece.base.corners
    )


def carry_out(res: Resolution, order: Deploy) -> None:
    """There it stands, in no trap any more."""
    traps = res.state.traps
    laid = {p: tuple(n for n in group if n != order.unit) for p, group in traps.items()}
    fields = {
        "at": order.at,
        "facing": order.facing % 360,
        "formation": order.formation,
        "hidden": order.hidden,
    }
    res.emit(
        "deployed",
        "KG-059",
        unit=order.unit,
        units={order.unit: fields},
        table=None if laid == traps else {"traps": laid},
    )


def waiting(field: Field, player: str) -> list[Piece]:
    """The units a player has still to place: neither aircraft nor kept in reserve or for a trap."""
    held_back = {*field.state.traps.get(player, ())}
    held_back |= {name for group in field.state.reserves.values() for name in group}
    return [
        piece
        for piece in field.pieces
        if piece.owner == player
        and piece.unit.at is None
        and piece.unit.aboard is None
        and not piece.unit.gone
        and piece.id not in held_back
        and piece.profile.class_ != "aircraft"
    ]


def candidates(field: Field, player: str) -> Iterator[Deploy]:
    """In rows along the own zone; of those who come after the first a place or two."""
    first = player == field.setup.players[0]
    for number, piece in enumerate(waiting(field, player)):
        for x in range(8, int(field.setup.width) - 4, 48 if number else 12):
            for gap in (8.0,) if number else (8.0, 18.0):
                y = gap if first else field.setup.depth - gap
                yield Deploy(unit=piece.id, at=(float(x), y), facing=0 if first else 180)


KIND = OrderKind(Deploy, "none", explain, carry_out, candidates, set_up=True)

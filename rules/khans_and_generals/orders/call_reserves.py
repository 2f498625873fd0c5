"""A group of reserves is called to the table (KG-060 to KG-062)."""

from collections.abc import Iterator

from rules.core.violations import Violation
from rules.khans_and_generals.moment.command import off_map_line
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
from rules.khans_and_generals.table.bases import TOLERANCE, within

DEEPEST, FROM_ENEMIES, HQ_FROM_EDGE = 20, 30, 25


class CallReserves(Order, frozen=True, kw_only=True, omit_defaults=True):
    """Call a whole group and say where it comes in."""

    player: str
    group: str
    places: tuple[PlacedUnit, ...]


def staff_faults(field: Field, player: str) -> Iterator[Violation]:
    """Why the supreme HQ cannot call anybody."""
    staff = field.supreme(player)
    if staff is None:
        yield no("UNIT_GONE", "KG-061", unit="")
        return
    unit = staff.unit
    states = {
        "PINNED": unit.pinned,
        "ROUTED": unit.routed,
        "LOCKED": field.in_fight(staff.id),
        "ABANDONED": unit.abandoned,
        "ORDER_SPENT": unit.spent,
        "BURNING": staff.burning,
    }
    for code, holds in states.items():
        if holds:
            yield no(code, "KG-061", unit=staff.id)
    if not _heard(field, staff):
        yield no("NO_COMMUNICATION", "KG-061")


def _heard(field: Field, staff: Piece) -> bool:
    """Whether what is off the map hears the supreme HQ."""
    gap = field.setup.from_own_edge(staff.owner, staff.base.at[1])
    radio = staff.profile.has("radio") or staff.profile.radio
    return within(gap, HQ_FROM_EDGE) or radio or off_map_line(field, staff)


def explain(field: Field, order: CallReserves) -> Iterator[Violation]:
    """Why not."""
    state = field.state
    if order.player != state.active:
        yield no("NOT_YOUR_TURN", "KG-061")
        return
    if order.player in state.reserves_called:
        yield no("RESERVES_TWICE", "KG-060")
    yield from staff_faults(field, order.player)
    names = [where.unit for where in order.places]
    unknown = list(unknown_faults(field, names))
    yield from unknown
    group = state.reserves.get(order.group, ())
    own = [name for name in group if state.units[name].owner == order.player]
    waiting = [name for name in own if state.units[name].at is None]
    if not waiting:
        yield no("NOTHING_TO_DO", "KG-060", group=order.group)
    elif not unknown and sorted(names) != sorted(waiting):
        yield no("PLACE_FORBIDDEN", "KG-060", unit=order.group)
    elif not unknown:
        yield from place_faults(field, order.places)
        yield from crowding_faults(field, order.places, among_friends=False)
        for where in order.places:
            if not _allowed(field, placed(field, where)):
                yield no("PLACE_FORBIDDEN", "KG-062", unit=where.unit)


def _allowed(field: Field, piece: Piece) -> bool:
    """Within 20 cm of the own edge, at least 30 from enemies."""
    depth = max(field.setup.from_own_edge(piece.owner, y) for _, y in piece.base.corners)
    far = all(
        piece.base.distance(enemy.base) >= FROM_ENEMIES - TOLERANCE
        for enemy in field.opposed(piece.owner)
    )
    return within(depth, DEEPEST) and far


def carry_out(res: Resolution, order: CallReserves) -> None:
    """A Training test of the supreme HQ; then the whole group arrives."""
    called = (*res.state.reserves_called, order.player)
    table = {"reserves_called": called, "ordered": True, "reaction": None}
    res.emit("reserves_called", "KG-061", table=table, group=order.group)
    staff = res.field.supreme(order.player)
    if staff is None or not res.test(staff.id):
        return
    units = {
        where.unit: {"at": where.at, "facing": where.facing % 360, "arrived": res.state.turn}
        for where in order.places
    }
    left = {name: group for name, group in res.state.reserves.items() if name != order.group}
    res.emit("reserves_arrived", "KG-062", units=units, table={"reserves": left})


def candidates(field: Field, player: str) -> Iterator[CallReserves]:
    """Every group, drawn up in a row along the edge, first where nobody stands."""
    for group, names in field.state.reserves.items():
        own = [name for name in names if field.state.units[name].owner == player]
        if own and player == field.state.active:
            starts = range(6, int(field.setup.width) - 10 * len(own), 20)
            rows = [_row(field, own, start) for start in starts]
            rows.sort(key=lambda row: any(crowding_faults(field, row)))
            for row in rows:
                yield CallReserves(player=player, group=group, places=row)


def _row(field: Field, names: list[str], start: int) -> tuple[PlacedUnit, ...]:
    first = field.setup.players[0]
    places = []
    for number, name in enumerate(names):
        own_side = field.state.units[name].owner == first
        y = 8.0 if own_side else field.setup.depth - 8.0
        places.append(PlacedUnit(name, (start + 10.0 * number, y), 0 if own_side else 180))
    return tuple(places)


KIND = OrderKind(CallReserves, "none", explain, carry_out, candidates)

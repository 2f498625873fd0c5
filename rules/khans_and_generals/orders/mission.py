"""A fire mission of a battery off the map (KG-126 to KG-128)."""

from collections.abc import Iterator

from rules.core.geometry import ahead
from rules.core.violations import Violation
from rules.khans_and_generals.moment.command import off_map_line
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.moment.sight import point_in_sight
from rules.khans_and_generals.orders.base import OrderKind, UnitOrder, enemies_in_order, no
from rules.khans_and_generals.state.state import Place
from rules.khans_and_generals.steps.artillery import fire_marker, marker_fault
from rules.khans_and_generals.steps.resolution import Resolution

#: Turns between missions by the level of the battery (KG-126).
WAIT = {"battalion": 0, "regiment": 1, "corps": 2, "army": 3}


class Mission(UnitOrder, frozen=True, kw_only=True, omit_defaults=True):
    """Call for fire: one marker for every tube, the first at the aiming point."""

    markers: tuple[Place, ...]


def explain(field: Field, order: Mission) -> Iterator[Violation]:
    """Why not."""
    piece = field.piece(order.unit)
    battery = piece.profile.battery
    if battery is None:
        yield no("CANNOT_SHOOT", "KG-126")
        return
    if piece.profile.has("telephone") and not off_map_line(field, piece):
        yield no("NO_COMMUNICATION", "KG-127")
    if piece.unit.missions <= 0:
        yield no("MISSIONS_SPENT", "KG-128")
    if field.state.turn < piece.unit.next_mission:
        yield no("MISSION_WAIT", "KG-126", turn=piece.unit.next_mission)
    if marker_fault(order.markers, battery.tubes, battery.weapon.spread):
        yield no("MARKERS_WRONG", "KG-127", "KG-128", tubes=battery.tubes)
    elif not point_in_sight(field, piece, order.markers[0], battery.weapon.spread):
        yield no("NOT_SEEN", "KG-127", unit=order.unit)


def carry_out(res: Resolution, order: Mission) -> None:
    """A Training test, then every marker (P14)."""
    battery = res.piece(order.unit).profile.battery
    if battery is None:
        return
    again = res.state.turn + 1 + WAIT[battery.level]
    if not res.test(order.unit):
        res.change("mission_failed", order.unit, "KG-127", next_mission=again, spent=True)
        return
    left = res.unit(order.unit).missions - 1
    res.change("mission", order.unit, "KG-127", "KG-128", next_mission=again, missions=left)
    for marker in order.markers:
        fire_marker(res, order.unit, battery.weapon, marker)


def candidates(field: Field, piece: Piece) -> Iterator[Mission]:
    """On the nearest enemies, the further markers round the first."""
    battery = piece.profile.battery
    if battery is None or battery.tubes > 7:
        return
    for enemy in enemies_in_order(field, piece)[:3]:
        aim = enemy.base.at
        apart = 2 * battery.weapon.spread
        others = (ahead(aim, 60 * number, apart) for number in range(battery.tubes - 1))
        yield Mission(unit=piece.id, markers=(aim, *others))


KIND = OrderKind(Mission, "major", explain, carry_out, candidates)

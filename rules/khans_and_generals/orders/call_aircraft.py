"""The supreme HQ calls air support (KG-141)."""

from collections.abc import Iterator

from rules.core.violations import Violation
from rules.khans_and_generals.moment.command import off_map_line
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.base import OrderKind, UnitOrder, no
from rules.khans_and_generals.steps.resolution import Resolution


class CallAircraft(UnitOrder, frozen=True, kw_only=True, omit_defaults=True):
    """Ask for one aircraft, to come next turn."""

    aircraft: str


def explain(field: Field, order: CallAircraft) -> Iterator[Violation]:
    """Why not."""
    piece = field.piece(order.unit)
    if not piece.unit.supreme:
        yield no("TARGET_WRONG", "KG-141", unit=order.unit)
    radio = piece.profile.has("radio") or piece.profile.radio
    if not radio and not off_map_line(field, piece):
        yield no("NO_COMMUNICATION", "KG-141")
    if not _available(field, piece, order.aircraft):
        yield no("NO_AIR_SUPPORT", "KG-141", unit=order.aircraft)
    conditions = field.state.conditions
    if conditions.weather != "sunny" or conditions.time == "night":
        yield no("WEATHER_FORBIDS", "KG-141")


def _available(field: Field, staff: Piece, name: str) -> bool:
    if name not in field.state.units or name in field.state.called:
        return False
    plane = field.piece(name)
    if plane.owner != staff.owner or plane.profile.class_ != "aircraft":
        return False
    return not (plane.unit.airborne or plane.unit.gone)


def carry_out(res: Resolution, order: CallAircraft) -> None:
    """A Training test; failed, the HQ's turn is over."""
    if res.test(order.unit):
        called = (*res.state.called, order.aircraft)
        res.emit("aircraft_called", "KG-141", unit=order.aircraft, table={"called": called})
        return
    spent = {order.unit: {"spent": True}}
    activations = {**res.state.activations, order.unit: 0}
    table = {"activations": activations}
    res.emit("call_failed", "KG-141", unit=order.unit, units=spent, table=table)


def candidates(field: Field, piece: Piece) -> Iterator[CallAircraft]:
    """Every own aircraft."""
    if piece.unit.supreme:
        for plane in field.pieces:
            if plane.owner == piece.owner and plane.profile.class_ == "aircraft":
                yield CallAircraft(unit=piece.id, aircraft=plane.id)


KIND = OrderKind(CallAircraft, "major", explain, carry_out, candidates)

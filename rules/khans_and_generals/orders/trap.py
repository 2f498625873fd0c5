"""Keep a unit off the map for a trap, before the battle (KG-059, KG-064)."""

from collections.abc import Iterator

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.base import Order, OrderKind, no
from rules.khans_and_generals.orders.deploy import waiting
from rules.khans_and_generals.orders.placing import unknown_faults
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.table.terrain import KINDS


class Trap(Order, frozen=True, kw_only=True, omit_defaults=True):
    """Take a unit off the table, to appear later where terrain hides it; placed again, it lies in
    no trap any more."""

    unit: str


def explain(field: Field, order: Trap) -> Iterator[Violation]:
    """Why not."""
    unknown = list(unknown_faults(field, [order.unit]))
    yield from unknown
    if unknown:
        return
    piece = field.piece(order.unit)
    if piece.owner != field.state.active:
        yield no("NOT_YOUR_TURN", "KG-059", unit=order.unit)
    elif not may_ever_hide(piece):
        yield no("TARGET_WRONG", "KG-064", unit=order.unit)
    elif not is_hidden_by(field, piece):
        yield no("NOT_HIDING", "KG-064", unit=order.unit)
    elif order.unit in field.state.traps.get(piece.owner, ()):
        yield no("NOTHING_TO_DO", "KG-064", unit=order.unit)


def may_ever_hide(piece: Piece) -> bool:
    """Whether there is terrain that hides such a unit, which is still to be placed or stands by
    itself."""
    held = {name for group in piece.field.state.reserves.values() for name in group}
    if piece.unit.gone or piece.unit.aboard is not None or piece.id in held:
        return False
    return any(piece.profile.class_ in kind.hides for kind in KINDS.values())


def is_hidden_by(field: Field, piece: Piece) -> bool:
    """Whether some terrain of this table hides the unit as it is."""
    hiding = (terrain.row.hides for terrain in field.terrain if terrain.polygon)
    return not piece.is_mounted and any(piece.profile.class_ in kinds for kinds in hiding)


def carry_out(res: Resolution, order: Trap) -> None:
    """It is gone from the table."""
    owner = res.piece(order.unit).owner
    traps = {**res.state.traps, owner: (*res.state.traps.get(owner, ()), order.unit)}
    res.emit(
        "trap_laid",
        "KG-064",
        unit=order.unit,
        units={order.unit: {"at": None, "formation": "standard", "hidden": False}},
        table={"traps": traps},
    )


def candidates(field: Field, player: str) -> Iterator[Trap]:
    """Everybody who still waits to be placed and might hide."""
    if player == field.state.active:
        for piece in waiting(field, player):
            if may_ever_hide(piece):
                yield Trap(unit=piece.id)


KIND = OrderKind(Trap, "none", explain, carry_out, candidates, set_up=True)

"""The four functions: why not, what may be done, what comes of it (`evolve` is with the events)."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import msgspec

from rules.core.dice import Dice
from rules.core.violations import Violation
from rules.khans_and_generals.moment.command import (
    acts_from_trap,
    can_command,
    commanding,
    commands,
    in_communication,
    in_reach,
    outside_command,
)
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders import KINDS
from rules.khans_and_generals.orders.answer import Answer
from rules.khans_and_generals.orders.base import (
    Order,
    OrderKind,
    Part,
    UnitOrder,
    UnknownOrder,
    most_minor,
    no,
)
from rules.khans_and_generals.orders.call_reserves import CallReserves
from rules.khans_and_generals.orders.deploy import Deploy
from rules.khans_and_generals.orders.end_stage import EndStage
from rules.khans_and_generals.orders.ignite import Ignite
from rules.khans_and_generals.orders.reveal import Reveal
from rules.khans_and_generals.orders.withdraw import Withdraw
from rules.khans_and_generals.state.events import Event
from rules.khans_and_generals.state.setup import Setup
from rules.khans_and_generals.state.state import State
from rules.khans_and_generals.steps.casualties import check_rout
from rules.khans_and_generals.steps.resolution import Resolution

O = TypeVar("O", bound=Order)  # noqa: E741 - an order

AnyOrder = Order | UnknownOrder
#: Orders that scenarios give, and no player.
NOT_BY_PLAYERS = ("ignite",)


def actors(state: State) -> tuple[str, ...]:
    """Who may act: who is asked, else the active player."""
    if state.stage == "over":
        return ()
    return (state.waiting.player,) if state.waiting is not None else (state.active,)


def explain(setup: Setup, state: State, order: AnyOrder) -> list[Violation]:
    """Every reason why an order cannot be given; none means that it can."""
    return explain_at(Field(setup, state), order)


def explain_at(field: Field, order: AnyOrder) -> list[Violation]:
    """The same at a moment whose sights and links are known already."""
    if isinstance(order, UnknownOrder):
        return [no("UNKNOWN_ORDER", "KG-175", order=order.order[:80])]
    kind = KINDS[type(order)]
    if not _in_season(field.state, order, kind):
        return [no("STAGE_WRONG", "KG-075", stage=field.state.stage)]
    if not isinstance(order, UnitOrder):
        return list(kind.explain(field, order))
    if faults := list(_absence(field, order)):
        return faults
    return [
        *_unit_faults(field, order, kind),
        *_command_faults(field, order, kind),
        *kind.explain(field, order),
    ]


def _in_season(state: State, order: Order, kind: OrderKind) -> bool:
    """Whether the stage of the game is one for the order."""
    if state.stage == "over":
        return False
    if state.waiting is not None:
        return isinstance(order, Answer | Withdraw)
    if state.stage == "setup":
        return kind.set_up or kind.prepares or isinstance(order, EndStage | Withdraw)
    return not kind.set_up


def is_reaction(field: Field, order: UnitOrder) -> bool:
    """Whether an order is given in the enemy's turn for a command point."""
    return order.cp is not None and field.piece(order.unit).owner != field.state.active


# --- The unit -------------------------------------------------------------------------------


def _absence(field: Field, order: UnitOrder) -> Iterator[Violation]:
    """Whether there is such a unit on the table at all."""
    if order.unit not in field.state.units:
        yield no("UNIT_UNKNOWN", "KG-076", unit=order.unit)
        return
    piece = field.piece(order.unit)
    if not piece.present or piece.profile.class_ == "aircraft":
        yield no("UNIT_GONE", "KG-076", unit=order.unit)


def _unit_faults(field: Field, order: UnitOrder, kind: OrderKind) -> Iterator[Violation]:
    """What keeps the unit itself from acting."""
    piece = field.piece(order.unit)
    unit = piece.unit
    mine = piece.owner == field.state.active
    if not mine and order.cp is None and not acts_from_trap(piece):
        yield no("NOT_YOUR_TURN", "KG-075", unit=order.unit)
    states = {
        ("ABANDONED", "KG-153"): unit.abandoned,
        ("ROUTED", "KG-163"): unit.routed,
        ("PINNED", "KG-113"): unit.pinned,
        ("LOCKED", "KG-096"): field.in_fight(order.unit) and not kind.in_melee,
        ("NEWLY_ARRIVED", "KG-062"): unit.arrived == field.state.turn,
        ("BURNING", "KG-047"): piece.burning and not kind.in_fire,
        ("IMMOBILE", "KG-152"): kind.moves and piece.immobile,
        ("BOGGED", "KG-033"): kind.moves and unit.stuck and unit.bogged > 0,
    }
    for (code, rule), holds in states.items():
        if holds:
            yield no(code, rule, unit=order.unit)


# --- Command --------------------------------------------------------------------------------


def _command_faults(field: Field, order: UnitOrder, kind: OrderKind) -> Iterator[Violation]:
    """What keeps an order from reaching the unit; before the battle nothing does (KG-059)."""
    if field.state.stage == "setup":
        return
    piece = field.piece(order.unit)
    calls = kind.part in ("major", "move", "mixed") and not outside_command(piece)
    if is_reaction(field, order):
        yield from _reaction_faults(field, order, piece, calls=calls)
    if calls:
        reached = in_communication(field, order.unit)
        hq = commanding(field, piece)
        if not reached or hq is None:
            yield no("NO_COMMUNICATION", "KG-085", unit=order.unit)
        elif _takes_activation(piece) and field.state.activations.get(hq, 0) <= 0:
            yield no("NO_ACTIVATIONS", "KG-079", unit=hq)
    if not _has_left(piece, kind):
        yield no("ORDER_SPENT", "KG-076", unit=order.unit)


def _takes_activation(piece: Piece) -> bool:
    """Whether it is the unit's first major or move order in its own turn (KG-079)."""
    return piece.owner == piece.field.state.active and not piece.unit.activated


def _has_left(piece: Piece, kind: OrderKind) -> bool:
    """Whether the unit has that part of its orders left (KG-076, KG-078, KG-083)."""
    unit = piece.unit
    if unit.spent:
        return False
    if kind.part == "major":
        return not unit.major
    if kind.part == "move":
        return not unit.stuck
    if kind.part == "mixed":
        return not (unit.major or unit.moving)
    if kind.part == "minor":
        return unit.minor < most_minor(piece)
    return True


def _reaction_faults(
    field: Field, order: UnitOrder, piece: Piece, *, calls: bool
) -> Iterator[Violation]:
    """Command points: whose, how many, when (KG-081, KG-082); `calls`: the order has to reach the
    unit."""
    hq = order.cp or ""
    supreme = field.supreme(piece.owner)
    allowed = {piece.unit.hq, supreme.id if supreme else None}
    allowed |= {piece.id} if piece.profile.commands else set()
    if hq not in allowed or hq not in field.state.units or not field.piece(hq).present:
        yield no("TARGET_WRONG", "KG-081", unit=hq)
        return
    if not can_command(field, hq):
        routed = field.piece(hq).unit.routed
        yield no("ROUTED" if routed else "NO_COMMUNICATION", "KG-086", "KG-156", unit=hq)
    elif calls and hq != order.unit and not in_reach(field, piece, hq):
        yield no("NO_COMMUNICATION", "KG-081", "KG-085", unit=hq)
    if field.state.reaction == (order.unit, hq):
        return
    if field.state.command_points.get(hq, 0) <= 0:
        yield no("CP_NONE", "KG-082", unit=hq)
    if not field.state.ordered:
        yield no("CP_TOO_EARLY", "KG-082")


# --- What comes of it -----------------------------------------------------------------------


def decide(setup: Setup, state: State, order: AnyOrder, dice: Dice) -> list[Event]:
    """What comes of a legal order."""
    return advance(setup, state, order, dice)[1]


def advance(setup: Setup, state: State, order: AnyOrder, dice: Dice) -> tuple[State, list[Event]]:
    """Carry out a legal order: the state after it, and what happened."""
    if isinstance(order, UnknownOrder):
        raise ValueError(order.order)
    res = Resolution(setup, state, dice)
    kind = KINDS[type(order)]
    if isinstance(order, UnitOrder) and state.stage == "orders":
        _take(res, order, kind)
    kind.carry_out(res, order)
    if isinstance(order, UnitOrder):
        if res.state.stage == "orders":
            check_rout(res, order.unit)
    elif isinstance(order, CallReserves | Deploy | Ignite | Reveal):
        check_rout(res)
    return res.state, res.events


def _take(res: Resolution, order: UnitOrder, kind: OrderKind) -> None:
    """The order takes its part of the unit's turn, an activation or a command point."""
    piece = res.piece(order.unit)
    parts: dict[Part, dict[str, Any]] = {
        "major": {"major": True},
        "move": {"moving": True},
        "mixed": {"major": True, "moving": True},
        "minor": {"minor": piece.unit.minor + 1},
        "none": {},
    }
    taken = parts[kind.part]
    table: dict[str, Any] = {}
    if kind.part in ("major", "move", "mixed") and _takes_activation(piece):
        taken = {**taken, "activated": True}
        hq = None if outside_command(piece) else commanding(res.field, piece)
        if hq is not None:
            left = res.state.activations.get(hq, 0) - 1
            table["activations"] = {**res.state.activations, hq: left}
    if piece.owner == res.state.active:
        table |= {"ordered": True, "reaction": None}
    elif order.cp is not None and res.state.reaction != (order.unit, order.cp):
        points = res.state.command_points
        table["command_points"] = {**points, order.cp: points[order.cp] - 1}
        table |= {"ordered": False, "reaction": (order.unit, order.cp)}
    res.emit("ordered", unit=order.unit, units={order.unit: taken}, table=table, order=kind.name)


# --- What may be done -----------------------------------------------------------------------


def legal_orders(setup: Setup, state: State, player: str) -> Sequence[Order]:
    """Orders a player may give now, those for a command point in the enemy's turn among them: of
    continuous ways a few, and nothing that is refused."""
    field = Field(setup, state)
    return [order for order in _candidates(field, player) if not explain_at(field, order)]


def _candidates(field: Field, player: str) -> Iterator[Order]:
    for kind in KINDS.values():
        if not issubclass(kind.value, UnitOrder):
            yield from kind.candidates(field, player)
        elif field.state.stage == "orders" or (kind.prepares and field.state.stage == "setup"):
            for piece in field.friends(player):
                if may_have(field, piece, kind):
                    yield from (given(piece, order) for order in kind.candidates(field, piece))


def may_have(field: Field, piece: Piece, kind: OrderKind) -> bool:
    """Whether a unit may be given any order of a kind now, before looking for one."""
    return not bare_faults(field, given(piece, UnitOrder(unit=piece.id)), kind)


def payer(piece: Piece) -> str | None:
    """The HQ whose command point an order would take, None where it takes none (KG-082)."""
    state, field = piece.field.state, piece.field
    if piece.owner == state.active or acts_from_trap(piece):
        return None
    supreme = field.supreme(piece.owner)
    own = piece.id if piece.profile.commands else piece.unit.hq
    named = (own, supreme.id if supreme else None)
    staffs = [hq for hq in named if hq in state.units and field.piece(hq).present]
    staffs.sort(key=lambda hq: hq != piece.id and not commands(field, hq, piece))
    for hq in staffs:
        if state.reaction == (piece.id, hq) or state.command_points.get(hq, 0) > 0:
            return hq
    return staffs[0] if staffs else None


def given(piece: Piece, order: O) -> O:
    """An order as it has to be given now: with what pays for it."""
    paid = payer(piece)
    return order if order.cp == paid else msgspec.structs.replace(order, cp=paid)


def bare_faults(field: Field, order: UnitOrder, kind: OrderKind) -> list[Violation]:
    """What keeps a unit from every order of a kind, whatever else the order says."""
    if not _in_season(field.state, order, kind):
        return [no("STAGE_WRONG", "KG-075", stage=field.state.stage)]
    if faults := list(_absence(field, order)):
        return faults
    return [*_unit_faults(field, order, kind), *_command_faults(field, order, kind)]

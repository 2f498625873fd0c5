"""Orders given to units on the table: what keeps a unit from them, what they cost, formations."""

from collections.abc import Iterator
from typing import ClassVar

from rules.age_of_destruction.moment.ability import Ability
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.fitted import Fitted
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.legs import Name, Names, WeaponSlot
from rules.age_of_destruction.steps.formations import Formation, refuse_formation
from rules.age_of_destruction.steps.heat import change_heat
from rules.age_of_destruction.steps.paying import pay_circles, token_and_push
from rules.age_of_destruction.steps.resolution import Resolution
from rules.age_of_destruction.steps.switches import switch_off
from rules.core.drawing import Draw
from rules.core.naming import tag_of


class UnitOrder(Order, frozen=True):
    """An order given to one unit, which leads where a formation carries it out (AOD-FORM-001)."""

    unit: Name

    #: Whether it places tokens and may push (AOD-VENT-002).
    tires: ClassVar[bool] = True

    @property
    def counts_as(self) -> str:
        """Which order of AOD-ORDER-001 it is; special attacks are given as moves."""
        return tag_of(type(self))

    @property
    def leader(self) -> str:
        """The unit that is given the order."""
        return self.unit

    @property
    def units(self) -> tuple[str, ...]:
        """Every unit that is ordered."""
        return (self.unit,)

    def refuse(self, field: Field, piece: Piece, refusals: Refusals) -> None:
        """Report what speaks against its own kind, once nothing keeps the unit from orders."""

    def act(self, res: Resolution) -> None:
        """Do what its own kind does, once it is paid for."""
        raise NotImplementedError

    def spared(self, field: Field) -> Fitted | None:
        """What lets it take no order of the pool."""
        return None

    def is_lost(self, field: Field) -> bool:
        """Whether it comes to nothing although it may be given (AOD-ORDER-003)."""
        return False

    def is_about(self, item: Ability) -> bool:
        """Whether equipment that is asked for has to do with it."""
        return not {"vent", "free_captives"} & {*item.permits}

    def explain(self, field: Field, refusals: Refusals) -> None:
        """Report what keeps the units from the order, then what speaks against its kind."""
        units = self.units
        for unit_id in (self.unit, *units):
            if unit_id not in field.state.units:
                refusals.add("UNKNOWN_UNIT", unit_id)
        if refusals.violations:
            return
        ordered = [field.piece(unit_id) for unit_id in units]
        if field.state.orders_left <= 0 and self.spared(field) is None:
            refusals.add("NO_ORDERS_LEFT")
        for piece in ordered:
            _refuse_status(field, piece, self.counts_as, refusals)
        if any(piece.now.at is None or piece.is_captive for piece in ordered):
            return
        self.refuse_formation(field, refusals)
        self._refuse_switches(field, refusals)
        field = switched_off(field, self)
        if not self.is_lost(field):
            self.refuse(field, field.piece(self.unit), refusals)

    def refuse_formation(self, field: Field, refusals: Refusals) -> None:
        """Report who may not carry it out together."""

    def _refuse_switches(self, field: Field, refusals: Refusals) -> None:
        """Only optional equipment in the window can be switched off, and working equipment of the
        unit that is given the order be chosen (AOD-EQUIP-108)."""
        for name in self.off:
            if not any(field.piece(unit_id).switchable((name,)) for unit_id in self.units):
                refusals.add("EQUIPMENT_ABSENT", self.unit, name=name)
        leader = field.piece(self.unit)
        for name in self.on:
            _refuse_choice(leader, self.off, name, refusals)

    def carry_out(self, res: Resolution) -> None:
        """Pay, do it, then tokens, pushing, circles and heat (AOD-SEQ-001 steps 9 and 10).

        One order pays for a formation. A lost one is paid for and does nothing else
        (AOD-ORDER-003).
        """
        had_token = {unit_id for unit_id in self.units if res.state.units[unit_id].tokens}
        members = self.units if self.in_formation else ()
        lost = self.is_lost(switched_off(res.start, self))
        spared = self.spared(res.start)
        if spared:
            res.use(res.piece(self.unit), spared)
        res.emit(
            events.OrderPaid(
                unit=self.unit,
                kind=tag_of(type(self)),
                members=members,
                free=spared is not None,
                rules=("AOD-TURN-004", "AOD-TURN-010"),
            )
        )
        if lost:
            rules = ("AOD-DMG-005", "AOD-ORDER-003")
            res.emit(events.OrderLost(unit=self.unit, members=members, rules=rules))
            return
        for unit_id in self.units:
            switch_off(res, unit_id, res.piece(unit_id).switchable(self.off))
        self.act(res)
        for unit_id in self.units if self.tires else ():
            token_and_push(res, unit_id, pushed=unit_id in had_token and self.pushes)
        pay_circles(res)
        for unit_id, parts in res.heat_due.items():
            change_heat(res, unit_id, parts)

    @property
    def pushes(self) -> bool:
        """Whether units with a token are pushed by it."""
        return True


class FormationOrder(UnitOrder, frozen=True, kw_only=True):
    """An order a formation may carry out; its `members` include the unit it is given to."""

    members: Names = ()

    #: Who may carry it out together.
    formation: ClassVar[Formation]

    @property
    def units(self) -> tuple[str, ...]:
        """Every unit that is ordered, in the order of `members`."""
        return self.members or (self.unit,)

    @property
    def helpers(self) -> tuple[str, ...]:
        """The members beside the unit the order is given to."""
        return tuple(unit_id for unit_id in self.members if unit_id != self.unit)

    @property
    def in_formation(self) -> bool:
        """Whether a formation is declared (AOD-ALLY-009)."""
        return bool(self.members)

    def refuse_formation(self, field: Field, refusals: Refusals) -> None:
        """Report who may not carry it out together."""
        if self.in_formation:
            refuse_formation(field, self.formation, self.unit, self.members, refusals)

    @classmethod
    def together(cls, field: Field, player: str, draw: Draw) -> Iterator["FormationOrder"]:
        """Samples of what units of a player may do in formation."""
        raise NotImplementedError


def switched_off(field: Field, order: Order) -> Field:
    """The field as an order finds it, without the equipment that it switches off."""
    for unit_id in order.units if order.off else ():
        piece = field.piece(unit_id)
        field = field.moved(unit_id, off=(*piece.now.off, *piece.switchable(order.off)))
    return field


def weapons_of(piece: Piece) -> list[WeaponSlot]:
    """The slots of a unit's weapons."""
    return ["primary", "secondary"] if "secondary" in piece.weapons else ["primary"]


def _refuse_status(field: Field, piece: Piece, kind: str, refusals: Refusals) -> None:
    """What keeps a unit from any order of a kind (AOD-ORDER-002)."""
    now = piece.now
    if piece.owner != field.state.active:
        refusals.add("NOT_YOUR_UNIT", piece.id)
    if now.ordered:
        refusals.add("ALREADY_ORDERED", piece.id)
    if now.gone:
        refusals.add("UNIT_GONE", piece.id)
    elif now.aboard:
        refusals.add("PASSENGER_UNIT", piece.id)
    elif piece.is_captive:
        refusals.add("CAPTIVE_UNIT", piece.id)
    else:
        _refuse_kind(field, piece, kind, refusals)


def _refuse_kind(field: Field, piece: Piece, kind: str, refusals: Refusals) -> None:
    if piece.captives and kind != "move":
        refusals.add("HOLDS_CAPTIVE", piece.id)
    if piece.now.shutdown and kind != "vent":
        refusals.add("UNIT_SHUT_DOWN", piece.id)
    if piece.now.tokens_at_start > 1 and field.ruling("second_token_from_effects_blocks_orders"):
        refusals.add("TWO_TOKENS", piece.id)
    for fitted in piece.answering("order_limits"):
        allowed = fitted.item.order_limits(piece).only
        if allowed and not field.ruling("salvage_mech_may_vent"):
            allowed = ("move",)
        if allowed and kind not in allowed:
            refusals.add("SALVAGE_RESTRICTED", piece.id, allowed=list(allowed))


def _refuse_choice(leader: Piece, off: tuple[str, ...], name: str, refusals: Refusals) -> None:
    """An order asks for what would not work without it, or for one of two sources at one value
    (AOD-EQUIP-108, AOD-GEAR-017)."""
    working = [fitted for fitted in leader.working if fitted.name not in off]
    chosen = [fitted for fitted in working if fitted.name == name]
    partners = {f.item.choice.shares for f in chosen if f.item.choice}
    partners -= {"", *(f.name for f in working)}
    for absent in partners if chosen else {name}:
        refusals.add("EQUIPMENT_ABSENT", leader.id, name=absent)
    rivals = any(one.excludes(other) for one in chosen for other in working)
    if chosen and not rivals and not any(fitted.item.is_asked_for for fitted in chosen):
        refusals.add("NOTHING_TO_CHOOSE", leader.id, name=name)

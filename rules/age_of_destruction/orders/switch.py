"""Switch: switch equipment off without an order of the pool (rule AOD-EQUIP-105)."""

from collections.abc import Iterator

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.orders.base import Offer, Order
from rules.age_of_destruction.orders.forms import Form
from rules.age_of_destruction.state.legs import Name
from rules.age_of_destruction.steps.resolution import Resolution
from rules.age_of_destruction.steps.switches import switch_off
from rules.core.drawing import Draw
from rules.core.wording import Title


class Switch(Order, frozen=True):
    """Switch equipment of a unit off without an order of the pool (AOD-EQUIP-105)."""

    unit: Name

    forms = (Form("switch", label=Title("Switch off {units}", "Wyłącz: {units}")),)

    @property
    def units(self) -> tuple[str, ...]:
        """The unit whose equipment it is."""
        return (self.unit,)

    def explain(self, field: Field, refusals: Refusals) -> None:
        """Report all but optional equipment that is on, of a unit the player leads in his own turn
        (AOD-EQUIP-105)."""
        if self.unit not in field.state.units:
            refusals.add("UNKNOWN_UNIT", self.unit)
            return
        piece = field.piece(self.unit)
        if piece.owner != field.state.active:
            refusals.add("NOT_YOUR_UNIT", piece.id)
        if piece.now.gone:
            refusals.add("UNIT_GONE", piece.id)
        elif piece.is_captive:
            refusals.add("CAPTIVE_UNIT", piece.id)
        if not self.off:
            refusals.add("NOTHING_SWITCHED_OFF", piece.id)
        for name in self.off:
            if not piece.switchable((name,)):
                refusals.add("EQUIPMENT_ABSENT", piece.id, name=name)
            elif name in piece.now.off:
                refusals.add("ALREADY_OFF", piece.id, name=name)
        for name in self.on:
            refusals.add("NOTHING_TO_CHOOSE", piece.id, name=name)

    def carry_out(self, res: Resolution) -> None:
        """It works no more until its owner's next turn."""
        switch_off(res, self.unit, self.off)

    @classmethod
    def unordered(cls, piece: Piece, draw: Draw) -> Iterator["Switch"]:
        """Equipment whose use would cost its owner a click."""
        circled = [fitted for fitted in piece.still_on if fitted.circled]
        for name in draw(list(dict.fromkeys(fitted.name for fitted in circled))):
            yield cls(unit=piece.id, off=(name,))

    @classmethod
    def free_offers(cls, piece: Piece) -> Iterator[Offer]:
        """Everything that can be switched off."""
        for name in dict.fromkeys(fitted.name for fitted in piece.still_on):
            yield Offer("switch", cls(unit=piece.id, off=(name,)))

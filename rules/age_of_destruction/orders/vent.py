"""Vent: cool one 'Mech (rules AOD-VENT)."""

from collections.abc import Iterator

from rules.age_of_destruction.moment.ability import Ability
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.fitted import Fitted
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.orders.base import Offer
from rules.age_of_destruction.orders.forms import Form
from rules.age_of_destruction.orders.unit_orders import UnitOrder
from rules.age_of_destruction.steps.heat import change_heat
from rules.age_of_destruction.steps.resolution import Resolution
from rules.core.drawing import Draw
from rules.core.tally import Part
from rules.core.wording import Title


class Vent(UnitOrder, frozen=True):
    """Cool one 'Mech (AOD-VENT-002)."""

    tires = False
    sentence = Title("{unit} vents heat.", "{unit}: chłodzenie.")
    forms = (Form("vent", label=Title("Vent heat", "Chłodzenie")),)
    strays = ({"order": "vent"},)

    def is_about(self, item: Ability) -> bool:
        """What lets it take no order."""
        return "vent" in item.permits

    def spared(self, field: Field) -> Fitted | None:
        """What lets one that asks for it take no order of the pool."""
        venting = field.piece(self.unit).permitting("vent")
        return next((fitted for fitted in venting if fitted.name in self.choices), None)

    def refuse(self, field: Field, piece: Piece, refusals: Refusals) -> None:
        """Nothing but a 'Mech has heat."""
        if not piece.is_mech:
            refusals.add("NOT_A_MECH", piece.id)

    def act(self, res: Resolution) -> None:
        """Turn the heat dial back by its rating."""
        rating = res.piece(self.unit).unit.vent or 0
        change_heat(res, self.unit, [Part("vent", -rating)], "AOD-VENT-002", "AOD-VENT-003")

    @classmethod
    def unpaid(cls, piece: Piece, draw: Draw) -> Iterator["Vent"]:
        """With what lets it take no order of the pool."""
        if not piece.outfit.may_permit("vent"):
            return
        for fitted in draw(piece.permitting("vent")):
            yield cls(unit=piece.id, on=(fitted.name,))

    @classmethod
    def on_the_spot(cls, piece: Piece) -> Iterator["Vent"]:
        """For 'Mechs."""
        if piece.is_mech:
            yield cls(unit=piece.id)

    @classmethod
    def offers(cls, piece: Piece) -> Iterator[Offer]:
        """For 'Mechs."""
        if piece.is_mech:
            yield Offer("vent", cls(unit=piece.id))

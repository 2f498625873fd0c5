"""Ram: a vehicle drives into its target (rules AOD-RAM)."""

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.orders.forms import PATH, Form
from rules.age_of_destruction.orders.special_attacks import SpecialAttack, strike
from rules.core.wording import Title


class Ram(SpecialAttack, frozen=True):
    """A vehicle drives into its target (AOD-RAM-001)."""

    kind = "ram"
    counts_as = "move"
    sentence = Title("{unit} rams {targets}.", "{unit}: taranowanie, cel: {targets}.")
    recoil_rule = "AOD-RAM-005"
    forms = (Form("ram", PATH, draft=strike, label=Title("Ram", "Taranowanie")),)
    strays = ({"order": "ram"},)

    @classmethod
    def is_of_type(cls, piece: Piece) -> bool:
        """Vehicles ram."""
        return piece.unit.type == "vehicle"

    @classmethod
    def suits(cls, piece: Piece) -> bool:
        """VTOLs do not."""
        return cls.is_of_type(piece) and not piece.is_vtol

    def refuse(self, field: Field, piece: Piece, refusals: Refusals) -> None:
        """AOD-RAM."""
        if not self.is_of_type(piece):
            refusals.add("NOT_A_VEHICLE", piece.id)
        if piece.is_vtol:
            refusals.add("NOT_FOR_VTOL", piece.id)
        super().refuse(field, piece, refusals)

    def recoil(self, value: int, *, hit: bool) -> int:
        """One click, whatever comes of it (AOD-RAM-005)."""
        return 1

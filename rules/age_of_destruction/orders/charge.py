"""Charge: a running 'Mech strikes (rules AOD-CHARGE)."""

from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.orders.forms import PATH, Form
from rules.age_of_destruction.orders.special_attacks import SpecialAttack, strike
from rules.age_of_destruction.steps.dealing import charge_recoil
from rules.age_of_destruction.steps.legs import heat_of_run
from rules.age_of_destruction.steps.movement import Pace, refuse_run
from rules.age_of_destruction.steps.resolution import Resolution
from rules.core.wording import Title


class Charge(SpecialAttack, frozen=True):
    """A running 'Mech strikes (AOD-CHARGE-001)."""

    kind = "charge"
    counts_as = "move"
    sentence = Title("{unit} charges {targets}.", "{unit}: szarża, cel: {targets}.")
    pace = Pace(run=True)
    heat = 2
    recoil_rule = "AOD-CHARGE-006"
    forms = (Form("charge", PATH, draft=strike, label=Title("Charge", "Szarża")),)
    strays = ({"order": "charge"},)

    @classmethod
    def is_of_type(cls, piece: Piece) -> bool:
        """'Mechs charge."""
        return piece.is_mech

    def refuse(self, field: Field, piece: Piece, refusals: Refusals) -> None:
        """AOD-CHARGE."""
        refuse_run(piece, refusals)
        super().refuse(field, piece, refusals)

    def take_heat(self, res: Resolution) -> None:
        """For the run, and for the blow."""
        heat_of_run(res, self.unit)
        res.heat(self.unit, "special_attack")

    def recoil(self, value: int, *, hit: bool) -> int:
        """Half the damage value (AOD-CHARGE-006)."""
        return charge_recoil(value, full=False)

    def pay(self, res: Resolution, attack: Attack, value: int, *, hit: bool) -> None:
        """All of it against a target that braces itself."""
        target = res.piece(self.target)
        braced = [f for f in target.working if f.item.guard(attack).full_recoil]
        for fitted in braced:
            res.use(target, fitted)
        self.hurt(res, charge_recoil(value, full=bool(braced)))

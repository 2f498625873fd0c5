"""Death from above: a 'Mech jumps onto its target (rules AOD-DFA)."""

from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.orders.forms import PATH, Form
from rules.age_of_destruction.orders.special_attacks import SpecialAttack, strike
from rules.age_of_destruction.steps.contact import free_spins
from rules.age_of_destruction.steps.movement import Pace
from rules.age_of_destruction.steps.resolution import Resolution
from rules.core.wording import Title


class DeathFromAbove(SpecialAttack, frozen=True):
    """A 'Mech jumps onto its target (AOD-DFA-001)."""

    kind = "death_from_above"
    sentence = Title(
        "{unit} jumps onto {targets}: death from above.", "{unit}: naskok, cel: {targets}."
    )
    pace = Pace(jumps=True)
    startles = True
    recoil_rule = "AOD-DFA-004"
    forms = (
        Form("death_from_above", PATH, draft=strike, label=Title("Death from above", "Naskok")),
    )
    strays = ({"order": "death_from_above"},)

    @classmethod
    def is_of_type(cls, piece: Piece) -> bool:
        """'Mechs jump onto others."""
        return piece.is_mech

    @classmethod
    def suits(cls, piece: Piece) -> bool:
        """Those that jump at all."""
        return piece.is_mech and piece.jump is not None

    def refuse(self, field: Field, piece: Piece, refusals: Refusals) -> None:
        """AOD-DFA."""
        if not piece.is_mech:
            refusals.add("NOT_A_MECH", piece.id)
        if piece.jump is None:
            refusals.add("NO_JUMP", piece.id)
        super().refuse(field, piece, refusals)

    def take_heat(self, res: Resolution) -> None:
        """As the ruling says."""
        if clicks := res.ruling("dfa_special_attack_heat"):
            res.heat(self.unit, "special_attack", clicks)

    def recoil(self, value: int, *, hit: bool) -> int:
        """One click, and another for a miss (AOD-DFA-004)."""
        return 1 if hit else 2

    def pay(self, res: Resolution, attack: Attack, value: int, *, hit: bool) -> None:
        """Equipment may soften it; a 'Mech that was missed may spin."""
        attacker, clicks = res.piece(self.unit), self.recoil(value, hit=hit)
        for fitted in attacker.working:
            clicks = fitted.item.recoil(self.kind, clicks, hit=hit)
        if clicks:
            self.hurt(res, clicks)
        target = res.piece(self.target)
        if not hit and target.is_mech and not target.now.eliminated:
            free_spins(res, self.unit, only=target.id)

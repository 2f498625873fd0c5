"""What unique pilots bring to their preferred 'Mech, by card number (AOD-PILOT-009)."""

from typing import ClassVar

from rules.age_of_destruction.effects.registry import card_text
from rules.age_of_destruction.moment.ability import CardText, HeatEffect
from rules.age_of_destruction.moment.answers import (
    NO_HARM,
    Choice,
    Guard,
    Harm,
    Hit,
    Reach,
    Repeat,
    TurnDice,
)
from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.piece import Piece


class PilotText(CardText):
    """What a unique pilot can do."""

    rules: ClassVar[tuple[str, ...]] = ("AOD-PILOT-009",)


@card_text("AOD-LP-001")
class RendingAttack(PilotText):
    """May tear a target apart in one blow, never in two."""

    name = "Rending Attack"
    excludes = ("Rapid Strike",)

    def harm(self, owner: Piece, attack: Attack) -> Harm:
        works = attack.kind == "close" and attack.is_single
        return Harm(again=(attack.value,), again_from=5) if works else NO_HARM


@card_text("AOD-LP-002")
class BluntForceTrauma(PilotText):
    """Its blows daze whom they hit."""

    name = "Blunt-Force Trauma"

    def after_hit(self, attack: Attack, target: Piece) -> Hit:
        most = 0 if target.is_mech else 1
        works = attack.kind == "close" and attack.is_single
        return Hit(stuns=works and target.now.tokens <= most)


@card_text("AOD-LP-003")
class Immovable(PilotText):
    """A charge at it breaks upon it."""

    name = "Immovable"

    def damage_taken(self, attack: Attack, damage: int) -> int:
        halved = max((damage + 1) // 2, 1)
        return min(halved, damage) if attack.kind == "charge" else damage

    def guard(self, attack: Attack) -> Guard:
        return Guard(full_recoil=attack.kind == "charge")


@card_text("AOD-LP-004")
class SecondSight(PilotText):
    """Knows where to look."""

    name = "Second Sight"
    permits = ("turn",)


@card_text("AOD-LP-005")
class FullBarrage(PilotText):
    """Fires both weapons at one 'Mech, without their equipment."""

    name = "Full Barrage"
    choice = Choice(bare=True)

    def harm(self, owner: Piece, attack: Attack) -> Harm:
        asked = self.name in attack.choices and attack.without == "damage"
        if not (asked and attack.is_ranged and attack.is_single):
            return NO_HARM
        values = (weapon.damage_value for weapon in owner.unit.weapons)
        others = tuple(value for value in values if value != attack.value)
        at_mech = owner.field.piece(attack.targets[0]).is_mech
        return Harm(again=others, again_from=5) if others and at_mech else NO_HARM


@card_text("AOD-LP-006")
class Opportunist(PilotText):
    """Stabs in the back."""

    name = "Opportunist"
    optional = False

    def attack_value(self, attack: Attack, target: Piece) -> int:
        pieces = map(target.field.piece, attack.attackers)
        return 1 if any(piece.strikes_rear(attack, target) for piece in pieces) else 0


@card_text("AOD-GS-001")
class Blitz(PilotText):
    """May hurt several targets as much as one."""

    name = "Blitz"

    def harm(self, owner: Piece, attack: Attack) -> Harm:
        several = attack.is_ranged and not attack.is_single
        return Harm(whole_from=5) if several else NO_HARM


@card_text("AOD-GS-002")
class LightMyFire(PilotText):
    """Sweeps the flames over two targets."""

    name = "Light My Fire"
    choice = Choice(picks_target=True, shares="Flamers")


@card_text("AOD-GS-003")
class CoolUnderPressure(PilotText):
    """Talks the engine out of stopping."""

    name = "Cool Under Pressure"

    def fails_on(self, effect: HeatEffect) -> int:
        return 0 if effect.slot == "speed" else effect.fails_on


@card_text("AOD-GS-004")
class CloseCall(PilotText):
    """Turns the worst black die into the best."""

    name = "Close Call"

    def black_die(self, face: int) -> int:
        return 6 if face == 1 else face


@card_text("AOD-GS-005")
class FireFromTheSky(PilotText):
    """Shoots from afar when asked to, worse and at a price."""

    name = "Fire from the Sky"
    choice = Choice()
    pushes = True

    def reach(self, attack: Attack, target: Piece) -> Reach:
        return Reach(doubled=self._works(attack))

    def attack_value(self, attack: Attack, target: Piece) -> int:
        return -2 if self._works(attack) else 0

    def _works(self, attack: Attack) -> bool:
        return attack.is_ranged and self.name in attack.choices


@card_text("AOD-GS-006")
class Outmaneuver(PilotText):
    """Slips away and lets nobody slip."""

    name = "Outmaneuver"
    optional = False

    def breaks_away(self, *, jumps: bool) -> int | None:
        return 1

    def holds(self, owner: Piece, other: Piece) -> int:
        return 3


@card_text("AOD-GS-007")
class NoMercy(PilotText):
    """Shoots at whom it has struck, never striking twice."""

    name = "No Mercy"
    excludes = ("Rapid Strike",)

    def repeats(self, attack: Attack) -> Repeat | None:
        shot = Repeat(kind="ranged", attack=-2, heat=0, pushes=True, spares_infantry=True)
        return shot if attack.kind == "close" else None


@card_text("AOD-GS-008")
class SkeetShooter(PilotText):
    """At home with targets in the air."""

    name = "Skeet Shooter"

    def attack_value(self, attack: Attack, target: Piece) -> int:
        return 1 if target.cruising else 0

    def reach(self, attack: Attack, target: Piece) -> Reach:
        return Reach(level=target.cruising)


@card_text("AOD-GS-009")
class WorldOfHurt(PilotText):
    """Turns the secondary weapon on somebody else."""

    name = "World of Hurt"
    choice = Choice(picks_target=True)

    def repeats(self, attack: Attack) -> Repeat | None:
        works = attack.is_ranged and attack.value == "primary_damage"
        return Repeat(weapon="secondary", elsewhere=True, bare=True) if works else None


@card_text("AOD-GS-010")
class PerfectFit(PilotText):
    """Squeezes through and steps over."""

    name = "Perfect Fit"
    permits = ("slip_between_bases", "step_over_vehicles")


@card_text("AOD-GS-011")
class StopAndDrop(PilotText):
    """Lowers a Quad's hull in the open too."""

    name = "Stop and Drop"

    def defense_value(self, owner: Piece, attack: Attack) -> int:
        return 1 if attack.is_ranged and owner.is_quad and owner.in_the_open else 0


@card_text("AOD-GS-012")
class InTheLineOfFire(PilotText):
    """Takes what was meant for a friend."""

    name = "In the Line of Fire"
    permits = ("take_damage",)


@card_text("AOD-GS-013")
class LastDitchEffort(PilotText):
    """May get a wreck going again."""

    name = "Last-Ditch Effort"

    def start_of_turn(self, owner: Piece) -> TurnDice | None:
        return TurnDice(5, repairs=3)


@card_text("AOD-GS-014")
class RightBackAtYou(PilotText):
    """Returns every blow."""

    name = "Right Back at You"

    def strikes_back(self, attack: Attack) -> bool:
        return attack.kind == "close"

"""Gear with a text of its own, by card number (AOD-GEAR-016)."""

from typing import ClassVar

from rules.age_of_destruction.effects.attack import Repair
from rules.age_of_destruction.effects.registry import card_text
from rules.age_of_destruction.moment.ability import Ability, CardText, HeatEffect
from rules.age_of_destruction.moment.answers import (
    NO_GUARD,
    NO_HARM,
    NO_HIT,
    Guard,
    Harm,
    Hit,
    Others,
    Reach,
)
from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.piece import Piece


class GearText(CardText):
    """The text of a gear card."""

    rules: ClassVar[tuple[str, ...]] = ("AOD-GEAR-016",)


@card_text("AOD-G-010")
class MechanicalRepair(GearText, Repair):
    """A Repair for all that does not go on foot; any other then serves foot units."""

    name = "Mechanical Repair"
    leaves_foot_to_others = True

    def may_repair(self, owner: Piece, target: Piece) -> bool:
        return target.mode != "foot"


@card_text("AOD-G-013")
class InfernoAmmunition(GearText):
    """Heats the 'Mechs and burns the vehicles it damages."""

    name = "Inferno Ammunition"

    def after_hit(self, attack: Attack, target: Piece) -> Hit:
        if not attack.is_ranged:
            return NO_HIT
        return Hit(damage=int(target.unit.type == "vehicle"), heat=int(target.is_mech))


@card_text("AOD-G-014")
class AntiMissileSystem(GearText):
    """May shoot down part of a ballistic salvo."""

    name = "Anti-Missile System"

    def guard(self, attack: Attack) -> Guard:
        return Guard(spares=(0, 0, 1, 1, 2, 2)) if attack.range_type == "ballistic" else NO_GUARD


@card_text("AOD-G-015")
class DoubleRate(GearText):
    """Two salvos for one, if the second hits too."""

    name = "Double Rate"

    def harm(self, owner: Piece, attack: Attack) -> Harm:
        works = attack.by_ranged_order and attack.is_single
        return Harm(doubled_at=-2) if works else NO_HARM


@card_text("AOD-G-017")
class RetractableBlade(GearText):
    """Cuts deeper with the primary damage value."""

    name = "Retractable Blade"

    def damage_dealt(self, attack: Attack, target: Piece, damage: int) -> int:
        return 1 if attack.kind == "close" and attack.value == "primary_damage" else 0


class CoolingGear(GearText):
    """Takes one face off the rolls that fail for the heat effects of a range type."""

    optional = False
    cooled = ""

    def fails_on(self, effect: HeatEffect) -> int:
        return max(effect.fails_on - (effect.slot == self.cooled), 0)


@card_text("AOD-G-025")
class Case(CoolingGear):
    """Keeps ammunition from going off."""

    name, cooled = "CASE", "ballistic"


@card_text("AOD-G-026")
class AdditionalHeatSinks(CoolingGear):
    """Keep heat sinks from failing."""

    name, cooled = "Additional Heat Sinks", "energy"


@card_text("AOD-G-027")
class SwarmAmmo(GearText):
    """Finds the opponents beside its target too."""

    name = "Swarm-I Ammo"

    def strikes_others(self, attack: Attack) -> Others | None:
        return "beside" if attack.kind == "ranged" and attack.is_single else None


@card_text("AOD-G-028")
class AntiAircraftTargeting(GearText):
    """Reaches twice as far into the sky."""

    name = "Anti-Aircraft Targeting Equipment"
    optional = False

    def reach(self, attack: Attack, target: Piece) -> Reach:
        return Reach(doubled=target.cruising)


@card_text("AOD-G-029")
class ArtemisFireControl(GearText):
    """Guides missiles home until it breaks."""

    name = "Artemis IV Fire-Control"
    breaks_from = 6

    def harm(self, owner: Piece, attack: Attack) -> Harm:
        works = attack.is_ranged and attack.is_single
        return Harm(adds=(0, 0, 0, 0, 1, 2)) if works else NO_HARM


@card_text("AOD-G-030")
class EcmSuite(GearText):
    """Blinds targeting computers."""

    name = "ECM Suite"
    optional = False

    def suppresses(self, other: Ability, attack: Attack) -> bool:
        return other.rerolls or other.has("rerolls_black")

"""Special equipment on the speed value."""

from rules.age_of_destruction.effects.registry import equipment
from rules.age_of_destruction.moment.ability import Ability, Equipment
from rules.age_of_destruction.moment.answers import Guard, Movement
from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.piece import Piece


@equipment
class Camouflage(Equipment):
    """Hard to hit at range in hindering terrain."""

    name, slot, color = "Camouflage", "speed", "green"
    name_pl, code = "Kamuflaż", "CA"

    def defense_value(self, owner: Piece, attack: Attack) -> int:
        hides = attack.is_ranged and not attack.through_hindering
        return 2 if hides and owner.stands_in("hindering") else 0


@equipment
class Evade(Equipment):
    """Hard to hit at range, slips away, runs cool."""

    name, slot, color = "Evade", "speed", "red"
    name_pl, code = "Uniki", "EV"
    permits = ("run_without_heat",)

    def breaks_away(self, *, jumps: bool) -> int | None:
        return 1

    def defense_value(self, owner: Piece, attack: Attack) -> int:
        return 2 if attack.is_ranged else 0


@equipment
class JumpJets(Equipment):
    """Moves over bases and terrain, but not with a captive."""

    name, slot, color = "Jump Jets", "speed", "blue"
    name_pl, code = "Silniki Skokowe", "JJ"

    def movement(self, owner: Piece) -> Movement:
        return Movement(jumps=not owner.captives)

    def breaks_away(self, *, jumps: bool) -> int | None:
        return 1 if jumps else None


@equipment
class ElectronicCamouflage(Equipment):
    """Out of reach for indirect fire and seeking missiles."""

    name, slot, color = "Electronic Camouflage", "speed", "black"
    name_pl, code = "Kamuflaż Elektroniczny", "EC"

    def guard(self, attack: Attack) -> Guard:
        return Guard(unreachable=attack.kind == "indirect")

    def suppresses(self, other: Ability, attack: Attack) -> bool:
        return other.name == "Streak Missiles"


@equipment
class Infiltrate(Equipment):
    """Deploys late and beyond its zone."""

    name, slot, color = "Infiltrate", "speed", "grey"
    name_pl, code = "Infiltracja", "IN"
    permits = ("infiltrate",)

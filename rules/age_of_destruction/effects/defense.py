"""Special equipment on the defense value."""

from rules.age_of_destruction.effects.registry import equipment
from rules.age_of_destruction.moment.ability import Equipment
from rules.age_of_destruction.moment.answers import Guard
from rules.age_of_destruction.moment.attack import Attack


@equipment
class Decoy(Equipment):
    """Makes the attacker hit twice."""

    name, slot, color = "Decoy", "defense", "green"
    name_pl, code = "Wabik", "DC"

    def guard(self, attack: Attack) -> Guard:
        return Guard(second_roll=attack.is_ranged)


class Armor(Equipment):
    """Takes clicks off ranged or close attacks; pushing and impact damage pass (AOD-ATTACK-012)."""

    slot = "defense"
    optional = False
    reduction = 0

    def stops(self, attack: Attack) -> bool:
        """Whether it works against an attack."""
        return not attack.is_special

    def damage_taken(self, attack: Attack, damage: int) -> int:
        return max(damage - self.reduction, 0) if self.stops(attack) else damage


@equipment
class ReflectiveArmor(Armor):
    """Armor against energy weapons."""

    name, color = "Reflective Armor", "red"
    name_pl, code = "Pancerz Odbijający", "RF"
    reduction = 2

    def stops(self, attack: Attack) -> bool:
        return attack.range_type == "energy"


@equipment
class ReactiveArmor(Armor):
    """Armor against ballistic weapons."""

    name, color = "Reactive Armor", "blue"
    name_pl, code = "Pancerz Reaktywny", "RA"
    reduction = 2

    def stops(self, attack: Attack) -> bool:
        return attack.range_type == "ballistic"


@equipment
class HardenedArmor(Armor):
    """The thickest armor."""

    name, color = "Hardened Armor", "black"
    name_pl, code = "Pancerz Utwardzony", "HD"
    reduction = 2


@equipment
class HeavyArmor(Armor):
    """Plain armor."""

    name, color = "Heavy Armor", "grey"
    name_pl, code = "Ciężki Pancerz", "HA"
    reduction = 1

"""Special equipment on the damage values, by range type."""

from rules.age_of_destruction.effects.registry import equipment
from rules.age_of_destruction.moment.ability import Ability, Equipment
from rules.age_of_destruction.moment.answers import NO_HIT, Harm, Hit, Others, Reach, Repeat
from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.piece import Piece


@equipment
class HomingBeacon(Equipment):
    """Lights a vehicle or 'Mech for ballistic fire."""

    name, slot, color = "Homing Beacon", "ballistic", "green"
    name_pl, code = "Nadajnik Naprowadzający", "HB"

    def attack_value(self, attack: Attack, target: Piece) -> int:
        return 2 if self._marks(attack, target) else 0

    def after_hit(self, attack: Attack, target: Piece) -> Hit:
        return Hit(lights=self._marks(attack, target))

    def _marks(self, attack: Attack, target: Piece) -> bool:
        return attack.by_ranged_order and attack.is_single and not target.is_infantry


@equipment
class ArmorPiercing(Equipment):
    """Passes over armor."""

    name, slot, color = "Armor Piercing", "ballistic", "red"
    name_pl, code = "Pociski Przeciwpancerne", "AP"

    def suppresses(self, other: Ability, attack: Attack) -> bool:
        return attack.is_ranged and other.slot == "defense" and "Armor" in other.name


@equipment
class AntiPersonnel(Equipment):
    """Sprays the infantry around its targets."""

    name, slot, color = "Anti-Personnel", "ballistic", "blue"
    name_pl, code = "Broń Przeciwpiechotna", "AN"

    def strikes_others(self, attack: Attack) -> Others | None:
        return "infantry_beside" if attack.is_ranged else None


@equipment
class StreakMissiles(Equipment):
    """Finds its target past everything, for a little less damage."""

    name, slot, color = "Streak Missiles", "ballistic", "black"
    name_pl, code = "Pociski Streak", "SM"

    def reach(self, attack: Attack, target: Piece) -> Reach:
        seeks = attack.kind == "ranged" and attack.is_single and not target.now.shutdown
        return Reach(seeks=seeks)

    def damage_dealt(self, attack: Attack, target: Piece, damage: int) -> int:
        finds = self.reach(attack, target).seeks and not target.blinds(self, attack)
        return -1 if finds and damage > 1 else 0


@equipment
class PointDefenseSystem(Equipment):
    """Lends its unmodified defense to friends in contact."""

    name, slot, color = "Point Defense System", "ballistic", "grey"
    name_pl, code = "System Obrony Punktowej", "PD"
    permits = ("lend_defense",)


@equipment
class Tsemp(Equipment):
    """Puts an order token on what it hits."""

    name, slot, color = "TSEMP", "energy", "green"
    name_pl, code = "TSEMP", "TS"

    def after_hit(self, attack: Attack, target: Piece) -> Hit:
        works = attack.by_ranged_order and attack.is_single and not target.now.shutdown
        return Hit(stuns=works and target.now.tokens <= 1)


@equipment
class Pulse(Equipment):
    """Fires again after a hit."""

    name, slot, color = "Pulse", "energy", "red"
    name_pl, code = "Broń Pulsacyjna", "PU"

    def repeats(self, attack: Attack) -> Repeat | None:
        return Repeat(defense=2) if attack.is_ranged and attack.is_single else None


@equipment
class Grapple(Equipment):
    """Holds on to a vehicle or 'Mech, if it touches but one."""

    name, slot, color = "Grapple", "energy", "blue"
    name_pl, code = "Uchwyt", "GR"

    def holds(self, owner: Piece, other: Piece) -> int:
        held = [one for one in owner.opponents_in_contact if not one.is_infantry]
        return 4 if len(held) == 1 and not other.is_infantry else 0


@equipment
class AlphaStrike(Equipment):
    """Everything at once: heat to shutdown, added to the damage."""

    name, slot, color = "Alpha Strike", "energy", "black"
    name_pl, code = "Pełna Salwa", "AS"

    def harm(self, owner: Piece, attack: Attack) -> Harm:
        return Harm(burns_heat=attack.is_ranged and attack.is_single)


@equipment
class Flamers(Equipment):
    """Burns in close combat; heats 'Mechs up instead."""

    name, slot, color = "Flamers", "energy", "grey"
    name_pl, code = "Miotacze Ognia", "FL"
    permits = ("close_combat",)

    def damage_dealt(self, attack: Attack, target: Piece, damage: int) -> int:
        return 1 if self._burns(attack) and not target.is_mech else 0

    def after_hit(self, attack: Attack, target: Piece) -> Hit:
        return Hit(heat_instead=2) if self._burns(attack) and target.is_mech else NO_HIT

    def _burns(self, attack: Attack) -> bool:
        return attack.kind == "close" and (attack.is_single or attack.undivided)


@equipment
class HandToHandWeapon(Equipment):
    """A die in place of the damage value."""

    name, slot, color = "Hand-to-Hand Weapon", "melee", "red"
    name_pl, code = "Broń Ręczna", "HH"

    def harm(self, owner: Piece, attack: Attack) -> Harm:
        return Harm(replaced=attack.kind == "close" and attack.is_single)


@equipment
class FullStrike(Equipment):
    """Strikes everybody in front."""

    name, slot, color = "Full Strike", "melee", "green"
    name_pl, code = "Pełny Zamach", "FS"

    def strikes_others(self, attack: Attack) -> Others | None:
        return "in_front" if attack.kind == "close" else None


@equipment
class RapidStrike(Equipment):
    """Strikes again after a hit."""

    name, slot, color = "Rapid Strike", "melee", "blue"
    name_pl, code = "Szybki Cios", "RS"

    def repeats(self, attack: Attack) -> Repeat | None:
        return Repeat() if attack.kind == "close" and attack.is_single else None


@equipment
class Agility(Equipment):
    """Takes close and impact damage as one click."""

    name, slot, color = "Agility", "melee", "black"
    name_pl, code = "Zwinność", "AG"

    def damage_taken(self, attack: Attack, damage: int) -> int:
        return min(damage, 1) if attack.kind == "close" or attack.is_special else damage


@equipment
class Brawling(Equipment):
    """Hits harder in close combat and special attacks."""

    name, slot, color = "Brawling", "melee", "grey"
    name_pl, code = "Bijatyka", "BR"
    any_weapon = True

    def damage_dealt(self, attack: Attack, target: Piece, damage: int) -> int:
        return 1 if attack.kind == "close" or attack.is_special else 0

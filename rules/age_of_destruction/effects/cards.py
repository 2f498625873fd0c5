"""Cards of a whole battle group: what they let the units of their factions do, and the victory
conditions they add (rules AOD-PRIDE, AOD-MERC, AOD-SA, AOD-VICT-002).

Alliances and contracts that only name factions need no entry here.
"""

from rules.age_of_destruction.effects.registry import group_text
from rules.age_of_destruction.moment.ability import GroupText
from rules.age_of_destruction.moment.answers import USUAL_REACH, Movement, Reach
from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.piece import Piece
from rules.core.geometry import EPSILON, distance


@group_text("HSE-F-001")
class ThePackClosesIn(GroupText):
    """Follows up what a comrade has begun."""

    name = "The Pack Closes In"

    def attack_value(self, attack: Attack, target: Piece) -> int:
        owner = target.field.piece(attack.attacker)
        pack = [target.field.piece(unit_id) for unit_id in target.now.damaged_by]
        hunts = any(
            other.id != owner.id and other.faction == owner.faction and owner.is_friend(other)
            for other in pack
        )
        return 1 if hunts else 0


@group_text("HSE-F-002")
class ThirdVision(GroupText):
    """Rolls the black die of an energy attack again."""

    name = "Third Vision"

    def rerolls_black(self, attack: Attack) -> bool:
        return attack.range_type == "energy"


@group_text("HSE-F-003")
class EdgeOfTheKatana(GroupText):
    """Strikes surely when ordered to."""

    name = "Edge of the Katana"

    def serves(self, owner: Piece) -> bool:
        return owner.is_mech

    def attack_value(self, attack: Attack, target: Piece) -> int:
        return 1 if attack.kind == attack.order == "close" else 0


@group_text("HSE-F-004")
class RollingBarrage(GroupText):
    """Fires ballistic weapons farther."""

    name = "Rolling Barrage"

    def serves(self, owner: Piece) -> bool:
        return owner.unit.type == "vehicle"

    def reach(self, attack: Attack, target: Piece) -> Reach:
        return Reach(inches=2) if attack.range_type == "ballistic" else USUAL_REACH


@group_text("HSE-F-005")
class NotOneStep(GroupText):
    """Digs in where it has had no order."""

    name = "Not One Step"
    victory = "middle"

    def defense_value(self, owner: Piece, attack: Attack) -> int:
        return 1 if attack.is_ranged and owner.now.ordered is None else 0

    def scores_each_turn(self, piece: Piece, *, opposing: bool) -> bool:
        near = distance(piece.at, piece.field.table.middle) <= 6 + EPSILON
        return near and (opposing or piece.faction == "Highlanders")


@group_text("HSE-F-006")
class WordsBeforeBattle(GroupText):
    """Makes the first attack roll of the game count."""

    name = "Words Before Battle"

    def serves(self, owner: Piece) -> bool:
        return owner.is_mech

    def attack_value(self, attack: Attack, target: Piece) -> int:
        return 0 if target.field.piece(attack.attacker).now.has_attacked else 1


@group_text("HSE-F-007")
class SalvageRights(GroupText):
    """Mends its own with the wrecks of others."""

    name = "Salvage Rights"

    def salvages(self, owner: Piece, victim: Piece, friend: Piece) -> bool:
        wreck = victim.is_mech or victim.unit.type == "vehicle"
        near = distance(victim.at, friend.at) <= 6 + EPSILON
        return wreck and near and friend.faction == owner.faction


@group_text("HSE-F-008")
class StormVeterans(GroupText):
    """Strikes harder from behind."""

    name = "Storm Veterans"

    def serves(self, owner: Piece) -> bool:
        return owner.unit.rank_mark == "elite"

    def damage_dealt(self, attack: Attack, target: Piece, damage: int) -> int:
        owner = target.field.piece(attack.attacker)
        return 1 if owner.strikes_rear(attack, target) else 0


@group_text("HSE-MC-003")
class HazardPay(GroupText):
    """Hurries contracted infantry and vehicles."""

    name = "Hazard Pay"

    def serves(self, owner: Piece) -> bool:
        return owner.figure.contracted and not owner.is_mech

    def movement(self, owner: Piece) -> Movement:
        return Movement(inches=1)


@group_text("HSE-SA-002")
class TruceOfTheHunt(GroupText):
    """Lets a 'Mech of the allies cool down without using an order."""

    name = "Truce of the Hunt"
    rules = ("AOD-CARD-011", "AOD-SA-010")
    permits = ("vent",)

    def serves(self, owner: Piece) -> bool:
        return owner.is_mech


@group_text("HSE-SA-003")
class CommonEnemy(GroupText):
    """Takes prisoners."""

    name = "Common Enemy"
    rules = ("AOD-CARD-011", "AOD-SA-010")
    victory = "prisoner"

    def scores_at_the_end(self, captive: Piece) -> bool:
        return True

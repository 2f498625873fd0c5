"""Special equipment on the attack value."""

from rules.age_of_destruction.effects.registry import equipment
from rules.age_of_destruction.moment.ability import Equipment
from rules.age_of_destruction.moment.answers import OrderLimits, TurnDice
from rules.age_of_destruction.moment.piece import Piece


@equipment
class Repair(Equipment):
    """Turns a friend's dial back."""

    name, slot, color = "Repair", "attack", "green"
    name_pl, code = "Moduł Naprawczy", "RE"
    #: Whether any other then serves units on foot alone.
    leaves_foot_to_others = False

    def may_repair(self, owner: Piece, target: Piece) -> bool:
        on_foot = target.mode == "foot"
        others = [f.item for f in owner.working if isinstance(f.item, Repair)]
        if not on_foot and any(item.leaves_foot_to_others for item in others):
            return False
        return {"cross": on_foot, "wrench": not on_foot}.get(owner.unit.attack_symbol, True)


@equipment
class Bypass(Equipment):
    """Gives itself up to take over a captive."""

    name, slot, color = "Bypass", "attack", "red"
    name_pl, code = "Łamacz Kodów", "BY"
    permits = ("free_captives",)


@equipment
class ImprovedTargeting(Equipment):
    """Rolls one die of an attack again."""

    name, slot, color = "Improved Targeting", "attack", "blue"
    name_pl, code = "Ulepszone Celowanie", "IT"
    optional = False
    rerolls = True


@equipment
class Salvage(Equipment):
    """Heavily damaged: little more than moving is left."""

    name, slot, color = "Salvage", "attack", "black"
    name_pl, code = "Ciężkie Uszkodzenie", "SV"
    optional = False
    is_salvage = True

    def order_limits(self, owner: Piece) -> OrderLimits:
        only = ("move", "vent") if owner.is_mech else ("move",)
        return OrderLimits(only, unpushed=not owner.is_mech)


@equipment
class Command(Equipment):
    """May give one more order a turn."""

    name, slot, color = "Command", "attack", "grey"
    name_pl, code = "Dowodzenie", "CO"

    def start_of_turn(self, owner: Piece) -> TurnDice | None:
        return TurnDice(5, orders=1)

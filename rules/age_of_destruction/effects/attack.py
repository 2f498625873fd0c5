"""Special equipment on the attack value."""

from rules.age_of_destruction.effects.registry import equipment
from rules.age_of_destruction.moment.ability import Equipment
from rules.age_of_destruction.moment.piece import Piece


@equipment
class Repair(Equipment):
    """Turns a friend's dial back."""

    name, slot, color = "Repair", "attack", "green"
    name_pl, code = "Moduł Naprawczy", "RE"
    repairs = True

    def may_repair(self, owner: Piece, target: Piece) -> bool:
        on_foot = target.mode == "foot"
        return {"cross": on_foot, "wrench": not on_foot}.get(owner.unit.attack_symbol, True)


@equipment
class Bypass(Equipment):
    """Gives itself up to take over a captive."""

    name, slot, color = "Bypass", "attack", "red"
    name_pl, code = "Łamacz Kodów", "BY"
    frees_captives = True


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

    def allows_only(self, owner: Piece) -> tuple[str, ...] | None:
        return ("move", "vent") if owner.is_mech else ("move",)

    def prevents_push(self, owner: Piece) -> bool:
        return not owner.is_mech


@equipment
class Command(Equipment):
    """May give one more order a turn."""

    name, slot, color = "Command", "attack", "grey"
    name_pl, code = "Dowodzenie", "CO"
    extra_order_from = 5

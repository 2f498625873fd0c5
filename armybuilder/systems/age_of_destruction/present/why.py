"""Reasons in three or four words, for where there is no room for a sentence."""

from collections.abc import Mapping

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from armybuilder.systems.age_of_destruction.present.refusals import reasons
from armybuilder.systems.age_of_destruction.present.tables import Table
from armybuilder.systems.age_of_destruction.present.words import ground_title
from collection.common.language import Words, language
from rules import Violation
from rules import age_of_destruction as aod

#: What keeps somebody from something, by the code of the rules; `what` names whom it is about.
SHORT: Mapping[str, Words] = {
    "ALREADY_ORDERED": gettext_lazy("had its order"),
    "ARTILLERY_ENGAGED": gettext_lazy("in contact, no artillery"),
    "ATTACK_ZERO": gettext_lazy("attack value 0"),
    "BASE_IN_WAY": gettext_lazy("in the way: %(what)s"),
    "BETWEEN_BASES": gettext_lazy("no gap between bases"),
    "BOUND_TO_TARGET": gettext_lazy("bound to another target"),
    "CAPTIVE_UNIT": gettext_lazy("is a captive"),
    "CLOSE_NOT_FOR_TYPE": gettext_lazy("vehicles do not strike"),
    "CONDITION_FORBIDS": gettext_lazy("forbidden here"),
    "ENDS_ON_BASE": gettext_lazy("no room: %(what)s"),
    "ENDS_ON_TERRAIN": gettext_lazy("no room on %(what)s"),
    "ENGAGED": gettext_lazy("in contact, no assault"),
    "ENGAGED_AT_START": gettext_lazy("in contact since the start"),
    "FACTIONS_NOT_ALLIED": gettext_lazy("factions not allied"),
    "FORMATION_APART": gettext_lazy("bases do not touch"),
    "FORMATION_ON_ABRUPT_EDGE": gettext_lazy("one stands higher"),
    "FORMATION_SIZE": gettext_lazy("too few in formation"),
    "FRIEND_IN_MELEE": gettext_lazy("a friend fights there"),
    "GAME_OVER": gettext_lazy("the game is over"),
    "HOLDS_CAPTIVE": gettext_lazy("guards a captive"),
    "INDIRECT_ENGAGED": gettext_lazy("in contact, no indirect fire"),
    "INDIRECT_NEAR_FRIEND": gettext_lazy("a friend stands there"),
    "INDIRECT_NOT_BLOCKED": gettext_lazy("nothing in between"),
    "LINE_BLOCKED": gettext_lazy("behind %(what)s"),
    "MERCENARIES_WITH_SEVERAL": gettext_lazy("mercenaries with two factions"),
    "MUST_STOP": gettext_lazy("must stop: %(what)s"),
    "NEVER_IN_FORMATION": gettext_lazy("never in formation"),
    "NOT_IN_CONTACT": gettext_lazy("does not touch"),
    "NOT_IN_FRONT": gettext_lazy("not in front"),
    "NOT_IN_THIS_FORMATION": gettext_lazy("wrong type for it"),
    "NOT_YOUR_UNIT": gettext_lazy("not its turn"),
    "NO_ACCESS": gettext_lazy("too steep: %(what)s"),
    "NO_ORDERS_LEFT": gettext_lazy("no order left"),
    "NO_WEAPON": gettext_lazy("no such weapon"),
    "OFF_TABLE": gettext_lazy("off the table"),
    "OUT_OF_ARC": gettext_lazy("out of arc"),
    "PASSENGER_UNIT": gettext_lazy("is aboard"),
    "QUESTION_OPEN": gettext_lazy("a question is open"),
    "REPAIR_ENGAGED": gettext_lazy("an opponent touches"),
    "REPAIR_MARKER": gettext_lazy("at a repair marker"),
    "RUN_FORBIDDEN": gettext_lazy("too hot to run"),
    "SALVAGE_RESTRICTED": gettext_lazy("too heavily damaged"),
    "SHOOTER_SUBMERGED": gettext_lazy("under water"),
    "TARGET_CAPTIVE": gettext_lazy("is a captive"),
    "TARGET_HOLDS_CAPTIVE": gettext_lazy("guards a captive"),
    "TARGET_INFANTRY": gettext_lazy("not against infantry"),
    "TARGET_IN_WATER": gettext_lazy("stands in water"),
    "TARGET_SUBMERGED": gettext_lazy("under water"),
    "TARGET_UNAFFECTED": gettext_lazy("out of reach for this"),
    "TERRAIN_IN_WAY": gettext_lazy("in the way: %(what)s"),
    "TWO_TOKENS": gettext_lazy("two tokens, must rest"),
    "UNIT_GONE": gettext_lazy("out of the game"),
    "UNIT_SHUT_DOWN": gettext_lazy("shut down"),
    "WEAPON_CANNOT_SHOOT": gettext_lazy("no range"),
    "WEAPON_SILENCED": gettext_lazy("too hot to fire"),
    "WRONG_STAGE": gettext_lazy("not now"),
}


def short(table: Table, violation: Violation | None) -> str:
    """A reason in few words, the whole sentence where it has none; "" for none."""
    if violation is None:
        return ""
    if missing := _inches(violation):
        return missing
    if words := SHORT.get(violation.code):
        return str(words) % {"what": ", ".join(named(table, name) for name in violation.where)}
    return reasons(table, (violation,))[0].message


def named(table: Table, name: str) -> str:
    """A unit or an element of terrain as players call it."""
    if name in table.state.units:
        return aod.Names(table.setup, language()).unit(name)
    kinds = {element.id: element.kind for element in table.field.table.terrain}
    return str(ground_title(name, kinds[name])) if name in kinds else name


def _inches(violation: Violation) -> str:
    params = violation.params
    if violation.code == "OUT_OF_RANGE":
        return _("%(inches)s″ too far") % {
            "inches": inches(params["distance"] - params["maximum"], up=True)
        }
    if violation.code == "TOO_CLOSE":
        return _("%(inches)s″ too near") % {
            "inches": inches(params["minimum"] - params["distance"], up=True)
        }
    if violation.code == "TOO_FAR":
        return _("%(inches)s″ too far") % {
            "inches": inches(params["spent"] - params["allowance"], up=True)
        }
    return ""


def inches(number: float, *, up: bool = False) -> str:
    """A length with one decimal, what is missing never 0."""
    shown = round(number, 1)
    return formats.number_format(max(shown, 0.1) if up else shown, 1)

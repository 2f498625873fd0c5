"""Words of the table in the visitor's language."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from armybuilder.groups.present.verdicts import Standing
from armybuilder.skirmishes.present.words import seat_title, stage_title
from armybuilder.systems.age_of_destruction.present.tables import SYSTEM, Table
from collection.common.language import Words, language
from rules import age_of_destruction as aod

KINDS_OF_GROUND: Mapping[str, Words] = {
    "clear": gettext_lazy("clear ground"),
    "hindering": gettext_lazy("hindering terrain"),
    "blocking": gettext_lazy("blocking terrain"),
    "shallow_water": gettext_lazy("shallow water"),
    "deep_water": gettext_lazy("deep water"),
}

ORDERS: Mapping[str, Words] = {
    "move": gettext_lazy("Move"),
    "run": gettext_lazy("Run"),
    "level": gettext_lazy("Change level"),
    "vent": gettext_lazy("Vent heat"),
    "ranged": gettext_lazy("Shoot"),
    "indirect": gettext_lazy("Shoot indirectly"),
    "artillery": gettext_lazy("Fire artillery"),
    "close": gettext_lazy("Close combat"),
    "capture": gettext_lazy("Capture"),
    "repair_by_value": gettext_lazy("Repair by the damage value"),
    "repair_by_die": gettext_lazy("Repair by one die"),
    "assault_ranged": gettext_lazy("Assault with a shot"),
    "assault_close": gettext_lazy("Assault in close combat"),
    "charge": gettext_lazy("Charge"),
    "death_from_above": gettext_lazy("Death from above"),
    "ram": gettext_lazy("Ram"),
    "flight_shot": gettext_lazy("Shoot in flight"),
    "face": gettext_lazy("Turn freely"),
    "switch": gettext_lazy("Switch off %(units)s"),
    "board": gettext_lazy("Take aboard %(units)s"),
    "disembark": gettext_lazy("Set down %(units)s"),
    "lead": gettext_lazy("Lead away %(units)s"),
    "march": gettext_lazy("March together: %(units)s"),
    "deploy": gettext_lazy("Deploy on the table"),
    "deploy_cruising": gettext_lazy("Deploy at cruising level"),
    "deploy_aboard": gettext_lazy("Begin aboard %(units)s"),
}

#: What a formation does, by the order its members give together.
TOGETHER: Mapping[str, Words] = {
    "ranged": gettext_lazy("Shoot together: %(units)s"),
    "artillery": gettext_lazy("Fire artillery together: %(units)s"),
    "close": gettext_lazy("Close combat together: %(units)s"),
    "capture": gettext_lazy("Capture together: %(units)s"),
}

#: Why no order comes of what somebody says.
UNDRAFTABLE: Mapping[str, Words] = {
    "NO_ROOM_FOR_PASSENGERS": gettext_lazy("There is no room for the passengers."),
    "NO_ROOM_FOR_CAPTIVE": gettext_lazy("There is no room for the captive."),
    "NO_WAY": gettext_lazy("There is no way towards %(unit)s."),
}


def ground_title(element: str, kind: str) -> Words:
    """What an element of terrain is called: as the piece it is a copy of, else by its kind."""
    piece = aod.terrain_pieces().get(element.rpartition("-")[0])
    return piece["title"][language()] if piece else KINDS_OF_GROUND[kind]


_VERDICTS: Mapping[bool | None, Words] = {
    True: gettext_lazy("legal"),
    False: gettext_lazy("illegal"),
    None: gettext_lazy("undecided"),
}


def seat_name(table: Table, seat: str) -> Words:
    """What a player is called."""
    return seat_title(table.seats, seat)


def stage_name(table: Table) -> Words:
    """What is being done now."""
    if table.is_over:
        return _("The game is over")
    return stage_title(SYSTEM, table.step, table.state.turn)


def conditions_in_force(table: Table) -> str:
    """The planetary conditions that are felt, "" for none."""
    names = aod.Names(table.setup, language())
    return names.abilities(tuple(condition.name for condition in table.field.conditions))


def group_line(name: str, standing: Standing) -> str:
    """A battle group in one line of a list to choose from: name, points, verdict."""
    values = {
        "name": name or _("Without a name"),
        "points": standing.total,
        "limit": standing.limit or "–",
        "verdict": _VERDICTS[standing.legal],
    }
    return _("%(name)s: %(points)s/%(limit)s, %(verdict)s") % values

"""Words of the table in the visitor's language."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from armybuilder.groups.present.verdicts import Standing
from armybuilder.skirmishes.present.words import seat_title, stage_title
from armybuilder.systems.age_of_destruction.present.starting import (
    Condition,
    planetary_conditions,
)
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


def team_name(table: Table, team: str) -> str:
    """What a team is called: by its players."""
    return " + ".join(str(seat_name(table, seat)) for seat in table.setup.members(team))


def stage_name(table: Table) -> Words:
    """What is being done now."""
    if table.is_over:
        return _("The game is over")
    return stage_title(SYSTEM, table.step, table.state.turn)


def conditions_in_force(table: Table) -> tuple[Condition, ...]:
    """The planetary conditions that are felt."""
    known = {condition.title: condition for condition in planetary_conditions()}
    names = aod.Names(table.setup, language())
    felt = (names.ability(condition.name) for condition in table.field.conditions)
    return tuple(known.get(title, Condition("", title, "")) for title in felt)


def end_by_clock(table: Table) -> Words:
    """What calling time brings."""
    last = {
        "order": _("Whoever calls it ends the game, and the points are counted."),
        "turn": _(
            "Once it is called, this turn is played to its end, then the points are counted."
        ),
        "round": _("Once it is called, this round is played to its end, then points are counted."),
    }
    return last.get(str(table.field.ruling("time_limit_finish")), "")


def group_line(name: str, standing: Standing) -> str:
    """A battle group in one line of a list to choose from: name, points, verdict."""
    values = {
        "name": name or _("Without a name"),
        "points": standing.total,
        "limit": standing.limit or "–",
        "verdict": _VERDICTS[standing.legal],
    }
    return _("%(name)s: %(points)s/%(limit)s, %(verdict)s") % values

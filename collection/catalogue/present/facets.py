"""The facets of a search with what each value would leave, and how each value looks."""

from collections.abc import Mapping
from dataclasses import dataclass

from collection.catalogue.present import words
from collection.catalogue.present.silhouettes import MARKS, MERCENARIES, OTHER_FACTION
from collection.catalogue.present.values import Equipment
from collection.common.language import Words

#: The drawing that stands for each value of the facets of kinds.
DRAWINGS: Mapping[str, Mapping[str, str]] = {
    "type": {"mech": "mech-heavy", "vehicle": "tracked", "infantry": "foot"},
    "mech_class": {
        "Light": "mech-scout",
        "Medium": "mech-medium",
        "Heavy": "mech-heavy",
        "Assault": "mech-assault",
    },
    "speed_mode": {
        "mech": "mech-gunner",
        "quad_mech": "quad-heavy",
        "foot": "foot-scout",
        "tracked": "tracked-assault",
        "hover": "hover",
        "wheeled": "wheeled-scout",
        "vtol": "vtol",
        "aquatic": "boat",
    },
}
#: In which order the facets are read: what it is, whose, what it carries, then the rest.
READ = ("type", "mech_class", "speed_mode", "faction", "equipment", "rank", "set")
#: The key of the facet of factions for figures without a symbol.
WITHOUT_SYMBOL = "none"

_BADGES: Mapping[str, Equipment] = {
    badge.code: badge
    for badge in (
        *(words.equipment(*place) for place in words.EQUIPMENT),
        *(words.heat_effect(*place) for place in words.HEAT_EFFECTS),
    )
}


@dataclass(frozen=True)
class FacetOption:
    """A value of a facet, and how many figures it would leave.

    It looks like its `drawing`, the `mark` of its faction, or the badge of its `equipment`.
    """

    key: str
    name: Words
    count: int
    ticked: bool
    drawing: str = ""
    mark: str = ""
    equipment: Equipment | None = None


@dataclass(frozen=True)
class Facet:
    """One way to narrow a list; `narrows` when a value is ticked."""

    key: str
    label: Words
    options: tuple[FacetOption, ...]
    narrows: bool

    @property
    def looks(self) -> str:
        """How its values look: "drawings", "marks", "badges" or "words"."""
        if self.key in DRAWINGS:
            return "drawings"
        return {"faction": "marks", "equipment": "badges"}.get(self.key, "words")


@dataclass(frozen=True)
class Chip:
    """Something that narrows a list, and the address of the list without it."""

    title: str
    url: str
    mark: str = ""
    equipment: Equipment | None = None


def chip(title: str, url: str, facet: str = "", key: str = "") -> Chip:
    """What narrows a list; a value of a facet looks as it does there."""
    value = facet_option(facet, key, title, 0, True)
    return Chip(title, url, value.mark, value.equipment)


def facet_option(facet: str, key: str, name: Words, count: int, ticked: bool) -> FacetOption:
    """A value with how it looks."""
    return FacetOption(
        key,
        name,
        count,
        ticked,
        drawing=DRAWINGS.get(facet, {}).get(key, ""),
        mark=_mark(key) if facet == "faction" else "",
        equipment=equipment_badge(key) if facet == "equipment" else None,
    )


def equipment_badge(code: str) -> Equipment | None:
    """Special equipment or a heat effect by its code."""
    return _BADGES.get(code)


def _mark(faction: str) -> str:
    return MERCENARIES if faction == WITHOUT_SYMBOL else MARKS.get(faction, OTHER_FACTION)

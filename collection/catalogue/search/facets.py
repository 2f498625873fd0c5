"""Facets: ways the figures of a list fall apart, counted beside each choice.

A facet is declared here once: the search form, the search language, the parameters of the API and
the counts follow from it.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from collection.catalogue.models import Figure
from collection.catalogue.present import words
from collection.catalogue.present.catalogue_words import CLASSES, TYPES
from collection.common.language import Words

NO_SYMBOL = "none"
#: Figures whose base is known and bears no symbol of a faction.
WITHOUT_SYMBOL = Q(faction=None, status=Figure.Status.COMPLETE)


@dataclass(frozen=True)
class Facet:
    """Figures by the text of one column.

    The search language knows it by its label, its `aliases` and its `term` (its key, if nothing
    else). `takes` tells programs what they may send. `choices` are its values with their words,
    none where they are rows of the catalogue; those of a `closed` one are listed to programs.
    """

    column: str
    label: Words
    aliases: tuple[str, ...]
    takes: Words
    choices: tuple[tuple[str, Words], ...] = ()
    term: str = ""
    closed: bool = True

    @property
    def columns(self) -> tuple[str, ...]:
        """What has to be read of a figure to know its values."""
        return (self.column,)

    def condition(self, chosen: Collection[str]) -> Q:
        """Figures with any of some values."""
        return Q(**{f"{self.column}__in": list(chosen)})

    def values(self, row: Mapping[str, Any]) -> list[str]:
        """The values of one figure; none where they are not known."""
        value = row[self.column]
        return [value] if value else []


class EquipmentFacet(Facet):
    """Figures by the codes of everything their dials show."""

    def condition(self, chosen: Collection[str]) -> Q:
        """Figures with any of some codes."""
        condition = Q()
        for code in chosen:
            condition |= Q(equipment_codes__contains=f" {code} ")
        return condition

    def values(self, row: Mapping[str, Any]) -> list[str]:
        """The codes of one figure."""
        return str(row["equipment_codes"]).split()


class FactionFacet(Facet):
    """Figures by faction; only where the base is known, no faction means no symbol."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The name of the faction, and whether the base is known."""
        return (self.column, "status")

    def condition(self, chosen: Collection[str]) -> Q:
        """Figures with any of some faction symbols, or with none."""
        condition = Q(faction__name__in=list(chosen))
        if NO_SYMBOL in chosen:
            condition |= WITHOUT_SYMBOL
        return condition

    def values(self, row: Mapping[str, Any]) -> list[str]:
        """The faction of one figure."""
        if row["faction__name"]:
            return [row["faction__name"]]
        return [NO_SYMBOL] if row["status"] == Figure.Status.COMPLETE else []


FACETS: Mapping[str, Facet] = {
    "set": Facet(
        "set__code",
        pgettext_lazy("of figures", "Set"),
        ("s", "edition"),
        _("Codes of sets; any of them will do."),
    ),
    "faction": FactionFacet("faction__name", _("Faction"), ("f",), _("Keys of factions, or none.")),
    "type": Facet("type", _("Type"), ("t", "kind"), _("Types of base."), tuple(TYPES.items())),
    "mech_class": Facet(
        "mech_class",
        _("'Mech class"),
        ("class", "klasa"),
        _("Classes of 'Mechs."),
        tuple(CLASSES.items()),
    ),
    "rank": Facet(
        "rank",
        _("Rank"),
        ("r",),
        _("Ranks."),
        tuple((key, sign.name) for key, sign in words.RANKS.items()),
    ),
    "speed_mode": Facet(
        "speed_mode",
        _("Speed mode"),
        ("mode", "tryb"),
        _("Speed modes."),
        tuple(words.SPEED_MODES.items()),
    ),
    "equipment": EquipmentFacet(
        "equipment_codes",
        _("Equipment"),
        ("e", "ma", "equipment"),
        _("Codes of equipment or heat effects on its dials."),
        (*words.EQUIPMENT.values(), *words.HEAT_EFFECTS.values()),
        term="has",
        closed=False,
    ),
}
COLUMNS = tuple(dict.fromkeys(column for each in FACETS.values() for column in each.columns))

Chosen = Mapping[str, Collection[str]]


def narrowed(figures: QuerySet[Figure], chosen: Chosen) -> QuerySet[Figure]:
    """The figures with any of the chosen values of every facet."""
    for facet, values in chosen.items():
        figures = figures.filter(FACETS[facet].condition(values))
    return figures


class FacetIndex:
    """Which figures show which values, as bits of a number: one bit a figure, in order of row id.

    Made once a catalogue, it counts every value of every facet without another look at the rows.
    """

    def __init__(self, figures: QuerySet[Figure]) -> None:
        masks: dict[str, dict[str, int]] = {facet: {} for facet in FACETS}
        self._place: dict[int, int] = {}
        for place, row in enumerate(figures.order_by("id").values("id", *COLUMNS)):
            self._place[row["id"]] = place
            for key, facet in FACETS.items():
                for value in facet.values(row):
                    masks[key][value] = masks[key].get(value, 0) | 1 << place
        self._masks = masks

    def count(self, found: Iterable[int], chosen: Chosen) -> dict[str, dict[str, int]]:
        """How many of the figures found by row id each value would leave, given the other facets.

        Rows that have come since are passed over.
        """
        places = bytearray(len(self._place) // 8 + 1)
        for row_id in found:
            place = self._place.get(row_id)
            if place is not None:
                places[place >> 3] |= 1 << (place & 7)
        everything = int.from_bytes(places, "little")
        narrowed = {facet: self._any_of(facet, values) for facet, values in chosen.items()}
        counts = {}
        for facet, masks in self._masks.items():
            left = everything
            for other, mask in narrowed.items():
                left &= mask if other != facet else everything
            counted = {value: (left & mask).bit_count() for value, mask in masks.items()}
            counts[facet] = {value: count for value, count in counted.items() if count}
        return counts

    def _any_of(self, facet: str, values: Collection[str]) -> int:
        either = 0
        for value in values:
            either |= self._masks[facet].get(value, 0)
        return either

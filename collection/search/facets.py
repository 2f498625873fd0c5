"""Facets: ways the figures of a list fall apart, counted beside each choice."""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import Q, QuerySet

from collection.models import Figure

NO_SYMBOL = "none"


class Facet:
    """Figures by the text of one column."""

    def __init__(self, column: str) -> None:
        self.columns: tuple[str, ...] = (column,)

    def condition(self, chosen: Collection[str]) -> Q:
        """Figures with any of some values."""
        return Q(**{f"{self.columns[0]}__in": list(chosen)})

    def values(self, row: Mapping[str, Any]) -> list[str]:
        """The values of one figure; none where they are not known."""
        value = row[self.columns[0]]
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

    def __init__(self) -> None:
        self.columns = ("faction__name", "status")

    def condition(self, chosen: Collection[str]) -> Q:
        """Figures with any of some faction symbols, or with none."""
        condition = Q(faction__name__in=list(chosen))
        if NO_SYMBOL in chosen:
            condition |= Q(faction=None, status=Figure.Status.COMPLETE)
        return condition

    def values(self, row: Mapping[str, Any]) -> list[str]:
        """The faction of one figure."""
        if row["faction__name"]:
            return [row["faction__name"]]
        return [NO_SYMBOL] if row["status"] == Figure.Status.COMPLETE else []


FACETS: Mapping[str, Facet] = {
    "set": Facet("set__code"),
    "faction": FactionFacet(),
    "type": Facet("type"),
    "mech_class": Facet("mech_class"),
    "rank": Facet("rank"),
    "speed_mode": Facet("speed_mode"),
    "equipment": EquipmentFacet("equipment_codes"),
}
COLUMNS = tuple(dict.fromkeys(column for each in FACETS.values() for column in each.columns))

Chosen = Mapping[str, Collection[str]]


def narrowed(figures: QuerySet[Figure], chosen: Chosen) -> QuerySet[Figure]:
    """The figures with any of the chosen values of every facet."""
    for facet, values in chosen.items():
        figures = figures.filter(FACETS[facet].condition(values))
    return figures


def count_values(figures: QuerySet[Figure], chosen: Chosen) -> dict[str, Counter[str]]:
    """How many figures each value of each facet would leave, given the other facets; one query."""
    counts: dict[str, Counter[str]] = {facet: Counter() for facet in FACETS}
    wanted = {facet: set(values) for facet, values in chosen.items()}
    for row in figures.order_by().values(*COLUMNS):
        shown = {key: facet.values(row) for key, facet in FACETS.items()}
        missed = [key for key, values in wanted.items() if values.isdisjoint(shown[key])]
        counted = missed if missed else FACETS
        if len(missed) <= 1:
            for key in counted:
                counts[key].update(shown[key])
    return counts

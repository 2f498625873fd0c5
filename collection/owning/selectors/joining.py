"""Joining what people own to the catalogue's records, by set and number."""

from collections.abc import Iterable

from collection.catalogue.models import Card, Figure
from collection.owning.models import Holding


class CatalogueLinks:
    """The figures and cards of some sets by what is printed on them, each of a block's too."""

    def __init__(self, system: str, sets: Iterable[str]) -> None:
        codes = set(sets)
        figures = Figure.objects.filter(system=system, set__code__in=codes)
        cards = Card.objects.filter(system=system, set__code__in=codes)
        self._figures: dict[tuple[str, str], int] = {}
        blocks = figures.filter(status=Figure.Status.BLOCK)
        for row_id, code, numbers in blocks.values_list("id", "set__code", "record__block"):
            self._figures.update({(code, number): row_id for number in numbers})
        for row_id, code, number in figures.values_list("id", "set__code", "number"):
            self._figures[code, number] = row_id
        self._cards = {
            (code, f"{kind}-{number}"): row_id
            for row_id, code, kind, number in cards.values_list("id", "set__code", "type", "number")
        }

    def join(self, holding: Holding) -> bool:
        """Point a holding at its record; returns whether that is another one than before."""
        place = (holding.set_code, holding.number)
        joined = self._figures.get(place), self._cards.get(place)
        changed = joined != (holding.figure_id, holding.card_id)
        holding.figure_id, holding.card_id = joined
        return changed

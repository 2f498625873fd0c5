"""How much of each set is known."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse

from collection.catalogue import game
from collection.catalogue.models import ExpansionSet
from collection.catalogue.present.catalogue_words import own_name
from collection.common.answers import address


@dataclass(frozen=True)
class SetCoverage:
    """A set: of how many figures the whole dial is known, of how many only number and name, and how
    many sculpts there are whose versions no source tells apart."""

    name: str
    url: str
    entering_url: str
    complete: int
    listed: int
    block: int

    @property
    def lines(self) -> int:
        """How many lines of the catalogue it has."""
        return self.complete + self.listed + self.block


def coverage(sets: Iterable[ExpansionSet], known: game.Catalogue) -> list[SetCoverage]:
    """What is known of each set that has figures, the best known first."""
    counts = Counter((unit.set, unit.status) for unit in known.units.values())
    found = [_of_set(each, counts) for each in sets]
    return sorted(
        (each for each in found if each.lines),
        key=lambda each: (-each.complete / each.lines, -each.lines),
    )


def _of_set(of: ExpansionSet, counts: Counter[tuple[str | None, str]]) -> SetCoverage:
    asked = {"set": of.code}
    return SetCoverage(
        own_name(of),
        address(reverse("collection:catalogue"), asked),
        address(reverse("collection:contribute"), asked),
        *(counts[of.code, status] for status in ("complete", "listed", "block")),
    )

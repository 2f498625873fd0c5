"""The facets of a search with what each value would leave."""

from dataclasses import dataclass

from collection.common.language import Words


@dataclass(frozen=True)
class FacetOption:
    """A value of a facet, and how many figures it would leave."""

    key: str
    name: Words
    count: int
    ticked: bool


@dataclass(frozen=True)
class Facet:
    """One way to narrow a list; `narrows` when a value is ticked."""

    key: str
    label: Words
    options: tuple[FacetOption, ...]
    narrows: bool

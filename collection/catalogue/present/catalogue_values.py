"""Plain values of the catalogue's own pages."""

from dataclasses import dataclass

from collection.catalogue import records, selectors


@dataclass(frozen=True)
class Link:
    """Words that lead somewhere."""

    title: str
    url: str


def sources(system: str, ids: tuple[str, ...]) -> list[records.Source]:
    """The sources of a record that are known, in its order; one query."""
    known = records.read_sources(selectors.file_content(system, "sources.json"))
    return [known[source] for source in ids if source in known]

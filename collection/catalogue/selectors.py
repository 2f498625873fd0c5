"""What pages and adapters read from the catalogue."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from django.db.models import Count, F, IntegerField, Q, QuerySet, Value
from django.db.models.functions import Coalesce

from collection.catalogue.models import (
    Card,
    CatalogueFile,
    CatalogueVersion,
    ExpansionSet,
    Faction,
    Figure,
)
from collection.catalogue.search.facets import Chosen, FacetIndex, narrowed
from collection.common.folding import fold, search_words
from collection.common.kept import asked_once

RECORD_MODELS = (ExpansionSet, Faction, Figure, Card)
PAGE_LENGTH = 50
FIGURES_NAMED = 8

#: What figures are ordered by; the sort key, being unique, settles ties.
FIGURE_ORDERS = {"number": "sort_key", "name": "name_key", "points": "known_points"}
UNKNOWN_LAST = 1_000_000

Row = TypeVar("Row", Figure, Card)
Few = TypeVar("Few", ExpansionSet, Faction)


@dataclass(frozen=True)
class FigureFilter:
    """What a list of figures is narrowed to: a condition, and the values chosen of facets.

    `order` is a key of FIGURE_ORDERS, with a minus for the greatest first.
    """

    condition: Q = field(default_factory=Q)
    chosen: Chosen = field(default_factory=dict)
    order: str = "number"


@dataclass(frozen=True)
class CardFilter:
    """What a list of cards is narrowed to; an empty field narrows nothing."""

    words: str = ""
    type: str = ""
    mech_class: str = ""
    faction: str = ""


@dataclass(frozen=True)
class Page(Generic[Row]):
    """Some rows of a list: how many the whole list has, and the id after which the next begin."""

    rows: list[Row]
    total: int
    next_after: str = ""


# --- The catalogue as a whole ---------------------------------------------------------------


def current_version(system: str, *, lock: bool = False) -> CatalogueVersion | None:
    """The load the rows come from; None before the first one.

    With `lock` another transaction that asks so waits for this one to end.
    """
    if lock:
        return _versions(system).select_for_update().first()
    return _newest_version(system)


@asked_once
def _newest_version(system: str) -> CatalogueVersion | None:
    return _versions(system).first()


def _versions(system: str) -> QuerySet[CatalogueVersion]:
    return CatalogueVersion.objects.filter(system=system).order_by("-id")


def loaded_files(system: str) -> dict[str, Any]:
    """The files of the last load by path, before anything was laid over them; one query."""
    files = CatalogueFile.objects.filter(system=system, loaded__isnull=False)
    return dict(files.values_list("path", "loaded"))


def loaded_file(system: str, path: str) -> Any:
    """One file of the last load, as it was read; an empty object when there is none."""
    files = CatalogueFile.objects.filter(system=system, path=path, loaded__isnull=False)
    return files.values_list("loaded", flat=True).first() or {}


def catalogue_files(system: str) -> dict[str, Any]:
    """The catalogue's files by path, put together again from their rows; five queries."""
    files = list(CatalogueFile.objects.filter(system=system).defer("loaded"))
    contents = {file.id: dict(file.content) for file in files}
    for file in files:
        if file.listing:
            contents[file.id][file.listing] = []
    listings = {file.id: file.listing for file in files}
    for model in RECORD_MODELS:
        rows = model._default_manager.filter(system=system).order_by("position")
        for file_id, record in rows.values_list("file_id", "record"):
            contents[file_id][listings[file_id]].append(record)
    return {file.path: contents[file.id] for file in files}


def file_content(system: str, path: str) -> Any:
    """The content of a catalogue file that is kept whole; an empty object when there is none."""
    files = CatalogueFile.objects.filter(system=system, path=path)
    return files.values_list("content", flat=True).first() or {}


def sets(system: str) -> list[ExpansionSet]:
    """The sets in the order of the catalogue; no query but for its version while that is the
    same."""
    return _of_version(ExpansionSet, system)


def factions(system: str) -> list[Faction]:
    """The factions in the order of the catalogue; no query but for its version while that is the
    same."""
    return _of_version(Faction, system)


def _of_version(model: type[Few], system: str) -> list[Few]:
    version = current_version(system)
    if version is None:
        return list(model._default_manager.filter(system=system).defer("record"))
    key = (version.id, version.digest, version.loaded_at)
    kept = _few.get((model, system))
    if kept is None or kept[0] != key:
        rows = list(model._default_manager.filter(system=system).defer("record"))
        kept = _few[model, system] = (key, rows)
    return list(kept[1])


#: The sets and factions of each system with the version they are of; any thread may read them
#: again.
_few: dict[tuple[type[Any], str], tuple[Any, list[Any]]] = {}


def faction_traits(system: str) -> dict[str, dict[str, str]]:
    """What each faction is like, by its name and by language."""
    rows = Faction.objects.filter(system=system).values_list("name", "record__trait")
    return {name: trait or {} for name, trait in rows}


# --- Figures --------------------------------------------------------------------------------


def figures(system: str) -> QuerySet[Figure]:
    """The figures of a system with their sets and factions, whose own records nobody asks for."""
    rows = Figure.objects.filter(system=system).select_related("set", "faction")
    return rows.defer("set__record", "faction__record")


def find_figures(
    system: str, wanted: FigureFilter, after: str = "", length: int = PAGE_LENGTH
) -> Page[Figure]:
    """A page of the figures a filter leaves, beginning after the figure of an id; three queries."""
    return _page(_found(system, wanted), *_order(wanted), after, length)


def every_figure(system: str, wanted: FigureFilter) -> QuerySet[Figure]:
    """All the figures a filter leaves, in its order; one query."""
    return _ordered(_found(system, wanted), *_order(wanted))


def count_facets(system: str, wanted: FigureFilter) -> dict[str, dict[str, int]]:
    """How many figures each value of each facet would leave; two queries."""
    found = Figure.objects.filter(wanted.condition, system=system).order_by()
    return _facet_index(system).count(found.values_list("id", flat=True), wanted.chosen)


def count_each(system: str, wanted: Sequence[FigureFilter]) -> list[int]:
    """How many figures each filter leaves; one query."""
    asked = {
        f"filter_{place}": Count(
            "pk",
            filter=Q(
                pk__in=narrowed(Figure.objects.filter(each.condition), each.chosen)
                .order_by()
                .values("pk")
            ),
        )
        for place, each in enumerate(wanted)
    }
    return list(Figure.objects.filter(system=system).aggregate(**asked).values()) if asked else []


def figure_texts(system: str) -> list[str]:
    """What each figure is found by; one query."""
    return list(Figure.objects.filter(system=system).values_list("search_text", flat=True))


def _facet_index(system: str) -> FacetIndex:
    """The index of the catalogue as it is now, made again when it has changed."""
    version = current_version(system)
    key = (system, version.id if version else None)
    index = _facet_indexes.get(key)
    if index is None:
        index = FacetIndex(Figure.objects.filter(system=system))
        _facet_indexes.clear()
        _facet_indexes[key] = index
    return index


#: The newest index, by system and catalogue version; any thread may make it again.
_facet_indexes: dict[tuple[str, int | None], FacetIndex] = {}


def find_figure(system: str, wanted: str) -> Figure | None:
    """The figure, or the block, somebody means by an id: AOD-033, aod33, or one of a block."""
    return _meant(figures(system), wanted)


def figures_named(system: str, words: str) -> list[Figure]:
    """The first figures with a dial that have these words, none for no words; one query."""
    if not search_words(words):
        return []
    found = figures(system).filter(words_condition(words), status=Figure.Status.COMPLETE)
    return list(found.defer("record").order_by("sort_key")[:FIGURES_NAMED])


def versions(figure: Figure) -> list[Figure]:
    """Every figure of the same sculpt, by name and set, itself included; one query."""
    same = figures(figure.system).filter(set=figure.set, name_key=figure.name_key)
    return list(same.defer("record").order_by("sort_key"))


def neighbours(row: Row) -> tuple[Row | None, Row | None]:
    """The figures or cards before and after one, by number; two queries."""
    near = type(row)._default_manager.filter(system=row.system).defer("record")
    before = near.filter(sort_key__lt=row.sort_key).order_by("-sort_key").first()
    behind = near.filter(sort_key__gt=row.sort_key).order_by("sort_key").first()
    return before, behind


# --- Cards ----------------------------------------------------------------------------------


def cards(system: str) -> QuerySet[Card]:
    """The cards of a system with their sets."""
    return Card.objects.filter(system=system).select_related("set").defer("set__record")


def find_cards(
    system: str, wanted: CardFilter, after: str = "", length: int = PAGE_LENGTH
) -> Page[Card]:
    """A page of the cards a filter leaves, beginning after the card of an id; three queries."""
    found = cards(system).filter(words_condition(wanted.words))
    if wanted.type:
        found = found.filter(type=wanted.type)
    if wanted.mech_class:
        found = found.filter(classes__contains=wanted.mech_class)
    if wanted.faction:
        found = found.filter(factions__name=wanted.faction)
    return _page(found, "sort_key", False, after, length)


def find_card(system: str, wanted: str) -> Card | None:
    """The card somebody means by an id: AOD-LP-001, aod-l-001 or its other ids."""
    return _meant(cards(system), wanted)


def count_cards(system: str, words: str) -> int:
    """How many cards the words find."""
    return cards(system).filter(words_condition(words)).count()


def is_listed(model: type[Row], system: str, catalogue_id: str) -> bool:
    """Whether there is a figure or card with exactly this id, after which a page may begin."""
    rows = model._default_manager.filter(system=system, catalogue_id=catalogue_id)
    return "\0" not in catalogue_id and rows.exists()


def names(model: type[Row], system: str) -> dict[str, str]:
    """The names of all figures or cards by id."""
    rows = model._default_manager.filter(system=system)
    return dict(rows.values_list("catalogue_id", "name"))


# --- Shared ---------------------------------------------------------------------------------


def words_condition(words: str) -> Q:
    """Rows that hold every word; a bare number must be the collector number."""
    condition = Q()
    for word in search_words(words):
        condition &= Q(search_text__contains=f" {word} " if word.isdigit() else word)
    return condition


def whole_words_condition(words: str) -> Q:
    """Rows that hold every word, none of them as a part of another."""
    condition = Q()
    for word in search_words(words):
        condition &= Q(search_text__contains=f" {word} ")
    return condition


def _meant(rows: QuerySet[Row], wanted: str) -> Row | None:
    row = rows.filter(catalogue_id=wanted).first() if "\0" not in wanted else None
    if row is None and (word := fold(wanted)) and " " not in word:
        meant = rows.filter(search_text__contains=f" {word} ")[:2]
        return meant[0] if len(meant) == 1 else None
    return row


def _found(system: str, wanted: FigureFilter) -> QuerySet[Figure]:
    found = narrowed(figures(system).defer("record").filter(wanted.condition), wanted.chosen)
    unknown = -1 if wanted.order.startswith("-") else UNKNOWN_LAST
    return found.annotate(
        known_points=Coalesce("points", Value(unknown), output_field=IntegerField())
    )


def _order(wanted: FigureFilter) -> tuple[str, bool]:
    """The column of a filter's order, and whether it descends."""
    return FIGURE_ORDERS[wanted.order.removeprefix("-")], wanted.order.startswith("-")


def _ordered(rows: QuerySet[Row], order: str, descending: bool) -> QuerySet[Row]:
    sign = "-" if descending else ""
    return rows.order_by(f"{sign}{order}", f"{sign}sort_key")


def _page(rows: QuerySet[Row], order: str, descending: bool, after: str, length: int) -> Page[Row]:
    total = rows.count()
    page = _ordered(rows, order, descending)
    if after and "\0" not in after:
        last = rows.filter(catalogue_id=after).values("sort_key", key=F(order)).first()
        if last:
            page = page.filter(_beyond(order, "lt" if descending else "gt", last))
    found = list(page[: length + 1])
    more = len(found) > length
    return Page(found[:length], total, found[length - 1].catalogue_id if more else "")


def _beyond(order: str, towards: str, last: Mapping[str, Any]) -> Q:
    farther = Q(**{f"{order}__{towards}": last["key"]})
    level = Q(**{order: last["key"], f"sort_key__{towards}": last["sort_key"]})
    return farther | level

"""What the pages of contributions read."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import Q, QuerySet

from collection.catalogue import selectors
from collection.catalogue.entering.drafts import Record
from collection.catalogue.models import (
    CatalogueEntry,
    Contribution,
    Decision,
    EntryRevision,
    Figure,
    FigureReport,
    Proposed,
)

PAGE_LENGTH = 25

ProposedRow = TypeVar("ProposedRow", bound=Proposed)


@dataclass(frozen=True)
class ProposalPage(Generic[ProposedRow]):
    """Some proposals, and the public id after which the next begin; "" at the end."""

    rows: list[ProposedRow]
    next_after: str = ""


def known_figures(system: str, set_code: str) -> dict[str, Record]:
    """What the catalogue says of each number of a set; a block's record for each of its numbers."""
    rows = Figure.objects.filter(system=system, set__code=set_code).order_by("sort_key")
    return dict(
        pair for record in rows.values_list("record", flat=True) for pair in _by_number(record)
    )


def _by_number(record: Record) -> list[tuple[str, Record]]:
    numbers = record.get("block") or [record["collector_number"]]
    return [
        (number, {**record, "collector_number": number, "id": f"{record['set']}-{number}"})
        for number in numbers
    ]


def known_figure(system: str, catalogue_id: str) -> Record | None:
    """What the catalogue says of one number."""
    figure = selectors.find_figure(system, catalogue_id)
    if figure is None:
        return None
    wanted = catalogue_id.rpartition("-")[2]
    return dict(_by_number(figure.record)).get(wanted)


def loaded_figure(system: str, catalogue_id: str) -> Record | None:
    """What the catalogue's files say of one number, before anything was laid over them."""
    set_code, _dash, number = catalogue_id.rpartition("-")
    content: Any = selectors.loaded_file(system, f"figures/{set_code}.json")
    for record in content.get("figures", ()):
        by_number = dict(_by_number(record))
        if number in by_number:
            return by_number[number]
    return None


def waiting_contributions(system: str) -> QuerySet[Contribution]:
    """The contributions no editor has decided on, the oldest first."""
    rows = Contribution.objects.filter(system=system, decision=Decision.OPEN)
    return rows.select_related("proposed_by").order_by("proposed_at", "id")


def waiting_reports(system: str) -> QuerySet[FigureReport]:
    """The reports no editor has decided on, the oldest first."""
    rows = FigureReport.objects.filter(system=system, decision=Decision.OPEN)
    return rows.select_related("proposed_by").order_by("proposed_at", "id")


def own_contributions(member: Any) -> QuerySet[Contribution]:
    """A member's contributions, the newest first."""
    return Contribution.objects.filter(proposed_by=member).select_related("proposed_by")


def own_reports(member: Any) -> QuerySet[FigureReport]:
    """A member's reports, the newest first."""
    return FigureReport.objects.filter(proposed_by=member).select_related("proposed_by")


def page_of(
    rows: QuerySet[ProposedRow], after: str = "", *, newest_first: bool = False
) -> ProposalPage[ProposedRow]:
    """A page of proposals in the order of the rows; two queries.

    It begins after the one with the public id `after`, which may have left the list since,
    decided on.
    """
    known = rows.model._default_manager.filter(public_id=after)
    last = known.first() if after and "\0" not in after else None
    if last:
        towards = "lt" if newest_first else "gt"
        level = Q(proposed_at=last.proposed_at, **{f"id__{towards}": last.pk})
        rows = rows.filter(Q(**{f"proposed_at__{towards}": last.proposed_at}) | level)
    found = list(rows[: PAGE_LENGTH + 1])
    more = len(found) > PAGE_LENGTH
    return ProposalPage(found[:PAGE_LENGTH], found[PAGE_LENGTH - 1].public_id if more else "")


def history(system: str, catalogue_id: str) -> list[EntryRevision]:
    """Every state a figure was entered in, the newest first; one query."""
    rows = EntryRevision.objects.filter(entry__system=system, entry__catalogue_id=catalogue_id)
    return list(rows.select_related("entry", "entered_by", "made_by").order_by("-number"))


def newest_revision(system: str, catalogue_id: str) -> EntryRevision | None:
    """The newest state of an entry, if there is any; one query."""
    rows = EntryRevision.objects.filter(entry__system=system, entry__catalogue_id=catalogue_id)
    return rows.select_related("entered_by").order_by("-number").first()


def present_revisions(system: str, catalogue_ids: Collection[str]) -> dict[str, EntryRevision]:
    """The newest state of each of some figures over which an entry lies now; one query."""
    rows = EntryRevision.objects.filter(
        entry__system=system, entry__catalogue_id__in=catalogue_ids, entry__record__isnull=False
    )
    rows = rows.select_related("entry", "entered_by").defer("record", "entry__record")
    return {row.entry.catalogue_id: row for row in rows.order_by("number")}


def entered_records(system: str) -> dict[str, Any]:
    """What lies over the files of a system, by number; one query."""
    rows = CatalogueEntry.objects.filter(system=system, record__isnull=False)
    return dict(rows.values_list("catalogue_id", "record"))


def entry(system: str, catalogue_id: str) -> CatalogueEntry | None:
    """What lies over a figure, if anything ever did."""
    return CatalogueEntry.objects.filter(system=system, catalogue_id=catalogue_id).first()

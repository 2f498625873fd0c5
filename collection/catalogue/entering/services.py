"""What changes the entered part of the catalogue: proposals, decisions, corrections, undoing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.db import transaction

from collection.catalogue import services
from collection.catalogue.entering import selectors
from collection.catalogue.entering.drafts import Record, from_record, to_record
from collection.catalogue.files import LoadProblem, LoadRefused
from collection.catalogue.models import (
    CatalogueEntry,
    Contribution,
    Decision,
    EntryRevision,
    FigureReport,
    HowSure,
    Proposed,
)
from collection.catalogue.records import WHOLE_RECORD

ProposedRow = TypeVar("ProposedRow", bound=Proposed)

#: What the mark of an entered record or value says, by what it was read from.
MARK_NOTES = {
    HowSure.FIGURE: (
        "Entered on this site by an owner, from the figure itself.",
        "Wpisane na tej stronie przez właściciela, z samej figurki.",
    ),
    HowSure.PHOTO: (
        "Entered on this site by a member, from a photograph of the figure.",
        "Wpisane na tej stronie przez użytkownika, ze zdjęcia figurki.",
    ),
    HowSure.TEXT: (
        "Entered on this site by a member, from a list or article.",
        "Wpisane na tej stronie przez użytkownika, z wykazu lub artykułu.",
    ),
    HowSure.MEMORY: (
        "Entered on this site by a member, from memory.",
        "Wpisane na tej stronie przez użytkownika, z pamięci.",
    ),
}


class AlreadyDecided(Exception):
    """Somebody decided on the proposal before."""


class EntryRefused(Exception):
    """A record the rules do not read; `problems` says why."""

    def __init__(self, problems: Sequence[LoadProblem]) -> None:
        super().__init__("; ".join(problem.reason for problem in problems))
        self.problems = problems


@dataclass(frozen=True)
class Submitted:
    """A figure as somebody sends it."""

    record: Record
    how_sure: str
    note: str = ""


@dataclass(frozen=True)
class Source:
    """Whose a new state of an entry is, and what it was read from."""

    how_sure: str
    entered_by: Any
    note: str = ""


@transaction.atomic
def propose(
    *, system: str, figures: Sequence[Submitted], by: Any, now: datetime
) -> list[Contribution]:
    """Put figures into the editors' queue, all of them or none."""
    return [
        Contribution.objects.create(
            system=system,
            catalogue_id=figure.record["id"],
            record=figure.record,
            how_sure=figure.how_sure,
            note=figure.note,
            proposed_by=by,
            proposed_at=now,
        )
        for figure in figures
    ]


@transaction.atomic
def accept(*, system: str, contributions: Sequence[Contribution], by: Any, now: datetime) -> None:
    """Make contributions part of the catalogue, all of them or none.

    Raises AlreadyDecided and EntryRefused.
    """
    for contribution in contributions:
        taken = _decide(contribution, Decision.ACCEPTED, by, now, "")
        source = Source(taken.how_sure, taken.proposed_by, taken.note)
        record = marked(taken.record, WHOLE_RECORD, taken.how_sure)
        _save_entry(system, taken.catalogue_id, record, source, by, now)
    _renew(system, {row.catalogue_id for row in contributions}, now)


def decline(*, proposal: ProposedRow, by: Any, now: datetime, reason: str) -> ProposedRow:
    """Turn a contribution or report down with a reason; raises AlreadyDecided."""
    return _decide(proposal, Decision.DECLINED, by, now, reason)


def report(
    *,
    system: str,
    figure: str,
    value: Mapping[str, Any],
    how_sure: str,
    note: str,
    by: Any,
    now: datetime,
) -> FigureReport:
    """Put a report on one value of a figure into the editors' queue."""
    return FigureReport.objects.create(
        system=system,
        catalogue_id=figure,
        how_sure=how_sure,
        note=note,
        proposed_by=by,
        proposed_at=now,
        **value,
    )


@transaction.atomic
def accept_report(*, report: FigureReport, value: Any, by: Any, now: datetime) -> None:
    """Correct the reported value to what the editor confirms.

    Raises AlreadyDecided and EntryRefused.
    """
    taken = _decide(report, Decision.ACCEPTED, by, now, "")
    known = selectors.known_figure(taken.system, taken.catalogue_id)
    if known is None:
        raise EntryRefused([])
    record = corrected(known, taken.value, taken.line, value)
    source = Source(taken.how_sure, taken.proposed_by, taken.note)
    marked_record = marked(record, field_of(taken.value, taken.line), taken.how_sure)
    _save_entry(taken.system, taken.catalogue_id, marked_record, source, by, now)
    _renew(taken.system, {taken.catalogue_id}, now)


@transaction.atomic
def change_entry(
    *, system: str, catalogue_id: str, record: Record | None, source: Source, by: Any, now: datetime
) -> EntryRevision:
    """Give an entry another state, or with None take it off the files; raises EntryRefused."""
    revision = _save_entry(system, catalogue_id, record, source, by, now)
    _renew(system, {catalogue_id}, now)
    return revision


def bring_back(*, revision: EntryRevision, by: Any, now: datetime) -> EntryRevision:
    """Make an earlier state of an entry its present one; raises EntryRefused."""
    return change_entry(
        system=revision.entry.system,
        catalogue_id=revision.entry.catalogue_id,
        record=revision.record,
        source=Source(revision.how_sure, revision.entered_by),
        by=by,
        now=now,
    )


def take_off(*, entry: CatalogueEntry, by: Any, now: datetime) -> EntryRevision:
    """Let the catalogue's files speak for a figure again."""
    return change_entry(
        system=entry.system,
        catalogue_id=entry.catalogue_id,
        record=None,
        source=Source("", None),
        by=by,
        now=now,
    )


@transaction.atomic
def replace_entries(*, system: str, records: Mapping[str, Record]) -> None:
    """Let these records, by number, lie over a system's files and no others, without saying whose
    they are; the catalogue follows when it is loaded."""
    CatalogueEntry.objects.filter(system=system).exclude(catalogue_id__in=records).delete()
    for catalogue_id, record in records.items():
        CatalogueEntry.objects.update_or_create(
            system=system, catalogue_id=catalogue_id, defaults={"record": record}
        )


def corrected(record: Record, value: str, line: int | None, said: Any) -> Record:
    """A record with one value of its sheets changed; what else it says stays."""
    sheet, _dot, column = value.partition(".")
    if record["status"] != "complete":
        listed = {key: told for key, told in record.items() if key != "block"}
        return {**listed, "status": "listed", column: said}
    draft = from_record(record)
    draft.lines(sheet)[line or 0][column] = said
    return {**to_record(draft, record), "marks": record.get("marks", {})}


def field_of(value: str, line: int | None) -> str:
    """The field of a record a reported value belongs to, as marks name it."""
    sheet, _dot, column = value.partition(".")
    if line is not None:
        return {"clicks": "dial", "heat": "heat_dial"}[sheet]
    return "attacks" if column.startswith(("primary_", "secondary_")) else column


def marked(record: Record, field: str, how_sure: str) -> Record:
    """A record that says of a field, or of all of it, that somebody entered it."""
    english, polish = MARK_NOTES[HowSure(how_sure)]
    mark = {"how": "entered", "note": {"en": english, "pl": polish}}
    others = record.get("marks", {}) if field != WHOLE_RECORD else {}
    return {**record, "marks": {**others, field: mark}}


def _decide(
    proposal: ProposedRow, decision: Decision, by: Any, now: datetime, reason: str
) -> ProposedRow:
    model = type(proposal)
    waiting = model._default_manager.filter(pk=proposal.pk, decision=Decision.OPEN)
    if not waiting.update(decision=decision, decided_by=by, decided_at=now, reason=reason):
        raise AlreadyDecided
    return model._default_manager.get(pk=proposal.pk)


def _save_entry(
    system: str, catalogue_id: str, record: Record | None, source: Source, by: Any, now: datetime
) -> EntryRevision:
    rows = CatalogueEntry.objects.select_for_update()
    entry, _new = rows.get_or_create(system=system, catalogue_id=catalogue_id)
    entry.record = record
    entry.save(update_fields=["record"])
    last = entry.revisions.order_by("-number").first()
    return EntryRevision.objects.create(
        entry=entry,
        number=last.number + 1 if last else 1,
        record=record,
        how_sure=source.how_sure,
        entered_by=source.entered_by,
        note=source.note,
        made_by=by,
        made_at=now,
    )


def _renew(system: str, changed: set[str], now: datetime) -> None:
    try:
        loaded = services.renew_catalogue(system=system, now=now)
    except LoadRefused as refused:
        raise EntryRefused(refused.problems) from refused
    if refused_ones := [problem for problem in loaded.left_out if problem.id in changed]:
        raise EntryRefused(refused_ones)

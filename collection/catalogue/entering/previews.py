"""What an uploaded workbook would change, before anything is kept."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from collection.catalogue.entering import selectors
from collection.catalogue.entering.checking import misplaced, refusals
from collection.catalogue.entering.differences import Difference, differences
from collection.catalogue.entering.drafts import Draft, Place, Record, from_record, to_record
from collection.catalogue.entering.services import Submitted
from collection.catalogue.entering.uploads import Fault, Upload, read_upload
from collection.catalogue.models import ExpansionSet, Faction
from collection.common.tabular.workbooks import Rows


@dataclass(frozen=True)
class Planned:
    """A figure that can be sent: new to the catalogue, completed, or changed in some values."""

    submitted: Submitted
    is_new: bool
    completes: bool
    differences: tuple[Difference, ...] = ()

    @property
    def record(self) -> Record:
        """The figure's record."""
        return self.submitted.record


@dataclass(frozen=True)
class Preview:
    """Figures that can be sent, faults of those that cannot, and how many lines say nothing new."""

    planned: tuple[Planned, ...]
    faults: tuple[Fault, ...]
    untouched: int


def preview(
    *, own_set: ExpansionSet, rows: dict[str, Rows], how_sure: str, factions: Sequence[Faction]
) -> Preview:
    """Read a filled template for a set; raises RefusedFile."""
    upload = read_upload(rows, own_set.code, factions)
    known = selectors.known_figures(own_set.system, own_set.code)
    drafts = {n: d for n, d in upload.drafts.items() if not _says_nothing_new(d, known.get(n))}
    _note_misplaced(upload, drafts.values())
    good = {n: d for n, d in drafts.items() if n not in upload.bad_numbers}
    records = {n: to_record(draft, known.get(n)) for n, draft in good.items()}
    _ask_the_rules(upload, own_set.system, good, records)
    planned = tuple(
        _planned(good[number], record, known.get(number), how_sure, factions)
        for number, record in records.items()
        if number not in upload.bad_numbers
    )
    return Preview(planned, tuple(upload.faults), len(upload.drafts) - len(drafts))


def _says_nothing_new(draft: Draft, known: Record | None) -> bool:
    """Whether a line stands in the file as the template brought it."""
    if known is None:
        return False
    before = from_record(known)
    return (_filled(draft.base), draft.clicks, draft.heat) == (
        _filled(before.base),
        [_filled(cells) for cells in before.clicks],
        [_filled(cells) for cells in before.heat],
    )


def _filled(cells: Record) -> Record:
    return {
        key: value
        for key, value in cells.items()
        if value is not None and key not in ("how_sure", "note")
    }


def _note_misplaced(upload: Upload, drafts: Iterable[Draft]) -> None:
    for draft in drafts:
        for place, reason in misplaced(draft):
            upload.fault(draft.number, place, reason)


def _ask_the_rules(
    upload: Upload, system: str, drafts: Mapping[str, Draft], records: Mapping[str, Record]
) -> None:
    asked = [drafts[number] for number in records]
    for draft, place, reason in refusals(system, asked, list(records.values())):
        upload.fault(draft.number, _known_place(upload, place, draft.sheet), reason)


def _known_place(upload: Upload, place: Place, sheet: str) -> Place:
    """The place itself, or the figure's line where the file lacks that column."""
    read = upload.sheets[place.sheet]
    return place if place.column in read.letters else Place(sheet, 0, "number")


def _planned(
    draft: Draft,
    record: Record,
    known: Record | None,
    how_sure: str,
    factions: Sequence[Faction],
) -> Planned:
    base = draft.base
    submitted = Submitted(record, base.get("how_sure") or how_sure, base.get("note") or "")
    completes = known is not None and known["status"] != "complete"
    changes = known is not None and not completes
    found = differences(known, record, factions) if changes else []
    return Planned(submitted, known is None, completes, tuple(found))

"""Keeping a table row by row, reading it in steps, comparing it, making it part of a collection.

A table waits until its rows have been read and compared; whoever closes the page goes on later
where the work stood. Nothing of a collection changes before `finish`, which makes everything one
change of its history.

Whatever takes long is worked out before anything is held; what others may have done meanwhile is
looked at once it is.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _
from msgspec.structs import replace

from collection.catalogue import game
from collection.catalogue.finding.finder import Finder
from collection.catalogue.finding.known import finder
from collection.catalogue.finding.meaning import Meant
from collection.catalogue.pieces import Piece
from collection.common.deleting import delete_whole
from collection.common.tabular.workbooks import Cell
from collection.owning import bulk, store
from collection.owning.edits import Refused
from collection.owning.importing.doubts import doubt_of, trade_problem
from collection.owning.importing.merging import Table, merged, removed
from collection.owning.importing.reading import Source
from collection.owning.importing.rows import BadRow, Fault, Row, read_row
from collection.owning.models import (
    Change,
    Collection,
    Holding,
    Mode,
    Outcome,
    StagedImport,
    StagedRow,
)
from collection.owning.models.imports import LONGEST_LINE
from collection.owning.pieces import piece_of
from collection.owning.services import changes
from collection.owning.services.changes import Edit
from collection.owning.states import HoldingState

#: How many tables one person leaves undecided in a collection; the oldest goes first.
MOST_OPEN = 5
ROWS_A_STEP = 1_000

#: From so many rows on a table is better read and made part of a collection beside the pages.
LARGE = 1_000

#: Rows that are about a piece and take part in an import.
COUNTED = (Outcome.NEW, Outcome.MORE, Outcome.FEWER, Outcome.CHANGED, Outcome.SAME)
LEFT_OUT = (Outcome.UNCLEAR, Outcome.BAD, Outcome.REFUSED)
#: Rows whose cells can be written anew.
MENDABLE = (Outcome.BAD, Outcome.REFUSED)
READ_FIELDS = ("row", "set_code", "number", "variant", "known", "outcome", "problem")
COMPARED_FIELDS = ("outcome", "before", "after", "problem")


@dataclass(frozen=True)
class Progress:
    """How many rows there are, and how many of them have been read."""

    rows: int
    read: int
    is_done: bool


@dataclass(frozen=True)
class _Group:
    """The rows about one piece."""

    piece: Piece
    rows: list[StagedRow] = field(default_factory=list)

    def said(self) -> list[Row]:
        return [msgspec.convert(row.row, Row) for row in self.rows]

    def merged(self, table: Table, state: HoldingState) -> HoldingState:
        return merged(state, self.said(), table, known=self.rows[0].known)


def stage(
    *, collection: Collection, actor: Any, source: Source, mode: str, now: datetime
) -> StagedImport:
    """Keep a table for deciding on it."""
    own = StagedImport.objects.filter(collection=collection, made_by=actor, change=None)
    for oldest in own[MOST_OPEN - 1 :]:
        drop(staged=oldest)
    staged = StagedImport(
        id=next(bulk.reserve_ids(StagedImport, 1)),
        collection=collection,
        made_by=actor,
        begun_at=now,
        label=source.label,
        mode=mode,
        columns=sorted(source.columns),
        headings=source.headings,
        ignored=source.ignored,
    )
    rows = [
        StagedRow(staged=staged, line=row.line, text=row.text[:LONGEST_LINE], cells=row.cells)
        for row in source.rows
    ]
    writing = [*bulk.inserts([staged]), *bulk.inserts(rows, without_ids=True)]
    with transaction.atomic():
        bulk.run(writing)
    return _current(staged)


def progress(staged: StagedImport) -> Progress:
    """How far reading and comparing has come; one query."""
    counts = outcomes(staged)
    rows = sum(counts.values())
    return Progress(rows, rows - counts[Outcome.WAITING], staged.compared is not None)


def is_large(staged: StagedImport) -> bool:
    """Whether a table has so many rows that nobody should wait for it at a page; one query."""
    return staged.rows.count() > LARGE


def outcomes(staged: StagedImport) -> Counter[str]:
    """How many rows there are of each outcome; one query."""
    counts = staged.rows.order_by().values_list("outcome").annotate(Count("id"))
    return Counter(dict(counts))


def step(*, staged: StagedImport, now: datetime, rows: int = ROWS_A_STEP) -> Progress:
    """Read some more rows, or compare them all once they are read."""
    current = _current(staged)
    waiting = list(current.rows.filter(outcome=Outcome.WAITING)[:rows])
    if waiting:
        known, held = finder(game.SYSTEM), unlisted_of(current.collection)
        for row in waiting:
            _read(row, current, known, held)
        _save_read(current, waiting)
    elif current.compared is None and current.change_id is None:
        _compare(current, now)
    return progress(_current(staged))


@transaction.atomic
def change_mode(*, staged: StagedImport, mode: str, now: datetime) -> None:
    """Mean the table's amounts another way."""
    current = _current(staged, hold=True)
    if mode != current.mode:
        StagedImport.objects.filter(pk=current.pk).update(mode=mode, compared=None)


def choose(*, staged: StagedImport, row: StagedRow, piece: Piece, now: datetime) -> int:
    """Say which piece an unclear row is about, and those that say the same; returns how many."""
    known = finder(game.SYSTEM)
    unclear = staged.rows.filter(outcome=Outcome.UNCLEAR)
    same = [other for other in unclear if _named(other) == _named(row)]
    for other in same:
        _give(other, Meant(piece, known.find(piece)))
    current = _save_read(staged, same, read_before=Outcome.UNCLEAR)
    if current.compared is not None:
        _compare(current, now)
    return len(same)


def mend(
    *, staged: StagedImport, row: StagedRow, cells: Mapping[str, Cell], now: datetime
) -> StagedRow:
    """Read a faulty or refused row again with other words in some of its cells."""
    before = Outcome(row.outcome)
    row.cells = {**row.cells, **cells}
    row.set_code = row.number = row.variant = ""
    _read(row, staged, finder(game.SYSTEM), unlisted_of(staged.collection))
    current = _save_read(staged, [row], before, ("cells", *READ_FIELDS))
    if current.compared is not None:
        _compare(current, now)
    row.refresh_from_db()
    return row


def take_unlisted(*, staged: StagedImport, now: datetime, row: StagedRow | None = None) -> int:
    """Take numbers that nobody knows as they are written: of one row and those that say the same,
    or of all rows; returns how many."""
    doubted = unlisted_rows(staged)
    taken = [each for each in doubted if row is None or _named(each) == _named(row)]
    for each in taken:
        each.outcome, each.problem = Outcome.READ, ""
    current = _save_read(staged, taken, read_before=Outcome.UNCLEAR)
    if taken and current.compared is not None:
        _compare(current, now)
    return len(taken)


def finish(
    *,
    staged: StagedImport,
    actor: Any,
    now: datetime,
    with_removals: bool = False,
    with_fewer: bool = False,
) -> Change | None:
    """Make the good rows part of the collection, as one change; None where nothing changes.

    `with_removals` also takes out what a synchronised table does not name, but for what is lent
    out; without `with_fewer` rows that leave fewer of a piece are left out. Raises changes.Moved
    where the collection has changed since the rows were compared with it, once they have been
    again, and NotAllowed, Locked and TooManyPieces.
    """
    current = _current(staged)
    if current.compared is None:
        _compare(current, now)
        raise changes.Moved
    table = _table(current, now)
    taken = [each for each in COUNTED if with_fewer or each != Outcome.FEWER]
    edits = [
        Edit(group.piece, partial(group.merged, table))
        for group in _groups(current.rows.filter(outcome__in=taken))
    ]
    if with_removals and current.mode == Mode.SYNC:
        edits += [Edit(piece_of(row), removed) for row in removable(current)]
    try:
        return _finish(current, actor, edits, taken, now)
    except changes.Moved:
        _compare(current, now)
        raise


def _finish(
    staged: StagedImport,
    actor: Any,
    edits: Sequence[Edit],
    taken: Sequence[Outcome],
    now: datetime,
) -> Change | None:
    """Make the edits, and the table one that has become part of the collection."""

    def settle(change: Change | None) -> None:
        current = _current(staged, hold=True)
        if (current.mode, current.compared) != (staged.mode, staged.compared) or current.change_id:
            raise changes.Moved
        if change:
            StagedImport.objects.filter(pk=current.pk).update(change=change)

    change = changes.apply(
        collection=staged.collection,
        actor=actor,
        edits=edits,
        now=now,
        source=Change.Source.IMPORT,
        label=staged.label,
        at_version=staged.compared,
        then=settle,
    )
    if change:
        staged.rows.filter(outcome__in=taken).delete()
    return change


def unlisted_rows(staged: StagedImport) -> QuerySet[StagedRow]:
    """The rows with a number that nobody knows and that nobody has taken yet."""
    return staged.rows.filter(outcome=Outcome.UNCLEAR).exclude(number="")


def drop(*, staged: StagedImport) -> None:
    """Do nothing with a table."""
    delete_whole(StagedImport.objects.filter(pk=staged.pk))


def not_named(staged: StagedImport) -> list[Holding]:
    """What the collection holds and no good row names; two queries."""
    rows = staged.rows.filter(outcome__in=COUNTED).order_by()
    named = set(rows.values_list("set_code", "number", "variant"))
    held = staged.collection.holdings.filter(system=game.SYSTEM)
    held = held.select_related("figure", "card").defer("figure__record", "card__record")
    return [row for row in held if (row.set_code, row.number, row.variant) not in named]


def removable(staged: StagedImport) -> list[Holding]:
    """What a synchronised table takes out: what it does not name and nobody has borrowed."""
    lent = staged.collection.holdings.filter(
        copies__loans__isnull=False, copies__loans__returned=None
    )
    stays = set(lent.values_list("pk", flat=True))
    return [row for row in not_named(staged) if row.pk not in stays]


# --- One row --------------------------------------------------------------------------------


def unlisted_of(collection: Collection) -> set[Piece]:
    """The pieces a collection holds that the catalogue has no record of: nobody is asked again
    whether they exist."""
    return {piece_of(row) for row in collection.holdings.filter(figure=None, card=None)}


def _read(row: StagedRow, staged: StagedImport, known: Finder, held: set[Piece]) -> None:
    columns = frozenset(staged.columns)
    try:
        said = read_row(row.cells, columns, staged.collection.currency)
    except BadRow as bad:
        told = (_told(fault, row.line, staged.headings) for fault in bad.faults)
        row.outcome, row.problem = Outcome.BAD, "\n".join(told)
        return
    row.row = msgspec.to_builtins(said)
    meant = known.meaning(
        set_said=said.set, number=said.number, variant=said.variant, name=said.name
    )
    fault = doubt_of(meant, said, frozenset(row.cells), known)
    if meant.piece and (fault is None or meant.piece in held):
        _give(row, meant)
        return
    row.outcome = Outcome.UNCLEAR
    row.problem = _told(fault, row.line, staged.headings) if fault else ""
    if meant.piece and meant.is_unlisted:
        _name(row, meant.piece)


def _told(fault: Fault, line: int, headings: Mapping[str, str]) -> str:
    """A fault with its place, in the words of the table itself."""
    if heading := headings.get(fault.column):
        sentence = _("Line %(line)s, “%(heading)s”: %(reason)s")
        return sentence % {"line": line, "heading": heading, "reason": fault.reason}
    return _("Line %(line)s: %(reason)s") % {"line": line, "reason": fault.reason}


def _give(row: StagedRow, meant: Meant) -> None:
    piece = meant.piece
    assert piece is not None  # noqa: S101 - callers give rows what has been found
    _name(row, piece)
    row.known = meant.known is not None
    row.outcome, row.problem = Outcome.READ, ""


def _name(row: StagedRow, piece: Piece) -> None:
    row.set_code, row.number, row.variant = piece.set, piece.number, piece.variant


def _named(row: StagedRow) -> tuple[str, ...]:
    """How a row names its piece."""
    said = msgspec.convert(row.row, Row)
    return said.set, said.number, said.variant, said.name


# --- All rows -------------------------------------------------------------------------------


def _compare(staged: StagedImport, now: datetime) -> None:
    """Work out what the rows of each piece would make of it.

    Kept unless the table is meant another way meanwhile.
    """
    collection = _current(staged).collection
    table = _table(staged, now)
    groups = _groups(
        staged.rows.filter(outcome__in=(Outcome.READ, Outcome.REFUSED, *COUNTED)).order_by("line")
    )
    held = store.read(collection, {group.piece for group in groups})
    for group in groups:
        before = held.get(group.piece, store.NOT_HELD).state
        _judge(group, before, table, staged.headings)
    saving = _saving_outcomes(row for group in groups for row in group.rows)
    same = {"pk": staged.pk, "mode": staged.mode, "change": None}
    with transaction.atomic():
        if StagedImport.objects.filter(**same).update(compared=collection.version):
            bulk.run(saving)


def _judge(group: _Group, before: HoldingState, table: Table, headings: Mapping[str, str]) -> None:
    after, fault = before, None
    try:
        after = group.merged(table, before)
        outcome = _outcome(before, after)
        if offered := trade_problem(before, after):
            fault = Fault("for_trade", offered)
    except Refused as refused:
        fault = Fault("", str(refused))
    if fault:
        outcome, after = Outcome.REFUSED, before
    first: dict[Row, int] = {}
    for row, said in zip(group.rows, group.said(), strict=True):
        row.outcome, row.problem = outcome, _told(fault, row.line, headings) if fault else ""
        row.before, row.after = before.owned, after.owned
        line = first.setdefault(replace(said, set="", number="", variant="", name=""), row.line)
        if line != row.line and not fault and "count" in table.columns:
            row.problem = _("Line %(line)s says the same; each is counted.") % {"line": line}


def _outcome(before: HoldingState, after: HoldingState) -> Outcome:
    if after.owned != before.owned:
        more = Outcome.MORE if before.owned else Outcome.NEW
        return more if after.owned > before.owned else Outcome.FEWER
    return Outcome.SAME if after == before else Outcome.CHANGED


def _groups(rows: QuerySet[StagedRow]) -> list[_Group]:
    """Rows by their pieces, without what was written in them, which is most of a large table."""
    groups: dict[Piece, _Group] = {}
    for row in rows.defer("text", "cells"):
        piece = Piece(game.SYSTEM, row.set_code, row.number, row.variant)
        groups.setdefault(piece, _Group(piece)).rows.append(row)
    return list(groups.values())


def _table(staged: StagedImport, now: datetime) -> Table:
    return Table(Mode(staged.mode), frozenset(staged.columns), now.date())


def _current(staged: StagedImport, *, hold: bool = False) -> StagedImport:
    """The table as it is now, held until the transaction ends if asked for."""
    rows = StagedImport.objects.select_related("collection")
    return (rows.select_for_update(of=("self",)) if hold else rows).get(pk=staged.pk)


def _saving_outcomes(rows: Iterable[StagedRow]) -> list[bulk.Step]:
    """Steps that write what was compared; most of many rows come out alike, so that few do."""
    alike: dict[tuple[Any, ...], list[int]] = {}
    for row in rows:
        alike.setdefault(tuple(getattr(row, f) for f in COMPARED_FIELDS), []).append(row.pk)
    return [
        partial(
            StagedRow.objects.filter(pk__in=some).update,
            **dict(zip(COMPARED_FIELDS, values, strict=True)),
        )
        for values, ids in alike.items()
        for some in bulk.batches(ids)
    ]


def _save_read(
    staged: StagedImport,
    rows: Sequence[StagedRow],
    read_before: Outcome = Outcome.WAITING,
    fields: Sequence[str] = READ_FIELDS,
) -> StagedImport:
    """Write what was read of some rows, unless somebody else has meanwhile; returns the table as
    it is."""
    saving = bulk.updates(rows, fields)
    ids = [row.pk for row in rows]
    with transaction.atomic():
        current = _current(staged, hold=True)
        if current.rows.filter(pk__in=ids, outcome=read_before).count() == len(ids):
            bulk.run(saving)
    return current

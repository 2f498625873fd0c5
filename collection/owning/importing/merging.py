"""What a table's rows make of a piece: three ways from the state before to the state after.

Nothing is written here: each way is an edit, which `services.changes` plans or applies.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from collection.common.ids import new_public_id
from collection.owning import edits
from collection.owning.copy_fields import COPY_FIELDS, FACTS
from collection.owning.importing.rows import Row, Told
from collection.owning.models import Mode
from collection.owning.states import CopyState, HoldingState

TOO_MANY_COPIES = _("At most %(most)s copies of a piece can be listed one by one.")

LOANED_TO = "loaned_to"
#: The columns that say what each fact of single copies is; one beside another goes by that one's.
TOLD = {name: COPY_FIELDS[said.beside or name].column for name, said in FACTS.items()}


@dataclass(frozen=True)
class Table:
    """What holds for all rows: how they are meant, the columns there are, whose turn it is when."""

    mode: Mode
    columns: frozenset[str]
    today: date
    new_id: Callable[[], str] = new_public_id


@dataclass(frozen=True)
class Lot:
    """How copies are described that are equal as far as a table tells."""

    told: Told
    tags: tuple[str, ...]
    notes: str


BLANK = Lot(Told(), (), "")


def merged(state: HoldingState, rows: Sequence[Row], table: Table, *, known: bool) -> HoldingState:
    """The state after all rows of one piece; raises Refused.

    A piece the catalogue does not know takes the name and kind the rows give it.
    """
    whole, lots = _parted(rows)
    if lots.total() > edits.MOST_COPIES:
        raise edits.Refused(TOO_MANY_COPIES, most=edits.MOST_COPIES)
    state = _described(state, whole, table)
    if not known:
        name = next((row.name for row in rows if row.name), state.name)
        kind = next((row.kind for row in rows if row.kind), state.kind)
        state = replace(state, name=name, kind=kind)
    if table.mode is Mode.ADD:
        return _added(state, whole, lots, rows, table)
    return _set(state, whole, lots, rows, table)


def removed(state: HoldingState) -> HoldingState:
    """Nothing of the piece is left; raises Refused where a copy is lent out."""
    for copy_id in list(state.copies):
        state = edits.remove_copy(state, copy_id)
    return HoldingState()


def _parted(rows: Sequence[Row]) -> tuple[list[Row], Counter[Lot]]:
    """The rows about the piece as a whole, and how many copies of each kind the others tell of.

    Notes and tags are the piece's on its first row, a copy's on later ones and beside what is told
    of copies.
    """
    whole: list[Row] = []
    lots: Counter[Lot] = Counter()
    for row in rows:
        remarks = bool(whole) and bool(row.tags or row.notes)
        if row.told == Told() and not remarks:
            whole.append(row)
        else:
            count = 1 if row.count is None else row.count
            lots[Lot(row.told, row.tags, row.notes)] += count
    return whole, +lots


def _described(state: HoldingState, whole: Sequence[Row], table: Table) -> HoldingState:
    """The piece with the notes and tags of its own row."""
    if not whole:
        return state
    first = whole[0]
    if table.mode is Mode.ADD:
        tags = tuple(dict.fromkeys((*state.tags, *first.tags)))
        return replace(state, tags=tags, notes=state.notes or first.notes)
    clears = table.mode is Mode.SYNC
    if "tags" in table.columns and (first.tags or clears):
        state = replace(state, tags=first.tags)
    if "notes" in table.columns and (first.notes or clears):
        state = replace(state, notes=first.notes)
    return state


def _total(amounts: Iterable[int | None]) -> int | None:
    """The sum of what rows say; None where none says anything."""
    said = [amount for amount in amounts if amount is not None]
    return sum(said) if said else None


def _added(
    state: HoldingState,
    whole: Sequence[Row],
    lots: Counter[Lot],
    rows: Sequence[Row],
    table: Table,
) -> HoldingState:
    state = edits.add(state, _total(row.count for row in whole) or 0)
    state = _with_new(state, lots.elements(), table)
    return edits.set_amounts(
        state,
        wanted=state.wanted + (_total(row.wanted for row in rows) or 0),
        for_trade=state.for_trade + (_total(row.for_trade for row in rows) or 0),
    )


def _set(
    state: HoldingState,
    whole: Sequence[Row],
    lots: Counter[Lot],
    rows: Sequence[Row],
    table: Table,
) -> HoldingState:
    owned = _total(row.count for row in rows)
    state = edits.set_amounts(
        state,
        wanted=_total(row.wanted for row in rows),
        for_trade=_total(row.for_trade for row in rows),
    )
    if lots or (table.mode is Mode.SYNC and table.columns & {*TOLD.values(), LOANED_TO}):
        return _with_lots(state, lots, _total(row.count for row in whole) or 0, table)
    return edits.set_amounts(state, owned=owned)


def _with_lots(state: HoldingState, lots: Counter[Lot], others: int, table: Table) -> HoldingState:
    """The copies the rows tell of and `others` not told apart; copies that fit are kept."""
    needed = Counter({_seen(lot, table): count for lot, count in lots.items()})
    spare: list[str] = []
    blank: list[str] = []
    for copy_id, copy in state.copies.items():
        lot = _seen(lot_of(copy), table)
        if needed[lot] > 0:
            needed[lot] -= 1
        else:
            (blank if lot == BLANK else spare).append(copy_id)
    kept_blank, spare = blank[:others], spare + blank[others:]
    lacking = list((+needed).elements())
    for copy_id, lot in zip(spare, lacking, strict=False):
        state = _retold(state, copy_id, lot, table)
    for copy_id in spare[len(lacking) :]:
        state = edits.remove_copy(state, copy_id)
    state = _with_new(replace(state, plain=0), lacking[len(spare) :], table)
    return edits.add(state, others - len(kept_blank))


def _with_new(state: HoldingState, lots: Iterable[Lot], table: Table) -> HoldingState:
    for lot in lots:
        known = set(state.copies)
        state = edits.add_copies(state, [CopyState()], new_id=table.new_id)
        copy_id = next(key for key in state.copies if key not in known)
        state = _retold(state, copy_id, lot, table)
    return state


def _retold(state: HoldingState, copy_id: str, lot: Lot, table: Table) -> HoldingState:
    """A copy as a row describes it; what the table has no column for stays."""
    values = _facts(lot.told, table)
    values |= {each: getattr(lot, each) for each in ("tags", "notes") if each in table.columns}
    state = edits.change_copy(state, copy_id, **values)
    if LOANED_TO in table.columns:
        state = _lent(state, copy_id, lot.told.loaned_to, table)
    return state


def _lent(state: HoldingState, copy_id: str, to: str, table: Table) -> HoldingState:
    loan = state.copies[copy_id].loan
    if loan and loan.to != to:
        state = edits.take_back(state, copy_id, on=max(table.today, loan.since))
        loan = None
    if to and not loan:
        state = edits.lend(state, to=to, since=table.today, copy_id=copy_id)
    return state


def _facts(told: Told, table: Table) -> dict[str, Any]:
    """The facts the table has columns for."""
    return {name: getattr(told, name) for name, column in TOLD.items() if column in table.columns}


def lot_of(copy: CopyState) -> Lot:
    """The description of a copy."""
    facts = {name: getattr(copy, name) for name in FACTS}
    told = Told(**facts, loaned_to=copy.loan.to if copy.loan else "")
    return Lot(told, copy.tags, copy.notes)


def _seen(lot: Lot, table: Table) -> Lot:
    """The part of a description the table has columns for."""
    told = Told(**_facts(lot.told, table))
    if LOANED_TO in table.columns:
        told = replace(told, loaned_to=lot.told.loaned_to)
    return Lot(
        told,
        lot.tags if "tags" in table.columns else (),
        lot.notes if "notes" in table.columns else "",
    )

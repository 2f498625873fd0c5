"""Reading the states of a collection's pieces from their rows, and writing them back.

Whole imports pass here: a state is read with three queries and written with a few statements,
however many pieces there are, which are made before the collection is locked.
"""

from collections.abc import Collection as Many
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from django.db.models import QuerySet
from msgspec.structs import asdict

from collection.catalogue.pieces import Piece
from collection.common.folding import fold
from collection.owning import bulk
from collection.owning.copy_fields import COPY_FIELDS
from collection.owning.models import Collection, Copy, Holding, Loan
from collection.owning.pieces import piece_of
from collection.owning.selectors.joining import CatalogueLinks
from collection.owning.states import NOTHING, CopyState, HoldingState, LoanState

#: Past so many pieces all of a collection is read, rather than each piece named in the query.
NAMED_ONE_BY_ONE = 200

HOLDING_FIELDS = ("plain", "wanted", "for_trade", "name", "kind", "notes", "tags")
LOAN_FIELDS = ("to", "since", "until", "returned")
HOLDING_UPDATES = (*HOLDING_FIELDS, "sort_key", "search_text", "figure", "card", "version")

Row = TypeVar("Row", Holding, Copy, Loan)


@dataclass(frozen=True)
class Held:
    """What is kept of a piece: its state, its version and its row, if it has one.

    `ids` are those of the rows of its copies and loans, by their public ids.
    """

    state: HoldingState = NOTHING
    version: int = 0
    row: Holding | None = None
    ids: Mapping[str, int] = field(default_factory=dict)


NOT_HELD = Held()


def read(collection: Collection, pieces: Many[Piece]) -> dict[Piece, Held]:
    """What a collection holds of some pieces; three queries. Pieces it lacks are not named."""
    rows = collection.holdings.order_by()
    if len(pieces) <= NAMED_ONE_BY_ONE:
        rows = rows.filter(
            set_code__in={piece.set for piece in pieces},
            number__in={piece.number for piece in pieces},
        )
    wanted = set(pieces)
    return {piece: held for piece, held in _read(rows).items() if piece in wanted}


def read_all(collection: Collection) -> dict[Piece, Held]:
    """Everything a collection holds, in its order; three queries."""
    return _read(collection.holdings.order_by("sort_key", "id"))


def read_some(collection: Collection, first: int, length: int) -> dict[Piece, Held]:
    """Some pieces of a collection in its order, from the one at place `first`, counted from 0; four
    queries."""
    rows = collection.holdings.order_by("sort_key", "id")
    some = list(rows.values_list("pk", flat=True)[first : first + length])
    return _read(rows.filter(pk__in=some))


def _read(rows: QuerySet[Holding]) -> dict[Piece, Held]:
    holdings = list(rows)
    chosen = rows.order_by().values("id")
    ids: dict[int, dict[str, int]] = {}
    loans: dict[int, dict[str, LoanState]] = {}
    for loan in Loan.objects.filter(copy__holding__in=chosen).order_by("since", "id"):
        values = {field: getattr(loan, field) for field in LOAN_FIELDS}
        loans.setdefault(loan.copy_id, {})[loan.public_id] = LoanState(**values)
        ids.setdefault(loan.copy_id, {})[loan.public_id] = loan.id
    copies: dict[int, dict[str, CopyState]] = {}
    ids_of: dict[int, dict[str, int]] = {}
    for copy in Copy.objects.filter(holding__in=chosen).order_by("id"):
        values = {field: getattr(copy, field) for field in COPY_FIELDS}
        values["tags"] = tuple(copy.tags)
        state = CopyState(**values, loans=loans.get(copy.id, {}))
        copies.setdefault(copy.holding_id, {})[copy.public_id] = state
        known = ids_of.setdefault(copy.holding_id, {})
        known |= {copy.public_id: copy.id, **ids.get(copy.id, {})}
    return {
        piece_of(row): Held(_state(row, copies), row.version, row, ids_of.get(row.id, {}))
        for row in holdings
    }


def _state(row: Holding, copies: Mapping[int, dict[str, CopyState]]) -> HoldingState:
    values = {field: getattr(row, field) for field in HOLDING_FIELDS}
    values["tags"] = tuple(row.tags)
    return HoldingState(**values, copies=copies.get(row.id, {}))


def writing(
    collection: Collection,
    before: Mapping[Piece, Held],
    after: Mapping[Piece, HoldingState],
    version: int,
) -> list[bulk.Step]:
    """Steps that make the rows those of the states after, if they are those of before until then;
    what holds nothing any more has no row."""
    kept = {piece: state for piece, state in after.items() if state != NOTHING}
    gone = [held.row.id for piece in after if piece not in kept and (held := before[piece]).row]
    holdings = _holdings(collection, before, kept, version)
    copies = _copies(before, kept, holdings)
    loans = _loans(before, kept, copies)
    return [
        *_removing(gone, before, kept),
        *bulk.inserts(holdings.new),
        *bulk.updates(holdings.old, HOLDING_UPDATES),
        *bulk.inserts(copies.new),
        *bulk.updates(copies.old, tuple(COPY_FIELDS)),
        *bulk.updates(loans.old, LOAN_FIELDS),
        *bulk.inserts(loans.new),
    ]


@dataclass(frozen=True)
class _Rows(Generic[Row]):
    """Rows to write: those there are, and new ones under ids reserved for them."""

    old: list[Row]
    new: list[Row]

    @property
    def all(self) -> list[Row]:
        return self.old + self.new


def _parted(model: type[Row], rows: Sequence[Row]) -> _Rows[Row]:
    """The rows by whether they have an id; those without get one."""
    old, new = ([row for row in rows if bool(row.pk) is has_id] for has_id in (True, False))
    for row, number in zip(new, bulk.reserve_ids(model, len(new)), strict=True):
        row.pk = number
    return _Rows(old, new)


def _holdings(
    collection: Collection,
    before: Mapping[Piece, Held],
    kept: Mapping[Piece, HoldingState],
    version: int,
) -> _Rows[Holding]:
    rows = []
    links = {
        system: CatalogueLinks(system, {piece.set for piece in kept if piece.system == system})
        for system in {piece.system for piece in kept}
    }
    for piece, state in kept.items():
        known = before[piece].row
        row = Holding(
            id=known.id if known else None,
            collection_id=collection.pk,
            system=piece.system,
            set_code=piece.set,
            number=piece.number,
            variant=piece.variant,
            sort_key=piece.sort_key,
            search_text=_search_text(piece, state),
            version=version,
            **{field: getattr(state, field) for field in HOLDING_FIELDS},
        )
        links[piece.system].join(row)
        rows.append(row)
    return _parted(Holding, rows)


def _search_text(piece: Piece, state: HoldingState) -> str:
    """The folded words of what is printed on a piece and of what its owner says of it."""
    said = (*piece.words, piece.variant, state.name, state.notes, *state.tags)
    return f" {fold(' '.join(said))} "


def _removing(
    gone: Sequence[int], before: Mapping[Piece, Held], kept: Mapping[Piece, HoldingState]
) -> Iterator[bulk.Step]:
    """Steps that delete pieces, copies and loans, each with what hangs on it."""
    for some in bulk.batches(gone):
        yield bulk.deletes(Loan.objects.filter(copy__holding__in=some))
        yield bulk.deletes(Copy.objects.filter(holding__in=some))
        yield bulk.deletes(Holding.objects.filter(id__in=some))
    lost = [
        row_id
        for piece, state in kept.items()
        for public_id, row_id in before[piece].ids.items()
        if public_id in before[piece].state.copies and public_id not in state.copies
    ]
    for some in bulk.batches(lost):
        yield bulk.deletes(Loan.objects.filter(copy__in=some))
        yield bulk.deletes(Copy.objects.filter(id__in=some))
    unmade = [
        before[piece].ids[loan_id]
        for piece, state in kept.items()
        for copy_id, copy in before[piece].state.copies.items()
        if copy_id in state.copies
        for loan_id in copy.loans
        if loan_id not in state.copies[copy_id].loans
    ]
    for some in bulk.batches(unmade):
        yield bulk.deletes(Loan.objects.filter(id__in=some))


def _copies(
    before: Mapping[Piece, Held],
    kept: Mapping[Piece, HoldingState],
    holdings: _Rows[Holding],
) -> _Rows[Copy]:
    """The rows of the copies that changed, or whose loans did."""
    ids = {piece_of(row): row.id for row in holdings.all}
    rows = [
        Copy(
            id=before[piece].ids.get(public_id),
            public_id=public_id,
            holding_id=ids[piece],
            **{field: getattr(copy, field) for field in COPY_FIELDS},
        )
        for piece, state in kept.items()
        for public_id, copy in state.copies.items()
        if copy != before[piece].state.copies.get(public_id)
    ]
    return _parted(Copy, rows)


def _loans(
    before: Mapping[Piece, Held], kept: Mapping[Piece, HoldingState], copies: _Rows[Copy]
) -> _Rows[Loan]:
    """The rows of the loans that changed."""
    ids = {copy.public_id: copy.id for copy in copies.all}
    rows = []
    for piece, state in kept.items():
        earlier = before[piece].state.copies
        for copy_id, copy in state.copies.items():
            old = earlier[copy_id].loans if copy_id in earlier else {}
            rows += [
                Loan(
                    id=before[piece].ids.get(loan_id),
                    public_id=loan_id,
                    copy_id=ids[copy_id],
                    **asdict(loan),
                )
                for loan_id, loan in copy.loans.items()
                if loan != old.get(loan_id)
            ]
    return _parted(Loan, rows)

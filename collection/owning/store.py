"""Reading the states of a collection's pieces from their rows, and writing them back.

Whole imports pass here: a state is read with three queries and written with a few statements,
however many pieces there are.
"""

from collections.abc import Collection as Many
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet
from msgspec.structs import asdict

from collection.folding import fold
from collection.models import Collection, Copy, Holding, Loan
from collection.owning.joining import CatalogueLinks
from collection.owning.pieces import Piece, piece_of
from collection.owning.states import NOTHING, CopyState, HoldingState, LoanState

#: Past so many pieces all of a collection is read, rather than each piece named in the query.
NAMED_ONE_BY_ONE = 200
BATCH = 500

HOLDING_FIELDS = ("plain", "wanted", "for_trade", "name", "kind", "notes", "tags")
COPY_FIELDS = ("condition", "place", "has_card", "acquired", "price", "currency", "notes", "tags")
LOAN_FIELDS = ("to", "since", "until", "returned")


@dataclass(frozen=True)
class Held:
    """What is kept of a piece: its state, its version and its row, if it has one."""

    state: HoldingState = NOTHING
    version: int = 0
    row: Holding | None = None


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


def _read(rows: QuerySet[Holding]) -> dict[Piece, Held]:
    holdings = list(rows)
    chosen = rows.order_by().values("id")
    loans: dict[int, dict[str, LoanState]] = {}
    for loan in Loan.objects.filter(copy__holding__in=chosen).order_by("since", "id"):
        values = {field: getattr(loan, field) for field in LOAN_FIELDS}
        loans.setdefault(loan.copy_id, {})[loan.public_id] = LoanState(**values)
    copies: dict[int, dict[str, CopyState]] = {}
    for copy in Copy.objects.filter(holding__in=chosen).order_by("id"):
        values = {field: getattr(copy, field) for field in COPY_FIELDS}
        values["tags"] = tuple(copy.tags)
        state = CopyState(**values, loans=loans.get(copy.id, {}))
        copies.setdefault(copy.holding_id, {})[copy.public_id] = state
    return {piece_of(row): Held(_state(row, copies), row.version, row) for row in holdings}


def _state(row: Holding, copies: Mapping[int, dict[str, CopyState]]) -> HoldingState:
    values = {field: getattr(row, field) for field in HOLDING_FIELDS}
    values["tags"] = tuple(row.tags)
    return HoldingState(**values, copies=copies.get(row.id, {}))


def write(
    collection: Collection,
    before: Mapping[Piece, Held],
    after: Mapping[Piece, HoldingState],
    version: int,
) -> None:
    """Make the rows those of the states after; what holds nothing any more has no row."""
    kept = {piece: state for piece, state in after.items() if state != NOTHING}
    gone = [held.row.id for piece in after if piece not in kept and (held := before[piece]).row]
    for some in _batches(gone):
        Holding.objects.filter(id__in=some).delete()
    ids = _write_holdings(collection, kept, version)
    _remove_copies(before, kept)
    copy_ids = _write_copies(before, kept, ids)
    _write_loans(before, kept, copy_ids)


def _write_holdings(
    collection: Collection, kept: Mapping[Piece, HoldingState], version: int
) -> dict[Piece, int]:
    rows = []
    links = {
        system: CatalogueLinks(system, {piece.set for piece in kept if piece.system == system})
        for system in {piece.system for piece in kept}
    }
    for piece, state in kept.items():
        row = Holding(
            collection=collection,
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
    Holding.objects.bulk_create(
        rows,
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["collection", "system", "set_code", "number", "variant"],
        update_fields=[*HOLDING_FIELDS, "sort_key", "search_text", "figure", "card", "version"],
    )
    return {piece_of(row): row.id for row in rows}


def _search_text(piece: Piece, state: HoldingState) -> str:
    """The folded words of what is printed on a piece and of what its owner says of it."""
    said = (*piece.words, piece.variant, state.name, state.notes, *state.tags)
    return f" {fold(' '.join(said))} "


def _remove_copies(before: Mapping[Piece, Held], kept: Mapping[Piece, HoldingState]) -> None:
    gone = [
        copy_id
        for piece, state in kept.items()
        for copy_id in before[piece].state.copies
        if copy_id not in state.copies
    ]
    for some in _batches(gone):
        Copy.objects.filter(public_id__in=some).delete()


def _write_copies(
    before: Mapping[Piece, Held], kept: Mapping[Piece, HoldingState], ids: Mapping[Piece, int]
) -> dict[str, int]:
    """The row ids of the copies whose loans may have changed, by their public ids."""
    rows = [
        Copy(
            public_id=copy_id,
            holding_id=ids[piece],
            **{field: getattr(copy, field) for field in COPY_FIELDS},
        )
        for piece, state in kept.items()
        for copy_id, copy in state.copies.items()
        if copy != before[piece].state.copies.get(copy_id)
    ]
    Copy.objects.bulk_create(
        rows,
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["public_id"],
        update_fields=list(COPY_FIELDS),
    )
    return {row.public_id: row.id for row in rows}


def _write_loans(
    before: Mapping[Piece, Held], kept: Mapping[Piece, HoldingState], copy_ids: Mapping[str, int]
) -> None:
    rows, gone = [], []
    for piece, state in kept.items():
        earlier = before[piece].state.copies
        for copy_id, copy in state.copies.items():
            old = earlier[copy_id].loans if copy_id in earlier else {}
            gone += [loan_id for loan_id in old if loan_id not in copy.loans]
            rows += [
                Loan(public_id=loan_id, copy_id=copy_ids[copy_id], **asdict(loan))
                for loan_id, loan in copy.loans.items()
                if loan != old.get(loan_id)
            ]
    for some in _batches(gone):
        Loan.objects.filter(public_id__in=some).delete()
    Loan.objects.bulk_create(
        rows,
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["public_id"],
        update_fields=list(LOAN_FIELDS),
    )


def _batches(ids: list) -> Iterable[list]:
    return (ids[start : start + BATCH] for start in range(0, len(ids), BATCH))

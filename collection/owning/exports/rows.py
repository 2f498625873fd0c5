"""What a collection holds as rows of our own columns; reading them back changes nothing.

The first row of a piece is about the piece: the copies not told apart, what is wanted and for
trade, its notes and tags. Equal copies that are told apart share a row below it.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from collection.catalogue.pieces import Piece
from collection.owning.copy_fields import COPY_FIELDS, FACTS
from collection.owning.importing.merging import Lot, lot_of
from collection.owning.importing.rows import Told
from collection.owning.states import HoldingState

Value = str | int | date | Decimal | None
Record = dict[str, Value]

#: Our columns in the order they are written; new ones stand before the notes.
COLUMNS = tuple(
    dict.fromkeys(
        (
            *("game", "set", "number", "variant", "name", "kind", "count", "for_trade", "wanted"),
            *("condition", "has_card", "location", "loaned_to", "tags"),
            *(said.column for name, said in COPY_FIELDS.items() if name != "notes"),
            "notes",
        )
    )
)
YES, NO = "yes", "no"


def rows_of(piece: Piece, state: HoldingState, *, name: str, kind: str) -> Iterator[Record]:
    """The rows of one piece; `name` and `kind` are what it is called where it is known."""
    known: Record = {
        "game": piece.system,
        "set": piece.set,
        "number": piece.number,
        "variant": piece.variant,
        "name": name,
        "kind": kind,
    }
    copies = Counter(lot_of(copy) for copy in state.copies.values())
    if _has_own_row(state, copies):
        yield known | {
            "count": state.plain,
            "for_trade": state.for_trade,
            "wanted": state.wanted,
            "tags": _cell(state.tags),
            "notes": state.notes,
        }
    for lot, count in copies.items():
        facts = {said.column: _cell(getattr(lot.told, name)) for name, said in FACTS.items()}
        yield (
            known
            | facts
            | {
                "count": count,
                "loaned_to": lot.told.loaned_to,
                "tags": _cell(lot.tags),
                "notes": lot.notes,
            }
        )


def _has_own_row(state: HoldingState, copies: Counter[Lot]) -> bool:
    of_its_own = state.plain or state.wanted or state.for_trade or state.tags or state.notes
    remarks_only = any(lot.told == Told() for lot in copies)
    return bool(of_its_own or remarks_only)


def _cell(value: Value | tuple[str, ...]) -> Value:
    """A value as a cell holds it."""
    if isinstance(value, bool):
        return YES if value else NO
    return ", ".join(value) if isinstance(value, tuple) else value

"""What a collection holds of one piece, as a value; and the difference between two such values.

A state travels as a plain document: what it does not mention has its default. Changes name the
value before and after, so that they can be told, and undone.
"""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

import msgspec

from collection.owning.copy_fields import CopySaid

Document = dict[str, Any]
Changes = dict[str, Any]

#: The values of a document that hold things by id.
BY_ID = ("copies", "loans")


class LoanState(msgspec.Struct, frozen=True, omit_defaults=True):
    """A copy in somebody's hands."""

    to: str
    since: date
    until: date | None = None
    returned: date | None = None


class CopyState(CopySaid, frozen=True, omit_defaults=True):
    """One copy that is told apart from the others; its loans by id."""

    loans: dict[str, LoanState] = msgspec.field(default_factory=dict)

    @property
    def loan(self) -> LoanState | None:
        """The loan that has not ended."""
        return next((loan for loan in self.loans.values() if loan.returned is None), None)


class HoldingState(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything a collection holds of one piece; its copies told apart by id."""

    plain: int = 0
    wanted: int = 0
    for_trade: int = 0
    name: str = ""
    kind: str = ""
    notes: str = ""
    tags: tuple[str, ...] = ()
    copies: dict[str, CopyState] = {}

    @property
    def owned(self) -> int:
        """How many there are."""
        return self.plain + len(self.copies)

    @property
    def lent(self) -> int:
        """How many of them are in somebody else's hands."""
        return sum(copy.loan is not None for copy in self.copies.values())

    @property
    def paid(self) -> dict[str, Decimal]:
        """What was paid for the copies whose price is known, by currency."""
        paid: dict[str, Decimal] = {}
        for copy in self.copies.values():
            if copy.price is not None:
                paid[copy.currency] = paid.get(copy.currency, Decimal(0)) + copy.price
        return dict(sorted(paid.items()))


NOTHING = HoldingState()


class Clash(Exception):
    """A value is no longer what a change had made of it; `path` leads to it."""

    def __init__(self, path: tuple[str, ...]) -> None:
        super().__init__("/".join(path))
        self.path = path


def document_of(state: HoldingState) -> Document:
    """The state as plain values, the same that a column of JSON gives back: lists, no tuples."""
    document: Document = msgspec.json.decode(msgspec.json.encode(state))
    return document


def state_of(document: Mapping[str, Any]) -> HoldingState:
    """The state a document describes; raises msgspec.ValidationError."""
    return msgspec.convert(document, HoldingState)


def changes_between(before: Mapping[str, Any], after: Mapping[str, Any]) -> Changes:
    """What one document changes of another; empty where they are equal."""
    changes: Changes = {}
    for key in [*before, *(key for key in after if key not in before)]:
        old, new = before.get(key), after.get(key)
        if key in BY_ID:
            old, new = old or {}, new or {}
        if isinstance(old, dict) and isinstance(new, dict):
            if inner := changes_between(old, new):
                changes[key] = inner
        elif old != new:
            changes[key] = [old, new]
    return changes


def taken_back(document: Mapping[str, Any], changes: Changes) -> Document:
    """The document as it was before some changes; raises Clash where it has moved on since."""
    return _taken_back(document, changes, ())


def check_lent_once(state: HoldingState) -> None:
    """Raises Clash where a copy would be in the hands of two at once."""
    for copy_id, copy in state.copies.items():
        if sum(loan.returned is None for loan in copy.loans.values()) > 1:
            raise Clash(("copies", copy_id, "loans"))


def _taken_back(document: Mapping[str, Any], changes: Changes, path: tuple[str, ...]) -> Document:
    older = dict(document)
    for key, change in changes.items():
        here = (*path, key)
        if isinstance(change, dict):
            if key not in older and key not in BY_ID:
                raise Clash(here)
            older[key] = _taken_back(older.get(key, {}), change, here)
            if key in BY_ID and not older[key]:
                del older[key]
            continue
        before, after = change
        if older.get(key) != after:
            raise Clash(here)
        if before is None:
            del older[key]
        else:
            older[key] = before
    return older

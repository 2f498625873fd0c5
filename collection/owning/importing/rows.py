"""What one row of a table says of a collection."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Any, TypeVar

import msgspec
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

from collection.catalogue.present.catalogue_words import CARD_TYPES, TYPES
from collection.common.folding import fold
from collection.common.language import Words
from collection.common.tabular.cells import (
    BadCell,
    read_date,
    read_decimal,
    read_truth,
    read_whole,
    read_words,
)
from collection.common.tabular.formulas import hides_formula
from collection.common.tabular.workbooks import Cell
from collection.owning.currencies import currency_code
from collection.owning.edits import MOST_OF_A_PIECE
from collection.owning.models import Condition
from collection.owning.models.copies import (
    LONGEST_NAME,
    LONGEST_PERSON,
    LONGEST_PLACE,
    LONGEST_REMARK,
    LONGEST_VARIANT,
)

Value = TypeVar("Value")

MOST_TAGS = 20
LONGEST_TAG = 30
LARGEST_PRICE = Decimal("999999.99")
LONGEST_CODE = 32
LONGEST_QUOTED = 40
AMOUNTS = ("count", "for_trade", "wanted")

#: The grades of other games' collectors.
GRADES = {
    Condition.MINT: "mint, near mint, nm, m, new, jak nowa, jak nowy, nowa, nowy, idealny, idealna",
    Condition.GOOD: "good, good (lightly played), lightly played, light played, lp, excellent, ex,"
    " very good, fine, slightly played, dobry, dobra, db, bardzo dobry, bardzo dobra, bdb",
    Condition.WORN: "played, moderately played, mp, heavily played, hp, fair, used, używany,"
    " używana, zużyty, gracka",
    Condition.DAMAGED: "poor, dmg, broken, zniszczony, zniszczona, uszkodzony, uszkodzona",
}


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is said of single copies."""

    condition: str = ""
    has_card: bool | None = None
    place: str = ""
    loaned_to: str = ""
    acquired: date | None = None
    price: Decimal | None = None
    currency: str = ""


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row's piece as it was written, and what it says of it; None where it says nothing."""

    set: str = ""
    number: str = ""
    variant: str = ""
    name: str = ""
    kind: str = ""
    count: int | None = None
    for_trade: int | None = None
    wanted: int | None = None
    told: Told = Told()
    tags: tuple[str, ...] = ()
    notes: str = ""


def read_row(cells: Mapping[str, Cell], columns: frozenset[str], currency: str) -> Row:
    """What the cells of a row say; raises BadRow with everything that is wrong in it.

    `columns` are those the table has: where none holds an amount, a row stands for one piece.
    `currency` is that of prices without one.
    """
    reader = _Reader(cells)
    count = reader.read("count", _amount)
    if not columns & set(AMOUNTS):
        count = 1
    price, told_currency = reader.read("price_paid", _price) or (None, "")
    named_currency = reader.read("currency", _currency) or ""
    row = Row(
        set=reader.text("set", LONGEST_NAME) or reader.text("set_name", LONGEST_NAME),
        number=reader.text("number", LONGEST_CODE) or reader.text("id", LONGEST_CODE),
        variant=reader.text("variant", LONGEST_VARIANT),
        name=reader.text("name", LONGEST_NAME),
        kind=_kinds().get(fold(reader.text("kind", LONGEST_NAME)), ""),
        count=count,
        for_trade=reader.read("for_trade", _amount),
        wanted=reader.read("wanted", _amount),
        told=Told(
            condition=reader.read("condition", _condition) or "",
            has_card=reader.read("has_card", read_truth),
            place=reader.text("location", LONGEST_PLACE),
            loaned_to=reader.text("loaned_to", LONGEST_PERSON),
            acquired=reader.read("acquired", read_date),
            price=price,
            currency=(named_currency or told_currency or currency) if price is not None else "",
        ),
        tags=reader.read("tags", _tags) or (),
        notes=reader.read("notes", _notes) or "",
    )
    reader.read("game", _game)
    if not (row.number or row.name):
        reader.faults.append(Fault("", _("Neither a number nor a name says which piece this is.")))
    if reader.faults:
        raise BadRow(reader.faults)
    return row


@dataclass(frozen=True)
class Fault:
    """What is wrong with the cell of a column, or with the row itself where that is ""."""

    column: str
    reason: str


class BadRow(Exception):
    """A row that cannot be used, with everything that is wrong with it."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__(" ".join(fault.reason for fault in faults))
        self.faults = faults


class _Reader:
    """Reads the cells of one row and keeps what is wrong with them."""

    def __init__(self, cells: Mapping[str, Cell]) -> None:
        self._cells = cells
        self.faults: list[Fault] = []

    def read(self, column: str, read: Callable[[Cell], Value]) -> Value | None:
        """A cell's value; None for an empty or a bad one."""
        cell = self._cells.get(column)
        if cell is None or not read_words(cell):
            return None
        try:
            return read(cell)
        except BadCell as bad:
            self.faults.append(Fault(column, str(bad)))
            return None

    def text(self, column: str, longest: int) -> str:
        """A cell's text."""
        return self.read(column, lambda cell: _text(cell, longest)) or ""


def _text(cell: Cell, longest: int, *, lines: bool = False) -> str:
    """Printable text, on one line unless it may have several, without the sign an export put
    before a seeming formula."""
    said = "".join(
        sign if sign.isprintable() or (lines and sign == "\n") else " " for sign in read_words(cell)
    ).strip()
    said = said[1:] if hides_formula(said) else said
    if len(said) > longest:
        reason = _("“%(said)s…” is longer than %(longest)s characters.")
        raise BadCell(reason % {"said": said[:LONGEST_QUOTED], "longest": longest})
    return said


def _quoted(cell: Cell) -> str:
    return read_words(cell)[:LONGEST_QUOTED]


def _notes(cell: Cell) -> str:
    return _text(cell, LONGEST_REMARK, lines=True)


def _amount(cell: Cell) -> int:
    amount = read_whole(cell)
    if not 0 <= amount <= MOST_OF_A_PIECE:
        reason = _("“%(said)s” is no amount from 0 to %(most)s.")
        raise BadCell(reason % {"said": _quoted(cell), "most": MOST_OF_A_PIECE})
    return amount


def _price(cell: Cell) -> tuple[Decimal, str]:
    """A price with the currency written beside it, if there is one."""
    price = read_decimal(cell)
    if not 0 <= price <= LARGEST_PRICE:
        reason = _("“%(said)s” is no price from 0 to %(most)s.")
        raise BadCell(reason % {"said": _quoted(cell), "most": LARGEST_PRICE})
    sign = re.sub(r"[\d\s.,'’_+-]", "", read_words(cell))
    return price.quantize(Decimal("0.01")), _currency(sign) if sign else ""


def _currency(cell: Cell) -> str:
    code = currency_code(read_words(cell))
    if not code:
        reason = _("“%(said)s” is no currency; write its three letters.")
        raise BadCell(reason % {"said": _quoted(cell)})
    return code


def _condition(cell: Cell) -> str:
    said = fold(read_words(cell).replace("_", " "))
    condition = _conditions().get(said)
    if condition is None:
        names = ", ".join(str(label) for label in Condition.labels)
        reason = _("“%(said)s” is no condition; there are: %(choices)s.")
        raise BadCell(reason % {"said": _quoted(cell), "choices": names})
    return condition


@lru_cache
def _conditions() -> dict[str, str]:
    """The conditions by what people write for them."""
    grades = {fold(said): key for key, words in GRADES.items() for said in words.split(", ")}
    return {**grades, **_known_words(dict(Condition.choices))}


@lru_cache
def _kinds() -> dict[str, str]:
    """The kinds of pieces by what people write for them."""
    return _known_words({**TYPES, **CARD_TYPES})


def _known_words(choices: Mapping[str, Words]) -> dict[str, str]:
    """Choices by their keys and by their names in every language of the site."""
    known = {fold(key): key for key in choices}
    for language, _name in settings.LANGUAGES:
        with override(language):
            known |= {fold(str(name)): key for key, name in choices.items()}
    return known


def _tags(cell: Cell) -> tuple[str, ...]:
    said = (_text(tag, LONGEST_TAG) for tag in re.split("[,;|]", read_words(cell)))
    tags = tuple(dict.fromkeys(filter(None, said)))
    if len(tags) > MOST_TAGS:
        reason = _("“%(said)s…” holds more than %(most)s tags.")
        raise BadCell(reason % {"said": _quoted(cell), "most": MOST_TAGS})
    return tags


def _game(cell: Cell) -> Any:
    if fold(read_words(cell)).replace("-", " ") not in GAMES:
        raise BadCell(_("“%(said)s” is no game of this site.") % {"said": _quoted(cell)})
    return None


GAMES = frozenset(
    ("age of destruction", "aod", "mechwarrior", "mechwarrior: age of destruction", "dark age")
)

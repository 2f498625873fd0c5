"""What one row of a table says of a collection."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache, partial
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
from collection.owning import field_kinds as kinds
from collection.owning.copy_fields import COPY_FIELDS, FACTS, CopyFacts
from collection.owning.currencies import currency_code
from collection.owning.edits import MOST_OF_A_PIECE
from collection.owning.models.copies import LONGEST_NAME, LONGEST_PERSON, LONGEST_VARIANT

Value = TypeVar("Value")

LONGEST_CODE = 32
LONGEST_QUOTED = 40
AMOUNTS = ("count", "for_trade", "wanted")
MONEY = ("price", "currency")


class Told(CopyFacts, frozen=True, omit_defaults=True):
    """What is said of single copies, and in whose hands they are."""

    loaned_to: str = ""


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
    paid = reader.paid(currency)
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
            **reader.values(name for name in FACTS if name not in MONEY),
            **paid,
            loaned_to=reader.text("loaned_to", LONGEST_PERSON),
        ),
        **reader.values(name for name in COPY_FIELDS if name not in FACTS),
    )
    reader.read("game", _game)
    if not (row.number or row.name):
        reader.faults.append(Fault("", _("Neither a number nor a name says which piece this is.")))
    if reader.faults:
        raise BadRow(reader.faults)
    return row


def faulty_columns(
    cells: Mapping[str, Cell], columns: frozenset[str], currency: str
) -> tuple[str, ...]:
    """The columns that are wrong in a row, each once; where nothing says which piece it is about,
    that of the number."""
    try:
        read_row(cells, columns, currency)
    except BadRow as bad:
        return tuple(dict.fromkeys(fault.column or "number" for fault in bad.faults))
    return ()


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

    def value(self, name: str) -> Any:
        """What the row says of a declared field; None where it says nothing."""
        said = COPY_FIELDS[name]
        return self.read(said.column, _reading(said.kind))

    def values(self, names: Iterable[str]) -> dict[str, Any]:
        """The values of declared fields, without those the row says nothing of."""
        values = ((name, self.value(name)) for name in names)
        return {name: value for name, value in values if value is not None}

    def paid(self, usual: str) -> dict[str, Any]:
        """A price with its currency: that of its column, the one beside it or the usual one."""
        price, beside = self.value("price") or (None, "")
        named = self.value("currency")
        return {} if price is None else {"price": price, "currency": named or beside or usual}


def _reading(kind: kinds.Kind) -> Callable[[Cell], Any]:
    """How the cells of a kind of value are read; a price with the currency written beside it."""
    match kind:
        case kinds.Text(longest=longest, lines=lines):
            return partial(_text, longest=longest, lines=lines)
        case kinds.Choice():
            return partial(_choice, kind=kind)
        case kinds.Truth():
            return read_truth
        case kinds.Day():
            return read_date
        case kinds.Price(highest_in_tables=highest):
            return partial(_price, highest=highest)
        case kinds.Currency():
            return _currency
        case kinds.Tags():
            return partial(_tags, kind=kind)


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


def _amount(cell: Cell) -> int:
    amount = read_whole(cell)
    if not 0 <= amount <= MOST_OF_A_PIECE:
        reason = _("“%(said)s” is no amount from 0 to %(most)s.")
        raise BadCell(reason % {"said": _quoted(cell), "most": MOST_OF_A_PIECE})
    return amount


def _price(cell: Cell, highest: Decimal) -> tuple[Decimal, str]:
    """A price with the currency written beside it, if there is one."""
    price = read_decimal(cell)
    if not 0 <= price <= highest:
        reason = _("“%(said)s” is no price from 0 to %(most)s.")
        raise BadCell(reason % {"said": _quoted(cell), "most": highest})
    sign = re.sub(r"[\d\s.,'’_+-]", "", read_words(cell))
    return price.quantize(Decimal("0.01")), _currency(sign) if sign else ""


def _currency(cell: Cell) -> str:
    code = currency_code(read_words(cell))
    if not code:
        reason = _("“%(said)s” is no currency; write its three letters.")
        raise BadCell(reason % {"said": _quoted(cell)})
    return code


def _choice(cell: Cell, kind: kinds.Choice) -> str:
    chosen = _spellings(kind).get(fold(read_words(cell).replace("_", " ")))
    if chosen is None:
        names = ", ".join(str(label) for label in kind.choices.labels)
        raise BadCell(str(kind.refusal) % {"said": _quoted(cell), "choices": names})
    return chosen


@lru_cache
def _spellings(kind: kinds.Choice) -> dict[str, str]:
    """Choices by what people write for them."""
    others = {
        fold(said): key for key, those in kind.spellings.items() for said in those.split(", ")
    }
    return {**others, **_known_words(dict(kind.choices.choices))}


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


def _tags(cell: Cell, kind: kinds.Tags) -> tuple[str, ...]:
    said = (_text(tag, kind.longest) for tag in re.split("[,;|]", read_words(cell)))
    tags = tuple(dict.fromkeys(filter(None, said)))
    if len(tags) > kind.most:
        reason = _("“%(said)s…” holds more than %(most)s tags.")
        raise BadCell(reason % {"said": _quoted(cell), "most": kind.most})
    return tags


def _game(cell: Cell) -> Any:
    if fold(read_words(cell)).replace("-", " ") not in GAMES:
        raise BadCell(_("“%(said)s” is no game of this site.") % {"said": _quoted(cell)})
    return None


GAMES = frozenset(
    ("age of destruction", "aod", "mechwarrior", "mechwarrior: age of destruction", "dark age")
)

"""The kinds of value a field may hold; how each is typed, read and told is said where that is done.

A kind more is a case more in each of these: the form, tables read and written, both sides of the
API, pages. A field more is none.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from django.db.models import TextChoices

from collection.common.language import Words


@dataclass(frozen=True, eq=False)
class Text:
    """Printable text of at most `longest` characters, on one line unless it may have several in
    tables; `suggestions` names the list its input is helped by."""

    longest: int
    lines: bool = False
    suggestions: str = ""


@dataclass(frozen=True, eq=False)
class Choice:
    """One of some choices, or none; `spellings` are what else tables write for each, with commas
    between, and `refusal` answers anything other than those."""

    choices: type[TextChoices]
    spellings: Mapping[str, str]
    refusal: Words


@dataclass(frozen=True, eq=False)
class Truth:
    """Yes, no or not said; `yes` and `no` are the words of pages."""

    yes: Words
    no: Words


@dataclass(frozen=True, eq=False)
class Day:
    """A day, or none."""


@dataclass(frozen=True, eq=False)
class Price:
    """A sum of money from 0, or none: the greatest a collection keeps, and the greatest that is
    read from a table."""

    highest: Decimal
    highest_in_tables: Decimal


@dataclass(frozen=True, eq=False)
class Currency:
    """The three letters of a currency, or none."""


@dataclass(frozen=True, eq=False)
class Tags:
    """Words of somebody's own: how many, and how long each."""

    most: int
    longest: int


Kind = Text | Choice | Truth | Day | Price | Currency | Tags


@dataclass(frozen=True, eq=False)
class Field:
    """A value that may be said of something.

    `label` names it before an input, `word` within a sentence, `on_page` where its value stands
    alone (the label, if nothing else). `column` heads it in tables (its name, if nothing else),
    `heading` says so to readers, who also write the `headings`. A field `beside` another says more
    of that one's value, and nothing without it; one `in_title` is part of what its owner is called.
    """

    kind: Kind
    label: Words
    word: Words
    heading: Words
    on_page: Words = ""
    column: str = ""
    headings: tuple[str, ...] = ()
    beside: str = ""
    in_title: bool = False


def fields_of(shape: type[Any]) -> dict[str, Field]:
    """The fields declared in the annotations of a class, by name and in order."""
    hints = get_type_hints(shape, include_extras=True)
    return {
        name: replace(said, column=said.column or name, on_page=said.on_page or said.label)
        for name, hint in hints.items()
        if get_origin(hint) is Annotated
        for said in get_args(hint)
        if isinstance(said, Field)
    }

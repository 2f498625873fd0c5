"""What may be said of a copy, each thing declared once.

The state of a copy, its form, the columns of tables and of exports, both sides of the API, the
words of changes and the facts on pages follow from these annotations. A field more is its column
in `models.copies` with a migration, its lines here and its words in the other language.
"""

from datetime import date
from decimal import Decimal
from typing import Annotated

import msgspec
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from collection.owning import field_kinds as kinds
from collection.owning.field_kinds import Field, fields_of
from collection.owning.models.copies import LONGEST_PLACE, LONGEST_REMARK, Condition

HIGHEST_PRICE = Decimal("9999999.99")
HIGHEST_PRICE_IN_TABLES = Decimal("999999.99")
MOST_TAGS = 20
LONGEST_TAG = 30

#: The grades of other games' collectors.
GRADES = {
    Condition.MINT: "mint, near mint, nm, m, new, jak nowa, jak nowy, nowa, nowy, idealny, idealna",
    Condition.GOOD: "good, good (lightly played), lightly played, light played, lp, excellent, ex,"
    " very good, fine, slightly played, dobry, dobra, db, bardzo dobry, bardzo dobra, bdb",
    Condition.WORN: "played, moderately played, mp, heavily played, hp, fair, used, używany,"
    " używana, zużyty, gracka",
    Condition.DAMAGED: "poor, dmg, broken, zniszczony, zniszczona, uszkodzony, uszkodzona",
}


class CopyFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is said of copies only."""

    condition: Annotated[
        str,
        Field(
            kinds.Choice(
                Condition, GRADES, _("“%(said)s” is no condition; there are: %(choices)s.")
            ),
            _("Condition"),
            _("condition"),
            heading=pgettext_lazy("heading of a table", "condition"),
            headings=("Grade", "State", "Stan"),
            in_title=True,
        ),
    ] = ""
    place: Annotated[
        str,
        Field(
            kinds.Text(LONGEST_PLACE, suggestions="places"),
            _("Place"),
            _("place"),
            column="location",
            heading=pgettext_lazy("heading of a table", "location"),
            headings=(
                *("Place", "Box", "Binder", "Binder name", "Storage", "Shelf"),
                *("Miejsce", "Pudełko", "Segregator", "Pudło", "Półka", "Regał", "Gdzie"),
            ),
            in_title=True,
        ),
    ] = ""
    has_card: Annotated[
        bool | None,
        Field(
            kinds.Truth(_("there"), _("missing")),
            _("Has its card"),
            _("has its card"),
            on_page=_("Its card"),
            heading=pgettext_lazy("heading of a table", "has_card"),
            headings=(
                *("Has card", "Card included", "With card", "Has dossier"),
                *("Ma kartę", "Z kartą", "Jest karta"),
            ),
        ),
    ] = None
    acquired: Annotated[
        date | None,
        Field(
            kinds.Day(),
            _("Acquired"),
            _("acquired"),
            heading=pgettext_lazy("heading of a table", "acquired"),
            headings=(
                *("Date added", "Date acquired", "Acquired on", "Purchase date", "Bought"),
                *("Data nabycia", "Data zakupu", "Nabyto", "Kupiono", "Kupione", "Od kiedy"),
            ),
        ),
    ] = None
    price: Annotated[
        Decimal | None,
        Field(
            kinds.Price(HIGHEST_PRICE, HIGHEST_PRICE_IN_TABLES),
            _("Price paid"),
            _("price paid"),
            column="price_paid",
            heading=pgettext_lazy("heading of a table", "price_paid"),
            headings=(
                *("Purchase price", "Price paid", "My price", "Price", "Paid", "Cost"),
                *("Cena", "Cena zakupu", "Zapłacono", "Koszt"),
            ),
        ),
    ] = None
    currency: Annotated[
        str,
        Field(
            kinds.Currency(),
            _("Currency"),
            _("currency"),
            heading=pgettext_lazy("heading of a table", "currency"),
            headings=("Purchase price currency", "Waluta"),
            beside="price",
        ),
    ] = ""


Notes = Annotated[
    str,
    Field(
        kinds.Text(LONGEST_REMARK, lines=True),
        _("Notes"),
        _("notes"),
        heading=pgettext_lazy("heading of a table", "notes"),
        headings=("Note", "Comment", "Comments", "Remarks", "Notatki", "Uwagi", "Komentarz"),
    ),
]
TagsSaid = Annotated[
    tuple[str, ...],
    Field(
        kinds.Tags(MOST_TAGS, LONGEST_TAG),
        _("Tags"),
        _("tags"),
        heading=pgettext_lazy("heading of a table", "tags"),
        headings=("Tag", "Labels", "Label", "Etykiety", "Tagi"),
    ),
]


class CopySaid(CopyFacts, frozen=True, omit_defaults=True):
    """Everything that is said of one copy."""

    notes: Notes = ""
    tags: TagsSaid = ()


#: What is said of copies only, and everything said of one, by name.
FACTS = fields_of(CopyFacts)
COPY_FIELDS = fields_of(CopySaid)

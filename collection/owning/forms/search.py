"""What people ask of the pieces of a collection."""

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from collection.catalogue.forms.search import FigureSearchForm
from collection.catalogue.search.terms import read_terms
from collection.common.language import Words
from collection.owning.forms.copies import LineField
from collection.owning.present.values import (
    AMOUNT_COLUMNS,
)
from collection.owning.selectors.holdings import HoldingFilter

SHOWN: Mapping[str, Words] = {
    "": gettext_lazy("everything"),
    "owned": pgettext_lazy("pieces shown", "owned"),
    "spare": pgettext_lazy("pieces shown", "more than one"),
    "wanted": pgettext_lazy("pieces shown", "wanted"),
    "trade": pgettext_lazy("pieces shown", "for trade"),
    "lent": pgettext_lazy("pieces shown", "lent out"),
    "apart": pgettext_lazy("pieces shown", "with copies listed one by one"),
    "unknown": pgettext_lazy("pieces shown", "not in the catalogue"),
}


ORDERS = (
    ("", gettext_lazy("number")),
    ("-number", gettext_lazy("number, last first")),
    ("name", gettext_lazy("name")),
    ("-name", gettext_lazy("name, Z to A")),
    ("points", gettext_lazy("points, lowest first")),
    ("-points", gettext_lazy("points, highest first")),
    ("-owned", gettext_lazy("owned, most first")),
    ("owned", gettext_lazy("owned, fewest first")),
)


OWN_COLUMNS = ("faction", "rank", "type", "points")


class HoldingSearchForm(FigureSearchForm):
    """The catalogue's search, with what only a collection can be asked."""

    show = forms.ChoiceField(label=gettext_lazy("Show"), required=False, choices=SHOWN.items())
    place = LineField(label=gettext_lazy("Place"), max_length=60)
    order = forms.ChoiceField(label=gettext_lazy("Order"), required=False, choices=ORDERS)
    view = forms.ChoiceField(
        required=False,
        choices=(("", gettext_lazy("table")), ("pictures", gettext_lazy("pictures"))),
    )

    def holdings(self) -> HoldingFilter:
        """The filter the form asks for."""
        chosen = self.chosen()
        figures = self.wanted()
        query = chosen.get("q", "")
        asks_figures = (
            figures.chosen
            or self.problems
            or chosen.keys() & {"points_from", "points_to"}
            or any(term.field or term.excluded for term in read_terms(query))
        )
        return HoldingFilter(
            words=query,
            meaning=self.search.condition,
            figures=figures if asks_figures else None,
            show=chosen.get("show", ""),
            place=chosen.get("place", ""),
            order=chosen.get("order", "number"),
        )

    @property
    def tabular(self) -> bool:
        """Whether the pieces are shown in a table, with their amounts, instead of as pictures."""
        return self.chosen().get("view") != "pictures"

    @property
    def shown_columns(self) -> tuple[str, ...]:
        """The columns of the table: those ticked, else the few a collection is read by."""
        ticked = self.chosen().get("columns") or OWN_COLUMNS
        return ("number", "name", *ticked, *AMOUNT_COLUMNS)

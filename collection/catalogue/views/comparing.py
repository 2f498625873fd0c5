"""The page on which two to four figures are compared."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from collection.catalogue import game, selectors
from collection.catalogue.models import Figure
from collection.catalogue.present import values
from collection.catalogue.present.catalogue_values import Link
from collection.catalogue.present.comparison import compare
from collection.catalogue.present.dial_curves import curves
from collection.catalogue.present.figure_views import figure_view
from collection.catalogue.present.rows import figure_name, figure_number, figure_url
from collection.catalogue.views.for_guests import same_for_guests
from collection.common.answers import address
from collection.common.limits import limited
from collection.common.numbers import whole_number

MOST_FIGURES = 4


@dataclass(frozen=True)
class Compared:
    """One of the figures: its dial, if known, and the address of the page without it."""

    id: str
    number: str
    name: str
    url: str
    without_url: str
    view: values.FigureView | None

    @property
    def dial(self) -> values.Dial | None:
        """Its dial, None where nobody knows it."""
        return self.view.dial if self.view else None


@require_safe
@same_for_guests()
@limited("browse")
def compare_figures(request: HttpRequest) -> HttpResponse:
    """Two to four figures: lines over one another, facts in rows, dials folded away."""
    asked = [wanted for wanted in request.GET.getlist("figure") if wanted.strip()]
    found, several, unknown = _find(game.catalogued(request), asked[: MOST_FIGURES * 2])
    shown = found[:MOST_FIGURES]
    room = len(shown) < MOST_FIGURES
    known = game.catalogue()
    compared = [_compared(figure, shown, known) for figure in shown]
    dials = [each.dial for each in compared if each.dial]
    most = max((len(dial.clicks) for dial in dials), default=0)
    click = min(whole_number(request.GET.get("click", "")) or 1, max(most, 1))
    here, ids = reverse("collection:compare"), [figure.catalogue_id for figure in shown]
    context = {
        "compared": compared,
        "comparison": compare(shown, known, click),
        "click": click,
        "turns": [
            (number, address(here, {"figure": ids, "click": number}))
            for number in range(1, most + 1)
        ],
        "curves": curves(dials),
        "series": [dial.name for dial in dials],
        "clicks": range(1, most + 1),
        "several": _questions(several, shown) if room else [],
        "unknown": unknown,
        "too_many": len(found) + bool(several) > MOST_FIGURES,
        "room": room,
        "most": MOST_FIGURES,
    }
    return render(request, "catalogue/compare.html", context)


def _find(system: str, asked: list[str]) -> tuple[list[Figure], dict[str, list[Figure]], list[str]]:
    """The figures meant, each once; those among which somebody has to choose, by what they said;
    and what none is called."""
    found: dict[str, Figure] = {}
    several: dict[str, list[Figure]] = {}
    unknown = []
    for wanted in asked:
        figure = selectors.find_figure(system, wanted)
        named = [figure] if figure else selectors.figures_named(system, wanted)
        if len(named) == 1:
            found.setdefault(named[0].catalogue_id, named[0])
        elif named:
            several[wanted[:80]] = named
        else:
            unknown.append(wanted[:80])
    return list(found.values()), several, unknown


def _questions(
    several: dict[str, list[Figure]], shown: list[Figure]
) -> list[tuple[str, list[Link]]]:
    """What somebody said that means several figures, with a choice for each; choosing one leaves
    the other questions open."""
    return [
        (said, _choices(rows, shown, [other for other in several if other != said]))
        for said, rows in several.items()
    ]


def _choices(rows: list[Figure], shown: list[Figure], others: list[str]) -> list[Link]:
    """Where each of some figures stands beside those that are shown and what else was said."""
    ids = [figure.catalogue_id for figure in shown]
    here = reverse("collection:compare")
    return [
        Link(
            f"{figure_number(row)} {figure_name(row)} {row.variant}".rstrip(),
            address(here, {"figure": [*ids, row.catalogue_id, *others]}),
        )
        for row in rows
        if row.catalogue_id not in ids
    ]


def _compared(figure: Figure, shown: list[Figure], known: game.Catalogue) -> Compared:
    unit = known.unit(figure.catalogue_id)
    others = [other.catalogue_id for other in shown if other != figure]
    return Compared(
        id=figure.catalogue_id,
        number=figure_number(figure),
        name=figure_name(figure),
        url=figure_url(figure),
        without_url=address(reverse("collection:compare"), {"figure": others}),
        view=figure_view(unit) if unit else None,
    )

"""Figures: found as on the page, one with its dials, and the facets of those found."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import NotFound
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from collection.catalogue import game, records, selectors
from collection.catalogue.api import pages
from collection.catalogue.api.base import CatalogueView, unless_unchanged
from collection.catalogue.api.description import COUNT, described, parameter
from collection.catalogue.api.marks import provenance_of
from collection.catalogue.api.problems import ParameterProblem
from collection.catalogue.api.serializers import (
    FacetList,
    FigureFacts,
    FigureSerializer,
    FigureSummary,
)
from collection.catalogue.api.table import COLUMNS, TableRenderer
from collection.catalogue.forms.search import ORDERS, FigureSearchForm
from collection.catalogue.models import Figure
from collection.catalogue.present import values
from collection.catalogue.present.catalogue_values import sources
from collection.catalogue.search.facets import FACETS
from collection.common.folding import LONGEST_QUERY
from collection.common.language import language
from collection.common.limits import TableThrottle

#: What only the page asks for: its layout, and what other pages narrow it to.
ONLY_ON_PAGE = {"view", "columns", "scope"}
SEARCH = frozenset(FigureSearchForm.base_fields.keys() - ONLY_ON_PAGE)
FIGURES_FOUND = (
    parameter(
        "q",
        gettext_lazy("Words, and terms such as faction:wolves points<50 mode:vtol has:evade."),
    ),
    *(
        parameter(
            key,
            facet.takes,
            many=True,
            choices=[value for value, _name in facet.choices if facet.closed],
        )
        for key, facet in FACETS.items()
    ),
    parameter("points_from", gettext_lazy("Least points."), type=COUNT),
    parameter("points_to", gettext_lazy("Most points."), type=COUNT),
)
ORDER = parameter(
    "order",
    gettext_lazy("What the list is ordered by; a minus puts the greatest first."),
    choices=[key for key, _name in ORDERS if key],
)

FORMAT = parameter(
    "format",
    gettext_lazy("A page of JSON, or everything as a table."),
    choices=[JSONRenderer.format, TableRenderer.format],
)


@dataclass(frozen=True)
class Facts:
    """What a figure's own answer has beside the columns of its row."""

    id: str
    label: str | None
    rarity: str | None
    pilot_name: str | None
    attack_symbol: str | None
    dial: values.Dial | None
    notes: list[str]
    provenance: list[dict[str, Any]]
    sources: list[records.Source]


class FigureView(CatalogueView):
    """Something about the figures that the search terms and facets leave."""

    parameters = SEARCH

    def search(self, request: Request) -> FigureSearchForm:
        """The form of the page over this address; raises QueryRefused for any fault."""
        system = self.system
        form = FigureSearchForm(
            request.query_params, selectors.sets(system), selectors.factions(system)
        )
        problems = pages.form_problems(form)
        problems += [ParameterProblem("q", said) for said in form.search.problems]
        problems += [ParameterProblem(name, said) for name, said in form.unknown_values()]
        if len(request.query_params.get("q", "")) > LONGEST_QUERY:
            said = _("At most %(count)s signs are read.") % {"count": LONGEST_QUERY}
            problems.append(ParameterProblem("q", said))
        pages.refuse(problems)
        return form


class FigureList(FigureView):
    """The figures found, page by page, or all of them as a table."""

    renderer_classes = (JSONRenderer, TableRenderer)

    def allowed_parameters(self, request: Request) -> frozenset[str]:
        """A table has no pages."""
        allowed = super().allowed_parameters(request) | {"format"}
        return allowed if self._as_table(request) else allowed | pages.PARAMETERS

    def get_throttles(self) -> list[BaseThrottle]:
        """Tables are counted once more."""
        throttles = super().get_throttles()
        return [*throttles, TableThrottle()] if self._as_table(self.request) else throttles

    @described(
        gettext_lazy("Find figures"),
        pages.page_of(FigureSummary, "Figure"),
        id="figures",
        parameters=(*FIGURES_FOUND, ORDER, FORMAT, *pages.DESCRIBED),
        description=gettext_lazy(
            "The search terms and facets of the page. With format=csv all figures found come as "
            "one table for a spreadsheet, without pages."
        ),
        table=True,
    )
    @unless_unchanged
    def get(self, request: Request) -> Response:
        wanted = self.search(request).wanted()
        if self._as_table(request):
            rows = selectors.every_figure(self.system, wanted).values_list(*COLUMNS.values())
            named = {"Content-Disposition": 'attachment; filename="figures.csv"'}
            return Response(rows, headers=named)
        after, limit = pages.page_asked(request)
        if after and not selectors.is_listed(Figure, self.system, after):
            pages.refuse([pages.unknown_after()])
        found = selectors.find_figures(self.system, wanted, after, limit)
        shown = FigureSummary(found.rows, many=True, context={"request": request})
        return pages.page_answer(
            request, total=found.total, next_after=found.next_after, results=shown.data
        )

    @staticmethod
    def _as_table(request: Any) -> bool:
        return bool(request.accepted_renderer.format == TableRenderer.format)


class FigureFacets(FigureView):
    """How the figures found fall apart by each facet."""

    parameters = SEARCH - {"order"}

    @described(
        gettext_lazy("Count the figures found by facet"),
        FacetList,
        id="figure_facets",
        parameters=FIGURES_FOUND,
        description=gettext_lazy(
            "Each value with the figures it would leave, given what is chosen of other facets."
        ),
    )
    @unless_unchanged
    def get(self, request: Request) -> Response:
        form = self.search(request)
        counts = selectors.count_facets(self.system, form.wanted())
        total = selectors.every_figure(self.system, form.wanted()).count()
        return Response(FacetList({"total": total, "facets": form.facets(counts)}).data)


class FigureOne(CatalogueView):
    """One figure."""

    @described(
        gettext_lazy("A figure with its dials, and how sure each part is"),
        FigureSerializer,
        id="figure",
        parameters=[parameter("figure_id", gettext_lazy("Such as AOD-033."), path=True)],
    )
    @unless_unchanged
    def get(self, request: Request, figure_id: str) -> Response:
        figure = selectors.find_figure(self.system, figure_id)
        if figure is None:
            raise NotFound(_("There is no such figure."))
        context = {"request": request}
        summary = FigureSummary(figure, context=context).data
        return Response({**summary, **FigureFacts(facts_of(figure), context=context).data})


def facts_of(figure: Figure) -> Facts:
    """What the base, the dials and the record of a figure tell."""
    unit = game.catalogue().unit(figure.catalogue_id)
    record = records.read_figure(figure.record)
    return Facts(
        id=figure.catalogue_id,
        label=unit.label if unit else None,
        rarity=record.rarity,
        pilot_name=record.pilot_name_on_base,
        attack_symbol=unit.attack_symbol if unit and unit.known else None,
        dial=game.dial(unit) if unit else None,
        notes=[note.in_language(language()) for note in record.notes],
        provenance=provenance_of(record.marks),
        sources=sources(figure.system, record.sources),
    )

"""A collection in charts."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from collection.catalogue import game
from collection.common.limits import limited
from collection.owning.present.statistics import charts, growth
from collection.owning.selectors.holdings import totals
from collection.owning.selectors.statistics import statistics
from collection.owning.views.doors import members_only, shelf_context, shelf_or_404


@members_only
@require_safe
@limited("browse")
def statistics_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """What a collection is made of, how far its sets are, and how it grew."""
    shelf = shelf_or_404(request, public_id)
    counted = statistics(shelf.collection, game.catalogued(request))
    context = shelf_context(
        shelf,
        counted=counted,
        charts=charts(shelf.collection, counted),
        growth=growth(counted.grown),
        totals=totals(shelf.collection),
    )
    return render(request, "owning/statistics.html", context)

"""How much of each set the catalogue knows."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from collection.catalogue import game, selectors
from collection.catalogue.present.coverage import coverage
from collection.catalogue.views.for_guests import same_for_guests
from collection.common.limits import limited


@require_safe
@same_for_guests()
@limited("browse")
def set_coverage(request: HttpRequest) -> HttpResponse:
    """Every set with what is known of its figures, and the way to complete it."""
    sets = coverage(selectors.sets(game.SYSTEM), game.catalogue())
    return render(request, "catalogue/coverage.html", {"sets": sets})

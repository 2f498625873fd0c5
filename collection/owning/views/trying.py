"""The keypad for guests, who have no collection yet."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from collection.catalogue import game
from collection.catalogue.finding.typed import LONGEST_TYPED
from collection.catalogue.present.figure_views import figure_view
from collection.common.answers import address
from collection.common.limits import limited
from collection.owning.present.trying import trial_of

MOST_LINES = 50
#: What stands on the shelf that guests are shown; every third is missing.
EXAMPLES = ("AOD-102", "AOD-055", "AOD-001", "AOD-041", "AOD-122", "AOD-128", "AOD-020", "AOD-131")


def said_in(request: HttpRequest) -> list[str]:
    """The lines in the address, the last of them where they are too many."""
    said = [line.replace("\0", "")[:LONGEST_TYPED] for line in request.GET.getlist("typed")]
    return [line for line in said if line.strip()][-MOST_LINES:]


@limited("browse")
def trying(request: HttpRequest) -> HttpResponse:
    """What the lines in the address mean; signing up takes them into the new collection."""
    trial = trial_of(said_in(request), game.SYSTEM)
    known = game.catalogue(game.SYSTEM)
    units = [unit for each in EXAMPLES if (unit := known.unit(each))]
    context = {
        "trial": trial,
        "longest": LONGEST_TYPED,
        "kept_at": address(reverse("collection:keypad_door"), {"typed": trial.in_one_line}),
        "figures": [figure_view(unit) for unit in units],
    }
    return render(request, "owning/trying.html", context)

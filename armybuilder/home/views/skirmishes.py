"""The list of skirmishes, with the ways to begin one that games have of their own."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.skirmishes.views.lists import listed
from armybuilder.systems.age_of_destruction.forms import QuickForm
from collection.common.limits import limited


@never_cache
@require_safe
@limited("browse")
def skirmish_list(request: HttpRequest) -> HttpResponse:
    """The person's skirmishes, page by page, and ways to begin one."""
    context = listed(request) | {"quick": QuickForm()}
    return render(request, "home/skirmishes.html", context)

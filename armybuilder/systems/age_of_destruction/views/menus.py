"""What appears at a unit on the table: parts of the page."""

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.skirmishes.views.pages import own_skirmish
from armybuilder.systems.age_of_destruction.present.glances import glance
from armybuilder.systems.age_of_destruction.present.menus import menu_of
from armybuilder.systems.age_of_destruction.present.queries import Query
from armybuilder.systems.age_of_destruction.present.tables import SYSTEM, table_of
from collection.common.limits import limited


@never_cache
@require_safe
@limited("play")
def glance_at(request: HttpRequest, public_id: str) -> HttpResponse:
    """The card of the unit in the address; 404 for none of that name."""
    found = glance(table_of(own_skirmish(request, public_id, SYSTEM)), request.GET.get("unit", ""))
    if found is None:
        raise Http404
    return render(request, "systems/age_of_destruction/glance.html", {"glance": found})


@never_cache
@require_safe
@limited("play")
def menu_at(request: HttpRequest, public_id: str) -> HttpResponse:
    """What a unit, with those it takes along, may do to a target; nothing where it may do nothing,
    404 for a unit that is not in the game."""
    skirmish = own_skirmish(request, public_id, SYSTEM)
    table = table_of(skirmish)
    query = Query({name: request.GET.getlist(name) for name in request.GET})
    unit, target, along = query.one("unit"), query.one("target"), query.every("with")
    if not {unit, target, *along} <= table.state.units.keys():
        raise Http404
    found = menu_of(table, unit, target, along)
    if found is None:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    context = {"skirmish": skirmish, "menu": found}
    return render(request, "skirmishes/table/menu.html", context)

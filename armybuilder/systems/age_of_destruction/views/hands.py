"""What hands on the board ask while somebody points and drags, answered as JSON."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.beginnings import OrderUnreadable
from armybuilder.skirmishes.views.pages import SHORT, own_skirmish
from armybuilder.systems.age_of_destruction.present.courses import companions_named, course
from armybuilder.systems.age_of_destruction.present.hands import hands
from armybuilder.systems.age_of_destruction.present.queries import Query
from armybuilder.systems.age_of_destruction.present.salvos import salvo
from armybuilder.systems.age_of_destruction.present.tables import SYSTEM, Table, table_of
from collection.common.limits import limited

Asked = Callable[[Table, Query], dict[str, Any]]


def _answered(request: HttpRequest, public_id: str, asked: Asked) -> JsonResponse:
    """What is asked about a skirmish of the person asking with its version, or why it cannot be
    said."""
    skirmish: Skirmish = own_skirmish(request, public_id, SYSTEM)
    query = Query({name: request.GET.getlist(name) for name in request.GET})
    try:
        found = asked(table_of(skirmish), query)
    except OrderUnreadable as error:
        return JsonResponse({"why": str(error)}, status=HTTPStatus.BAD_REQUEST)
    return JsonResponse({"version": skirmish.version} | found, json_dumps_params=SHORT)


@never_cache
@require_safe
@limited("play")
def show_hands(request: HttpRequest, public_id: str) -> JsonResponse:
    """Reach, arcs, ranges, targets and companions of a unit, or what an opponent's threatens."""
    return _answered(request, public_id, _hands)


@never_cache
@require_safe
@limited("play")
def show_way(request: HttpRequest, public_id: str) -> JsonResponse:
    """A way to a place, with the order that takes it."""
    return _answered(request, public_id, course)


@never_cache
@require_safe
@limited("play")
def show_salvo(request: HttpRequest, public_id: str) -> JsonResponse:
    """Where long-range fire may come down, with what chance and on whom."""
    return _answered(request, public_id, salvo)


def _hands(table: Table, query: Query) -> dict[str, Any]:
    unit = query.one("unit")
    if unit not in table.state.units:
        raise OrderUnreadable(_("There is no such unit in this game."))
    piece = table.field.piece(unit)
    return hands(table, unit, companions_named(table, piece, query))

"""The scenarios there are; a press begins one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.skirmishes.views.new import new_game
from armybuilder.systems.nations_at_war.present.field import SYSTEM
from armybuilder.systems.nations_at_war.present.scenarios import says, scenarios


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_battle(request: HttpRequest) -> HttpResponse:
    """Every scenario in little, each begun by one press; one that is named asks who plays which
    seat, and what they are called."""
    if request.method == "POST" or "start" in request.GET:
        return new_game(request, SYSTEM)
    return render(
        request, "systems/nations_at_war/new.html", {"scenarios": scenarios(), "says": says()}
    )

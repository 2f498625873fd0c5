"""The games of the site: all of them, one of them, and which one somebody means from now on."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.games.present.editions import GameSystem, system_named, systems
from armybuilder.games.present.games import figures_of, game_page, ground_of
from armybuilder.site.accounts.views import safe_next
from collection.common.chosen_game import remember_game


@never_cache
@require_safe
def game_list(request: HttpRequest) -> HttpResponse:
    """Every game in two sentences, with its doors."""
    pages = [(game_page(each), ground_of(each), figures_of(each)) for each in systems()]
    context = {"pages": pages}
    return render(request, "games/list.html", context)


@never_cache
@require_safe
def show_game(request: HttpRequest, system: str) -> HttpResponse:
    """What a game is, what its source covers, and every house ruling."""
    return render(request, "games/game.html", {"page": game_page(_found(system))})


@require_POST
def choose_game(request: HttpRequest, system: str) -> HttpResponse:
    """Remember a game for the pages that ask of which one they are, then go back."""
    remember_game(request, _found(system).name, [each.name for each in systems()])
    return redirect(safe_next(request))


def _found(name: str) -> GameSystem:
    try:
        return system_named(name)
    except KeyError as error:
        raise Http404 from error

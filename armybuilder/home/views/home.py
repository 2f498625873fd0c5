"""The front page."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.groups.present.cards import ready_cards
from armybuilder.groups.present.listing import lines_of
from armybuilder.groups.selectors.groups import groups_of
from armybuilder.home.present import battle, burst, pictures
from armybuilder.home.selectors import front
from armybuilder.home.waiting import waits_of
from armybuilder.moderation.selectors import count_waiting, hidden_of, moderates, waiting_since
from armybuilder.site.accounts.visitors import owner_of
from armybuilder.skirmishes.present.listing import lines_of as game_lines
from armybuilder.skirmishes.selectors import seen_by, skirmishes_of
from collection.catalogue import game, selectors

MOST_GROUPS_SHOWN = 3
MOST_GAMES_SHOWN = 2
CARDS_SHOWN = 4


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """One battle, three ways in, what one has under way, groups ready to play, what is new."""
    version = selectors.current_version(game.SYSTEM)
    if version is None:
        return render(request, "home/home.html")
    known = game.catalogue()
    context = {
        "battle": battle(known),
        "burst": burst(),
        "pictures": pictures(known),
        "ready": ready_cards(known, CARDS_SHOWN),
        "news": front.news(version),
        "sets": front.sets_known(game.SYSTEM),
        **_desk(request),
    }
    return render(request, "home/home.html", context)


def _desk(request: HttpRequest) -> dict[str, Any]:
    """What the person has under way."""
    owner = owner_of(request)
    desk: dict[str, Any] = {
        "waiting_for_you": waits_of(owner),
        "lines": lines_of(groups_of(owner=owner, length=MOST_GROUPS_SHOWN).groups),
        "games": game_lines(
            seen_by(
                owner=owner,
                skirmishes=skirmishes_of(owner=owner).filter(over=False)[:MOST_GAMES_SHOWN],
            )
        ),
    }
    if request.user.is_authenticated:
        member = request.user
        collection, gaps = front.gaps(member, game.SYSTEM)
        desk |= {"evening": front.next_evening(member), "shelf": collection, "gaps": gaps}
        desk["hidden"] = bool(hidden_of(member))
        desk["reported"] = count_waiting() if moderates(member) else 0
        desk["reported_since"] = waiting_since() if desk["reported"] else None
    return desk | {"has_desk": any(desk.values())}

"""Questions whether to switch equipment off: answered by themselves where the answer changes
nothing, or where somebody has said how this game answers them."""

from contextlib import suppress

from django.http import HttpRequest

from armybuilder.groups.services.groups import StaleVersion
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.services import GameTooLong, NotTheirTurn, give_order
from armybuilder.skirmishes.views.pages import not_found_when_gone
from armybuilder.systems.age_of_destruction.present.switching import (
    ALWAYS,
    ASK,
    NEVER,
    answer_by_wish,
)
from armybuilder.systems.age_of_destruction.present.tables import table_of

#: How a person has these questions answered, by game.
SWITCHING_KEY = "switching_off"
WISHES = (ALWAYS, NEVER, ASK)
#: Games whose wish is remembered, and questions in a row that are answered.
MOST_GAMES, MOST_QUESTIONS = 20, 40


def wish_of(request: HttpRequest, skirmish: Skirmish) -> str:
    """How a person has the questions of a game answered."""
    wish: str = request.session.get(SWITCHING_KEY, {}).get(skirmish.public_id, ASK)
    return wish


def remember_wish(request: HttpRequest, skirmish: Skirmish, wish: str) -> None:
    """Have the questions of a game answered so from now on."""
    others = request.session.get(SWITCHING_KEY, {})
    others.pop(skirmish.public_id, None)
    kept = dict(list(others.items())[1 - MOST_GAMES :])
    request.session[SWITCHING_KEY] = {**kept, skirmish.public_id: wish}


def answer_by_itself(request: HttpRequest, skirmish: Skirmish) -> None:
    """Give the answers that nobody need be asked for."""
    wish = wish_of(request, skirmish)
    with not_found_when_gone(), suppress(StaleVersion, NotTheirTurn, GameTooLong):
        for _question in range(MOST_QUESTIONS):
            now = Skirmish.objects.get(pk=skirmish.pk)
            now.looker = skirmish.looker
            answer = answer_by_wish(table_of(now), wish)
            if answer is None:
                return
            give_order(skirmish=now, version=now.version, order=answer)

"""What has happened, as films: with the answer to an order, and for whoever comes back."""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.skirmishes.models import Skirmish, SkirmishStep
from armybuilder.skirmishes.present.beginnings import Document
from armybuilder.skirmishes.present.games import as_followed, go_on
from armybuilder.skirmishes.selectors import numbered_events, steps_between
from armybuilder.skirmishes.views.moments import game_at
from armybuilder.skirmishes.views.pages import own_skirmish
from armybuilder.systems.age_of_destruction.present.scenes import film
from armybuilder.systems.age_of_destruction.present.story import Teller
from armybuilder.systems.age_of_destruction.present.tables import (
    SYSTEM,
    Table,
    read_state,
    table_at,
)
from collection.common.limits import limited
from collection.common.numbers import whole_number

#: Steps that are shown at once to somebody who comes back.
LONGEST = 16


@never_cache
@require_safe
@limited("play")
def film_of_steps(request: HttpRequest, public_id: str) -> JsonResponse:
    """What has happened `after` a step and `until` another, the last one unless it is given, as
    scenes: the end of it where that is much."""
    skirmish = own_skirmish(request, public_id, SYSTEM)
    count = skirmish.steps.count()
    wanted = whole_number(request.GET.get("until", ""))
    until = count if wanted is None else min(wanted, count)
    after = min(whole_number(request.GET.get("after", "")) or 0, until)
    after = max(after, until - LONGEST)
    game = game_at(skirmish, after)
    before = table_at(skirmish, game).state
    taken = steps_between(skirmish=skirmish, after=after, until=until)
    go_on(game, as_followed(taken))
    told = film(before, table_at(skirmish, game), [step.events for step in taken])
    return JsonResponse(told | {"steps": len(taken)})


def seen(
    skirmish: Skirmish, at: Table, since: int, last: SkirmishStep | None, before: Document | None
) -> Document:
    """What of the steps up to the `last` is shown: the film of that step from the state `before`
    it, where it was just taken; and for a person who is to act, what bots have done since the step
    `since`, his last."""
    shown: Document = {}
    if before and last:
        shown["film"] = film(read_state(before), at, [last.events])
    if last and last.number > since and at.viewers and at.acts:
        later = numbered_events(skirmish=skirmish, last=last.number - since)
        shown["bots_since"] = since
        shown["bots_turn"] = [
            chapter
            for chapter in Teller(at).chapters(later)
            if chapter.turn and at.seats[chapter.seat]["commander"]
        ]
    return shown

"""What has happened, as films: with the answer to an order, and for whoever comes back."""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.skirmishes.models import Skirmish, SkirmishStep
from armybuilder.skirmishes.present.beginnings import Document
from armybuilder.skirmishes.selectors import first_steps, numbered_events
from armybuilder.skirmishes.views.pages import own_skirmish
from armybuilder.systems.age_of_destruction.present.scenes import film
from armybuilder.systems.age_of_destruction.present.story import Teller
from armybuilder.systems.age_of_destruction.present.tables import (
    SYSTEM,
    Table,
    read_state,
    table_after,
    table_of,
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
    until = whole_number(request.GET.get("until", ""))
    taken = first_steps(skirmish=skirmish, steps=until)
    after = min(whole_number(request.GET.get("after", "")) or 0, len(taken))
    after = max(after, len(taken) - LONGEST)
    before = table_after(skirmish, taken[:after]).state
    then = table_of(skirmish) if until is None else table_after(skirmish, taken)
    told = film(before, then, [step[2] for step in taken[after:]])
    return JsonResponse(told | {"steps": len(taken) - after})


def seen(
    skirmish: Skirmish, at: Table, since: int, last: SkirmishStep | None, before: Document | None
) -> Document:
    """What of the steps up to the `last` is shown: the film of that step from the state `before`
    it, where it was just taken; and for a person who is to act, what bots have done since the step
    `since`, his last."""
    shown: Document = {}
    if before and last:
        shown["film"] = film(read_state(before), at, [last.events])
    if last and last.number > since and at.viewers and not at.commander:
        later = numbered_events(skirmish=skirmish, last=last.number - since)
        shown["bots_since"] = since
        shown["bots_turn"] = [
            chapter
            for chapter in Teller(at).chapters(later)
            if chapter.turn and at.seats[chapter.seat]["commander"]
        ]
    return shown

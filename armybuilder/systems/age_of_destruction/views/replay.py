"""What a page of a replay shows: the table at a moment, and the way through the whole game."""

from contextlib import suppress
from hashlib import blake2s
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest
from django.urls import reverse

from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.timeline import Timeline
from armybuilder.skirmishes.selectors import numbered_events
from armybuilder.skirmishes.views.moments import Moment
from armybuilder.skirmishes.views.replays import beside
from armybuilder.systems.age_of_destruction.present.board import board
from armybuilder.systems.age_of_destruction.present.figures import figure_lines
from armybuilder.systems.age_of_destruction.present.logbook import news
from armybuilder.systems.age_of_destruction.present.panels import chosen
from armybuilder.systems.age_of_destruction.present.scenes import film
from armybuilder.systems.age_of_destruction.present.story import Teller, newest_first
from armybuilder.systems.age_of_destruction.present.tables import (
    SYSTEM,
    Table,
    read_state,
    table_after,
)
from armybuilder.systems.age_of_destruction.present.timeline import timeline
from armybuilder.systems.age_of_destruction.present.words import stage_name
from armybuilder.systems.age_of_destruction.views.ending import WRITERS
from collection.common.answers import wants_part
from collection.common.language import language

#: Orders before a moment that are told beside it.
TOLD = 12
#: Seconds for which the timeline of a game is remembered.
TIMELINE_KEPT = 3600


def replay_of(
    request: HttpRequest, skirmish: Skirmish, table: Table, moment: Moment
) -> dict[str, Any]:
    """Everything of a moment; of the whole game only where the whole page is asked for."""
    picked = chosen(table, request.GET.get("unit", ""))
    happened = moment.last.events if moment.last else []
    whole = not wants_part(request)
    told = numbered_events(skirmish=skirmish, until=moment.step, last=TOLD)
    context = {
        "skirmish": skirmish,
        "moment": moment,
        "step": moment.step,
        "at_step": f"step={moment.step}&",
        "of_unit": f"&unit={picked.row.id}" if picked else "",
        "stage": stage_name(table),
        "news": news(table, happened) if happened else (),
        "film": film(read_state(moment.before), table, [happened]) if happened else None,
        "board": board(table, picked),
        "chosen": picked,
        "dial_later": not whole,
        "rows": figure_lines(table),
        "chapters": newest_first(Teller(table).chapters(told)),
        **beside(request, skirmish, moment),
    }
    if not moment.is_own and skirmish.share_token:
        token = skirmish.share_token
        context["reports"] = {
            ending: reverse(f"{SYSTEM}:shared_report", args=[token, ending]) for ending in WRITERS
        }
    if whole:
        context["timeline"] = _timeline(skirmish, table, moment.count)
    return context


def _timeline(skirmish: Skirmish, table: Table, count: int) -> Timeline:
    """The timeline of so many steps of a game. All are read for it, but only once for a version of
    the game, whichever moments of it are opened."""
    told = repr((count, skirmish.version, language(), sorted(table.names.items())))
    key = f"timeline:{skirmish.public_id}:{blake2s(told.encode()).hexdigest()}"
    known: Timeline | None = None
    with suppress(Exception):  # A cache that is away only costs time.
        known = cache.get(key)
    if known is None:
        steps = numbered_events(skirmish=skirmish, until=count)
        known = timeline(table, table_after(skirmish, []).state, steps)
        with suppress(Exception):
            cache.set(key, known, TIMELINE_KEPT)
    return known

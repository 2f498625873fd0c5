"""What a page of a replay shows: the table at a moment, and the way through the whole game."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.selectors import numbered_events
from armybuilder.skirmishes.views.moments import Moment
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

#: Orders before a moment that are told beside it.
TOLD = 12


def replay_of(
    request: HttpRequest, skirmish: Skirmish, table: Table, moment: Moment
) -> dict[str, Any]:
    """Everything of a moment; of the whole game only where the whole page is asked for."""
    picked = chosen(table, request.GET.get("unit", ""))
    happened = moment.last.events if moment.last else []
    whole = not wants_part(request)
    some = {} if whole else {"until": moment.step, "last": TOLD}
    steps = numbered_events(skirmish=skirmish, **some)
    told = [each for each in steps if each[0] <= moment.step][-TOLD:]
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
    }
    if not moment.is_own:
        token = skirmish.share_token
        context["reports"] = {
            ending: reverse(f"{SYSTEM}:shared_report", args=[token, ending]) for ending in WRITERS
        }
    if whole:
        context["timeline"] = timeline(table, table_after(skirmish, []).state, steps)
    return context

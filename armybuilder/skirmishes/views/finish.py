"""After a skirmish: once more, its record as a file, and stepping through it."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.beginnings import OrderUnreadable
from armybuilder.skirmishes.present.board import board
from armybuilder.skirmishes.present.logbook import log_lines, news
from armybuilder.skirmishes.present.panels import chosen, figure_rows
from armybuilder.skirmishes.present.tables import at_step, record_of
from armybuilder.skirmishes.present.trails import trails
from armybuilder.skirmishes.present.words import stage_name
from armybuilder.skirmishes.selectors import first_events, steps_for_record
from armybuilder.skirmishes.services import TooManySkirmishes, rematch
from armybuilder.skirmishes.views.table import own_skirmish, show_dial
from collection.common.answers import wants_part
from collection.common.language import language
from collection.common.limits import limited
from collection.common.numbers import whole_number

#: JSON without spaces between its parts.
SHORT = {"ensure_ascii": False, "separators": (",", ":")}


def _finished(request: HttpRequest, public_id: str) -> Skirmish:
    """A finished skirmish of the person asking; 404 for one that goes on, whose record would tell
    what is hidden."""
    skirmish = own_skirmish(request, public_id)
    if not skirmish.winner:
        raise Http404
    return skirmish


@require_POST
@limited("begin_skirmish")
def rematch_skirmish(request: HttpRequest, public_id: str) -> HttpResponse:
    """Play again, everybody with the other's group."""
    try:
        again = rematch(skirmish=_finished(request, public_id), language=language())
    except OrderUnreadable as error:
        messages.error(request, str(error))
        return redirect("skirmish", public_id)
    except TooManySkirmishes:
        messages.error(request, _("You keep as many skirmishes as the site allows."))
        return redirect("skirmishes")
    return redirect("skirmish", again.public_id)


@never_cache
@require_safe
@limited("play")
def record(request: HttpRequest, public_id: str) -> HttpResponse:
    """The whole game as a game/1 file, which `manage.py replay` plays again."""
    skirmish = _finished(request, public_id)
    played = record_of(skirmish, steps_for_record(skirmish=skirmish))
    answer = JsonResponse(played, json_dumps_params=SHORT)
    answer["Content-Disposition"] = f'attachment; filename="skirmish-{public_id}.json"'
    return answer


@never_cache
@require_safe
@limited("play")
def replay(request: HttpRequest, public_id: str) -> HttpResponse:
    """The table after the step the address names, the last one without."""
    skirmish = _finished(request, public_id)
    count = skirmish.steps.count()
    asked = whole_number(request.GET.get("step", ""))
    step = count if asked is None else min(asked, count)
    events = first_events(skirmish=skirmish, steps=step)
    table = at_step(skirmish, events)
    if wants_part(request) and "dial" in request.GET:
        return show_dial(request, table)
    picked = chosen(table, request.GET.get("unit", ""))
    context = {
        "skirmish": skirmish,
        "step": step,
        "count": count,
        "ways": _ways(step, count),
        "at_step": f"step={step}&",
        "of_unit": f"&unit={picked.row.id}" if picked else "",
        "stage": stage_name(table),
        "news": news(table, events[-1]) if events else (),
        "board": board(table, picked),
        "trails": trails(table, events[-1]) if events else (),
        "chosen": picked,
        "dial_later": wants_part(request),
        "rows": figure_rows(table),
        "lines": log_lines(table, events[-1:]),
    }
    name = "replay_region" if wants_part(request) else "replay"
    return render(request, f"skirmishes/{name}.html", context)


@dataclass(frozen=True)
class _Way:
    """A way to another step; None where there is nothing more in that direction."""

    id: str
    label: str
    step: int | None
    leads: bool = False


def _ways(step: int, count: int) -> tuple[_Way, ...]:
    before, after = step > 0, step < count
    return (
        _Way("step-first", _("To the beginning"), 0 if before else None),
        _Way("step-back", _("A step back"), step - 1 if before else None),
        _Way("step-on", _("A step on"), step + 1 if after else None, leads=True),
        _Way("step-last", _("To the end"), count if after else None),
    )

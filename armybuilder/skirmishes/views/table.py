"""The table: one skirmish, its picture, its figures and orders, its log."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.groups.services.groups import StaleVersion
from armybuilder.site.accounts.visitors import owner_of
from armybuilder.site.busy import Busy
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.beginnings import OrderUnreadable, earlier_rules
from armybuilder.skirmishes.present.board import board
from armybuilder.skirmishes.present.clock import clock
from armybuilder.skirmishes.present.endings import early_end
from armybuilder.skirmishes.present.fields import way_form
from armybuilder.skirmishes.present.finish import finish
from armybuilder.skirmishes.present.lessons import lessons, teaches
from armybuilder.skirmishes.present.logbook import asked, log_lines, news
from armybuilder.skirmishes.present.panels import chosen, denied, figure_rows
from armybuilder.skirmishes.present.plans import plan
from armybuilder.skirmishes.present.queries import Query
from armybuilder.skirmishes.present.refusals import reasons
from armybuilder.skirmishes.present.setting_up import waiting_ground
from armybuilder.skirmishes.present.tables import (
    GameStuck,
    OrderRefused,
    Table,
    read_order,
    table_of,
)
from armybuilder.skirmishes.present.trails import trails
from armybuilder.skirmishes.present.words import (
    COMMANDERS,
    PACES,
    conditions_in_force,
    seat_name,
    stage_name,
)
from armybuilder.skirmishes.selectors import all_events, last_step, recent_events, undo_of
from armybuilder.skirmishes.services import (
    MOST_STEPS,
    CannotTakeBack,
    GameTooLong,
    NotTheirTurn,
    finish_set_up,
    give_order,
    let_commander_act,
    take_back,
)
from collection.common.answers import wants_part
from collection.common.language import language
from collection.common.limits import limited
from collection.common.numbers import whole_number

PACE_KEY = "bot_pace"
USUAL_PACE = "steady"
#: Milliseconds before a bot's next order; None waits to be asked.
DELAYS = {"paused": None, "slow": 2500, "steady": 600, "quick": 50}

#: The longest order anybody posts, in characters.
LONGEST_ORDER = 20_000


def own_skirmish(request: HttpRequest, public_id: str) -> Skirmish:
    """A skirmish of the person asking; 404 for anybody else's and for none."""
    return get_object_or_404(Skirmish.objects.for_owner(owner_of(request)), public_id=public_id)


@contextmanager
def not_found_when_gone() -> Iterator[None]:
    """404 for a skirmish that another tab deletes while this request is on its way."""
    try:
        yield
    except Skirmish.DoesNotExist as error:
        raise Http404 from error


@never_cache
@require_safe
@limited("play")
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    """The whole page, or what htmx swaps of it: the table, or the dial of the unit once opened."""
    skirmish = own_skirmish(request, public_id)
    if wants_part(request) and "dial" in request.GET:
        return show_dial(request, table_of(skirmish))
    return _show(request, skirmish)


def show_dial(request: HttpRequest, at: Table) -> HttpResponse:
    """The dial of the unit in the address: a part of the page."""
    picked = chosen(at, request.GET.get("unit", ""))
    return render(request, "skirmishes/dial.html", {"chosen": picked})


@never_cache
@require_safe
@limited("play")
def plan_order(request: HttpRequest, public_id: str) -> HttpResponse:
    """What an order in the making would take and promise: a part of the page."""
    skirmish = own_skirmish(request, public_id)
    context = _plan_context(request.GET, skirmish, table_of(skirmish))
    return render(request, "skirmishes/plan.html", context)


@never_cache
@require_safe
@limited("play")
def denied_orders(request: HttpRequest, public_id: str) -> HttpResponse:
    """What the chosen unit cannot do, with the reasons: a part of the page."""
    found = denied(table_of(own_skirmish(request, public_id)), request.GET.get("unit", ""))
    return render(request, "skirmishes/denied.html", {"denials": found})


@require_POST
@limited("play")
def order(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give an order or an answer; a refused one comes back with its reasons."""
    skirmish = own_skirmish(request, public_id)
    version = whole_number(request.POST.get("version", ""))
    text = request.POST.get("order", "")
    if version is None or not text or len(text) > LONGEST_ORDER:
        return HttpResponseBadRequest()
    try:
        given = read_order(json.loads(text), language())
        with not_found_when_gone():
            taken = give_order(skirmish=skirmish, version=version, choose=lambda table: given)
            if taken.order["order"] == "time_up":
                messages.info(request, _("Time is up."))
    except (ValueError, OrderUnreadable):
        return HttpResponseBadRequest()
    except OrderRefused as error:
        refused = reasons(table_of(skirmish), error.violations)
        return _show(request, skirmish, refused=refused, status=422)
    except GameTooLong:
        messages.warning(request, _("This game has as many orders as the site keeps."))
    except (StaleVersion, NotTheirTurn):
        messages.warning(request, _("The game had moved on meanwhile; nothing was ordered."))
    return _back(request, skirmish)


@require_POST
@limited("bot_acts")
def step(request: HttpRequest, public_id: str) -> HttpResponse:
    """Let a bot act once, or let chance set up for a person."""
    skirmish = own_skirmish(request, public_id)
    version = whole_number(request.POST.get("version", ""))
    if version is None:
        return HttpResponseBadRequest()
    stands_in = "stand-in" in request.POST
    try:
        with not_found_when_gone(), suppress(StaleVersion, NotTheirTurn, GameTooLong):
            let_commander_act(skirmish=skirmish, version=version, stands_in=stands_in)
    except GameStuck:
        return _show(request, skirmish, stuck=True, status=409)
    except Busy as busy:
        return _show_waiting(request, skirmish, busy.retry_after)
    return _back(request, skirmish)


@require_POST
@limited("set_up_skirmish")
def set_up(request: HttpRequest, public_id: str) -> HttpResponse:
    """Let a bot place everything that is left."""
    skirmish = own_skirmish(request, public_id)
    version = whole_number(request.POST.get("version", ""))
    if version is None:
        return HttpResponseBadRequest()
    try:
        with not_found_when_gone(), suppress(StaleVersion, NotTheirTurn, GameTooLong):
            finish_set_up(skirmish=skirmish, version=version)
    except GameStuck:
        return _show(request, own_skirmish(request, public_id), stuck=True, status=409)
    except Busy:
        messages.info(request, _("Other bots are thinking. Press again in a moment."))
    return _back(request, skirmish)


@require_POST
def pace(request: HttpRequest, public_id: str) -> HttpResponse:
    """Set how fast bots play for this visitor."""
    skirmish = own_skirmish(request, public_id)
    asked = request.POST.get("pace", "")
    if asked not in PACES:
        return HttpResponseBadRequest()
    request.session[PACE_KEY] = asked
    return _back(request, skirmish)


@require_POST
@limited("play")
def undo(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take the last order back."""
    skirmish = own_skirmish(request, public_id)
    version = whole_number(request.POST.get("version", ""))
    if version is None:
        return HttpResponseBadRequest()
    try:
        with not_found_when_gone():
            take_back(skirmish=skirmish, version=version, agreed="agreed" in request.POST)
    except CannotTakeBack:
        messages.warning(request, _("Dice have fallen: the other side has to agree."))
    except StaleVersion:
        messages.warning(request, _("The game had moved on meanwhile; nothing was undone."))
    return _back(request, skirmish)


@never_cache
@require_safe
@limited("play")
def log(request: HttpRequest, public_id: str) -> HttpResponse:
    """The whole log of a skirmish."""
    skirmish = own_skirmish(request, public_id)
    lines = log_lines(table_of(skirmish), all_events(skirmish=skirmish))
    context = {"skirmish": skirmish, "lines": lines}
    return render(request, "skirmishes/log.html", context)


def _show(
    request: HttpRequest,
    skirmish: Skirmish,
    *,
    refused: Any = (),
    stuck: bool = False,
    waits: int = 0,
    status: int = 200,
    query: QueryDict | None = None,
) -> HttpResponse:
    query = request.GET if query is None else query
    context = _context(request, skirmish, query, stuck=stuck, waits=waits) | {"refused": refused}
    name = "table_region" if wants_part(request) else "table"
    return render(request, f"skirmishes/{name}.html", context, status=status)


def _show_waiting(request: HttpRequest, skirmish: Skirmish, seconds: int) -> HttpResponse:
    """The table as it is, whose bot asks again by itself after some seconds."""
    status = HTTPStatus.OK if wants_part(request) else HTTPStatus.SERVICE_UNAVAILABLE
    answer = _show(request, skirmish, waits=seconds, status=status)
    answer["Retry-After"] = str(seconds)
    return answer


def _back(request: HttpRequest, skirmish: Skirmish) -> HttpResponse:
    """To the table, with the same unit chosen; htmx is answered at once."""
    unit = request.POST.get("unit", "")
    query = f"unit={unit}" if unit.isalnum() and len(unit) < 9 else ""
    if wants_part(request):
        with not_found_when_gone():
            skirmish.refresh_from_db()
        return _show(request, skirmish, query=QueryDict(query))
    url = reverse("skirmish", args=[skirmish.public_id])
    return redirect(f"{url}?{query}" if query else url)


def _context(
    request: HttpRequest, skirmish: Skirmish, query: QueryDict, *, stuck: bool, waits: int
) -> dict[str, Any]:
    """Everything the table shows; nobody goes on by himself where the game is `stuck`, and a bot
    no sooner than after the seconds it `waits`."""
    at = table_of(skirmish)
    stuck = stuck or at.is_stuck
    last = last_step(skirmish=skirmish)
    undone = undo_of(skirmish=skirmish, stuck=stuck)
    name = request.session.get(PACE_KEY, USUAL_PACE)
    unit = query.get("unit", "")
    picked = chosen(at, unit) if unit else None
    return {
        "skirmish": skirmish,
        "table": at,
        "stuck": stuck,
        "full": last is not None and last.number >= MOST_STEPS,
        "earlier_rules": earlier_rules(skirmish),
        "stage": stage_name(at),
        "conditions": conditions_in_force(at),
        "actor": "" if at.is_over else seat_name(at, at.actor),
        "commander": COMMANDERS[at.commander] if at.commander else "",
        "board": board(at, picked),
        "trails": trails(at, last.events) if last else (),
        "news": news(at, last.events) if last else (),
        "rows": figure_rows(at),
        "chosen": picked,
        "dial_later": wants_part(request),
        "denials": denied(at, unit) if "denied" in query else (),
        "waiting_ground": waiting_ground(at),
        "asked": asked(at),
        "early_end": early_end(at),
        "clock": clock(skirmish, at, timezone.now()),
        "lines": log_lines(at, recent_events(skirmish=skirmish)),
        "undo": undone,
        "undo_others": ", ".join(str(seat_name(at, seat)) for seat in undone.others),
        "pace": {"name": name, "delay": DELAYS[name] and max(DELAYS[name] or 0, waits * 1000)},
        "waits": waits,
        "paces": PACES.items(),
        "lessons": lessons(at, all_events(skirmish=skirmish)) if teaches(at) else (),
        "finish": finish(at, all_events(skirmish=skirmish)) if at.is_over else None,
    } | _plan_context(query, skirmish, at)


def _plan_context(asked: QueryDict, skirmish: Skirmish, at: Table) -> dict[str, Any]:
    """The order in the making that the address describes; to a question the usual answer."""
    fields: dict[str, list[str]] = {name: asked.getlist(name) for name in asked}
    if at.question and not at.commander:
        fields.setdefault("do", [at.question.to])
    query = Query(fields)
    found, fault = None, ""
    try:
        found = plan(at, query)
    except OrderUnreadable as error:
        fault = str(error)
    return {
        "skirmish": skirmish,
        "plan": found,
        "fault": fault,
        "way": way_form(at, query),
        "unit": query.one("unit"),
    }

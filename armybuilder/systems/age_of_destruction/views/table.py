"""The table of Age of Destruction: its picture, its figures and orders, its log, its replay."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, QueryDict
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.site.accounts.visitors import owner_of
from armybuilder.skirmishes.models import Skirmish, SkirmishSeat
from armybuilder.skirmishes.present.beginnings import Document, OrderUnreadable
from armybuilder.skirmishes.present.dice import Asked
from armybuilder.skirmishes.present.games import game_of
from armybuilder.skirmishes.selectors import (
    RECENT_STEPS,
    Undo,
    all_events,
    first_rows,
    numbered_events,
)
from armybuilder.skirmishes.views.log import log_page
from armybuilder.skirmishes.views.moments import Moment, game_at
from armybuilder.skirmishes.views.pages import (
    LONGEST_NAME,
    READS,
    TablePages,
    frame_of,
    own_skirmish,
)
from armybuilder.systems.age_of_destruction.friends import GroupJoinForm
from armybuilder.systems.age_of_destruction.placing import place_again
from armybuilder.systems.age_of_destruction.present.board import board
from armybuilder.systems.age_of_destruction.present.endings import early_end
from armybuilder.systems.age_of_destruction.present.errands import errand
from armybuilder.systems.age_of_destruction.present.fields import way_form
from armybuilder.systems.age_of_destruction.present.figures import figure_lines
from armybuilder.systems.age_of_destruction.present.glances import glance
from armybuilder.systems.age_of_destruction.present.lessons import lessons, teaches
from armybuilder.systems.age_of_destruction.present.logbook import asked, news
from armybuilder.systems.age_of_destruction.present.panels import chosen, denied
from armybuilder.systems.age_of_destruction.present.plans import plan
from armybuilder.systems.age_of_destruction.present.queries import Query
from armybuilder.systems.age_of_destruction.present.refusals import reasons
from armybuilder.systems.age_of_destruction.present.setting_up import (
    ended_set_up,
    next_to_act,
    placeable,
    stand,
    step_of,
    waiting_ground,
)
from armybuilder.systems.age_of_destruction.present.standing import standing
from armybuilder.systems.age_of_destruction.present.story import Teller, newest_first
from armybuilder.systems.age_of_destruction.present.tables import (
    SYSTEM,
    Table,
    read_order,
    table_at,
    table_of,
)
from armybuilder.systems.age_of_destruction.present.throws import in_words
from armybuilder.systems.age_of_destruction.present.turn_end import turn_end
from armybuilder.systems.age_of_destruction.present.words import (
    conditions_in_force,
    end_by_clock,
)
from armybuilder.systems.age_of_destruction.views.ending import ending_of
from armybuilder.systems.age_of_destruction.views.film import seen
from armybuilder.systems.age_of_destruction.views.friends import begin_with_theirs
from armybuilder.systems.age_of_destruction.views.questions import (
    WISHES,
    answer_by_itself,
    remember_wish,
    wish_of,
)
from armybuilder.systems.age_of_destruction.views.replay import replay_of
from collection.common.answers import htmx_of, wants_part
from collection.common.language import language
from collection.common.limits import limited

ROOM = "systems/age_of_destruction"
#: Where a visit keeps whether turns end by themselves, and the turn of a game that is not to.
ENDS_KEY, STAYS_KEY = "turns_end_by_themselves", "turn_stays"


class OwnTable(TablePages):
    """The table with dials, lines of fire and lessons."""

    system = SYSTEM

    def show(
        self,
        request: HttpRequest,
        skirmish: Skirmish,
        *,
        refused: Document | None = None,
        stuck: bool = False,
        waits: int = 0,
        status: int = 200,
        query: QueryDict | None = None,
        before: Document | None = None,
    ) -> HttpResponse:
        """The whole page, or what htmx swaps of it: the table, the unit that is chosen, or its
        dial once opened; after an order, or what others did where the `next` is asked for, the
        unit to go on with."""
        game = game_of(skirmish)
        at = table_at(skirmish, game)
        if query is None:
            query = request.GET
        if request.method == "POST" or "next" in query:
            query = query.copy()
            unit = query.get("unit") or request.POST.get("unit", "")
            query["unit"] = next_to_act(at, unit[:LONGEST_NAME])
        if request.method == "GET" and wants_part(request):
            if "dial" in request.GET:
                return show_dial(request, at)
            if htmx_of(request).target == "picked":
                return show_picked(request, skirmish, at)
        context = frame_of(request, skirmish, game, stuck=stuck, waits=waits)
        context |= _context(request, skirmish, at, query, context["last"])
        context["is_waiting"] = bool(skirmish.terms)
        context["turn_end"] = turn_end(
            at,
            by_itself=request.session.get(ENDS_KEY, False),
            stays=request.session.get(STAYS_KEY) == _turn_of(skirmish),
        )
        context["switching"] = wish_of(request, skirmish)
        context["set_up_behind"] = _set_up_behind(skirmish, at, context["undo"])
        context |= seen(skirmish, at, context["undo"].since, context["last"], before)
        if refused:
            context["refused"] = reasons(at, at.refusals(read_order(refused, language())))
        name = "table_part" if wants_part(request) else "table"
        return render(request, f"{ROOM}/{name}.html", context, status=status)

    def ask_dice(
        self,
        request: HttpRequest,
        skirmish: Skirmish,
        order: Document,
        needed: Asked,
        given: dict[str, str],
    ) -> HttpResponse:
        """Ask for a die, and say what it is thrown for."""
        worded = in_words(table_of(skirmish), read_order(order, language()), needed)
        return super().ask_dice(request, skirmish, order, worded, given)

    def hides_now(self, skirmish: Skirmish) -> bool:
        """Whether dials are hidden."""
        return not skirmish.open_dials

    join_page = "systems/age_of_destruction/join.html"

    def join_form(self, request: HttpRequest, seat: SkirmishSeat) -> forms.Form:
        """Who sits down, and with what where that is still open."""
        terms = seat.skirmish.terms
        if not terms:
            return super().join_form(request, seat)
        most = terms["agreed"]["build_total"]
        return GroupJoinForm(request.POST or None, owner=owner_of(request), most=most)

    def joined(self, request: HttpRequest, skirmish: Skirmish, form: forms.Form) -> None:
        """Begin with the group that was chosen."""
        if skirmish.terms:
            begin_with_theirs(skirmish, form.cleaned_data["group"])

    def begun_again(self, rematch: Skirmish) -> None:
        """Everything stands where the site had placed it before."""
        place_again(rematch)

    def instead_of(self, skirmish: Skirmish, order: Document) -> int | None:
        """The step that deployed a unit which is put elsewhere."""
        if order.get("order") != "deploy":
            return None
        return step_of(table_of(skirmish), order, first_rows(skirmish=skirmish))

    def unit_after(self, request: HttpRequest, skirmish: Skirmish) -> str:
        """The unit that acts next, where the one that was chosen cannot."""
        return next_to_act(table_of(skirmish), super().unit_after(request, skirmish))

    def back(
        self, request: HttpRequest, skirmish: Skirmish, *, tells: bool = False
    ) -> HttpResponse:
        """To the table, once something was ordered after the answers nobody need be asked for; what
        was taken back is asked anew."""
        if tells:
            answer_by_itself(request, skirmish)
        return super().back(request, skirmish, tells=tells)

    @method_decorator([require_POST, limited("play")])
    def switching(self, request: HttpRequest, public_id: str) -> HttpResponse:
        """Set how this visitor has it answered in a game whether equipment is switched off."""
        skirmish = self.own(request, public_id, self.system)
        wish = request.POST.get("wish", "")
        if wish not in WISHES:
            return HttpResponseBadRequest()
        remember_wish(request, skirmish, wish)
        return self.back(request, skirmish, tells=True)

    @method_decorator(require_POST)
    def turn_end(self, request: HttpRequest, public_id: str) -> HttpResponse:
        """Set whether turns end by themselves for this visitor, or that this one stays."""
        skirmish = self.own(request, public_id, self.system)
        asked = request.POST.get("ends", "")
        if asked == "stays":
            request.session[STAYS_KEY] = _turn_of(skirmish)
        elif asked in ("asked", "by-itself"):
            request.session[ENDS_KEY] = asked == "by-itself"
        else:
            return HttpResponseBadRequest()
        return self.back(request, skirmish)

    @method_decorator(READS)
    def errand(self, request: HttpRequest, public_id: str) -> HttpResponse:
        """What the device of the person asking needs to think for a bot; nothing where it is not to
        think."""
        found = errand(self.own(request, public_id, self.system), request.GET.get("known", ""))
        if found is None:
            return HttpResponse(status=HTTPStatus.NO_CONTENT)
        return HttpResponse(found, content_type="application/json")

    def show_plan(self, request: HttpRequest, skirmish: Skirmish) -> HttpResponse:
        """What an order in the making would take and promise."""
        context = _plan_context(request.GET, skirmish, table_of(skirmish))
        return render(request, f"{ROOM}/plan.html", context)

    def show_log(self, request: HttpRequest, skirmish: Skirmish) -> HttpResponse:
        """A page of the log of a skirmish."""
        page = log_page(request, skirmish)
        table = table_at(skirmish, game_at(skirmish, page.until))
        steps = numbered_events(skirmish=skirmish, until=page.until, last=page.length)
        context = {"skirmish": skirmish, "page": page, "chapters": Teller(table).chapters(steps)}
        return render(request, f"{ROOM}/log.html", context)

    def show_moment(self, request: HttpRequest, skirmish: Skirmish, moment: Moment) -> HttpResponse:
        """The table after a step, or the dial of a unit then."""
        table = table_at(skirmish, moment.game)
        if wants_part(request) and "dial" in request.GET:
            return show_dial(request, table)
        context = replay_of(request, skirmish, table, moment)
        name = "replay_region" if wants_part(request) else "replay"
        return render(request, f"{ROOM}/{name}.html", context)


def _turn_of(skirmish: Skirmish) -> str:
    return f"{skirmish.public_id}:{skirmish.turn}"


def show_dial(request: HttpRequest, at: Table) -> HttpResponse:
    """The dial of the unit in the address: a part of the page."""
    picked = chosen(at, request.GET.get("unit", ""))
    return render(request, "systems/age_of_destruction/dial.html", {"chosen": picked})


def show_picked(request: HttpRequest, skirmish: Skirmish, at: Table) -> HttpResponse:
    """The unit in the address with its orders, and the one in the making: a part of the page."""
    context = _picked_context(request, at, request.GET) | _plan_context(request.GET, skirmish, at)
    return render(request, f"{ROOM}/picked.html", context)


@never_cache
@require_safe
@limited("play")
def denied_orders(request: HttpRequest, public_id: str) -> HttpResponse:
    """What the chosen unit cannot do, with the reasons: a part of the page."""
    found = denied(table_of(own_skirmish(request, public_id, SYSTEM)), request.GET.get("unit", ""))
    return render(request, "systems/age_of_destruction/denied.html", {"denials": found})


def _context(
    request: HttpRequest, skirmish: Skirmish, at: Table, query: QueryDict, last: Any
) -> dict[str, Any]:
    """Everything the table shows beside the frame; `last` is the step taken last."""
    of_unit = _picked_context(request, at, query)
    events = all_events(skirmish=skirmish) if teaches(at) else []
    return {
        "standing": standing(at),
        "conditions": conditions_in_force(at),
        "clock_ends": end_by_clock(at),
        "board": board(at, of_unit["chosen"]),
        "news": news(at, last.events) if last else (),
        "rows": figure_lines(at),
        "waiting_ground": waiting_ground(at),
        "set_up": stand(at) if at.state.preparation else None,
        "asked": asked(at),
        "early_end": early_end(at),
        "chapters": newest_first(
            Teller(at).chapters(numbered_events(skirmish=skirmish, last=RECENT_STEPS))
        ),
        "lessons": lessons(at, events) if teaches(at) else (),
        **(ending_of(skirmish, at) if at.is_over else {}),
        **of_unit,
    } | _plan_context(query, skirmish, at)


def _picked_context(request: HttpRequest, at: Table, query: QueryDict) -> dict[str, Any]:
    """The unit that is chosen, and what may be said of it."""
    unit = query.get("unit", "")
    return {
        "table": at,
        "chosen": chosen(at, unit) if unit else None,
        "glance": glance(at, unit),
        "first_steps": at.in_play and at.acts and at.state.turn <= len(at.seats),
        "dial_later": wants_part(request),
        "denials": denied(at, unit) if "denied" in query else (),
    }


def _set_up_behind(skirmish: Skirmish, at: Table, undo: Undo) -> bool:
    """Whether the set-up is all that somebody has ordered, so that it may still be changed."""
    if not (at.in_play and undo.possible and at.state.turn <= len(at.seats)):
        return False
    return ended_set_up(skirmish.steps.get(number=undo.since).events)


def _plan_context(asked: QueryDict, skirmish: Skirmish, at: Table) -> dict[str, Any]:
    """The order in the making that the address describes; to a question the usual answer, of a
    unit in the set-up where it may stand."""
    fields: dict[str, list[str]] = {name: asked.getlist(name) for name in asked}
    if at.question and at.acts:
        fields.setdefault("do", [at.question.to])
    elif asked.get("unit", "") in placeable(at):
        fields.setdefault("do", ["deploy"])
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

"""What is asked and answered at any table: orders, bots, taking back, the log, the replay.

A game with a table of its own hands in what it shows by a class of these pages.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    QueryDict,
)
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.groups.services.groups import StaleVersion
from armybuilder.site.accounts.visitors import owner_of
from armybuilder.site.busy import Busy
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.beginnings import Document, OrderUnreadable
from armybuilder.skirmishes.present.clock import clock
from armybuilder.skirmishes.present.dice import WISHES, Asked
from armybuilder.skirmishes.present.games import (
    Game,
    GameStuck,
    OrderRefused,
    earlier_rules,
    game_after,
    game_of,
    write_record,
)
from armybuilder.skirmishes.present.own_affairs import is_own_affair, may_think_elsewhere
from armybuilder.skirmishes.present.words import COMMANDERS, PACES, seat_title, stage_of
from armybuilder.skirmishes.seats.views import SeatPages, people_at
from armybuilder.skirmishes.selectors import first_steps, last_step, skirmish_for, undo_of
from armybuilder.skirmishes.services import (
    MOST_STEPS,
    CannotTakeBack,
    GameTooLong,
    NotOver,
    NotTheirTurn,
    TimeIsUp,
    TooManySkirmishes,
    commanders_thought,
    give_order,
    give_thought,
    let_commander_act,
    rematch,
    set_up_anew,
    set_up_for,
    share_skirmish,
    take_back,
    withdraw_link,
)
from armybuilder.skirmishes.views.dice import (
    ask_dice,
    asked_for,
    dice_wish,
    remember_dice,
    signed_thought,
    thought_in,
    typed_faces,
)
from armybuilder.skirmishes.views.moments import Moment, moment_of
from armybuilder.skirmishes.views.replays import record_file, replay_addresses
from collection.common.answers import wants_part
from collection.common.language import in_any_language
from collection.common.limits import limited
from collection.common.numbers import whole_number
from collection.common.quotas import full

PACE_KEY = "bot_pace"
USUAL_PACE = "steady"

#: The longest order anybody posts, and the longest name of a unit, in characters.
LONGEST_ORDER = 20_000
LONGEST_NAME = 80
#: JSON without spaces between its parts.
SHORT = {"ensure_ascii": False, "separators": (",", ":")}

READS = [never_cache, require_safe, limited("play")]


@contextmanager
def not_found_when_gone() -> Iterator[None]:
    """404 for a skirmish that another tab deletes while this request is on its way."""
    try:
        yield
    except Skirmish.DoesNotExist as error:
        raise Http404 from error


def own_skirmish(request: HttpRequest, public_id: str, system: str) -> Skirmish:
    """A skirmish of a system in which the person asking plays, or which they began, as they may
    see it; 404 for anybody else's and for none."""
    found = skirmish_for(owner=owner_of(request), public_id=public_id, system=system)
    if found is None:
        raise Http404
    return found


def hosted_skirmish(request: HttpRequest, public_id: str, system: str) -> Skirmish:
    """A skirmish that the person asking began; 404 for another."""
    found = own_skirmish(request, public_id, system)
    if not found.looker.is_host:
        raise Http404
    return found


def version_of(request: HttpRequest) -> int | None:
    """The version of a game that a posted change was made for."""
    return whole_number(request.POST.get("version", ""))


def frame_of(
    request: HttpRequest, skirmish: Skirmish, game: Game, *, stuck: bool, waits: int
) -> Document:
    """What every table shows beside its own; nobody goes on by himself where the game is `stuck`,
    and a bot no sooner than after the seconds it `waits`."""
    stuck = stuck or game.is_stuck
    last = last_step(skirmish=skirmish)
    undone = undo_of(skirmish=skirmish, stuck=stuck)
    wish = dice_wish(request, skirmish)
    return {
        "skirmish": skirmish,
        "last": last,
        "stuck": stuck,
        "full": last is not None and last.number >= MOST_STEPS,
        "earlier_rules": earlier_rules(skirmish, game),
        "stage": stage_of(skirmish.system, game),
        "acts": game.acts,
        "actor": seat_title(game.seats, game.actor) if game.actor else "",
        "commander": COMMANDERS[game.commander] if game.commander else "",
        "clock": clock(skirmish, game, timezone.now()),
        "undo": undone,
        "undo_others": ", ".join(str(seat_title(game.seats, seat)) for seat in undone.others),
        "pace": request.session.get(PACE_KEY, USUAL_PACE),
        "paces": PACES,
        "dice_wish": wish,
        "dice_wishes": WISHES,
        "own_affair": is_own_affair(skirmish),
        "thinks_elsewhere": wish != "all" and may_think_elsewhere(skirmish, game),
        "waits": waits,
        "share_link": share_link(request, skirmish),
        "people": people_at(request, skirmish, game, undone),
    }


def share_link(request: HttpRequest, skirmish: Skirmish) -> str:
    """The whole address by which anybody watches a skirmish, "" without one."""
    if not skirmish.share_token:
        return ""
    path = reverse("skirmish_shared", args=[skirmish.system, skirmish.share_token])
    return request.build_absolute_uri(in_any_language(path))


class TablePages(SeatPages):
    """The pages at one table. A game of its own says which it is by `system`; without, the address
    does. `hides`: before its end a game shows less than its record tells."""

    hides = True

    # --- What a game shows ------------------------------------------------------------------

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
        """The whole page, or the part of it that changes; `refused` is an order that was, `before`
        the state before the step that was just taken."""
        raise NotImplementedError

    def show_plan(self, request: HttpRequest, skirmish: Skirmish) -> HttpResponse:
        """What an order in the making would take and promise: a part of the page."""
        raise NotImplementedError

    def show_log(self, request: HttpRequest, skirmish: Skirmish) -> HttpResponse:
        """The whole log."""
        raise NotImplementedError

    def show_moment(self, request: HttpRequest, skirmish: Skirmish, moment: Moment) -> HttpResponse:
        """The table after a step."""
        raise NotImplementedError

    def ask_dice(
        self,
        request: HttpRequest,
        skirmish: Skirmish,
        order: Document,
        needed: Asked,
        given: dict[str, str],
    ) -> HttpResponse:
        """Ask for a die of an order; `given` is what is sent again with its face."""
        return ask_dice(request, skirmish, needed, given)

    def instead_of(self, skirmish: Skirmish, order: Document) -> int | None:
        """The number of the step of a set-up that an order does otherwise, None for none."""
        return None

    # --- What is asked ----------------------------------------------------------------------

    def own(self, request: HttpRequest, public_id: str, system: str) -> Skirmish:
        """A skirmish of the person asking."""
        return own_skirmish(request, public_id, system or self.system)

    @method_decorator(READS)
    def table(self, request: HttpRequest, public_id: str, system: str = "") -> HttpResponse:
        """The table."""
        return self.show(request, self.own(request, public_id, system))

    @method_decorator(READS)
    def plan(self, request: HttpRequest, public_id: str, system: str = "") -> HttpResponse:
        """An order in the making."""
        return self.show_plan(request, self.own(request, public_id, system))

    @method_decorator(READS)
    def log(self, request: HttpRequest, public_id: str, system: str = "") -> HttpResponse:
        """The log."""
        return self.show_log(request, self.own(request, public_id, system))

    @method_decorator([require_POST, limited("play")])
    def order(self, request: HttpRequest, public_id: str, system: str = "") -> HttpResponse:
        """Give an order or an answer; a refused one comes back with its reasons."""
        skirmish = self.own(request, public_id, system)
        version = version_of(request)
        text = request.POST.get("order", "")
        if version is None or not text or len(text) > LONGEST_ORDER:
            return HttpResponseBadRequest()
        return self.ordered(request, skirmish, version, text)

    def ordered(
        self, request: HttpRequest, skirmish: Skirmish, version: int, text: str
    ) -> HttpResponse:
        """Give an order, which is written as `text`, to a game at a version."""
        try:
            given = json.loads(text)
            if not isinstance(given, dict) or "order" not in given:
                return HttpResponseBadRequest()
            wish = dice_wish(request, skirmish)
            faces = typed_faces(request) if wish != "site" else None
            if faces is not None and (
                needed := asked_for(request, game_of(skirmish), given, faces)
            ):
                return self.ask_dice(request, skirmish, given, needed, {"order": text})
            with not_found_when_gone():
                instead = self.instead_of(skirmish, given)
                give_order(
                    skirmish=skirmish,
                    version=version,
                    order=given,
                    instead=instead,
                    faces=faces,
                    answers=wish != "all",
                )
        except (ValueError, OrderUnreadable):
            return HttpResponseBadRequest()
        except OrderRefused as error:
            chosen = _chosen_in(request)
            return self.show(request, skirmish, refused=error.order, status=422, query=chosen)
        except GameTooLong:
            messages.warning(request, _("This game has as many orders as the site keeps."))
        except TimeIsUp:
            messages.warning(request, _("Time is up: nothing was ordered. Call time to go on."))
        except (StaleVersion, NotTheirTurn):
            messages.warning(request, _("The game had moved on meanwhile; nothing was ordered."))
        return self.back(request, skirmish, tells=True)

    @method_decorator([require_POST, limited("bot_acts")])
    def step(self, request: HttpRequest, public_id: str, system: str = "") -> HttpResponse:
        """Let a bot act once, or place all that is its to place; where it `stands-in`, place one
        thing for a person."""
        skirmish = self.own(request, public_id, system)
        version = version_of(request)
        if version is None:
            return HttpResponseBadRequest()
        stands_in = "stand-in" in request.POST
        preparing = game_of(skirmish).standing.preparing
        try:
            if dice_wish(request, skirmish) == "all" and not preparing:
                return self._step_with_dice(request, skirmish, version)
            moot = suppress(StaleVersion, NotTheirTurn, GameTooLong, TimeIsUp)
            with not_found_when_gone(), moot:
                if _thought_elsewhere(request, skirmish, version):
                    pass
                elif stands_in or not preparing:
                    let_commander_act(skirmish=skirmish, version=version, stands_in=stands_in)
                else:
                    set_up_for(skirmish=skirmish, version=version)
        except GameStuck:
            return self.show(request, skirmish, stuck=True, status=409)
        except Busy as busy:
            return self._show_waiting(request, skirmish, busy.retry_after)
        return self.back(request, skirmish, tells=True)

    def _step_with_dice(
        self, request: HttpRequest, skirmish: Skirmish, version: int
    ) -> HttpResponse:
        """Let a bot act once with dice that people throw for it."""
        try:
            if skirmish.version != version:
                raise StaleVersion
            with not_found_when_gone():
                signed = request.POST.get("thought", "")
                order, faces = thought_in(signed, skirmish, version), typed_faces(request)
                if order is None:  # What was typed was not for this order.
                    order, faces = commanders_thought(skirmish=skirmish, version=version), ()
                    signed = signed_thought(order, skirmish, version)
                if needed := asked_for(request, game_of(skirmish), order, faces):
                    return self.ask_dice(request, skirmish, order, needed, {"thought": signed})
                let_commander_act(skirmish=skirmish, version=version, order=order, faces=faces)
        except (StaleVersion, NotTheirTurn, GameTooLong, TimeIsUp):
            pass
        return self.back(request, skirmish, tells=True)

    @method_decorator(require_POST)
    def dice(self, request: HttpRequest, public_id: str, system: str = "") -> HttpResponse:
        """Set who throws the dice of a game, for this visitor."""
        skirmish = self.own(request, public_id, system)
        if not remember_dice(request, skirmish, request.POST.get("dice", "")):
            return HttpResponseBadRequest()
        return self.back(request, skirmish)

    @method_decorator([require_POST, limited("set_up_skirmish")])
    def set_up(self, request: HttpRequest, public_id: str, system: str = "") -> HttpResponse:
        """Let a bot place everything that the player whose turn it is has left; `anew` takes back
        what was placed instead."""
        skirmish = self.own(request, public_id, system)
        version = version_of(request)
        if version is None:
            return HttpResponseBadRequest()
        try:
            with not_found_when_gone(), suppress(StaleVersion, NotTheirTurn, GameTooLong):
                if "anew" in request.POST:
                    set_up_anew(skirmish=skirmish, version=version)
                else:
                    seats = (skirmish.acting,)
                    set_up_for(skirmish=skirmish, version=version, seats=seats)
        except GameStuck:
            return self.show(request, self.own(request, public_id, system), stuck=True, status=409)
        except Busy:
            messages.info(request, _("Other bots are thinking. Press again in a moment."))
        return self.back(request, skirmish)

    @method_decorator(require_POST)
    def pace(self, request: HttpRequest, public_id: str, system: str = "") -> HttpResponse:
        """Set how fast this visitor sees what happens, and bots go on."""
        skirmish = self.own(request, public_id, system)
        asked = request.POST.get("pace", "")
        if asked not in PACES:
            return HttpResponseBadRequest()
        request.session[PACE_KEY] = asked
        if wants_part(request):
            return HttpResponse(status=HTTPStatus.NO_CONTENT)
        return self.back(request, skirmish)

    @method_decorator([require_POST, limited("play")])
    def undo(self, request: HttpRequest, public_id: str, system: str = "") -> HttpResponse:
        """Take the last order back."""
        skirmish = self.own(request, public_id, system)
        version = version_of(request)
        if version is None:
            return HttpResponseBadRequest()
        try:
            with not_found_when_gone():
                take_back(skirmish=skirmish, version=version, agreed="agreed" in request.POST)
        except CannotTakeBack:
            messages.warning(request, _("Dice have fallen: the other side has to agree."))
        except StaleVersion:
            messages.warning(request, _("The game had moved on meanwhile; nothing was undone."))
        return self.back(request, skirmish)

    # --- After it ---------------------------------------------------------------------------

    def finished(self, request: HttpRequest, public_id: str, system: str) -> Skirmish:
        """A finished skirmish of the person asking; 404 for one that goes on."""
        skirmish = self.own(request, public_id, system)
        if not skirmish.over:
            raise Http404
        return skirmish

    def shown_whole(self, request: HttpRequest, public_id: str, system: str) -> Skirmish:
        """A skirmish of the person asking whose record tells nothing that is hidden; 404 for
        another."""
        skirmish = self.own(request, public_id, system)
        if self.hides and not skirmish.is_to_be_seen:
            raise Http404
        return skirmish

    @method_decorator([require_POST, limited("begin_skirmish")])
    def rematch(self, request: HttpRequest, public_id: str, system: str = "") -> HttpResponse:
        """Play again, everybody with the other's group."""
        skirmish = self.finished(request, public_id, system)
        try:
            again = rematch(skirmish=skirmish, by=owner_of(request))
        except OrderUnreadable as error:
            messages.error(request, str(error))
            return redirect("skirmish", skirmish.system, public_id)
        except TooManySkirmishes:
            messages.error(request, full("skirmishes"))
            return redirect("skirmishes")
        self.begun_again(again)
        return self.back(request, self.own(request, str(again.public_id), again.system))

    def begun_again(self, rematch: Skirmish) -> None:
        """What happens with a rematch before anybody comes to it."""

    @method_decorator(READS)
    def record(self, request: HttpRequest, public_id: str, system: str = "") -> HttpResponse:
        """The whole game as a game/1 file, which `manage.py replay` plays again."""
        skirmish = self.shown_whole(request, public_id, system)
        game = game_after(skirmish, first_steps(skirmish=skirmish))
        return record_file(write_record(game, skirmish), skirmish)

    @method_decorator(READS)
    def replay(self, request: HttpRequest, public_id: str, system: str = "") -> HttpResponse:
        """The table after the step the address names, the last one without."""
        skirmish = self.shown_whole(request, public_id, system)
        url = reverse("skirmish_replay", args=[skirmish.system, public_id])
        return self.show_moment(request, skirmish, moment_of(request, skirmish, url, is_own=True))

    # --- Shown to others --------------------------------------------------------------------

    def shared_by(self, token: str, system: str) -> Skirmish:
        """The skirmish a link opens; 404 for a link that opens none."""
        shared = Skirmish.objects.shared_by(token).select_related("owner")
        return get_object_or_404(shared, system=system or self.system)

    @method_decorator([require_POST, limited("play")])
    def share(self, request: HttpRequest, public_id: str, system: str = "") -> HttpResponse:
        """Give a game a link by which anybody watches it, or take the link back."""
        skirmish = self.own(request, public_id, system)
        if not skirmish.is_to_be_seen:
            raise Http404
        if "withdraw" in request.POST:
            withdraw_link(skirmish=skirmish)
        else:
            with suppress(NotOver), not_found_when_gone():
                share_skirmish(skirmish=skirmish)
        return redirect(f"{reverse('skirmish', args=[skirmish.system, public_id])}#over")

    @method_decorator(READS)
    def shared(self, request: HttpRequest, token: str, system: str = "") -> HttpResponse:
        """The replay of a game somebody shares."""
        skirmish = self.shared_by(token, system)
        url = reverse("skirmish_shared", args=[skirmish.system, token])
        answer = self.show_moment(request, skirmish, moment_of(request, skirmish, url))
        answer["X-Robots-Tag"] = "noindex"
        return answer

    # --- Answers ----------------------------------------------------------------------------

    def _show_waiting(self, request: HttpRequest, skirmish: Skirmish, seconds: int) -> HttpResponse:
        """The table as it is, whose bot asks again by itself after some seconds."""
        status = HTTPStatus.OK if wants_part(request) else HTTPStatus.SERVICE_UNAVAILABLE
        answer = self.show(request, skirmish, waits=seconds, status=status)
        answer["Retry-After"] = str(seconds)
        return answer

    def unit_after(self, request: HttpRequest, skirmish: Skirmish) -> str:
        """The unit that is chosen on the page a change leads back to."""
        return request.POST.get("unit", "")

    def back(
        self, request: HttpRequest, skirmish: Skirmish, *, tells: bool = False
    ) -> HttpResponse:
        """To the table, with the same unit chosen; htmx is answered at once, and where it `tells`
        with what the step just taken was."""
        if wants_part(request):
            version, before = skirmish.version, skirmish.state
            with not_found_when_gone():
                skirmish.refresh_from_db()
            taken = tells and skirmish.version == version + 1
            shown = before if taken else None
            return self.show(request, skirmish, query=_chosen_in(request), before=shown)
        with not_found_when_gone():
            skirmish.refresh_from_db()
        unit = self.unit_after(request, skirmish)[:LONGEST_NAME]
        query = urlencode({"unit": unit}) if unit else ""
        url = reverse("skirmish", args=[skirmish.system, skirmish.public_id])
        end = "#over" if skirmish.over else ""
        return redirect(f"{url}?{query}{end}" if query else f"{url}{end}")


def _chosen_in(request: HttpRequest) -> QueryDict:
    """The unit that is chosen where a form was sent, as an address says it."""
    unit = request.POST.get("unit", "")[:LONGEST_NAME]
    return QueryDict(urlencode({"unit": unit}) if unit else "")


def _thought_elsewhere(request: HttpRequest, skirmish: Skirmish, version: int) -> bool:
    """Whether the bot's order was thought of on the device of the person asking, and taken."""
    text = request.POST.get("order", "")
    if not text or len(text) > LONGEST_ORDER:
        return False
    try:
        order = json.loads(text)
        if not isinstance(order, dict):
            return False
        fingerprint = request.POST.get("fingerprint", "")
        give_thought(skirmish=skirmish, version=version, order=order, fingerprint=fingerprint)
    except (ValueError, RecursionError, OrderUnreadable, OrderRefused, NotTheirTurn):
        return False
    return True


def table_addresses(pages: TablePages) -> list[URLPattern]:
    """The addresses of the pages at one table, below that of its system."""
    named: dict[str, Any] = {
        "": pages.table,
        "plan": pages.plan,
        "order": pages.order,
        "step": pages.step,
        "undo": pages.undo,
        "set-up": pages.set_up,
        "pace": pages.pace,
        "dice": pages.dice,
        "log": pages.log,
        "rematch": pages.rematch,
        "record": pages.record,
        "replay": pages.replay,
        "share": pages.share,
        "seats": pages.seats,
        "news": pages.news,
    }
    return [
        path("join/<slug:token>/", pages.join, name="skirmish_join"),
        path("watched/<slug:token>/", pages.watched, name="skirmish_watched"),
        path("watched/<slug:token>/news/", pages.watched_news, name="skirmish_watched_news"),
        path("shared/<slug:token>/", pages.shared, name="skirmish_shared"),
        *replay_addresses(pages),
        *(
            path(
                f"<slug:public_id>/{name}/" if name else "<slug:public_id>/",
                view,
                name=_name(name),
            )
            for name, view in named.items()
        ),
    ]


def _name(page: str) -> str:
    return f"skirmish_{page.replace('-', '_')}" if page else "skirmish"

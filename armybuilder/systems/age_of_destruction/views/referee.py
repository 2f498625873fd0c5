"""The referee: a game of real figures and dice, kept and judged by one phone on the table."""

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from armybuilder.groups.services.groups import StaleVersion
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.beginnings import Document, OrderUnreadable
from armybuilder.skirmishes.present.dice import Asked
from armybuilder.skirmishes.present.games import Game, OrderRefused, game_of
from armybuilder.skirmishes.selectors import Undo, numbered_events
from armybuilder.skirmishes.services import (
    MOST_PLACED,
    CannotTakeBack,
    GameTooLong,
    NotTheirTurn,
    TimeIsUp,
    give_order,
    take_back,
)
from armybuilder.skirmishes.views.pages import (
    LONGEST_ORDER,
    frame_of,
    not_found_when_gone,
    version_of,
)
from armybuilder.systems.age_of_destruction.present.board import board
from armybuilder.systems.age_of_destruction.present.endings import early_end
from armybuilder.systems.age_of_destruction.present.figures import figure_lines
from armybuilder.systems.age_of_destruction.present.glances import glance
from armybuilder.systems.age_of_destruction.present.logbook import asked
from armybuilder.systems.age_of_destruction.present.panels import chosen
from armybuilder.systems.age_of_destruction.present.queries import Query
from armybuilder.systems.age_of_destruction.present.referee import (
    REMEMBERED,
    contact_claim,
    first_thrower,
    hurt,
    intruders,
    place_claim,
    placing,
    resumed,
    riders,
    screen,
    spins,
    thrown_for,
    touched,
)
from armybuilder.systems.age_of_destruction.present.refusals import reasons
from armybuilder.systems.age_of_destruction.present.standing import standing
from armybuilder.systems.age_of_destruction.present.story import Episode, Teller
from armybuilder.systems.age_of_destruction.present.tables import (
    Table,
    read_order,
    table_at,
    table_of,
)
from armybuilder.systems.age_of_destruction.present.throws import has_black
from armybuilder.systems.age_of_destruction.views.ending import ending_of
from armybuilder.systems.age_of_destruction.views.questions import answer_by_itself
from armybuilder.systems.age_of_destruction.views.table import OwnTable
from collection.common.answers import wants_part
from collection.common.language import language
from collection.common.limits import limited

ROOM = "systems/age_of_destruction/referee"
#: Where a visit keeps the games whose figures are measured on the map, of so many games.
MAP_KEY, MOST_KEPT = "measured_on_the_map", 50
#: The steps of the set-up that a real table has behind it.
PLACED_STEPS = ("terrain", "deployment", "infiltration")
#: Facings that are shown, in degrees.
ARROWS = (
    (0, "↑"),
    (45, "↗"),
    (90, "→"),
    (135, "↘"),
    (180, "↓"),
    (225, "↙"),
    (270, "←"),
    (315, "↖"),
)
#: The longest query that is kept with a dispute.
LONGEST_QUERY = 1000


class Referee(OwnTable):
    """The same game as at the table, asked and answered one thing at a time."""

    # --- What is shown ----------------------------------------------------------------------

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
        """The one question that comes next."""
        game = game_of(skirmish)
        table = table_at(skirmish, game)
        context = frame_of(request, skirmish, game, stuck=stuck, waits=waits)
        context |= self._context(request, skirmish, game, query or request.GET, context["undo"])
        if refused:
            context["refused"] = reasons(table, table.refusals(read_order(refused, language())))
        return self._render(request, context, status)

    def ask_dice(
        self,
        request: HttpRequest,
        skirmish: Skirmish,
        order: Document,
        needed: Asked,
        given: dict[str, str],
    ) -> HttpResponse:
        """The dice that are to be thrown now, all of a throw at once."""
        skirmish.refresh_from_db()
        game = game_of(skirmish)
        table = table_at(skirmish, game)
        context = frame_of(request, skirmish, game, stuck=False, waits=0)
        context |= self._context(request, skirmish, game, QueryDict(), context["undo"])
        left = range(needed.before, needed.together)
        attacks = has_black(table, read_order(order, language()), needed)
        black = needed.together - 1 if attacks else None
        context |= {
            "throw": needed,
            "given": given,
            "dice_left": [(number, number == black) for number in left],
            "has_black": attacks,
            "whites": len(left) - attacks,
            "throw_says": _says(table, needed, given),
            "throw_next": request.POST.get("next", "")[:LONGEST_QUERY],
            "told": (),
            "action": request.path,
        }
        return self._render(request, context, 200)

    def _render(self, request: HttpRequest, context: Document, status: int) -> HttpResponse:
        name = "region" if wants_part(request) else "page"
        return render(request, f"{ROOM}/{name}.html", context, status=status)

    def _context(
        self,
        request: HttpRequest,
        skirmish: Skirmish,
        game: Game,
        query: QueryDict,
        undone: Undo,
    ) -> dict[str, Any]:
        table = table_at(skirmish, game)
        said = Query({name: query.getlist(name) for name in query})
        asks = table.setup.real_table and not on_the_map(request, skirmish)
        recent = numbered_events(skirmish=skirmish, last=REMEMBERED)
        before = [event for _number, events in reversed(recent) for event in reversed(events)]
        last = [step for step in recent if step[0] >= undone.since]
        try:
            shown = screen(table, said, before, asks=asks)
        except OrderUnreadable:
            shown = screen(table, Query({}), before, asks=asks)
        plain = not {"unit", "zones", "map", "contacts"} & set(query)
        return {
            "table": table,
            "real": table.setup.real_table,
            "asks": asks,
            "standing": standing(table),
            "screen": shown,
            "question": asked(table),
            "spins": spins(table),
            "early_end": early_end(table),
            "rolls_first": table.step == "pool",
            "sets_up": bool(table.state.preparation) and table.step != "pool",
            "riders": riders(table, game.match.legal_orders(game.actor))
            if _places_itself(skirmish, game)
            else (),
            "told": self._told(table, last) if plain else (),
            "hurt": self._hurt(table, last) if plain else (),
            "zones": intruders(table) if "zones" in query else (),
            "asks_zones": asks and table.in_play,
            "map": board(table, chosen(table, said.one("unit"))) if "map" in query else None,
            "arrows": ARROWS,
            "places": figure_lines(table) if "map" in query else (),
            "touched": touched(table, said.one("unit")) if "contacts" in query else None,
            **(ending_of(skirmish, table) if table.is_over else {}),
        }

    def _told(self, table: Table, last: list[tuple[int, Any]]) -> list[Episode]:
        """What there is to read out of the last order."""
        return [episode for episode in Teller(table).episodes(last) if episode.sentences]

    def _hurt(self, table: Table, last: list[tuple[int, Any]]) -> list[Any]:
        units = hurt(event for _number, events in last for event in events)
        return [glance(table, unit) for unit in units]

    # --- What is said and done --------------------------------------------------------------

    @method_decorator([require_POST, limited("play")])
    def order(self, request: HttpRequest, public_id: str, system: str = "") -> HttpResponse:
        """Take what is said of the table, then the order it is said for."""
        skirmish = self.own(request, public_id, system)
        version, claim = version_of(request), request.POST.get("claim", "")
        text = request.POST.get("order", "")
        if version is None or len(claim) > LONGEST_ORDER or len(text) > LONGEST_ORDER:
            return HttpResponseBadRequest()
        if claim:
            if refusal := self._claim(request, skirmish, version, claim):
                return refusal
            skirmish.refresh_from_db()
            version = skirmish.version
        if not text:
            return self.back(request, skirmish) if claim else HttpResponseBadRequest()
        return self.ordered(request, skirmish, version, text)

    def _claim(
        self, request: HttpRequest, skirmish: Skirmish, version: int, claim: str
    ) -> HttpResponse | None:
        """Take what is said of the table; None where that is done, else what is answered."""
        try:
            with not_found_when_gone():
                give_order(skirmish=skirmish, version=version, order=_json(claim))
        except OrderUnreadable:
            return HttpResponseBadRequest()
        except OrderRefused as error:
            return self.show(request, skirmish, refused=error.order, status=422)
        except (StaleVersion, NotTheirTurn, GameTooLong, TimeIsUp):
            messages.warning(request, _("The game had moved on meanwhile; nothing was ordered."))
            return self.back(request, skirmish)
        return None

    @method_decorator([require_POST, limited("play")])
    def contacts(self, request: HttpRequest, public_id: str) -> HttpResponse:
        """Take who touches a unit, as people say it."""
        skirmish = self.own(request, public_id, self.system)
        version, unit = version_of(request), request.POST.get("unit", "")
        table = table_of(skirmish)
        if version is None or unit not in table.state.units or not table.in_play:
            return HttpResponseBadRequest()
        claim = contact_claim(table, unit, request.POST.getlist("touch"))
        return self._claim(request, skirmish, version, claim) or self.back(request, skirmish)

    @method_decorator([require_POST, limited("play")])
    def aboard(self, request: HttpRequest, public_id: str) -> HttpResponse:
        """Take which figures start aboard which others; all stand where they stand then."""
        skirmish = self.own(request, public_id, self.system)
        if version_of(request) != skirmish.version:
            return self.back(request, skirmish)
        said = {name.removeprefix("in-"): str(value) for name, value in request.POST.items()}
        return self.back(request, placed(skirmish, said))

    @method_decorator([require_POST, limited("play")])
    def place(self, request: HttpRequest, public_id: str) -> HttpResponse:
        """Take where a figure stands on the map, or how far it was measured from another."""
        skirmish = self.own(request, public_id, self.system)
        version, sent = version_of(request), request.POST
        said = Query({name: sent.getlist(name) for name in sent})
        try:
            claim = place_claim(table_of(skirmish), said)
        except OrderUnreadable as error:
            messages.error(request, str(error))
            return self.back(request, skirmish)
        if version is None:
            return HttpResponseBadRequest()
        return self._claim(request, skirmish, version, claim) or self.back(request, skirmish)

    @method_decorator([require_POST, limited("play")])
    def undo(self, request: HttpRequest, public_id: str, system: str = "") -> HttpResponse:
        """Take the last order back, and ask for it again with other faces; those at one table agree
        aloud."""
        skirmish = self.own(request, public_id, system)
        version = version_of(request)
        if version is None:
            return HttpResponseBadRequest()
        query = ""
        try:
            with not_found_when_gone():
                query = _undone(skirmish)
                take_back(skirmish=skirmish, version=version, agreed="agreed" in request.POST)
        except CannotTakeBack:
            messages.warning(request, _("Dice have fallen: the other side has to agree."))
        except StaleVersion:
            messages.warning(request, _("The game had moved on meanwhile; nothing was undone."))
        return self.back(request, skirmish, again=query)

    @method_decorator(require_POST)
    def measuring(self, request: HttpRequest, public_id: str) -> HttpResponse:
        """Set whether figures are measured on the map or asked for."""
        skirmish = self.own(request, public_id, self.system)
        remember_map(request, skirmish, on="map" in request.POST)
        return self.back(request, skirmish)

    def back(
        self, request: HttpRequest, skirmish: Skirmish, *, tells: bool = False, again: str = ""
    ) -> HttpResponse:
        """To what comes next: where a dispute was settled to the order it is about."""
        if tells:
            answer_by_itself(request, skirmish)
        with not_found_when_gone():
            skirmish.refresh_from_db()
        skirmish = placed(skirmish)
        query = again or request.POST.get("next", "")[:LONGEST_QUERY]
        if wants_part(request):
            return self.show(request, skirmish, query=QueryDict(query))
        url = reverse("age-of-destruction:referee", args=[skirmish.public_id])
        return redirect(f"{url}?{query}" if query else url)


def placed(skirmish: Skirmish, aboard: Mapping[str, str] | None = None) -> Skirmish:
    """A game at a real table with all figures on it, where they stand already; not where there is
    to be a map of it. Nothing is placed for who has still to say which of his figures are `aboard`
    which others."""
    seat = skirmish.acting
    for _each in range(MOST_PLACED):
        game = game_of(skirmish)
        if not _places_itself(skirmish, game):
            break
        if game.actor != seat:
            seat, aboard = game.actor, None
        legal = game.match.legal_orders(seat)
        order = placing(legal, aboard)
        if order is None:
            break
        with suppress(StaleVersion, NotTheirTurn, GameTooLong):
            give_order(skirmish=skirmish, version=skirmish.version, order=order)
        skirmish.refresh_from_db()
    return skirmish


def _places_itself(skirmish: Skirmish, game: Game) -> bool:
    real, mapped = skirmish.start.get("real_table"), bool(skirmish.start.get("pool"))
    return bool(real) and not mapped and game.standing.stage in PLACED_STEPS


def on_the_map(request: HttpRequest, skirmish: Skirmish) -> bool:
    """Whether this visitor measures a game on the map."""
    kept: list[str] = request.session.get(MAP_KEY, [])
    return skirmish.public_id in kept


def remember_map(request: HttpRequest, skirmish: Skirmish, *, on: bool) -> None:
    """Measure a game on the map from now on, or ask people."""
    kept = [each for each in request.session.get(MAP_KEY, []) if each != skirmish.public_id]
    request.session[MAP_KEY] = [*kept, *([skirmish.public_id] if on else [])][-MOST_KEPT:]


def _undone(skirmish: Skirmish) -> str:
    """The query that leads back to the order that is taken back."""
    people = [seat for seat, who in skirmish.seats.items() if not who["commander"]]
    step = skirmish.steps.filter(player__in=people).order_by("-number").first()
    return resumed(step.order) if step else ""


def _says(table: Table, needed: Asked, given: dict[str, str]) -> str:
    """What the dice are thrown for, in words."""
    if table.step == "pool":
        return first_thrower(table, len(needed.typed) // needed.together)
    if needed.says or "order" not in given:
        return needed.says
    return thrown_for(table, read_order(_json(given["order"]), language()))


def _json(text: str) -> Document:
    """An order out of JSON; raises OrderUnreadable."""
    try:
        order = json.loads(text)
    except ValueError as error:
        raise OrderUnreadable(str(error)) from error
    if not isinstance(order, dict) or "order" not in order:
        raise OrderUnreadable(text)
    return order

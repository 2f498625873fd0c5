"""The table of any game: its board under the hands, its pieces, its orders, its log.

A game with more to show subclasses `GameTable`: it names templates of its own, which extend those
of any table, and says what they are given.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, TypeVar
from urllib.parse import quote

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _

from armybuilder.skirmishes.models import Skirmish, SkirmishStep
from armybuilder.skirmishes.present.beginnings import Document, OrderUnreadable
from armybuilder.skirmishes.present.board import board
from armybuilder.skirmishes.present.editions import title_of
from armybuilder.skirmishes.present.games import Game
from armybuilder.skirmishes.present.hands import Json, reach, way
from armybuilder.skirmishes.present.log import LoggedOrder, lines
from armybuilder.skirmishes.present.menus import menu_of
from armybuilder.skirmishes.present.ordering import Kind, draft_of, forms_of, kinds_of, reasons
from armybuilder.skirmishes.present.panels import chosen, endings, standing
from armybuilder.skirmishes.present.tables import Table, table_at, table_of
from armybuilder.skirmishes.present.timeline import timeline
from armybuilder.skirmishes.present.words import seat_title, stage_of
from armybuilder.skirmishes.selectors import orders_by_seat, recent_steps, steps_between
from armybuilder.skirmishes.views.log import log_page
from armybuilder.skirmishes.views.moments import Moment
from armybuilder.skirmishes.views.pages import (
    LONGEST_NAME,
    READS,
    SHORT,
    TablePages,
    frame_of,
    table_addresses,
)
from armybuilder.skirmishes.views.replays import beside
from collection.common.answers import htmx_of, wants_part

T = TypeVar("T")

#: Others a piece is asked to take along.
MOST_ALONG = 40


@dataclass(frozen=True)
class Parts:
    """The templates of a table; each has blocks for one of a game's own that extends it."""

    page: str = "skirmishes/table/page.html"
    region: str = "skirmishes/table/region.html"
    board: str = "skirmishes/table/board.html"
    picked: str = "skirmishes/table/picked.html"
    glance: str = "skirmishes/table/glance.html"
    log: str = "skirmishes/table/log.html"
    replay: str = "skirmishes/table/replay.html"
    replay_region: str = "skirmishes/table/replay_region.html"


class GameTable(TablePages):
    """Any game on a table, by what the seam of systems says of it.

    `parts` are its templates; `panels` and `about` are what those of a game's own need beside what
    every table is given.
    """

    parts = Parts()

    def panels(self, table: Table) -> Document:
        """What a game shows around its board, of the whole position."""
        return {}

    def about(self, table: Table, piece: str) -> Document:
        """What a game shows of the piece that is chosen or looked at."""
        return {}

    def taken(self, table: Table, before: Document) -> Document:
        """What a game shows of the step that was just taken, from the state `before` it."""
        return {}

    def told(self, table: Table, steps: Iterable[SkirmishStep]) -> tuple[LoggedOrder, ...]:
        """Some orders in the words of the log."""
        return lines(table, steps)

    def shown_whole(self, request: HttpRequest, public_id: str, system: str) -> Skirmish:
        """A skirmish of the person asking; 404 while something on its table is hidden."""
        skirmish = self.own(request, public_id, system)
        table = table_of(skirmish)
        if table is not None and table.hidden and not skirmish.is_to_be_seen:
            raise Http404
        return skirmish

    def hides_now(self, skirmish: Skirmish) -> bool:
        """Whether pieces are on the table that those who watch do not see."""
        table = table_of(skirmish)
        return table is not None and bool(table.hidden)

    # --- Pages ------------------------------------------------------------------------------

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
        """The whole page, or what htmx swaps of it: the table, or the piece that is chosen."""
        table = _found(table_of(skirmish))
        if request.method == "GET" and (part := self._part(request, table)):
            return part
        context = frame_of(request, skirmish, table.game, stuck=stuck, waits=waits)
        context |= self._context(table, request.GET if query is None else query)
        if refused:
            context["refused"] = reasons(table.game, refused)
        if before:
            context |= self.taken(table, before)
        name = "skirmishes/table/part.html" if wants_part(request) else self.parts.page
        return render(request, name, context, status=status)

    def show_plan(self, request: HttpRequest, skirmish: Skirmish) -> HttpResponse:
        """An order that is being filled in."""
        table = _found(table_of(skirmish))
        context = {"skirmish": skirmish, "unit": request.GET.get("unit", "")}
        context |= _draft(table, request.GET)
        return render(request, "skirmishes/table/draft.html", context)

    def show_log(self, request: HttpRequest, skirmish: Skirmish) -> HttpResponse:
        """A page of the orders there were."""
        table = _found(table_of(skirmish))
        page = log_page(request, skirmish)
        steps = steps_between(skirmish=skirmish, after=page.after, until=page.until)
        context = {"skirmish": skirmish, "page": page, "lines": self.told(table, steps)}
        return render(request, self.parts.log, context)

    def show_moment(self, request: HttpRequest, skirmish: Skirmish, moment: Moment) -> HttpResponse:
        """The table after a step."""
        table = _found(table_at(skirmish, moment.game))
        found = chosen(table, request.GET.get("unit", ""))
        context = {
            "skirmish": skirmish,
            "moment": moment,
            "step": moment.step,
            "of_unit": f"&unit={quote(found.id)}" if found else "",
            "parts": self.parts,
            "stage": stage_of(skirmish.system, moment.game),
            "board": board(table),
            "table": table,
            "at_step": f"step={moment.step}&",
            "chosen": found,
            "lines": self._recent(table, moment.step),
            **self.panels(table),
            **beside(request, skirmish, moment),
        }
        if not wants_part(request):
            steps = orders_by_seat(skirmish=skirmish)[: moment.count]
            context["timeline"] = timeline(moment.game.seats, steps)
        name = self.parts.replay_region if wants_part(request) else self.parts.replay
        return render(request, name, context)

    def _recent(self, table: Table, until: int | None = None) -> tuple[LoggedOrder, ...]:
        """The last orders, or those until a step, the last first."""
        steps = recent_steps(skirmish=table.skirmish, until=until)
        return tuple(reversed(self.told(table, steps)))

    def _context(self, table: Table, query: QueryDict) -> dict[str, Any]:
        game = table.game
        return {
            "system_title": title_of(table.skirmish.system),
            "game": game,
            "standing": standing(game),
            "board": board(table),
            "endings": endings(table),
            "own_kinds": _kinds(table, ""),
            "lines": self._recent(table),
            "winners": _winners(game),
            **self._picked(table, query),
            **self.panels(table),
        }

    def _part(self, request: HttpRequest, table: Table) -> HttpResponse | None:
        """What htmx swaps of a table beside the whole of it: the piece that is chosen, whose orders
        are listed once they are asked for."""
        target = htmx_of(request).target
        context: dict[str, Any] = {"skirmish": table.skirmish}
        if target == "picked":
            later = table.hands is not None
            context |= self._picked(table, request.GET, later=later)
            return render(request, self.parts.picked, context)
        if target == "exactly-orders":
            unit = request.GET.get("unit", "")
            context |= {"unit": unit, "kinds": _kinds(table, unit)}
            return render(request, "skirmishes/table/kinds.html", context)
        return None

    def _picked(self, table: Table, query: QueryDict, *, later: bool = False) -> dict[str, Any]:
        """The piece that is chosen with what may be done, its orders `later`, and the order that is
        filled in."""
        unit = query.get("unit", "")
        found = chosen(table, unit)
        return {
            "parts": self.parts,
            "table": table,
            "unit": unit,
            "chosen": found,
            "may_act": found is not None and found.seat in table.game.standing.acting,
            "later": later,
            "kinds": _kinds(table, unit) if found and not later else (),
            "forms": forms_of(table.rules) if table.asks else (),
            **(self.about(table, unit) if found else {}),
            **_draft(table, query),
        }

    # --- Hands ------------------------------------------------------------------------------

    @method_decorator(READS)
    def hands(self, request: HttpRequest, public_id: str, system: str = "") -> HttpResponse:
        """What lies open to a piece, as JSON."""

        def asked(table: Table) -> Json:
            return reach(table, request.GET.get("unit", ""), _along(request))

        return self._answered(request, public_id, system, asked)

    @method_decorator(READS)
    def way(self, request: HttpRequest, public_id: str, system: str = "") -> HttpResponse:
        """The way of a piece to a place, as JSON."""

        def asked(table: Table) -> Json:
            facing = request.GET.get("face", "")
            return way(
                table,
                request.GET.get("unit", ""),
                place_of(request.GET.get("to", "")),
                facing=number_of(facing) % 360 if facing else None,
                pace=request.GET.get("pace", "")[:LONGEST_NAME],
                along=_along(request),
            )

        return self._answered(request, public_id, system, asked)

    @method_decorator(READS)
    def menu(self, request: HttpRequest, public_id: str, system: str = "") -> HttpResponse:
        """What a piece may do to a target: a part of the page, nothing where it may do nothing; 404
        for a piece there is not."""
        skirmish = self.own(request, public_id, system)
        table = _found(table_of(skirmish))
        unit, target = request.GET.get("unit", ""), request.GET.get("target", "")
        try:
            found = menu_of(table, unit, target, _along(request))
        except KeyError as error:
            raise Http404 from error
        if found is None:
            return HttpResponse(status=HTTPStatus.NO_CONTENT)
        context = {"skirmish": skirmish, "menu": found}
        return render(request, "skirmishes/table/menu.html", context)

    @method_decorator(READS)
    def glance(self, request: HttpRequest, public_id: str, system: str = "") -> HttpResponse:
        """The card of a piece: a part of the page; 404 for none of that name."""
        table = _found(table_of(self.own(request, public_id, system)))
        unit = request.GET.get("unit", "")
        found = _found(chosen(table, unit))
        context = {"glance": found, "table": table} | self.about(table, unit)
        return render(request, self.parts.glance, context)

    def _answered(
        self, request: HttpRequest, public_id: str, system: str, asked: Callable[[Table], Json]
    ) -> JsonResponse:
        """What is asked about a game of the person asking with its version, or why it cannot be
        said."""
        skirmish = self.own(request, public_id, system)
        try:
            found = asked(_found(table_of(skirmish)))
        except OrderUnreadable as error:
            return JsonResponse({"why": str(error)}, status=HTTPStatus.BAD_REQUEST)
        return JsonResponse({"version": skirmish.version} | found, json_dumps_params=SHORT)


def game_addresses(pages: GameTable) -> list[URLPattern]:
    """The addresses of the pages at one table of any game, below that of its system."""
    asked: dict[str, Any] = {
        "hands": pages.hands,
        "way": pages.way,
        "menu": pages.menu,
        "glance": pages.glance,
    }
    return [
        *(
            path(f"<slug:public_id>/{name}/", view, name=f"skirmish_{name}")
            for name, view in asked.items()
        ),
        *table_addresses(pages),
    ]


def _found(value: T | None) -> T:
    """A value that is there; 404 for none."""
    if value is None:
        raise Http404
    return value


def _kinds(table: Table, unit: str) -> tuple[Kind, ...]:
    """The orders that may be given to a piece, or to none, but those that end something."""
    ends = table.game.play.endings
    rest = [offer for offer in table.offers if offer.order["order"] not in ends]
    return kinds_of(rest, table.rules, unit)


def _draft(table: Table, query: QueryDict) -> Document:
    kind = query.get("kind", "")
    if not kind or not table.asks:
        return {"draft": None}
    sent = {name: query.get(name, "") for name in query}
    return {"draft": draft_of(table.game, table.rules, kind, sent)}


def _along(request: HttpRequest) -> tuple[str, ...]:
    return tuple(dict.fromkeys(request.GET.getlist("with")))[: MOST_ALONG + 1]


def place_of(text: str) -> tuple[float, float]:
    """A place typed as "12.5,7"; raises OrderUnreadable."""
    numbers = [number_of(part) for part in text.split(",")]
    if len(numbers) != 2:
        raise OrderUnreadable(_("Say one place to go to, such as 12.5,7."))
    return numbers[0], numbers[1]


def number_of(text: str) -> float:
    """A number of an address; raises OrderUnreadable."""
    try:
        number = float(text)
    except ValueError as error:
        raise OrderUnreadable(_("This is not a number: %(text)s") % {"text": text[:20]}) from error
    if not abs(number) < 1e6:
        raise OrderUnreadable(_("This is not a number: %(text)s") % {"text": text[:20]})
    return number


def _winners(game: Game) -> str:
    """Who has won, "" where nobody has."""
    winner = game.standing.winner
    won = [seat for seat, side in game.match.sides.items() if side == winner]
    return " + ".join(str(seat_title(game.seats, seat)) for seat in won)

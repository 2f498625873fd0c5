"""The table of Nations At War."""

import json
from collections.abc import Iterable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from armybuilder.skirmishes.models import SkirmishStep
from armybuilder.skirmishes.present.beginnings import Document
from armybuilder.skirmishes.present.log import LoggedOrder
from armybuilder.skirmishes.present.tables import Table, table_of
from armybuilder.skirmishes.selectors import recent_steps
from armybuilder.skirmishes.views.table import GameTable, Parts
from armybuilder.systems.nations_at_war.present.board import nations_board
from armybuilder.systems.nations_at_war.present.cup import cup_of, prices, returns, track_of
from armybuilder.systems.nations_at_war.present.field import SYSTEM, field_of
from armybuilder.systems.nations_at_war.present.impulse import drawn_of, prospects
from armybuilder.systems.nations_at_war.present.now import now_of
from armybuilder.systems.nations_at_war.present.sheet import sheet_of
from armybuilder.systems.nations_at_war.present.sides import victory_of
from armybuilder.systems.nations_at_war.present.story import told
from armybuilder.systems.nations_at_war.present.typed import NoSuchHex, Unsaid, order_of
from armybuilder.systems.nations_at_war.present.waiting import open_results, question_of
from collection.common.limits import limited

TEMPLATES = "systems/nations_at_war"


class NationsTable(GameTable):
    """A map with counters, and the cup that says who acts."""

    system = SYSTEM
    parts = Parts(
        region=f"{TEMPLATES}/region.html",
        board=f"{TEMPLATES}/board.html",
        picked=f"{TEMPLATES}/picked.html",
        replay_region=f"{TEMPLATES}/replay_region.html",
    )

    def panels(self, table: Table) -> Document:
        """Turn track, cup, who is in command, and what only charts can say."""
        field = field_of(table)
        recent = recent_steps(skirmish=table.skirmish)
        steps = recent if field.ends(recent) else []
        waiting = open_results(field, steps)
        return {
            "board": nations_board(field),
            "track": track_of(field),
            "cup": cup_of(field),
            "returns": returns(field) if table.asks else (),
            "prices": prices(field),
            "drawn": drawn_of(field, steps),
            "prospects": prospects(field),
            "question": question_of(field),
            "waiting": waiting,
            "now": now_of(field, waiting),
            "victory": victory_of(table),
            "own_kinds": (),
        } | ({"commander": "", "halted": table.game.commander} if waiting.halts else {})

    def about(self, table: Table, piece: str) -> Document:
        """The counter as it is printed, and where it may be sent by typing."""
        return {"sheet": sheet_of(field_of(table), piece), "own_kinds": ()}

    def told(self, table: Table, steps: Iterable[SkirmishStep]) -> tuple[LoggedOrder, ...]:
        """What happened, in sentences."""
        return told(field_of(table), steps)

    @method_decorator([require_POST, limited("play")])
    def say(self, request: HttpRequest, public_id: str) -> HttpResponse:
        """Give an order as it is said in the forms of this game: a way by the numbers of its hexes,
        or a result from charts."""
        skirmish = self.own(request, public_id, "")
        table = table_of(skirmish)
        if table is None:
            return HttpResponseBadRequest()
        try:
            order = order_of(field_of(table), request.POST)
        except Unsaid:
            return HttpResponseBadRequest()
        except NoSuchHex as error:
            word = str(error)
            messages.warning(request, _("The map has no hex “%(word)s”.") % {"word": word})
            return self.back(request, skirmish)
        sent = request.POST.copy()
        sent["order"] = json.dumps(order)
        request.POST = sent  # type: ignore[assignment]
        return self.order(request, public_id)

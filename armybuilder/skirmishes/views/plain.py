"""The table of a game without pages of its own: its picture, its pieces, its orders, its log."""

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.beginnings import Document
from armybuilder.skirmishes.present.editions import title_of
from armybuilder.skirmishes.present.games import Game, game_of
from armybuilder.skirmishes.present.ordering import (
    draft_of,
    forms_of,
    kinds_of,
    legal_orders,
    reasons,
)
from armybuilder.skirmishes.present.plain_board import picture_of, plain_board
from armybuilder.skirmishes.present.plain_log import plain_lines
from armybuilder.skirmishes.present.words import seat_title, stage_of
from armybuilder.skirmishes.selectors import first_rows, recent_steps
from armybuilder.skirmishes.views.moments import Moment
from armybuilder.skirmishes.views.pages import TablePages, frame_of
from collection.common.answers import wants_part


class PlainTable(TablePages):
    """Any game, by what the seam of systems says of it: everything on the table, to everybody."""

    hides = False

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
        """The whole page, or the part of it that changes."""
        query = request.GET if query is None else query
        game = game_of(skirmish)
        table = game.match.table
        picture = picture_of(game)
        if table is None or picture is None:
            raise Http404
        frame = frame_of(request, skirmish, game, stuck=stuck, waits=waits)
        asks = not game.commander and not frame["stuck"]
        offers = legal_orders(game, table) if asks else []
        unit = query.get("unit", "")
        context = frame | {
            "system_title": title_of(skirmish.system),
            "game": game,
            "board": plain_board(game, picture, frozenset(offer.piece for offer in offers)),
            "unit": unit,
            "chosen": next((piece for piece in picture.pieces if piece.id == unit), None),
            "own_kinds": kinds_of(offers, table, ""),
            "kinds": kinds_of(offers, table, unit) if unit else (),
            "forms": forms_of(table) if asks and not game.is_over else (),
            "lines": plain_lines(game, table, recent_steps(skirmish=skirmish)),
            "refused": reasons(game, refused) if refused else (),
            "refused_says": table.says(refused, request.LANGUAGE_CODE) if refused else "",
            "winners": _winners(game),
        }
        context |= _draft(game, query) if asks else {}
        name = "plain_region" if wants_part(request) else "plain"
        return render(request, f"skirmishes/{name}.html", context, status=status)

    def show_plan(self, request: HttpRequest, skirmish: Skirmish) -> HttpResponse:
        """An order that is being filled in."""
        context = {"skirmish": skirmish, "unit": request.GET.get("unit", "")}
        context |= _draft(game_of(skirmish), request.GET)
        return render(request, "skirmishes/draft.html", context)

    def show_log(self, request: HttpRequest, skirmish: Skirmish) -> HttpResponse:
        """Every order there was."""
        game = game_of(skirmish)
        if game.match.table is None:
            raise Http404
        lines = plain_lines(game, game.match.table, first_rows(skirmish=skirmish))
        context = {"skirmish": skirmish, "lines": lines}
        return render(request, "skirmishes/plain_log.html", context)

    def show_moment(self, request: HttpRequest, skirmish: Skirmish, moment: Moment) -> HttpResponse:
        """The table after a step."""
        game = moment.game
        picture, table = picture_of(game), game.match.table
        if table is None or picture is None:
            raise Http404
        context = {
            "skirmish": skirmish,
            "moment": moment,
            "stage": stage_of(skirmish.system, game),
            "board": plain_board(game, picture, frozenset()),
            "lines": plain_lines(game, table, filter(None, [moment.last])),
        }
        name = "plain_replay_region" if wants_part(request) else "plain_replay"
        return render(request, f"skirmishes/{name}.html", context)


def _draft(game: Game, query: QueryDict) -> Document:
    table = game.match.table
    kind = query.get("kind", "")
    if table is None or not kind:
        return {"draft": None}
    return {"draft": draft_of(game, table, kind, {name: query.get(name, "") for name in query})}


def _winners(game: Game) -> str:
    """Who has won, "" where nobody has."""
    winner = game.standing.winner
    won = [seat for seat, side in game.match.sides.items() if side == winner]
    return " + ".join(str(seat_title(game.seats, seat)) for seat in won)

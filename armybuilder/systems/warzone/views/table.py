"""The workshop: the table of any game, with a plan of heights, a view from the side, and a scene
that is set by hand."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from armybuilder.groups.services.groups import StaleVersion
from armybuilder.skirmishes.present.beginnings import Document, OrderUnreadable
from armybuilder.skirmishes.present.board import board
from armybuilder.skirmishes.present.dice import WISHES
from armybuilder.skirmishes.present.tables import Table, table_of
from armybuilder.skirmishes.selectors import recent_steps
from armybuilder.skirmishes.services import NotTheirTurn, begin_anew
from armybuilder.skirmishes.views.pages import READS, not_found_when_gone, version_of
from armybuilder.skirmishes.views.table import GameTable, Parts, number_of, place_of
from armybuilder.systems.warzone.present.film import film
from armybuilder.systems.warzone.present.scene import SYSTEM, scene
from armybuilder.systems.warzone.present.setting import about, light
from armybuilder.systems.warzone.present.side import side
from collection.common.limits import limited

#: Who throws the dice where no bots play.
DICE_WISHES = {wish: WISHES[wish] for wish in ("site", "all")}


class Workshop(GameTable):
    """A table of Warzone."""

    system = SYSTEM
    parts = Parts(
        page="systems/warzone/page.html",
        region="systems/warzone/region.html",
        board="systems/warzone/board.html",
        picked="systems/warzone/picked.html",
        replay_region="systems/warzone/replay_region.html",
    )

    def panels(self, table: Table) -> Document:
        """The plan, the light over it, and who throws the dice."""
        return {
            "scene": scene(table, board(table)),
            "light": light(table),
            "actor": "",
            "dice_wishes": DICE_WISHES,
        }

    def about(self, table: Table, piece: str) -> Document:
        """What a model is, what of it may be set, and the section through it."""
        return {"model": about(table, piece), "side": side(table, piece)}

    def taken(self, table: Table, before: Document) -> Document:
        """How the last step went, for scripts to show."""
        (step,) = recent_steps(skirmish=table.skirmish, steps=1)
        unit = str(step.order.get("unit", ""))
        return {"film": film(table, before, step.events, unit)}

    @method_decorator(READS)
    def from_the_side(self, request: HttpRequest, public_id: str) -> HttpResponse:
        """The section through a model, with its way to a place: a part of the page."""
        table = table_of(self.own(request, public_id, ""))
        if table is None:
            raise Http404
        asked = request.GET
        try:
            found = side(
                table,
                asked.get("unit", ""),
                place_of(asked["to"]) if "to" in asked else None,
                pace=asked.get("pace", ""),
                facing=number_of(asked["face"]) % 360 if asked.get("face") else None,
            )
        except OrderUnreadable as error:
            return HttpResponseBadRequest(str(error))
        if found is None:
            raise Http404
        return render(request, "systems/warzone/side.html", {"side": found})

    @method_decorator([require_POST, limited("play")])
    def reset(self, request: HttpRequest, public_id: str) -> HttpResponse:
        """Everything as it stood at first."""
        skirmish = self.own(request, public_id, "")
        version = version_of(request)
        if version is None:
            return HttpResponseBadRequest()
        try:
            with not_found_when_gone():
                begin_anew(skirmish=skirmish, version=version)
        except (StaleVersion, NotTheirTurn):
            messages.warning(request, _("The game had moved on meanwhile; nothing was reset."))
        return self.back(request, skirmish)

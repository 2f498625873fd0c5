"""The table of a battle: bases with their signs, the hour and the staffs beside the board."""

from armybuilder.skirmishes.present.beginnings import Document
from armybuilder.skirmishes.present.menus import menu_of
from armybuilder.skirmishes.present.tables import Table
from armybuilder.skirmishes.selectors import all_events
from armybuilder.skirmishes.views.table import GameTable, Parts
from armybuilder.systems.khans_and_generals.present.battle import (
    camps,
    card_of,
    ended_by,
    hours,
    light_of,
)
from armybuilder.systems.khans_and_generals.present.lessons import lessons, teaches
from armybuilder.systems.khans_and_generals.present.words import SYSTEM

ROOM = "systems/khans_and_generals"


class BattleTable(GameTable):
    """A battle of Khans & Generals."""

    system = SYSTEM
    parts = Parts(
        region=f"{ROOM}/table_region.html",
        board=f"{ROOM}/table_board.html",
        picked=f"{ROOM}/table_picked.html",
        glance=f"{ROOM}/table_glance.html",
        replay_region=f"{ROOM}/table_replay_region.html",
    )

    def panels(self, table: Table) -> Document:
        """The hour, both camps, what dims the board, how it ended, and the lessons."""
        skirmish = table.skirmish
        return {
            "values": hours(table),
            "camps": camps(table),
            "light": light_of(table),
            "ended_by": ended_by(table),
            "lessons": lessons(all_events(skirmish=skirmish)) if teaches(skirmish.seats) else (),
        }

    def about(self, table: Table, piece: str) -> Document:
        """The card of a unit, and what may be decided about it before the battle."""
        prepares = table.game.standing.preparing
        menu = menu_of(table, piece, piece, ()) if prepares else None
        return {"card": card_of(table, piece), "preparing": menu, "in_battle": not prepares}

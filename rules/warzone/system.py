"""Warzone as one game system among others."""

from typing import Any

from rules.core.about import About
from rules.core.naming import tag_of
from rules.core.playouts import Manner
from rules.core.scenarios import ScenarioSystem
from rules.warzone.calculators import CALCULATORS
from rules.warzone.match import WarzoneMatch
from rules.warzone.orders import KINDS
from rules.warzone.orders.arrange import Arrange, Darkness
from rules.warzone.orders.fall import Fall
from rules.warzone.orders.result import HandInResult
from rules.warzone.orders.sight import Sight
from rules.warzone.outcome import resolve
from rules.warzone.palette import PALETTE
from rules.warzone.reading import SYSTEM, read_position, read_scenario
from rules.warzone.rulebook import rulebook
from rules.warzone.saved_game import GAMES
from rules.warzone.schemas import TITLE, schemas

#: Orders that bring what other chapters decide, or set the scene; no player gives them by himself.
FROM_OUTSIDE = (Fall, HandInResult, Sight, Arrange, Darkness)
#: The turn after which a game played by lot is over: the chapter knows no end of its own.
LAST_TURN = 5


def outcome(data: Any, language: str) -> dict[str, Any]:
    """The outcome/1 object of a parsed scenario/1 file; raises Unreadable."""
    return resolve(read_scenario(data), language)


WARZONE = ScenarioSystem(
    name=SYSTEM,
    title=TITLE,
    fixtures="warzone",
    rulebook=rulebook,
    schemas=schemas,
    order_kinds=tuple(tag_of(kind) for kind in KINDS if kind not in FROM_OUTSIDE),
    endings=("end_activation", "end_stage"),
    stages={},
    about=About.of("rules.warzone"),
    read_position=read_position,
    outcome=outcome,
    games=GAMES,
    begin=WarzoneMatch,
    calculators=CALCULATORS,
    manner=Manner(last_turn=LAST_TURN),
    palette=PALETTE,
)

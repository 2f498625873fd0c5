"""Nations At War as one game system among others."""

from typing import Any

from rules.core.about import About
from rules.core.naming import tag_of
from rules.core.scenarios import ScenarioSystem
from rules.nations_at_war.match import COMMANDERS, ENDINGS, NationsMatch
from rules.nations_at_war.orders import KINDS
from rules.nations_at_war.orders.result import HandInResult
from rules.nations_at_war.outcome import resolve
from rules.nations_at_war.palette import PALETTE
from rules.nations_at_war.playouts import MANNER, deal
from rules.nations_at_war.reading import SYSTEM, read_position, read_scenario
from rules.nations_at_war.rulebook import rulebook
from rules.nations_at_war.saved_game import GAMES
from rules.nations_at_war.schemas import TITLE, schemas
from rules.nations_at_war.tabletop import STAGES


def outcome(data: Any, language: str) -> dict[str, Any]:
    """The outcome/1 object of a parsed scenario/1 file; raises Unreadable."""
    return resolve(read_scenario(data), language)


NATIONS_AT_WAR = ScenarioSystem(
    name=SYSTEM,
    title=TITLE,
    fixtures="nations_at_war",
    rulebook=rulebook,
    schemas=schemas,
    order_kinds=tuple(tag_of(kind) for kind in KINDS if kind is not HandInResult),
    endings=ENDINGS,
    stages=STAGES,
    about=About.of("rules.nations_at_war"),
    commanders=("random", *COMMANDERS),
    read_position=read_position,
    outcome=outcome,
    games=GAMES,
    begin=NationsMatch,
    deal=deal,
    manner=MANNER,
    palette=PALETTE,
)

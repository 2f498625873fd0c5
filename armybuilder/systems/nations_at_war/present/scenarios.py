"""The ready-made scenarios, each with a small picture of its map."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy

from armybuilder.skirmishes.present.drawn import Point, down, outline
from armybuilder.skirmishes.present.starts import Start, starts_of
from armybuilder.systems.nations_at_war.present.field import SYSTEM
from armybuilder.systems.nations_at_war.present.sides import victory_in
from collection.common.language import Words, language
from rules import GAME_SYSTEMS
from rules import nations_at_war as naw

#: What happens in a scenario, by the name of its file.
ABOUT: Mapping[str, Words] = {
    "crossroads-at-the-lake": gettext_lazy("Two columns meet at a town between woods and a lake."),
    "rearguard-on-the-ridge": gettext_lazy("A thin line holds a ridge against a larger force."),
}


@dataclass(frozen=True)
class SmallHex:
    """A hex of a small map; objectives come last, so that their rims lie on top."""

    kind: str
    tone: str
    points: str
    is_objective: bool


@dataclass(frozen=True)
class SmallCounter:
    """A counter on a small map, or a pile of them."""

    seat: str
    at: Point


@dataclass(frozen=True)
class Scenario:
    """A ready-made scenario with what it is about, how long it lasts and what stands on its map."""

    name: str
    title: str
    says: Words
    victory: str
    turns: int | None
    counters: int
    formations: int
    width: float
    depth: float
    hexes: tuple[SmallHex, ...]
    dots: tuple[SmallCounter, ...]


def says() -> str:
    """What the game is, in two sentences."""
    return GAME_SYSTEMS[SYSTEM].about.says[language()]


def scenarios() -> tuple[Scenario, ...]:
    """Every ready-made scenario."""
    return tuple(_scenario(start) for start in starts_of(SYSTEM))


def _scenario(start: Start) -> Scenario:
    match = naw.NationsMatch(start.document, 0)
    picture = match.table.picture(language())
    goals = {f"{q},{r}" for q, r in match.setup.objectives}
    piles = dict.fromkeys((each.side, each.at) for each in picture.pieces if each.at is not None)
    return Scenario(
        name=start.name,
        title=start.title,
        says=ABOUT.get(start.name, ""),
        victory=victory_in(start.document),
        turns=match.setup.turn_limit,
        counters=len(match.setup.counters),
        formations=len(match.setup.formations),
        width=picture.width,
        depth=picture.depth,
        hexes=tuple(
            SmallHex(area.kind, area.tone, outline(area.corners, picture.depth), area.id in goals)
            for area in sorted(picture.areas, key=lambda area: area.id in goals)
        ),
        dots=tuple(SmallCounter(side, down(at, picture.depth)) for side, at in piles),
    )

"""What of a game never changes, and what does: plain data."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from rules.core.naming import with_titles
from rules.nations_at_war.hexes import Hex
from rules.nations_at_war.legs import Fire, Leg
from rules.nations_at_war.position import (
    BothSides,
    ClassOfSides,
    Cost,
    Cup,
    HexData,
    Marker,
    Rulings,
    Side,
    Stage,
    Target,
    UnitData,
)

#: Kinds of counters with a vehicle on one side (NW-036).
TWO_SIDED = ("mechanised infantry", "gun", "mortar")
HEADQUARTERS = "hq"
#: What of a sentence names formations.
NAMING = frozenset({"formation", "formations", "missed"})


class HexMap(msgspec.Struct, frozen=True):
    """The hexes of a scenario by their place, and what terrain costs (NW-028)."""

    layout: str
    costs: dict[str, Cost]
    hexes: dict[Hex, HexData]

    def cost(self, at: Hex, movement_class: str | None) -> float | None:
        """What entering a hex costs a movement class; None where nobody enters.

        Raises KeyError where nothing is supplied: no entry for the terrain or for the class.
        """
        place = self.hexes[at]
        for cost in (place.cost, self.costs.get(place.terrain or "", UNSET)):
            if isinstance(cost, dict):
                if movement_class in cost:
                    return cost[movement_class]
            elif not isinstance(cost, UnsetType):
                return cost
        raise KeyError(at)


class Formation(msgspec.Struct, frozen=True):
    """A formation: whose it is, its headquarters, all its counters in file order, and its titles by
    language."""

    id: str
    owner: str
    hq: str
    units: tuple[str, ...]
    titles: dict[str, str] = {}

    def title(self, language: str) -> str:
        """What it is called."""
        return self.titles.get(language) or self.id


class Setup(msgspec.Struct, frozen=True):
    """What stays as it is: map, players, formations, printed counters, agreed readings.

    `objectives` are the hexes that a scenario names beside its victory, for drawing and commanders.
    """

    map: HexMap
    players: tuple[str, ...]
    formations: dict[str, Formation]
    counters: dict[str, UnitData]
    rulings: Rulings = Rulings()
    asks: bool = False
    turn_limit: int | None = None
    end_turn_markers: int = 2
    objectives: tuple[Hex, ...] = ()

    def owner(self, unit_id: str) -> str:
        """Whose a unit is."""
        return self.formations[self.counters[unit_id].formation].owner

    def formation_title(self, name: object, language: str) -> str:
        """What a formation is called, from what a file says; the same for what is no formation."""
        found = self.formations.get(str(name))
        return found.title(language) if found else str(name)

    def with_titles(self, params: Mapping[str, Any], language: str) -> dict[str, Any]:
        """The parameters of a sentence, formations by their titles."""
        return with_titles(params, NAMING, partial(self.formation_title, language=language))

    def two_sided(self, unit_id: str) -> bool:
        """Whether a counter has a mounted and a dismounted side (NW-036)."""
        return self.counters[unit_id].kind in TWO_SIDED

    def movement(self, unit_id: str, side: Side | None) -> float:
        """The movement points printed on a side of a counter."""
        printed = self.counters[unit_id].movement
        if isinstance(printed, BothSides):
            return printed.mounted if side == "mounted" else printed.dismounted
        return printed

    def movement_class(self, unit_id: str, side: Side | None) -> str | None:
        """The movement class of a side of a counter, if anybody said."""
        printed = self.counters[unit_id].movement_class
        if isinstance(printed, ClassOfSides):
            return printed.mounted if side == "mounted" else printed.dismounted
        return printed

    def target(self, unit_id: str, side: Side | None) -> Target | None:
        """Hard while mounted, soft while dismounted; for other kinds what the scenario says, None
        where it says nothing (NW-044)."""
        if self.two_sided(unit_id):
            return "hard" if side == "mounted" else "soft"
        return self.counters[unit_id].target


class UnitState(msgspec.Struct, frozen=True):
    """How a counter stands; `mp_left` is what its move left over, None when it has not moved."""

    at: Hex | None = None
    side: Side | None = None
    disrupted: bool = False
    out_of_command: bool = False
    ops_complete: bool = False
    reduced: bool = False
    eliminated: bool = False
    fired: bool = False
    mp_left: float | None = None

    @property
    def on_map(self) -> bool:
        """Whether the counter stands in a hex."""
        return self.at is not None and not self.eliminated


class Question(msgspec.Struct, frozen=True, tag_field="to", tag="opportunity_fire"):
    """Who fires at the units that have just entered a hex together; `may` names who could."""

    units: tuple[str, ...]
    at: Hex
    may: tuple[str, ...]


class UnderWay(msgspec.Struct, frozen=True):
    """A move that waits for an answer: the state it began in, its members' legs, the fire answered
    so far, and how many of its events have been told."""

    start: "State"
    members: dict[str, tuple[Leg, ...]]
    answers: tuple[tuple[Fire, ...], ...]
    told: int
    question: Question


class State(msgspec.Struct, frozen=True):
    """Everything that changes."""

    turn: int
    stage: Stage
    formation: str | None
    units: dict[str, UnitState]
    markers: tuple[Marker, ...]
    cup: Cup
    end_turn_drawn: int
    held: dict[str, int]
    missed: tuple[str, ...]
    activated: tuple[str, ...]
    under_way: UnderWay | None = None

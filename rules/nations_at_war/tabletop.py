"""A game as people see and play it at a table: the hexes with their stacks, orders in words."""

from collections.abc import Iterator, Mapping
from math import sqrt
from typing import TYPE_CHECKING, Any, get_args

from rules.core.geometry import Point, Polygon
from rules.core.naming import tag_of
from rules.core.ordering import OrderBook, TableWords
from rules.core.picture import Area, Mark, Picture, Piece, Shape, Tone, stacked
from rules.core.tabletop import TypedTabletop
from rules.nations_at_war.hexes import Hex
from rules.nations_at_war.orders import KINDS
from rules.nations_at_war.state import Setup, State, UnitState

if TYPE_CHECKING:
    from rules.nations_at_war.match import NationsMatch

WORDS = TableWords.of("rules.nations_at_war")
BOOK = OrderBook({tag_of(kind): kind for kind in KINDS}, WORDS)
STAGES = WORDS.section("stages")

#: From the middle of a hex to its corners, where neighbours are one apart.
CORNER = 1 / sqrt(3)
STEP = sqrt(3) / 2
COUNTER = Shape(0.62, 0.62)
#: What of a counter is said where it holds.
STATES = ("disrupted", "out_of_command", "ops_complete", "reduced", "eliminated", "fired")


class Map(TypedTabletop):
    """A map with counters."""

    def __init__(self, match: "NationsMatch") -> None:
        super().__init__(match, BOOK)
        self._game = match.game
        self._setup = match.setup
        self._grid = Grid(match.setup)

    def given_to(self, order: Mapping[str, Any]) -> str:
        """The counter that acts, of several that move together the first."""
        return str(order.get("unit") or next(iter(order.get("members", ())), ""))

    def picture(self, language: str) -> Picture:
        """The map as it is now."""
        return Picture(
            width=self._grid.width,
            depth=self._grid.depth,
            measure="hex",
            areas=tuple(self._hex(at, language) for at in self._setup.map.hexes),
            pieces=stacked([self._piece(*entry, language) for entry in self._state.units.items()]),
            marks=tuple(
                Mark(
                    marker.kind,
                    _known("marks", marker.kind, language),
                    self._grid.middle(marker.at),
                )
                for marker in self._state.markers
            ),
            notes=tuple(self._notes(language)),
        )

    @property
    def _state(self) -> State:
        return self._game.state

    def _hex(self, at: Hex, language: str) -> Area:
        terrain = self._setup.map.hexes[at].terrain or "open"
        return Area(
            id=f"{at[0]},{at[1]}",
            kind=terrain,
            label=f"{_known('grounds', terrain, language)} {at[0]}, {at[1]}",
            corners=self._grid.corners(at),
            tone=_tone(terrain),
        )

    def _piece(self, name: str, unit: UnitState, language: str) -> Piece:
        counter = self._setup.counters[name]
        q, r = unit.at or (0, 0)
        place = WORDS.say("says", "hex" if unit.on_map else "off", language)
        states: list[str] = [unit.side] if unit.side and self._setup.two_sided(name) else []
        states += [state for state in STATES if getattr(unit, state)]
        return Piece(
            id=name,
            side=self._setup.owner(name),
            label=name,
            name=f"{name} ({counter.kind}, {counter.formation})",
            place=place.format(q=q, r=r),
            at=self._grid.middle((q, r)) if unit.on_map else None,
            shape=COUNTER,
            states=tuple(WORDS.say("states", state, language) for state in states),
            ticks=unit.disrupted + unit.reduced,
        )

    def _notes(self, language: str) -> Iterator[str]:
        state = self._state
        if state.formation:
            yield WORDS.say("says", "active", language).format(formation=state.formation)
        if state.cup.formations:
            markers = ", ".join(state.cup.formations)
            yield WORDS.say("says", "cup", language).format(markers=markers)
        yield WORDS.say("says", "ends", language).format(drawn=state.end_turn_drawn)


class Grid:
    """Where the hexes of a map lie on the ground."""

    def __init__(self, setup: Setup) -> None:
        self._pointy = setup.map.layout == "pointy"
        places = [self._raw(at) for at in setup.map.hexes]
        self._left = min(x for x, _ in places) - CORNER
        self._top = max(y for _, y in places) + CORNER
        self.width = round(max(x for x, _ in places) - self._left + CORNER, 3)
        self.depth = round(self._top - min(y for _, y in places) + CORNER, 3)

    def middle(self, at: Hex) -> Point:
        """The middle of a hex."""
        x, y = self._raw(at)
        return round(x - self._left, 3), round(self._top - y, 3)

    def corners(self, at: Hex) -> Polygon:
        """The corners of a hex."""
        x, y = self.middle(at)
        half, whole = CORNER / 2, CORNER
        flat = ((whole, 0.0), (half, 0.5), (-half, 0.5), (-whole, 0.0), (-half, -0.5), (half, -0.5))
        around = [(b, a) for a, b in flat] if self._pointy else flat
        return tuple((round(x + dx, 3), round(y + dy, 3)) for dx, dy in around)

    def _raw(self, at: Hex) -> Point:
        """The middle of a hex, y downwards, as maps count their rows."""
        q, r = at
        return (q + r / 2, r * STEP) if self._pointy else (q * STEP, r + q / 2)


def _known(section: str, name: str, language: str) -> str:
    """What something of a scenario is called: scenarios have names of their own, too."""
    texts = WORDS.section(section).get(name)
    return texts[language] if texts else name


def _tone(terrain: str) -> Tone:
    found = WORDS.section("tones").get(terrain, {}).get("is", "open")
    return found if found in get_args(Tone) else "open"  # type: ignore[return-value]

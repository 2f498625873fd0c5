"""A game as people see and play it at a table: the hexes with their stacks, orders in words."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, get_args

from msgspec.structs import replace

from rules.core.naming import tag_of
from rules.core.ordering import Field, Form, OrderBook, TableWords
from rules.core.picture import Area, Mark, Picture, Piece, Shape, Tone, stacked
from rules.core.tabletop import TypedTabletop
from rules.nations_at_war.grid import Grid
from rules.nations_at_war.hexes import Hex
from rules.nations_at_war.orders import KINDS
from rules.nations_at_war.state import State, UnitState

if TYPE_CHECKING:
    from rules.nations_at_war.match import NationsMatch

WORDS = TableWords.of("rules.nations_at_war")
BOOK = OrderBook({tag_of(kind): kind for kind in KINDS}, WORDS)
STAGES = WORDS.section("stages")

COUNTER = Shape(0.62, 0.62)
#: The field with the ways of those who move together, and the numbers of hexes in what is typed.
WAYS, NUMBERS = "member_legs", re.compile(r"\b\d{4}\b")
#: What of a counter is said where it holds.
STATES = ("disrupted", "out_of_command", "ops_complete", "reduced", "eliminated", "fired")


class Map(TypedTabletop):
    """A map with counters."""

    def __init__(self, match: "NationsMatch") -> None:
        super().__init__(match, BOOK)
        self._game = match.game
        self._setup = match.setup
        self._grid = match.grid

    def forms(self, language: str) -> list[Form]:
        """What has to be said for each kind of order; the ways of several that move together are
        typed, too."""
        return [self._with_ways(form, language) for form in super().forms(language)]

    def _with_ways(self, form: Form, language: str) -> Form:
        if form.kind != "move":
            return form
        label = WORDS.say("says", "member_legs", language)
        ways = Field(WAYS, label, "text")
        at = [field.name for field in form.fields].index("members") + 1
        return replace(form, fields=(*form.fields[:at], ways, *form.fields[at:]))

    def drafted(self, kind: str, typed: Mapping[str, str]) -> dict[str, object]:
        """The order that is meant; hexes are typed by their numbers or as `q, r`."""
        ways = typed.get(WAYS, "")
        rest = {name: self._axial(text) for name, text in typed.items() if name != WAYS}
        order = super().drafted(kind, rest)
        if kind == "move" and ways.strip():
            order[WAYS] = read_ways(ways, self._grid)
        elif kind == "move" and isinstance(members := order.get("members"), list):
            order[WAYS] = dict.fromkeys(members, order.pop("legs", []))
        return order

    def _axial(self, text: str) -> str:
        """Numbers of hexes as places."""
        return NUMBERS.sub(lambda found: self._place(found[0]), text)

    def _place(self, number: str) -> str:
        at = self._grid.named(number)
        return f"{at[0]}, {at[1]}" if at is not None else number

    def says(self, order: Mapping[str, object], language: str) -> str:
        """An order in one sentence, a way by the numbers of its hexes."""
        ways = order.get(WAYS) or {order.get("unit"): order.get("legs")}
        if order.get("order") != "move" or not isinstance(ways, Mapping):
            return super().says(order, language)
        told = [f"{unit}: {self._way(legs, language)}" for unit, legs in ways.items()]
        return f"{WORDS.say('orders', 'move', language)} – {'; '.join(told)}"

    def _way(self, legs: Any, language: str) -> str:
        return ", ".join(word for leg in legs or () for word in self._leg(leg, language))

    def _leg(self, leg: Mapping[str, Any], language: str) -> Iterator[str]:
        entered = [leg["enter"]] if leg.get("enter") else leg.get("travel") or ()
        for at in entered:
            known = isinstance(at, list | tuple) and tuple(at) in self._setup.map.hexes
            yield self._grid.number((at[0], at[1])) if known else str(at)
        for flip in ("load", "unload"):
            if leg.get(flip):
                yield WORDS.say("fields", flip, language)

    def _names(self, language: str) -> Callable[[str], str | None]:
        named = {unit: unit for unit in self._setup.counters}
        formations = self._setup.formations.values()
        return ({each.id: each.title(language) for each in formations} | named).get

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
            marks=tuple(self._marks(language)),
            notes=tuple(self._notes(language)),
        )

    @property
    def _state(self) -> State:
        return self._game.state

    def _marks(self, language: str) -> Iterator[Mark]:
        for at in self._setup.objectives:
            label = f"{called('marks', 'objective', language)} {self._grid.number(at)}"
            yield Mark("objective", label, self._grid.middle(at))
        for marker in self._state.markers:
            label = called("marks", marker.kind, language)
            value = f" {marker.value}" if marker.value is not None else ""
            yield Mark(marker.kind, label + value, self._grid.middle(marker.at))

    def _hex(self, at: Hex, language: str) -> Area:
        terrain = self._setup.map.hexes[at].terrain or "open"
        return Area(
            id=f"{at[0]},{at[1]}",
            kind=terrain,
            label=f"{called('grounds', terrain, language)} {self._grid.number(at)}",
            corners=self._grid.corners(at),
            tone=_tone(terrain),
        )

    def _piece(self, name: str, unit: UnitState, language: str) -> Piece:
        counter = self._setup.counters[name]
        place = WORDS.say("says", "hex" if unit.on_map else "off", language)
        states: list[str] = [unit.side] if unit.side and self._setup.two_sided(name) else []
        states += [state for state in STATES if getattr(unit, state)]
        kind = called("kinds", counter.kind, language)
        return Piece(
            id=name,
            side=self._setup.owner(name),
            label=name,
            name=f"{name}, {kind}, {self._setup.formation_title(counter.formation, language)}",
            place=place.format(hex=self._grid.number(unit.at)) if unit.at else place,
            at=self._grid.middle(unit.at) if unit.at and unit.on_map else None,
            shape=COUNTER,
            states=tuple(WORDS.say("states", state, language) for state in states),
            ticks=unit.disrupted + unit.reduced,
        )

    def _notes(self, language: str) -> Iterator[str]:
        state = self._state
        title = partial(self._setup.formation_title, language=language)
        if state.formation:
            active = title(state.formation)
            yield WORDS.say("says", "active", language).format(formation=active)
        if state.cup.formations:
            markers = ", ".join(map(title, state.cup.formations))
            yield WORDS.say("says", "cup", language).format(markers=markers)
        yield WORDS.say("says", "ends", language).format(drawn=state.end_turn_drawn)
        if keeping := [player for player, held in state.held.items() if held]:
            yield WORDS.say("says", "held", language).format(players=", ".join(keeping))


#: The words for turning a counter over, in both languages.
FLIPS = {"load": "load", "unload": "unload", "załaduj": "load", "rozładuj": "unload"}


def read_ways(text: str, grid: Grid) -> dict[str, object]:
    """The ways of several as they are typed, such as `a1: 0304 0305 unload; a2: 0304`; what is no
    hex and no word for turning over stays, to be refused."""
    parts = (part.partition(":") for part in text.split(";") if part.strip())
    return {name.strip(): read_legs(way, grid) for name, _, way in parts}


def read_legs(text: str, grid: Grid, *, enters: bool = False) -> list[dict[str, Any]]:
    """One way: numbers of hexes one after the other, and `load` or `unload` in between; `0304/2`
    hands in what a hex costs by one's own chart. Where it `enters` the map, the first hex is the
    one it comes in by."""
    legs: list[dict[str, Any]] = []
    for word in text.replace(",", " ").split():
        if word in FLIPS:
            legs.append({FLIPS[word]: True})
            continue
        hex_, _, paid = word.partition("/")
        at = grid.named(hex_)
        place, cost = list(at) if at is not None else word, _cost(paid)
        if enters and not legs:
            legs.append({"enter": place} | ({"cost": cost} if paid else {}))
        elif legs and "travel" in legs[-1]:
            _travel_on(legs[-1], place, cost)
        else:
            legs.append({"travel": [place]} | ({"costs": [cost]} if paid else {}))
    return legs


def _cost(text: str) -> object:
    """A cost as it was typed; None for none, and text for what is no number, to be refused."""
    try:
        return float(text) if text else None
    except ValueError:
        return text


def _travel_on(leg: dict[str, Any], place: object, cost: object) -> None:
    """Lead a leg on to one more hex; costs have one entry for each."""
    if cost is not None or "costs" in leg:
        before: list[object] = leg.get("costs") or [None] * len(leg["travel"])
        leg["costs"] = [*before, cost]
    leg["travel"].append(place)


def called(section: str, name: str, language: str) -> str:
    """What something of a scenario is called, by the section of words it would be in; as the
    scenario has it where that is a name of its own."""
    texts = WORDS.section(section).get(name)
    return texts[language] if texts else name


def _tone(terrain: str) -> Tone:
    found = WORDS.section("tones").get(terrain, {}).get("is", "open")
    return found if found in get_args(Tone) else "open"  # type: ignore[return-value]

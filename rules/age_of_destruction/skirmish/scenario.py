"""The scenario/1 format: a position, faces of dice, orders."""

from typing import Any

import msgspec

from rules.age_of_destruction.alliances import Alliances
from rules.age_of_destruction.army.battle_group import SYSTEM
from rules.age_of_destruction.bases import read_shape
from rules.age_of_destruction.cards import Card
from rules.age_of_destruction.catalogue import DEFAULT_RELEASE, Catalogue
from rules.age_of_destruction.reading_units import read_unit
from rules.age_of_destruction.skirmish import rulings
from rules.age_of_destruction.skirmish.conditions import in_force, read_revealed
from rules.age_of_destruction.skirmish.enlisting import enlisted, read_played_cards
from rules.age_of_destruction.skirmish.field import Field
from rules.age_of_destruction.skirmish.orders import AnyOrder, read_order
from rules.age_of_destruction.skirmish.setup import (
    POINTS_AN_ORDER,
    Figure,
    Grant,
    Player,
    Setup,
)
from rules.age_of_destruction.skirmish.state import PlacedMarker, State, UnitState
from rules.age_of_destruction.skirmish.turns import contacts, waters
from rules.age_of_destruction.table.path import TOLERANCE, Shape
from rules.age_of_destruction.table.terrain import Table, Terrain
from rules.age_of_destruction.units import Unit
from rules.age_of_destruction.vocabulary import COMBAT_VALUES, DAMAGE_VALUE, WEAPON_SLOTS
from rules.core.codec import Node, Unreadable
from rules.core.geometry import Point, Polygon, is_simple

FORMAT = "scenario/1"
#: Inches; larger tables, longer terrain outlines and more units are nobody's game.
LARGEST_TABLE = 200
MOST_CORNERS = 200
MOST_UNITS = 200
#: Inches from the origin at which nothing is any more.
FARTHEST = 1000
KINDS = ("clear", "hindering", "blocking", "shallow_water", "deep_water")


class Scenario(msgspec.Struct, frozen=True):
    """A position with what is to happen; `asks` stops at questions instead of answering them."""

    setup: Setup
    state: State
    dice: tuple[int, ...]
    orders: tuple[AnyOrder, ...]
    asks: bool = False


def read_scenario(data: Any, catalogue: Catalogue) -> Scenario:
    """Read a parsed scenario/1 file; raises Unreadable with the path of the first fault."""
    node = Node(data)
    node.get("format").one_of((FORMAT,))
    node.get("system").one_of((SYSTEM,))
    players = read_players(node.get("players"), catalogue)
    build_total = read_build_total(node.get("build_total"))
    units = read_units(node.get("units"), catalogue, players)
    setup = Setup(
        table=read_table(node),
        players=players,
        figures=enlisted(
            node.get("units"), [figure for figure, _ in units], players, build_total, catalogue
        ),
        build_total=build_total,
        rulings=node.optional("rulings", read_rulings) or rulings.complete({}),
        alliances=read_release(node, catalogue),
    )
    active = node.get("active").one_of(tuple(player.id for player in players))
    stage = node.optional("stage", lambda n: n.one_of(("orders",))) or "orders"
    state = State(
        turn=node.optional("turn", lambda n: n.integer(low=1, high=10_000)) or 1,
        active=active,
        stage=stage,
        orders_left=setup.orders_a_turn,
        units={figure.id: unit for figure, unit in units},
        markers=node.optional("markers", lambda n: _read_markers(n, setup)) or (),
        conditions=in_force(read_revealed(node, players, catalogue)),
    )
    _refuse_impossible(node.get("units"), setup, state)
    return Scenario(
        setup=setup,
        state=as_turn_start(setup, state),
        dice=tuple(face.integer(low=1, high=6) for face in node.get("dice").items()),
        orders=tuple(read_order(n.value, n.path) for n in node.get("orders").items()),
        asks=node.optional("prompts", lambda n: n.one_of(("auto", "ask"))) == "ask",
    )


def read_build_total(node: Node) -> int:
    """Points that give whole orders (AOD-TURN-004)."""
    total = node.integer(low=POINTS_AN_ORDER, high=100_000)
    if total % POINTS_AN_ORDER:
        raise node.refuse(
            "IMPOSSIBLE_POSITION", reason=f"{total} is no multiple of {POINTS_AN_ORDER}"
        )
    return total


def read_release(node: Node, catalogue: Catalogue) -> Alliances:
    """The alliances of the release a file names, else of the rule book (AOD-ALLY-007)."""
    releases = tuple(catalogue.releases)
    named = node.optional("release", lambda n: n.one_of(releases))
    return catalogue.alliances(named or DEFAULT_RELEASE)


def read_rulings(node: Node) -> dict[str, Any]:
    """The switches in force; names this release does not know are passed over."""
    for name, value in node.fields():
        if name in rulings.RULINGS and not rulings.is_value(name, value.value):
            raise value.refuse("IMPOSSIBLE_POSITION", reason=f"{name} has no such reading")
    return rulings.complete(node.object())


def read_players(node: Node, catalogue: Catalogue) -> tuple[Player, ...]:
    """The players in seating order, by name or as objects with the cards of their groups."""
    players = []
    for item in node.items():
        if isinstance(item.value, str):
            players.append(Player(item.text(), item.text()))
            continue
        name = item.get("id").text()
        team = item.optional("team", Node.text) or name
        edge = item.optional("edge", Node.text) or ""
        cards = item.optional("cards", lambda n: read_played_cards(n, catalogue)) or ()
        players.append(Player(name, team, edge, cards))
    names = [player.id for player in players]
    refuse_twice(node, names)
    if not 1 <= len(names) <= 8:
        raise node.refuse("OUT_OF_RANGE", found=len(names), low=1, high=8)
    return tuple(players)


def refuse_twice(node: Node, names: list[str]) -> None:
    """Raise Unreadable for a name that stands twice in a list."""
    for index, name in enumerate(names):
        if name in names[:index]:
            raise Node(name, f"{node.path}[{index}]").refuse("NAMED_TWICE", name=name[:80])


def read_point(node: Node) -> Point:
    """Two numbers."""
    values = list(node.items())
    if len(values) != 2:
        raise node.refuse("OUT_OF_RANGE", found=len(values), low=2, high=2)
    return values[0].number(-FARTHEST, FARTHEST), values[1].number(-FARTHEST, FARTHEST)


def read_table(node: Node) -> Table:
    """The table with the terrain on it."""
    table = node.get("table")
    terrain = node.optional("terrain", lambda n: tuple(read_terrain(i) for i in n.items())) or ()
    if terrain:
        refuse_twice(node.get("terrain"), [element.id for element in terrain])
    return Table(
        width=table.get("width").number(1, LARGEST_TABLE),
        depth=table.get("depth").number(1, LARGEST_TABLE),
        terrain=terrain,
    )


def read_terrain(node: Node) -> Terrain:
    """One terrain element; raises Unreadable for what the rules exclude."""
    kind: Any = node.get("kind").one_of(KINDS)
    elevated = node.optional("elevated", Node.boolean) or False
    abrupt = node.optional("abrupt", Node.boolean) or False
    access = node.optional("access", lambda n: tuple(read_point(i) for i in n.items())) or ()
    element = Terrain(
        id=node.get("id").text(),
        kind=kind,
        polygon=_read_polygon(node.get("polygon")),
        elevated=elevated,
        abrupt=abrupt,
        access=access,
    )
    faults = {
        "water is never elevated (AOD-ELEV-001)": element.is_water and elevated,
        "clear terrain is an element only when elevated (AOD-TERRAIN-004)": kind == "clear"
        and not elevated,
        "an abrupt element is elevated (AOD-ELEV-010)": abrupt and not elevated,
        "an abrupt element has an access point (AOD-ELEV-011)": abrupt and not access,
    }
    for reason, wrong in faults.items():
        if wrong:
            raise node.refuse("IMPOSSIBLE_POSITION", reason=reason)
    return element


def _read_polygon(node: Node) -> Polygon:
    polygon = tuple(read_point(item) for item in node.items())
    if not 3 <= len(polygon) <= MOST_CORNERS:
        raise node.refuse("OUT_OF_RANGE", found=len(polygon), low=3, high=MOST_CORNERS)
    if not is_simple(polygon):
        raise node.refuse("IMPOSSIBLE_POSITION", reason="the outline crosses itself")
    return polygon


def read_units(
    node: Node, catalogue: Catalogue, players: tuple[Player, ...], *, placed: bool = True
) -> list[tuple[Figure, UnitState]]:
    """The units of a file with their states; before deployment they are not `placed`."""
    units = [_read_unit(item, catalogue, players, placed=placed) for item in node.items()]
    if not 1 <= len(units) <= MOST_UNITS:
        raise node.refuse("OUT_OF_RANGE", found=len(units), low=1, high=MOST_UNITS)
    names = [figure.id for figure, _ in units]
    refuse_twice(node, names)
    for item in node.items():
        for field in ("captive_of", "aboard"):
            holder = item.optional(field, Node.text)
            if holder is not None and holder not in names:
                raise item.get(field).refuse("UNKNOWN_NAME", name=holder[:80])
    return units


def _read_unit(
    node: Node, catalogue: Catalogue, players: tuple[Player, ...], *, placed: bool
) -> tuple[Figure, UnitState]:
    unit, shape = _read_figure(node.get("unit"), catalogue)
    cards, grants = _read_cards(node, catalogue, unit)
    figure = Figure(
        id=node.get("id").text(),
        owner=node.get("owner").one_of(tuple(player.id for player in players)),
        unit=unit,
        shape=shape,
        front=catalogue.bases.front,
        rear=catalogue.bases.rear,
        cards=cards,
        grants=grants,
    )
    level: Any = node.optional("level", lambda n: n.one_of(("ground", "cruising"))) or "ground"
    if level == "cruising" and unit.speed_mode != "vtol":
        raise node.get("level").refuse("IMPOSSIBLE_POSITION", reason="only a VTOL cruises")
    heat = node.optional("heat", lambda n: n.integer(low=0, high=len(unit.heat_dial))) or 0
    aboard = node.optional("aboard", Node.text)
    at = node.optional("at", read_point)
    if placed and (at is None) != (aboard is not None):
        raise node.refuse(
            "IMPOSSIBLE_POSITION", reason="a unit is either somewhere or aboard a transport"
        )
    shutdown = node.optional("shutdown", Node.boolean) or False
    state = UnitState(
        at=at,
        facing=node.get("facing").number(-3600, 3600) % 360 if node.has("facing") and at else 0.0,
        level=level,
        click=node.optional("click", lambda n: n.integer(low=1, high=len(unit.dial))) or 1,
        heat=heat,
        tokens=node.optional("tokens", lambda n: n.integer(low=0, high=9)) or 0,
        shutdown=shutdown or (unit.is_mech and heat == len(unit.heat_dial)),
        captive_of=node.optional("captive_of", Node.text),
        aboard=aboard,
    )
    return figure, state


def _read_figure(node: Node, catalogue: Catalogue) -> tuple[Unit, Shape]:
    if isinstance(node.value, str):
        unit = catalogue.unit(node.text())
        if unit is None:
            raise node.refuse("UNKNOWN_NAME", name=node.text()[:80])
        shape = None
    else:
        unit, problems = read_unit(node)
        for problem in problems:
            if problem.severity == "error":
                raise Unreadable(problem.path, "FIGURE_REFUSED", reason=problem.reason)
        shape = node.optional("base", read_shape)
    if not unit.dial or unit.speed_mode is None:
        raise node.refuse("IMPOSSIBLE_POSITION", reason=f"nobody knows the dial of {unit.id}")
    return unit, shape or catalogue.bases.shapes[unit.base]


def _read_cards(
    node: Node, catalogue: Catalogue, unit: Unit
) -> tuple[tuple[Card, ...], tuple[Grant, ...]]:
    """The gear and the pilot on a unit, and those that work on it.

    A unique pilot's text works in the preferred 'Mech only (AOD-PILOT-009).
    """
    cards: list[Card] = []
    grants: list[Grant] = []
    choices = node.optional("gear", lambda n: list(n.items())) or []
    if node.optional("pilot", lambda n: n) is not None:
        choices.append(node.get("pilot"))
    for choice in choices:
        name = choice.get("card").text()
        card = catalogue.card(name)
        if card is None:
            raise choice.get("card").refuse("UNKNOWN_NAME", name=name[:80])
        cards.append(card)
        if card.is_gear and card.attaches_to:
            chosen = choice.optional("weapon", lambda n: n.one_of(WEAPON_SLOTS))
            grants.append(Grant(_value_of(card.attaches_to, chosen, unit), card))
        elif card.is_pilot and card.preferred_mech == unit.id:
            grants.append(Grant("", card))
    return tuple(cards), tuple(grants)


def _value_of(slot: str, chosen: str | None, unit: Unit) -> str:
    """The value a gear card sits on: its own, or that of the weapon of its range type."""
    if slot in COMBAT_VALUES:
        return slot
    if chosen:
        return DAMAGE_VALUE[chosen]
    fitting = unit.weapons_of(slot)
    return fitting[0].damage_value if fitting else slot


def _read_markers(node: Node, setup: Setup) -> tuple[PlacedMarker, ...]:
    """Artillery markers on the table from the turn before; each falls due in its owner's turn."""
    return tuple(_read_placed_marker(item, setup) for item in node.items())


def _read_placed_marker(node: Node, setup: Setup) -> PlacedMarker:
    """A marker by the unit that fired, or by the player whose only artillery it is."""
    owner = node.get("owner")
    guns = [
        figure
        for figure in setup.figures.values()
        if owner.text() in (figure.id, figure.owner) and figure.unit.artillery_marker
    ]
    if len(guns) != 1:
        raise owner.refuse("UNKNOWN_NAME", name=owner.text()[:80])
    at = read_point(node.get("at"))
    if not setup.table.has(at):
        reason = "an artillery marker is off the table"
        raise node.get("at").refuse("IMPOSSIBLE_POSITION", reason=reason)
    heading = node.get("heading").number() % 360
    return PlacedMarker(guns[0].id, guns[0].owner, at, heading)


def _refuse_impossible(node: Node, setup: Setup, state: State) -> None:
    """Raise Unreadable for bases off the table or on one another (AOD-CONTACT-006)."""
    field = Field(setup, state)
    if field.grounding and any(piece.cruising for piece in field.on_table):
        raise node.refuse("IMPOSSIBLE_POSITION", reason=f"nothing cruises: {field.grounding}")
    places = {unit_id: index for index, unit_id in enumerate(state.units)}
    for piece in field.on_table:
        path = Node(None, f"{node.path}[{places[piece.id]}].at")
        if not setup.table.holds(piece.outline):
            raise path.refuse("IMPOSSIBLE_POSITION", reason=f"{piece.id} is off the table")
        for other in field.on_table:
            if other.id == piece.id:
                break
            if piece.outline.gap(other.outline) < -TOLERANCE:
                raise path.refuse(
                    "IMPOSSIBLE_POSITION", reason=f"{piece.id} and {other.id} overlap"
                )


def as_turn_start(setup: Setup, state: State) -> State:
    """The position read as the start of the active player's turn."""
    field = Field(setup, state)
    touching, water = contacts(field, state.active), waters(field, state.active)
    for unit_id, others in touching.items():
        state = state.with_unit(
            unit_id,
            touching_at_start=others,
            water_at_start=water.get(unit_id),
            tokens_at_start=state.units[unit_id].tokens,
            cruising_at_start=state.units[unit_id].level == "cruising",
        )
    return state

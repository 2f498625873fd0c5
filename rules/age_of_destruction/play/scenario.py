"""The scenario/1 format: a position, faces of dice, orders."""

from typing import Any

import msgspec

from rules.age_of_destruction.army.battle_group import SYSTEM, Entry, read_card_choices
from rules.age_of_destruction.effects import ABILITIES
from rules.age_of_destruction.play import rulings
from rules.age_of_destruction.play.enlisting import enlisted
from rules.age_of_destruction.play.position import as_turn_start, refuse_impossible
from rules.age_of_destruction.play.revealing import in_force, read_revealed
from rules.age_of_destruction.play.set_up.reading import read_players, read_preparation
from rules.age_of_destruction.play.terms import with_event
from rules.age_of_destruction.records.alliances import Alliances
from rules.age_of_destruction.records.bases import Shape, read_shape
from rules.age_of_destruction.records.cards import Card
from rules.age_of_destruction.records.catalogue import DEFAULT_RELEASE, Catalogue
from rules.age_of_destruction.records.reading_units import read_unit
from rules.age_of_destruction.records.units import Unit
from rules.age_of_destruction.records.vocabulary import RANGE_TYPES
from rules.age_of_destruction.state.orders import AnyOrder, read_order
from rules.age_of_destruction.state.setup import (
    POINTS_AN_ORDER,
    Figure,
    Grant,
    Limits,
    Player,
    Setup,
)
from rules.age_of_destruction.state.state import PlacedMarker, State, UnitState
from rules.age_of_destruction.table.impossible import Impossible
from rules.age_of_destruction.table.reading import read_point, read_table
from rules.core.codec import Node, Unreadable, refuse_twice

FORMAT = "scenario/1"
#: More units and orders are nobody's game.
MOST_UNITS = 200
MOST_ORDERS = 20_000
#: How questions are put: answered by default unless the next order answers them, or left open,
#: those about what works for nothing among them or not.
PROMPTS = ("auto", "ask", "ask_where_it_costs")
STAGES = ("setup", "orders")
#: What four more members add to the attack of a formation (AOD-FORM-013, AOD-FORM-016).
MOST_HELP = 8


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
    node = with_event(node)
    players = read_players(node.get("players"), catalogue)
    build_total = read_build_total(node.get("build_total"))
    before = node.optional("stage", lambda n: n.one_of(STAGES)) == "setup"
    units = read_units(node.get("units"), catalogue, players, before=before)
    prompts = node.optional("prompts", lambda n: n.one_of(PROMPTS)) or "auto"
    setup = Setup(
        table=read_table(node),
        players=players,
        figures=enlisted(
            node.get("units"), [figure for figure, _ in units], players, build_total, catalogue
        ),
        build_total=build_total,
        rulings=node.optional("rulings", read_rulings) or rulings.complete({}),
        alliances=read_release(node, catalogue),
        abilities=ABILITIES,
        limits=read_limits(node),
        asks_where_it_costs=prompts == "ask_where_it_costs",
    )
    states = {figure.id: unit for figure, unit in units}
    conditions = in_force(read_revealed(node, players, catalogue))
    state = (
        _before_set_up(node, setup, states, conditions)
        if before
        else _turn_start(node, setup, states, conditions)
    )
    refuse_impossible(node.get("units"), setup, state)
    return Scenario(
        setup=setup,
        state=state,
        dice=tuple(face.integer(low=1, high=6) for face in node.get("dice").items()),
        orders=_read_orders(node.get("orders")),
        asks=prompts != "auto",
    )


def _before_set_up(
    node: Node, setup: Setup, units: dict[str, UnitState], conditions: tuple[str, ...]
) -> State:
    """The moment before terrain is placed."""
    return State(
        turn=0,
        active=setup.players[0].id,
        stage="setup",
        orders_left=0,
        units=units,
        preparation=read_preparation(node, setup.players, setup.table, conditions),
    )


def _turn_start(
    node: Node, setup: Setup, units: dict[str, UnitState], conditions: tuple[str, ...]
) -> State:
    """The position as the start of the active player's turn."""
    state = State(
        turn=node.optional("turn", lambda n: n.integer(low=1, high=10_000)) or 1,
        active=node.get("active").one_of(tuple(player.id for player in setup.players)),
        stage="orders",
        orders_left=setup.orders_a_turn,
        units=units,
        markers=node.optional("markers", lambda n: _read_markers(n, setup)) or (),
        conditions=conditions,
        first=setup.players[0].id,
    )
    return as_turn_start(setup, state)


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
        raise Impossible(node.get("at").path, "MARKER_OFF_TABLE")
    heading = node.get("heading").number(-3600, 3600) % 360
    bonus = node.optional("bonus", lambda n: n.integer(low=0, high=MOST_HELP)) or 0
    return PlacedMarker(guns[0].id, guns[0].owner, at, heading, bonus)


def _read_orders(node: Node) -> tuple[AnyOrder, ...]:
    items = list(node.items())
    if len(items) > MOST_ORDERS:
        raise node.refuse("OUT_OF_RANGE", found=len(items), low=0, high=MOST_ORDERS)
    return tuple(read_order(item.value, item.path) for item in items)


def read_build_total(node: Node) -> int:
    """Points that give whole orders (AOD-TURN-004)."""
    total = node.integer(low=POINTS_AN_ORDER, high=100_000)
    if total % POINTS_AN_ORDER:
        raise Impossible(node.path, "BUILD_TOTAL", found=total, step=POINTS_AN_ORDER)
    return total


def read_release(node: Node, catalogue: Catalogue) -> Alliances:
    """The alliances of the release a file names, else of the rule book (AOD-ALLY-007)."""
    releases = tuple(catalogue.releases)
    named = node.optional("release", lambda n: n.one_of(releases))
    return catalogue.alliances(named or DEFAULT_RELEASE)


def read_limits(node: Node) -> Limits:
    """When the game of a file ends at the latest (AOD-END-003)."""
    return Limits(
        turns=node.optional("turn_limit", lambda n: n.integer(low=1, high=10_000)),
        minutes=node.optional("time_limit", lambda n: n.integer(low=1, high=10_000)),
    )


def read_rulings(node: Node) -> dict[str, Any]:
    """The switches in force; names this release does not know are passed over."""
    for name, value in node.fields():
        if name in rulings.RULINGS and not rulings.is_value(name, value.value):
            raise Impossible(value.path, "NO_SUCH_READING", name=name)
    return rulings.complete(node.object())


def read_units(
    node: Node, catalogue: Catalogue, players: tuple[Player, ...], *, before: bool
) -> list[tuple[Figure, UnitState]]:
    """The units of a file with their states; `before` the set-up they need not be anywhere."""
    items = list(node.items())
    if not 1 <= len(items) <= MOST_UNITS:
        raise node.refuse("OUT_OF_RANGE", found=len(items), low=1, high=MOST_UNITS)
    units = [_read_unit(item, catalogue, players) for item in items]
    refuse_twice(node, [figure.id for figure, _ in units])
    for item, (_, state) in zip(items, units, strict=True):
        if before and state != UnitState(at=state.at, facing=state.facing, aboard=state.aboard):
            raise Impossible(item.path, "NOT_AT_START")
        if (state.at is None) == (state.aboard is None) and (state.aboard or not before):
            raise Impossible(item.path, "SOMEWHERE_OR_ABOARD")
    return units


def _read_unit(
    node: Node, catalogue: Catalogue, players: tuple[Player, ...]
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
    return figure, _read_state(node, unit)


def _read_state(node: Node, unit: Unit) -> UnitState:
    level: Any = node.optional("level", lambda n: n.one_of(("ground", "cruising"))) or "ground"
    if level == "cruising" and unit.speed_mode != "vtol":
        raise Impossible(f"{node.path}.level", "ONLY_VTOL_CRUISES")
    heat = node.optional("heat", lambda n: n.integer(low=0, high=len(unit.heat_dial))) or 0
    shutdown = node.optional("shutdown", Node.boolean) or False
    facing = node.optional("facing", lambda n: n.number(-3600, 3600)) or 0.0
    at = node.optional("at", read_point)
    return UnitState(
        at=at,
        facing=facing % 360 if at else 0.0,
        level=level,
        click=node.optional("click", lambda n: n.integer(low=1, high=len(unit.dial))) or 1,
        heat=heat,
        tokens=node.optional("tokens", lambda n: n.integer(low=0, high=9)) or 0,
        shutdown=shutdown or (unit.is_mech and heat == len(unit.heat_dial)),
        captive_of=node.optional("captive_of", Node.text),
        aboard=node.optional("aboard", Node.text),
    )


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
        unit = _with_marker(unit, catalogue)
        shape = node.optional("base", read_shape)
    if not unit.dial or unit.speed_mode is None:
        raise Impossible(node.path, "NO_DIAL", unit=unit.id)
    return unit, shape or catalogue.bases.shapes[unit.base]


def _with_marker(unit: Unit, catalogue: Catalogue) -> Unit:
    """An artillery unit written into the file has, unless it brings its own, the marker recorded
    for its number (AOD-UNIT-020)."""
    known = catalogue.unit(unit.id)
    if unit.artillery_marker or not unit.is_artillery or known is None:
        return unit
    return msgspec.structs.replace(unit, artillery_marker=known.artillery_marker)


def _read_cards(
    node: Node, catalogue: Catalogue, unit: Unit
) -> tuple[tuple[Card, ...], tuple[Grant, ...]]:
    """The gear and the pilot on a unit, and those that work on it.

    A unique pilot's text works in the preferred 'Mech only (AOD-PILOT-009).
    """
    gear, pilots = read_card_choices(node)
    if len(pilots) > 1:
        raise node.get("pilot").refuse("OUT_OF_RANGE", found=len(pilots), low=0, high=1)
    cards: list[Card] = []
    grants: list[Grant] = []
    for _, where, choice in Entry(unit.id, gear=gear, pilots=pilots).cards_at(node.path):
        card = catalogue.card(choice.card)
        if card is None:
            raise Unreadable(where, "UNKNOWN_NAME", name=choice.card[:80])
        cards.append(card)
        value = _value_of(card, choice.weapon, unit) if card.is_gear else None
        if value:
            grants.append(Grant(value, card))
        elif card.is_pilot and card.preferred_mech == unit.id:
            grants.append(Grant("", card))
    return tuple(cards), tuple(grants)


def _value_of(card: Card, chosen: str | None, unit: Unit) -> str | None:
    """The value a gear card sits on: its own, or that of the weapon of its range type, the chosen
    one of several. None where the unit has no such value or weapon: the card does nothing there
    (AOD-GEAR-009, 014)."""
    if card.attaches_to in RANGE_TYPES:
        fitting = card.fitting_weapons(unit)
        return next((w.damage_value for w in fitting if chosen in (None, w.slot)), None)
    if card.attaches_to is None or getattr(unit.dial[0], card.attaches_to) is None:
        return None
    return card.attaches_to

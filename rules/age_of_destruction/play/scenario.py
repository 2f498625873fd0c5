"""The scenario/1 format: a position, faces of dice, orders."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from rules.age_of_destruction.army.battle_group import (
    Entry,
    EventChoice,
    MountedRecord,
    choices_of,
    event_chosen,
)
from rules.age_of_destruction.effects import ABILITIES
from rules.age_of_destruction.moment.abilities import UnknownAbility
from rules.age_of_destruction.moment.outfit import outfits
from rules.age_of_destruction.orders import read_order
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.play import rulings
from rules.age_of_destruction.play.enlisting import ConditionRecord, card_named, enlisted
from rules.age_of_destruction.play.position import as_turn_start, refuse_impossible
from rules.age_of_destruction.play.read_set_up import (
    Players,
    Pool,
    players_of,
    preparation_of,
)
from rules.age_of_destruction.play.revealing import in_force, revealed
from rules.age_of_destruction.play.terms import with_event
from rules.age_of_destruction.records.alliances import DEFAULT_RELEASE, Alliances
from rules.age_of_destruction.records.bases import Capsule, Disc, Shape, shape_of
from rules.age_of_destruction.records.cards import Card
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.records.reading_units import FigureRecord, Whole, unit_of
from rules.age_of_destruction.records.units import Unit
from rules.age_of_destruction.records.vocabulary import RANGE_TYPES
from rules.age_of_destruction.state.legs import Degrees
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
from rules.age_of_destruction.table.reading import (
    Elements,
    Place,
    TableRecord,
    point_of,
    table_of,
)
from rules.age_of_destruction.table.terrain import Level
from rules.core.codec import Node, Unreadable
from rules.core.naming import refuse_twice
from rules.core.typed import Written, read_typed

FORMAT = "scenario/1"
#: More units and orders are nobody's game.
MOST_UNITS = 200
MOST_ORDERS = 20_000
#: How questions are put: answered by default unless the next order answers them, or left open,
#: those about what works for nothing among them or not.
Prompts = Literal["auto", "ask", "ask_where_it_costs"]
#: What four more members add to the attack of a formation (AOD-FORM-013, AOD-FORM-016).
MOST_HELP = 8

BuildTotal = Annotated[
    int,
    Meta(ge=POINTS_AN_ORDER, le=100_000, extra_json_schema={"multipleOf": POINTS_AN_ORDER}),
]
Turns = Annotated[int, Meta(ge=1, le=10_000)]


class InlineFigure(FigureRecord, frozen=True, kw_only=True):
    """A figure written into the file, which may stand on a base of its own."""

    base: Disc | Capsule | None = None


class UnitRecord(MountedRecord, frozen=True, kw_only=True):
    """A unit with what stands on it, where it is and how it fares."""

    unit: InlineFigure | str
    id: str
    owner: str
    level: Level = "ground"
    heat: Annotated[Whole, Meta(extra_json_schema={"minimum": 0})] = 0
    shutdown: bool = False
    facing: Degrees = 0.0
    at: Place | None = None
    click: Annotated[Whole, Meta(extra_json_schema={"minimum": 1})] = 1
    tokens: Annotated[int, Meta(ge=0, le=9)] = 0
    captive_of: str | None = None
    aboard: str | None = None


class PlacedMarkerRecord(Written, frozen=True):
    """An artillery marker on the table, by the unit that fired or the player of the only gun."""

    owner: str
    at: Place
    heading: Degrees
    bonus: Annotated[int, Meta(ge=0, le=MOST_HELP)] = 0


class ScenarioHead(Written, frozen=True, kw_only=True):
    """What a scenario/1 file says before anything else can be read."""

    format: Literal["scenario/1"]
    system: Literal["age-of-destruction"]
    event: EventChoice | None = None


class ScenarioFile(ScenarioHead, frozen=True, kw_only=True):
    """A scenario/1 file; its orders are read kind by kind."""

    players: Players
    build_total: BuildTotal
    stage: Literal["setup", "orders"] = "orders"
    units: Annotated[tuple[UnitRecord, ...], Meta(min_length=1, max_length=MOST_UNITS)]
    prompts: Prompts = "auto"
    table: TableRecord | None = None
    terrain: Elements = ()
    rulings: dict[str, Any] = msgspec.field(default_factory=dict)
    release: str | None = None
    turn_limit: Turns | None = None
    time_limit: Turns | None = None
    conditions: tuple[ConditionRecord | str, ...] | None = None
    pool: Pool = ()
    turn: Turns = 1
    active: str | None = None
    markers: tuple[PlacedMarkerRecord, ...] = ()
    real_table: bool = False
    dice: tuple[Annotated[int, Meta(ge=1, le=6)], ...]
    orders: Annotated[tuple[Any, ...], Meta(max_length=MOST_ORDERS)]


class Scenario(msgspec.Struct, frozen=True):
    """A position with what is to happen; `asks` stops at questions instead of answering them."""

    setup: Setup
    state: State
    dice: tuple[int, ...]
    orders: tuple[Order, ...]
    asks: bool = False


def read_scenario(data: Any, catalogue: Catalogue) -> Scenario:
    """Read a parsed scenario/1 file; raises Unreadable with the path of the first fault."""
    chosen = read_typed(data, ScenarioHead).event
    event = None if chosen is None else event_chosen(chosen, data["event"], "$.event")
    data = with_event(data, event)
    file = read_typed(data, ScenarioFile)
    players = players_of(file.players, data["players"], catalogue)
    _refuse_half_orders(file.build_total)
    units = _units(file, data["units"], players, catalogue)
    setup = Setup(
        table=table_of(file.table, file.terrain),
        players=players,
        figures=enlisted(
            [(figure, entry) for figure, entry, _ in units], players, file.build_total, catalogue
        ),
        build_total=file.build_total,
        rulings=_rulings(file.rulings),
        alliances=_alliances(file.release, catalogue),
        abilities=ABILITIES,
        limits=Limits(turns=file.turn_limit, minutes=file.time_limit),
        asks_where_it_costs=file.prompts == "ask_where_it_costs",
        real_table=file.real_table,
    )
    _refuse_unknown(setup)
    states = {figure.id: state for figure, _, state in units}
    conditions = in_force(revealed(file.conditions, players, catalogue))
    begin = _before_set_up if file.stage == "setup" else _turn_start
    state = begin(file, setup, states, conditions)
    refuse_impossible(setup, state)
    return Scenario(
        setup=setup,
        state=state,
        dice=file.dice,
        orders=tuple(read_order(o, f"$.orders[{i}]") for i, o in enumerate(file.orders)),
        asks=file.prompts != "auto",
    )


def _refuse_unknown(setup: Setup) -> None:
    """Refuse a unit that shows what the abilities of the game do not hold."""
    for place, outfit in enumerate(outfits(setup).values()):
        try:
            outfit.look_up()
        except UnknownAbility as unknown:
            raise Impossible(f"$.units[{place}]", "UNKNOWN_ABILITY", what=unknown.what) from unknown


def _before_set_up(
    file: ScenarioFile, setup: Setup, units: dict[str, UnitState], conditions: tuple[str, ...]
) -> State:
    """The moment before terrain is placed."""
    return State(
        turn=0,
        active=setup.players[0].id,
        stage="setup",
        orders_left=0,
        units=units,
        preparation=preparation_of(
            file.players, file.pool, file.active, setup.players, setup.table, conditions
        ),
    )


def _turn_start(
    file: ScenarioFile, setup: Setup, units: dict[str, UnitState], conditions: tuple[str, ...]
) -> State:
    """The position as the start of the active player's turn."""
    if file.active is None:
        raise Unreadable("$", "MISSING", field="active")
    state = State(
        turn=file.turn,
        active=Node(file.active, "$.active").one_of(tuple(p.id for p in setup.players)),
        stage="orders",
        orders_left=setup.orders_a_turn,
        units=units,
        markers=tuple(
            _marker(record, setup, f"$.markers[{index}]")
            for index, record in enumerate(file.markers)
        ),
        conditions=conditions,
        first=setup.players[0].id,
    )
    return as_turn_start(setup, state)


def _marker(record: PlacedMarkerRecord, setup: Setup, path: str) -> PlacedMarker:
    """A marker from the turn before, by the unit that fired, or by the player whose only artillery
    it is; it falls due in its owner's turn."""
    guns = [
        figure
        for figure in setup.figures.values()
        if record.owner in (figure.id, figure.owner) and figure.unit.artillery_marker
    ]
    if len(guns) != 1:
        raise Unreadable(f"{path}.owner", "UNKNOWN_NAME", name=record.owner[:80])
    at = point_of(record.at)
    if not setup.table.has(at):
        raise Impossible(f"{path}.at", "MARKER_OFF_TABLE")
    return PlacedMarker(guns[0].id, guns[0].owner, at, record.heading % 360, record.bonus)


def _refuse_half_orders(total: int) -> None:
    """Points give whole orders (AOD-TURN-004)."""
    if total % POINTS_AN_ORDER:
        raise Impossible("$.build_total", "BUILD_TOTAL", found=total, step=POINTS_AN_ORDER)


def _alliances(release: str | None, catalogue: Catalogue) -> Alliances:
    """The alliances of the release a file names, else of the rule book (AOD-ALLY-007)."""
    if release is not None:
        Node(release, "$.release").one_of(tuple(catalogue.releases))
    return catalogue.alliances(release or DEFAULT_RELEASE)


def _rulings(chosen: dict[str, Any]) -> dict[str, Any]:
    """The switches in force; names this release does not know are passed over."""
    for name, value in chosen.items():
        if name in rulings.RULINGS and not rulings.is_value(name, value):
            raise Impossible(f"$.rulings.{name}", "NO_SUCH_READING", name=name)
    return rulings.complete(chosen)


def _units(
    file: ScenarioFile, data: Any, players: tuple[Player, ...], catalogue: Catalogue
) -> list[tuple[Figure, Entry, UnitState]]:
    """The units of a file with their cards and states; before the set-up they need not be
    anywhere."""
    units = [
        _unit(record, data[index], f"$.units[{index}]", players, catalogue)
        for index, record in enumerate(file.units)
    ]
    refuse_twice("$.units", (figure.id for figure, _, _ in units))
    before = file.stage == "setup"
    for index, (_, _, state) in enumerate(units):
        path = f"$.units[{index}]"
        if before and state != UnitState(at=state.at, facing=state.facing, aboard=state.aboard):
            raise Impossible(path, "NOT_AT_START")
        if (state.at is None) == (state.aboard is None) and (state.aboard or not before):
            raise Impossible(path, "SOMEWHERE_OR_ABOARD")
    return units


def _unit(
    record: UnitRecord, data: Any, path: str, players: tuple[Player, ...], catalogue: Catalogue
) -> tuple[Figure, Entry, UnitState]:
    unit, shape = _figure(record.unit, f"{path}.unit", catalogue)
    gear, pilots = choices_of(record, data)
    entry = Entry(unit=unit.id, gear=gear, pilots=pilots, inline=unit)
    cards, grants = _cards(entry, path, catalogue, unit)
    figure = Figure(
        id=record.id,
        owner=Node(record.owner, f"{path}.owner").one_of(tuple(p.id for p in players)),
        unit=unit,
        shape=shape,
        front=catalogue.bases.front,
        rear=catalogue.bases.rear,
        cards=cards,
        grants=grants,
    )
    return figure, entry, _state(record, path, unit)


def _state(record: UnitRecord, path: str, unit: Unit) -> UnitState:
    if record.level == "cruising" and unit.speed_mode != "vtol":
        raise Impossible(f"{path}.level", "ONLY_VTOL_CRUISES")
    hottest = len(unit.heat_dial)
    Node(record.heat, f"{path}.heat").integer(0, hottest)
    Node(record.click, f"{path}.click").integer(1, len(unit.dial))
    return UnitState(
        at=point_of(record.at) if record.at else None,
        facing=record.facing % 360 if record.at else 0.0,
        level=record.level,
        click=record.click,
        heat=record.heat,
        tokens=record.tokens,
        shutdown=record.shutdown or (unit.is_mech and record.heat == hottest),
        captive_of=record.captive_of,
        aboard=record.aboard,
    )


def _figure(record: InlineFigure | str, path: str, catalogue: Catalogue) -> tuple[Unit, Shape]:
    if isinstance(record, str):
        known = catalogue.unit(record)
        if known is None:
            raise Unreadable(path, "UNKNOWN_NAME", name=record[:80])
        unit, shape = known, None
    else:
        unit, problems = unit_of(record, path)
        for problem in problems:
            if problem.severity == "error":
                raise Unreadable(problem.path, "FIGURE_REFUSED", reason=problem.reason)
        unit = _with_marker(unit, catalogue)
        shape = shape_of(record.base, f"{path}.base") if record.base else None
    if not unit.dial or unit.speed_mode is None:
        raise Impossible(path, "NO_DIAL", unit=unit.id)
    return unit, shape or catalogue.bases.shapes[unit.base]


def _with_marker(unit: Unit, catalogue: Catalogue) -> Unit:
    """An artillery unit written into the file has, unless it brings its own, the marker recorded
    for its number (AOD-UNIT-020)."""
    known = catalogue.unit(unit.id)
    if unit.artillery_marker or not unit.is_artillery or known is None:
        return unit
    return msgspec.structs.replace(unit, artillery_marker=known.artillery_marker)


def _cards(
    entry: Entry, path: str, catalogue: Catalogue, unit: Unit
) -> tuple[tuple[Card, ...], tuple[Grant, ...]]:
    """The gear and the pilot on a unit, and those that work on it.

    A unique pilot's text works in the preferred 'Mech only (AOD-PILOT-009).
    """
    if len(entry.pilots) > 1:
        found = len(entry.pilots)
        raise Unreadable(f"{path}.pilot", "OUT_OF_RANGE", found=found, low=0, high=1)
    cards: list[Card] = []
    grants: list[Grant] = []
    for _, where, choice in entry.cards_at(path):
        card = card_named(choice.card, where, catalogue)
        cards.append(card)
        value = _value_of(card, choice.weapon, unit) if card.is_gear else None
        if value:
            grants.append(Grant(value, card))
        elif card.is_pilot and card.prefers(unit):
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

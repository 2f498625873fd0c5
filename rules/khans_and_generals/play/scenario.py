"""The scenario/1 file: a position, scripted dice, orders."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec

from rules.core.codec import Unreadable, refuse_unwritable
from rules.core.typed import read_typed
from rules.khans_and_generals.army.battle_group import Cards, Named
from rules.khans_and_generals.army.battles import BattleType, assessment_limit, terms
from rules.khans_and_generals.orders import BY_NAME
from rules.khans_and_generals.orders.base import Order, UnknownOrder
from rules.khans_and_generals.play.rules import AnyOrder
from rules.khans_and_generals.records.profile import (
    MOUNTED_TYPES,
    Formation,
    Profile,
    read_profile,
    read_profiles,
)
from rules.khans_and_generals.state.setup import Setup
from rules.khans_and_generals.state.state import (
    Assessment,
    Battle,
    Cloud,
    Conditions,
    Effect,
    Lock,
    Objective,
    Place,
    Stage,
    State,
    Unit,
)
from rules.khans_and_generals.table.bases import Side
from rules.khans_and_generals.table.terrain import Terrain, check_terrain

MOST_UNITS, MOST_TERRAIN, MOST_ORDERS = 200, 200, 5_000

Length = Annotated[float, msgspec.Meta(ge=10, le=1_000)]
Whole = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Turn = Annotated[int, msgspec.Meta(ge=1, le=100_000)]


class Table(msgspec.Struct, frozen=True):
    """The table in centimetres."""

    width: Length
    depth: Length


class LockEntry(msgspec.Struct, frozen=True):
    """A melee, given on the attacker."""

    with_: str = msgspec.field(name="with")
    sector: Side = "front"
    attacker: bool = True
    charge: bool = False


class UnitEntry(msgspec.Struct, frozen=True):
    """A unit of the file; what is absent follows from its card."""

    id: str
    owner: str
    unit: Named
    at: Place | None = None
    facing: float = 0
    strength: Whole | None = None
    formation: Formation = "standard"
    effects: tuple[Effect, ...] = ()
    pinned: bool = False
    routed: bool = False
    immobilised: bool = False
    abandoned: bool = False
    hidden: bool = False
    eliminated: bool = False
    left: bool = False
    deployed: bool | None = None
    bogged: Whole = 0
    in_position: str | None = None
    mounted: bool | None = None
    locked: tuple[LockEntry, ...] = ()
    hatches: Literal["open", "closed"] | None = None
    broken: tuple[Literal["optics", "weapon"], ...] = ()
    commander: Literal["alive", "dead"] | None = None
    aboard: str | None = None
    moved: Annotated[float, msgspec.Meta(ge=0, le=1_000)] = 0
    hq: str | None = None
    supreme: bool = False
    observers: str | None = None
    escorted: bool = False
    last_attacked: int | None = None
    airborne: bool = False
    sorties: Whole | None = None
    turns_left: Whole | None = None
    bombs: Whole | None = None
    missions: Whole | None = None
    next_mission: Whole = 0


class ObjectiveEntry(msgspec.Struct, frozen=True):
    """An objective of the file."""

    id: str
    at: Place
    holder: str | None = None


class AssessmentEntry(msgspec.Struct, frozen=True):
    """A side's assessment; without a limit it follows from points and battle (KG-172)."""

    limit: int | None = None
    tokens: tuple[Annotated[int, msgspec.Meta(ge=1, le=5)], ...] = ()
    points: Whole = 0


class CloudEntry(msgspec.Struct, frozen=True):
    """A cloud of the file."""

    kind: Literal["screen", "dust", "powder"]
    at: Place
    until: int
    id: str = ""
    radius: Annotated[float, msgspec.Meta(gt=0, le=1_000)] = 5


class FireEntry(msgspec.Struct, frozen=True):
    """A burning square by its lower left corner."""

    at: Place


class BattleEntry(msgspec.Struct, frozen=True):
    """The battle's type and attacker."""

    type: BattleType | None = None
    attacker: str | None = None


class ScenarioFile(msgspec.Struct, frozen=True):
    """The whole file; `orders` are read kind by kind."""

    format: Literal["scenario/1"]
    system: Literal["khans-and-generals"]
    table: Table
    units: tuple[UnitEntry, ...]
    players: tuple[str, ...] = ("red", "blue")
    profiles: Cards = {}
    battle: BattleEntry = BattleEntry()
    conditions: Conditions = Conditions()
    terrain: tuple[Terrain, ...] = ()
    objectives: tuple[ObjectiveEntry, ...] = ()
    assessment: dict[str, AssessmentEntry] = {}
    smoke: tuple[CloudEntry, ...] = ()
    fires: tuple[FireEntry, ...] = ()
    reserves: dict[str, tuple[str, ...]] = {}
    traps: dict[str, tuple[str, ...]] = {}
    lines: tuple[tuple[str, str], ...] = ()
    turn: Turn = 1
    active: str | None = None
    stage: Literal["setup", "change", "orders"] = "orders"
    prompts: Literal["auto", "ask"] = "auto"
    name: str = ""
    titles: dict[str, str] = {}
    dice: tuple[str | int, ...] = ()
    orders: tuple[dict[str, Any], ...] = ()


class Scenario(msgspec.Struct, frozen=True):
    """A battle ready to be played."""

    setup: Setup
    state: State
    dice: tuple[str | int, ...]
    orders: tuple[AnyOrder, ...]
    asks: bool


def read_scenario(data: Any) -> Scenario:
    """A parsed scenario/1 file; raises Unreadable."""
    refuse_unwritable(data)
    file = read_typed(data, ScenarioFile)
    _check_sizes(file)
    if len(file.players) != 2 or len(set(file.players)) != 2:
        raise Unreadable("$.players", "MISFIT", reason="two different players are needed")
    cards = read_profiles(file.profiles, "$.profiles")
    profiles = {entry.id: _card(entry, index, cards) for index, entry in enumerate(file.units)}
    for index, piece in enumerate(file.terrain):
        check_terrain(piece, f"$.terrain[{index}]")
    setup = Setup(file.table.width, file.table.depth, file.players, profiles, file.terrain)
    state = _state(file, profiles)
    orders = tuple(read_order(v, f"$.orders[{i}]") for i, v in enumerate(file.orders))
    return Scenario(setup, state, file.dice, orders, file.prompts == "ask")


def read_order(value: Any, path: str) -> AnyOrder:
    """One order; a kind this game does not have is refused when it is given."""
    name = value.get("order") if isinstance(value, dict) else None
    if not isinstance(name, str):
        raise Unreadable(f"{path}.order", "MISSING", field="order")
    kind = BY_NAME.get(name)
    if kind is None:
        return UnknownOrder(name)
    order: Order = read_typed(value, kind.value, path)
    return order


def _check_sizes(file: ScenarioFile) -> None:
    lists: dict[str, tuple[Sequence[Any], int]] = {
        "units": (file.units, MOST_UNITS),
        "terrain": (file.terrain, MOST_TERRAIN),
        "orders": (file.orders, MOST_ORDERS),
    }
    for field, (values, most) in lists.items():
        if len(values) > most:
            raise Unreadable(f"$.{field}", "OUT_OF_RANGE", found=len(values), low=0, high=most)


def _card(entry: UnitEntry, index: int, cards: dict[str, Profile]) -> Profile:
    path = f"$.units[{index}].unit"
    if isinstance(entry.unit, dict):
        return read_profile(entry.unit, path)
    if entry.unit not in cards:
        raise Unreadable(path, "UNKNOWN_NAME", name=entry.unit[:80])
    return cards[entry.unit]


class _Names:
    """The names of a file, to check that what is referred to is there."""

    def __init__(self, file: ScenarioFile) -> None:
        self.players = set(file.players)
        self.units: set[str] = set()
        for index, entry in enumerate(file.units):
            if entry.id in self.units:
                raise Unreadable(f"$.units[{index}].id", "NAMED_TWICE", name=entry.id[:80])
            self.units.add(entry.id)
        self.terrain: set[str] = set()
        for index, piece in enumerate(file.terrain):
            if piece.id in self.terrain:
                raise Unreadable(f"$.terrain[{index}].id", "NAMED_TWICE", name=piece.id[:80])
            self.terrain.add(piece.id)

    @staticmethod
    def known(name: str | None, names: set[str], path: str) -> None:
        """Raise Unreadable for a name that is none of some."""
        if name is not None and name not in names:
            raise Unreadable(path, "UNKNOWN_NAME", name=name[:80])


def _state(file: ScenarioFile, profiles: dict[str, Profile]) -> State:
    names = _Names(file)
    _check_references(file, names)
    units = {entry.id: _unit(entry, profiles[entry.id]) for entry in file.units}
    active = file.active if file.active is not None else file.players[0]
    staffs = [name for name, card in profiles.items() if card.commands]
    clouds = tuple(
        Cloud(c.id or f"smoke-{n}", c.kind, c.at, c.until, c.radius)
        for n, c in enumerate(file.smoke, start=1)
    )
    stage: Stage = file.stage
    return State(
        turn=file.turn,
        active=active,
        stage=stage,
        units=units,
        conditions=file.conditions,
        battle=Battle(file.battle.type, file.battle.attacker),
        locks=_locks(file),
        smoke=clouds,
        fires=tuple(fire.at for fire in file.fires),
        objectives=tuple(Objective(o.id, o.at, o.holder) for o in file.objectives),
        assessment={p: _assessment(file, p, entry) for p, entry in file.assessment.items()},
        activations={name: profiles[name].command or 0 for name in staffs},
        command_points={name: profiles[name].initiative or 0 for name in staffs},
        lines=file.lines,
        reserves=file.reserves,
        traps=file.traps,
    )


def _check_references(file: ScenarioFile, names: _Names) -> None:
    names.known(file.active, names.players, "$.active")
    names.known(file.battle.attacker, names.players, "$.battle.attacker")
    for index, entry in enumerate(file.units):
        path = f"$.units[{index}]"
        names.known(entry.owner, names.players, f"{path}.owner")
        for field in ("hq", "observers", "aboard"):
            names.known(getattr(entry, field), names.units, f"{path}.{field}")
        names.known(entry.in_position, names.terrain, f"{path}.in_position")
        for number, lock in enumerate(entry.locked):
            names.known(lock.with_, names.units, f"{path}.locked[{number}].with")
    for index, objective in enumerate(file.objectives):
        names.known(objective.holder, names.players, f"$.objectives[{index}].holder")
    for player in (*file.assessment, *file.traps):
        field = "assessment" if player in file.assessment else "traps"
        names.known(player, names.players, f"$.{field}.{player}")
    for field, groups in (("reserves", file.reserves), ("traps", file.traps)):
        for name, group in groups.items():
            for number, unit in enumerate(group):
                names.known(unit, names.units, f"$.{field}.{name}[{number}]")
    for index, line in enumerate(file.lines):
        for number, end in enumerate(line):
            names.known(end, names.units | {"off-map"}, f"$.lines[{index}][{number}]")


def _unit(entry: UnitEntry, card: Profile) -> Unit:
    def given(value: int | None, printed: int) -> int:
        return printed if value is None else value

    effects = tuple(e for e in entry.effects)
    return Unit(
        id=entry.id,
        owner=entry.owner,
        at=entry.at,
        facing=entry.facing % 360,
        strength=given(entry.strength, card.strength),
        formation=entry.formation,
        effects=effects,
        pinned=entry.pinned,
        routed=entry.routed,
        immobilised=entry.immobilised,
        abandoned=entry.abandoned,
        hidden=entry.hidden,
        eliminated=entry.eliminated,
        left=entry.left,
        deployed=entry.deployed,
        bogged=entry.bogged,
        in_position=entry.in_position,
        mounted=card.type in MOUNTED_TYPES if entry.mounted is None else entry.mounted,
        hatches=(entry.hatches or "open") if card.is_vehicle else None,
        broken=entry.broken,
        commander=(entry.commander or "alive") if card.commands else None,
        aboard=entry.aboard,
        hq=entry.hq,
        supreme=entry.supreme,
        observers=entry.observers,
        escorted=entry.escorted,
        last_attacked=entry.last_attacked,
        airborne=entry.airborne,
        sorties=given(entry.sorties, card.sorties),
        turns_left=given(entry.turns_left, card.time_on_station),
        bombs=given(entry.bombs, card.bombs.number if card.bombs else 0),
        missions=given(entry.missions, card.battery.missions if card.battery else 0),
        next_mission=entry.next_mission,
        moved=entry.moved,
        moving=entry.moved > 0,
    )


def _locks(file: ScenarioFile) -> tuple[Lock, ...]:
    locks = []
    for entry in file.units:
        for lock in entry.locked:
            pair = (entry.id, lock.with_) if lock.attacker else (lock.with_, entry.id)
            locks.append(Lock(*pair, lock.sector, lock.charge))
    return tuple(locks)


def _assessment(file: ScenarioFile, player: str, entry: AssessmentEntry) -> Assessment:
    if entry.limit is not None:
        return Assessment(entry.limit, entry.tokens)
    side = None
    if file.battle.attacker is not None:
        side = "attacker" if file.battle.attacker == player else "defender"
    limit = assessment_limit(entry.points, terms(file.battle.type, side))
    return Assessment(limit, entry.tokens)

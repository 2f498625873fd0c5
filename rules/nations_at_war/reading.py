"""From a scenario/1 file to a set-up, a state, a script of chance and orders."""

from collections.abc import Iterable, Iterator
from typing import Any, Literal

import msgspec

from rules.core.codec import Unreadable
from rules.core.naming import refuse_twice
from rules.core.typed import Written, missing, read_typed
from rules.nations_at_war.hexes import Hex
from rules.nations_at_war.orders import AnyOrder, read_order
from rules.nations_at_war.phases import LAST_END_MARKER, full_cup
from rules.nations_at_war.position import (
    BothSides,
    ClassOfSides,
    Cup,
    HexData,
    MapData,
    PlayerData,
    Position,
    Script,
    UnitData,
)
from rules.nations_at_war.state import (
    HEADQUARTERS,
    TWO_SIDED,
    Formation,
    HexMap,
    Setup,
    State,
    UnitState,
)

SYSTEM = "nations-at-war"


class ScenarioFile(Written, frozen=True):
    """What a file says of itself, and what is to happen in its position."""

    format: Literal["scenario/1"]
    system: Literal["nations-at-war"]
    orders: tuple[Any, ...] = ()


class Scenario(msgspec.Struct, frozen=True):
    """A position, and what a file wants to happen in it."""

    setup: Setup
    state: State
    script: Script
    orders: tuple[AnyOrder, ...]


def read_scenario(data: Any) -> Scenario:
    """A parsed scenario/1 file; raises Unreadable with the path of the first fault."""
    file = read_typed(data, ScenarioFile)
    setup, state = read_position(data)
    script = read_typed(data, Script)
    read = tuple(
        read_order(order, setup, f"$.orders[{index}]") for index, order in enumerate(file.orders)
    )
    return Scenario(setup, state, script, read)


def read_position(data: Any) -> tuple[Setup, State]:
    """A position: what never changes and what does; raises Unreadable."""
    position = read_typed(data, Position)
    players = tuple(p.id if isinstance(p, PlayerData) else p for p in position.players)
    refuse_twice("$.players", players)
    hexes = _hexes(position.map)
    _check_units(position.units, hexes)
    setup = Setup(
        map=HexMap(position.map.layout, position.map.costs, hexes),
        players=players,
        formations=_formations(position, players),
        counters={unit.id: unit for unit in position.units},
        rulings=position.rulings,
        asks=position.prompts == "ask",
        turn_limit=position.turn_limit,
        end_turn_markers=position.end_turn_markers,
        objectives=_objectives(position.victory, hexes),
    )
    for index, marker in enumerate(position.markers):
        _refuse_off_map(f"$.markers[{index}].at", marker.at, hexes)
    return setup, _state(position, setup)


def _hexes(data: MapData) -> dict[Hex, HexData]:
    hexes: dict[Hex, HexData] = {}
    for path, place in _listed(data):
        if place.at in hexes:
            raise Unreadable(path, "NAMED_TWICE", name=str(list(place.at)))
        hexes[place.at] = place
    if not hexes:
        raise missing("hexes", "$.map")
    return hexes


def _listed(data: MapData) -> Iterator[tuple[str, HexData]]:
    for index, place in enumerate(data.hexes):
        yield f"$.map.hexes[{index}].at", place
    for number, row in enumerate(data.rows):
        for step, terrain in enumerate(row.terrain):
            yield f"$.map.rows[{number}].terrain[{step}]", HexData((row.q + step, row.r), terrain)


def _objectives(victory: Any, hexes: Iterable[Hex]) -> tuple[Hex, ...]:
    """The hexes of the map that the scenario's word on victory names under `hexes`; it may say
    anything else there, and nobody is held to it."""
    named = victory.get("hexes") if isinstance(victory, dict) else None
    try:
        found = msgspec.convert(named or (), tuple[Hex, ...])
    except msgspec.ValidationError:
        return ()
    return tuple(at for at in dict.fromkeys(found) if at in hexes)


def _formations(position: Position, players: tuple[str, ...]) -> dict[str, Formation]:
    refuse_twice("$.formations", [formation.id for formation in position.formations], ".id")
    known = {formation.id for formation in position.formations}
    for index, unit in enumerate(position.units):
        _refuse_unknown(f"$.units[{index}].formation", unit.formation, known)
    formations = {}
    for index, data in enumerate(position.formations):
        path = f"$.formations[{index}]"
        _refuse_unknown(f"{path}.owner", data.owner, players)
        own = [unit for unit in position.units if unit.formation == data.id]
        headquarters = [unit.id for unit in own if unit.kind == HEADQUARTERS]
        if len(headquarters) != 1:
            found = len(headquarters)
            raise Unreadable(path, "NOT_EXACTLY_ONE", what=HEADQUARTERS, found=found)
        units = tuple(unit.id for unit in own)
        formations[data.id] = Formation(data.id, data.owner, headquarters[0], units, data.titles)
    return formations


def _check_units(units: tuple[UnitData, ...], hexes: dict[Hex, HexData]) -> None:
    refuse_twice("$.units", [unit.id for unit in units], ".id")
    for index, unit in enumerate(units):
        path = f"$.units[{index}]"
        _check_sides(unit, path)
        if unit.kind == HEADQUARTERS:
            for field in ("morale", "command_range", "leadership"):
                if getattr(unit, field) is None:
                    raise missing(field, path)
        if unit.at is not None:
            _refuse_off_map(f"{path}.at", unit.at, hexes)
        elif unit.reinforcement is None and not unit.eliminated:
            raise missing("reinforcement", path)
        elif unit.disrupted and not unit.eliminated:
            raise Unreadable(f"{path}.disrupted", "NOT_BESIDE", other="reinforcement")
        for number, at in enumerate(unit.reinforcement.hexes if unit.reinforcement else ()):
            _refuse_off_map(f"{path}.reinforcement.hexes[{number}]", at, hexes)


def _check_sides(unit: UnitData, path: str) -> None:
    """A kind with two sides says which is up and what each moves; others have one of each."""
    both = isinstance(unit.movement, BothSides)
    if unit.kind in TWO_SIDED:
        if unit.side is None:
            raise missing("side", path)
        if not both:
            raise Unreadable(
                f"{path}.movement", "WRONG_TYPE", expected="an object", found="a number"
            )
        return
    for field, value in (("movement", both), ("side", unit.side is not None)):
        if value:
            raise Unreadable(f"{path}.{field}", "NOT_BESIDE", other=f"kind: {unit.kind}")
    if isinstance(unit.movement_class, ClassOfSides):
        raise Unreadable(f"{path}.movement_class", "NOT_BESIDE", other=f"kind: {unit.kind}")


def _state(position: Position, setup: Setup) -> State:
    """How everything stands; who missed and has no marker in the cup is waited for no more
    (NW-011, NW-050)."""
    if position.stage == "impulse" and position.formation is None:
        raise missing("formation")
    if position.formation is not None:
        _refuse_unknown("$.formation", position.formation, setup.formations)
    active = position.formation if position.stage == "impulse" else None
    for field in ("missed", "activated"):
        _check_names(f"$.{field}", getattr(position, field), setup)
    for player in position.held:
        _refuse_unknown(f"$.held.{player}", player, setup.players)
    activated = position.activated
    if active is not None and active not in activated:
        activated = (*activated, active)
    held = {player: position.held.get(player, 0) for player in setup.players}
    state = State(
        turn=position.turn,
        stage=position.stage,
        formation=active,
        units={unit.id: _stands(unit) for unit in position.units},
        markers=position.markers,
        cup=Cup(),
        end_turn_drawn=position.end_turn_drawn,
        held=held,
        missed=position.missed,
        activated=activated,
    )
    cup = _cup(position, setup, state)
    waits = tuple(name for name in position.missed if name in cup.formations)
    return _begun(msgspec.structs.replace(state, cup=cup, missed=waits))


def _cup(position: Position, setup: Setup, state: State) -> Cup:
    """The cup stated, or what it holds at this point of the turn (NW-004, NW-050)."""
    if position.cup is not None:
        _check_names("$.cup.formations", position.cup.formations, setup)
        order = tuple(name for name in setup.formations if name in position.cup.formations)
        return Cup(order, position.cup.end_turn)
    full = full_cup(setup, state, state.turn, state.held)
    left = full.end_turn - state.end_turn_drawn
    if left < 0:
        raise Unreadable(
            "$.end_turn_drawn",
            "OUT_OF_RANGE",
            found=state.end_turn_drawn,
            low=0,
            high=max(full.end_turn, 0),
        )
    names = tuple(name for name in full.formations if name not in state.activated)
    return Cup(names, left)


def _begun(state: State) -> State:
    """A phase without formations to draw, or with two end-of-turn markers drawn, is over
    (NW-007)."""
    ended = not state.cup.formations or state.end_turn_drawn >= LAST_END_MARKER
    if state.stage == "draw" and ended:
        return msgspec.structs.replace(state, stage="administrative")
    return state


def _stands(unit: UnitData) -> UnitState:
    return UnitState(
        at=None if unit.eliminated else unit.at,
        side=unit.side,
        disrupted=unit.disrupted,
        out_of_command=unit.out_of_command,
        ops_complete=unit.ops_complete,
        reduced=unit.reduced,
        eliminated=unit.eliminated,
    )


def _check_names(path: str, names: Iterable[str], setup: Setup) -> None:
    refuse_twice(path, tuple(names))
    for index, name in enumerate(names):
        _refuse_unknown(f"{path}[{index}]", name, setup.formations)


def _refuse_unknown(path: str, name: str, known: Iterable[str]) -> None:
    if name not in known:
        raise Unreadable(path, "UNKNOWN_NAME", name=name)


def _refuse_off_map(path: str, at: Hex, hexes: dict[Hex, HexData]) -> None:
    if at not in hexes:
        raise Unreadable(path, "NO_SUCH_PLACE", found=str(list(at)))

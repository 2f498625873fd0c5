"""From a scenario/1 file to a set-up, a state, dice and orders."""

from typing import Any, Literal

import msgspec

from rules.core.codec import Unreadable
from rules.core.naming import refuse_twice
from rules.core.typed import Written, read_typed
from rules.warzone.moment import Moment
from rules.warzone.orders import AnyOrder, read_order
from rules.warzone.position import ModelData, Passage, PlayerData, Position, Script
from rules.warzone.state import ModelState, Setup, State

SYSTEM = "warzone"


class ScenarioFile(Written, frozen=True):
    """What a file says of itself, and what is to happen in its position."""

    format: Literal["scenario/1"]
    system: Literal["warzone"]
    orders: tuple[Any, ...] = ()


class Scenario(msgspec.Struct, frozen=True):
    """A position, and what a file wants to happen in it."""

    setup: Setup
    state: State
    dice: tuple[int, ...]
    orders: tuple[AnyOrder, ...]


def read_scenario(data: Any) -> Scenario:
    """A parsed scenario/1 file; raises Unreadable with the path of the first fault."""
    file = read_typed(data, ScenarioFile)
    setup, state = read_position(data)
    script = read_typed(data, Script)
    read = tuple(
        read_order(order, setup, f"$.orders[{index}]") for index, order in enumerate(file.orders)
    )
    return Scenario(setup, state, script.dice, read)


def read_position(data: Any) -> tuple[Setup, State]:
    """A position: what never changes and what does; raises Unreadable."""
    position = read_typed(data, Position)
    players = tuple(p.id if isinstance(p, PlayerData) else p for p in position.players)
    refuse_twice("$.players", players)
    refuse_twice("$.terrain", [piece.id for piece in position.terrain], ".id")
    refuse_twice("$.templates", [template.id for template in position.templates], ".id")
    refuse_twice("$.units", [unit.id for unit in position.units], ".id")
    setup = Setup(
        table=position.table,
        players=players,
        pieces={piece.id: piece for piece in position.terrain},
        templates={template.id: template for template in position.templates},
        models={unit.id: unit for unit in position.units},
        rulings=position.rulings,
    )
    state = State(position.turn, {unit.id: _stands(unit) for unit in position.units})
    for index, unit in enumerate(position.units):
        _check_model(Moment(setup, state), unit, f"$.units[{index}]")
    return setup, state


def _check_model(now: Moment, unit: ModelData, path: str) -> None:
    if unit.owner not in now.setup.players:
        raise Unreadable(f"{path}.owner", "UNKNOWN_NAME", name=unit.owner)
    if unit.climbing:
        piece = now.setup.pieces.get(unit.climbing.piece)
        if piece is None or isinstance(piece, Passage):
            raise Unreadable(f"{path}.climbing.piece", "UNKNOWN_NAME", name=unit.climbing.piece)
    if unit.eliminated:
        return
    if not now.ground.on_table(unit.at, unit.base / 2):
        raise Unreadable(f"{path}.at", "NO_SUCH_PLACE", found=str(list(unit.at)))
    earlier = list(now.setup.models)[: list(now.setup.models).index(unit.id)]
    for other in now.overlapped(unit.id, unit.at, unit.elevation):
        if other in earlier:
            raise Unreadable(f"{path}.at", "NOT_BESIDE", other=other)


def _stands(unit: ModelData) -> ModelState:
    return ModelState(
        at=unit.at,
        facing=unit.facing % 360,
        elevation=unit.elevation,
        posture=unit.posture,
        actions_left=unit.actions if unit.actions_left is None else unit.actions_left,
        waiting=unit.waiting,
        engaged=unit.engaged,
        climbing=unit.climbing,
        displaced=unit.displaced,
        ended=unit.ended,
        eliminated=unit.eliminated,
    )

"""A scenario played through, and the outcome/1 object that says what came of it."""

from typing import Any

import msgspec

from rules.core.codec import Unreadable
from rules.core.dice import DiceRunOut
from rules.nations_at_war.chance import DrawsRunOut, NotInTheCup, ScriptedChance
from rules.nations_at_war.events import AnyEvent, Asked
from rules.nations_at_war.moment import Moment
from rules.nations_at_war.play import advance, explain
from rules.nations_at_war.position import Marker
from rules.nations_at_war.reading import SYSTEM, Scenario
from rules.nations_at_war.refusals import REFUSALS
from rules.nations_at_war.state import Setup, State

FORMAT = "outcome/1"


def resolve(scenario: Scenario, language: str = "en") -> dict[str, Any]:
    """The outcome/1 object of a scenario; raises Unreadable where dice or draws do not fit."""
    chance = ScriptedChance(scenario.script.dice, scenario.script.draws)
    setup, state = scenario.setup, scenario.state
    happened: list[AnyEvent] = []
    refused: list[dict[str, Any]] = []
    for index, order in enumerate(scenario.orders):
        if violations := explain(setup, state, order):
            reasons = [REFUSALS.write(violation, language) for violation in violations]
            refused.append({"index": index, "violations": reasons})
            continue
        try:
            state, new = advance(setup, state, order, chance)
        except NotInTheCup as error:
            path = f"$.draws[{error.index}]"
            raise Unreadable(path, "NOT_IN_THE_CUP", found=error.marker) from error
        except DrawsRunOut as error:
            raise Unreadable("$.draws", "DRAWS_RUN_OUT", order=index) from error
        except DiceRunOut as error:
            raise Unreadable("$.dice", "DICE_RUN_OUT", order=index) from error
        happened += new
    told = [msgspec.to_builtins(event) for event in happened if not isinstance(event, Asked)]
    return {
        "format": FORMAT,
        "system": SYSTEM,
        **write_state(setup, state),
        "events": told,
        "refused": refused,
        "dice_left": chance.dice_left,
        "draws_left": chance.draws_left,
        "victory_points": {},
        "winner": None,
    }


def write_state(setup: Setup, state: State) -> dict[str, Any]:
    """A state as outcomes show it."""
    now = Moment(setup, state)
    active = setup.formations.get(state.formation or "")
    return {
        "turn": state.turn,
        "stage": state.stage,
        "active": active.owner if active else None,
        "formation": state.formation,
        "orders_left": None,
        "units": {unit_id: _unit(now, unit_id) for unit_id in state.units},
        "formations": {name: _formation(now, name) for name in setup.formations},
        "cup": {"formations": list(state.cup.formations), "end_turn": state.cup.end_turn},
        "end_turn_drawn": state.end_turn_drawn,
        "held": state.held,
        "markers": [_marker(marker) for marker in state.markers],
        "waiting_for": msgspec.to_builtins(state.under_way.question) if state.under_way else None,
    }


def _unit(now: Moment, unit_id: str) -> dict[str, Any]:
    unit = now.unit(unit_id)
    written: dict[str, Any] = msgspec.to_builtins(unit)
    weapon = now.setup.counters[unit_id].support_weapon
    return written | {"target": now.target(unit_id), "support_weapon": weapon}


def _formation(now: Moment, name: str) -> dict[str, Any]:
    formation = now.setup.formations[name]
    return {
        "activated": name in now.state.activated,
        "missed": name in now.state.missed,
        "morale": now.morale(formation),
        "hq": now.headquarters(formation),
    }


def _marker(marker: Marker) -> dict[str, Any]:
    written: dict[str, Any] = msgspec.to_builtins(marker)
    return written

"""A scenario played through, and the outcome/1 object that says what came of it."""

from typing import Any

import msgspec

from rules.core.codec import Unreadable
from rules.core.dice import DiceRunOut, ScriptedDice
from rules.warzone.events import ActionSpent, AnyEvent, Charged
from rules.warzone.evolve import evolve
from rules.warzone.moment import Moment
from rules.warzone.play import decide, explain
from rules.warzone.reading import SYSTEM, Scenario
from rules.warzone.refusals import REFUSALS
from rules.warzone.state import Setup, State

FORMAT = "outcome/1"
#: Events that only move the state on; what they bring is seen in the models.
_UNTOLD = (ActionSpent, Charged)
#: Degrees of the field of fire by posture; standing models have another chapter's.
FIELDS_OF_FIRE = {"mp": 90, "prone": 0}
COVER = {"mp": 2}


def resolve(scenario: Scenario, language: str = "en") -> dict[str, Any]:
    """The outcome/1 object of a scenario; raises Unreadable where the dice run out."""
    dice = ScriptedDice(scenario.dice)
    setup, state = scenario.setup, scenario.state
    happened: list[AnyEvent] = []
    refused: list[dict[str, Any]] = []
    for index, order in enumerate(scenario.orders):
        if violations := explain(setup, state, order):
            reasons = [REFUSALS.write(violation, language) for violation in violations]
            refused.append({"index": index, "violations": reasons})
            continue
        try:
            new = decide(setup, state, order, dice)
        except DiceRunOut as error:
            raise Unreadable("$.dice", "DICE_RUN_OUT", order=index) from error
        for event in new:
            state = evolve(state, event)
        happened += new
    return {
        "format": FORMAT,
        "system": SYSTEM,
        **write_state(setup, state),
        "events": [msgspec.to_builtins(e) for e in happened if not isinstance(e, _UNTOLD)],
        "refused": refused,
        "waiting_for": None,
        "dice_left": dice.left,
        "victory_points": {},
        "winner": None,
    }


def write_state(setup: Setup, state: State) -> dict[str, Any]:
    """A state as outcomes show it."""
    now = Moment(setup, state)
    return {
        "turn": state.turn,
        "active": None,
        "stage": "orders",
        "orders_left": None,
        "units": {unit: _model(now, unit) for unit in state.units},
    }


def _model(now: Moment, unit: str) -> dict[str, Any]:
    model, size = now.model(unit), now.profile(unit).size
    written: dict[str, Any] = msgspec.to_builtins(model)
    return written | {
        "mv": now.movement(unit),
        "cover": COVER.get(model.posture, 0),
        "field_of_fire": FIELDS_OF_FIRE.get(model.posture),
        "los_size": size if model.posture == "standing" else size / 2,
        "under": [name for name, each in now.setup.templates.items() if now.under(unit, each)],
    }

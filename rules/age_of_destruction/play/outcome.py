"""The outcome/1 format: what came of a scenario."""

from typing import Any

import msgspec

from rules.age_of_destruction.moment.refusals import refusal_message
from rules.age_of_destruction.moment.scoring import recorded
from rules.age_of_destruction.orders.answer import open_question
from rules.age_of_destruction.play.play import Outcome
from rules.age_of_destruction.play.terms import departures
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import PlacedMarker, State, UnitState
from rules.core.tally import Part
from rules.core.violations import Violation

FORMAT = "outcome/1"


def write_outcome(outcome: Outcome, language: str = "en") -> dict[str, Any]:
    """An outcome as files hold it, with refusals worded in a language."""
    state = outcome.state
    question = open_question(state)
    return {
        "format": FORMAT,
        "rulings": outcome.setup.rulings,
        "custom": list(departures(outcome.setup, state)),
        "turn": state.turn,
        "active": state.active,
        "stage": state.stage,
        "orders_left": state.orders_left,
        "conditions": list(state.conditions),
        "units": {unit_id: write_unit(unit) for unit_id, unit in state.units.items()},
        "markers": [write_marker(marker) for marker in state.markers],
        "events": [write_value(event) for event in outcome.events],
        "refused": [
            {
                "index": refusal.index,
                "violations": [write_refusal(v, language) for v in refusal.violations],
            }
            for refusal in outcome.refused
        ],
        "waiting_for": write_value(question) if question else None,
        "dice_left": outcome.dice_left,
        "victory_points": victory_points(outcome.setup, state),
        "winner": winner(outcome.setup, state),
    }


def victory_points(setup: Setup, state: State) -> dict[str, list[int]]:
    """The points on record of every player, a number for each victory condition."""
    return {
        player: [tally.total for tally in points.values()]
        for player, points in recorded(setup, state).items()
    }


def winner(setup: Setup, state: State) -> str | None:
    """The team that has won, by the name of its player where it has only one."""
    if not state.winner:
        return None
    members = setup.members(state.winner)
    return members[0] if len(members) == 1 else state.winner


def write_unit(unit: UnitState) -> dict[str, Any]:
    """Where a unit is and how it fares."""
    return {
        "at": None if unit.at is None else [round(value, 6) for value in unit.at],
        "facing": round(unit.facing, 6),
        "level": unit.level,
        "click": unit.click,
        "heat": unit.heat,
        "tokens": unit.tokens,
        "shutdown": unit.shutdown,
        "captive_of": unit.captive_of,
        "aboard": unit.aboard,
        "eliminated": unit.eliminated,
    }


def write_marker(marker: PlacedMarker) -> dict[str, Any]:
    """An artillery marker as scenarios write it; `owner` is the unit that fired."""
    return {
        "owner": marker.unit,
        "at": [round(value, 6) for value in marker.at],
        "heading": round(marker.heading, 6),
    }


def write_refusal(violation: Violation, language: str = "en") -> dict[str, Any]:
    """One reason for a refusal."""
    return {
        "code": violation.code,
        "rules": list(violation.rules),
        "where": list(violation.where),
        "params": violation.params,
        "message": refusal_message(violation, language),
    }


def write_value(value: Any) -> Any:
    """Events and questions as plain JSON values; a sum is written with its parts."""
    if isinstance(value, tuple) and value and isinstance(value[0], Part):
        return {
            "value": sum(part.value for part in value),
            "parts": [[part.what, part.value] for part in value],
        }
    if isinstance(value, msgspec.Struct):
        config = value.__struct_config__
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        tag = {} if config.tag_field is None else {config.tag_field: config.tag}
        return tag | {k: write_value(v) for k, v in fields.items() if v not in ((), None, {})}
    if isinstance(value, (list, tuple)):
        return [write_value(item) for item in value]
    if isinstance(value, dict):
        return {key: write_value(item) for key, item in value.items()}
    return value

"""JSON Schemas of scenario/1, outcome/1 and game/1, generated from the types."""

from collections.abc import Iterator
from typing import Any

import msgspec

from rules.nations_at_war.events import AnyEvent
from rules.nations_at_war.orders import AnyOrder
from rules.nations_at_war.position import Position, Script
from rules.nations_at_war.reading import SYSTEM
from rules.nations_at_war.refusals import REFUSALS
from rules.nations_at_war.state import Question, UnitState

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TEXT = {"type": "string"}
COUNT = {"type": "integer", "minimum": 0}


def schemas() -> dict[str, dict[str, Any]]:
    """Every schema by the name of its file."""
    parts = (Position, Script, AnyOrder, AnyEvent, UnitState, Question)
    (position, script, order, event, unit, question), definitions = msgspec.json.schema_components(
        parts, ref_template="#/$defs/{name}"
    )
    stated = _properties(position, definitions)
    chance = _properties(script, definitions)
    begins = ["format", "system", *_required(position, definitions)]
    return {
        f"{SYSTEM}.scenario.1": _described(
            "scenario/1",
            {**stated, **chance, "orders": _list(order)},
            begins,
            definitions,
        ),
        f"{SYSTEM}.outcome.1": _described(
            "outcome/1", _answer(event, unit, question), ["format"], definitions
        ),
        f"{SYSTEM}.game.1": _described(
            "game/1",
            {
                "ruleset": TEXT,
                "dice": {"type": "object", "properties": {"scheme": TEXT, "seed": COUNT}},
                "start": {"type": "object", "properties": {"system": TEXT, **stated}},
                "orders": _list(order),
                "faces": _list(_list({"type": "integer", "minimum": 1, "maximum": 6})),
                "drawn": _list(_list(TEXT)),
                "states": _list(TEXT),
            },
            ["format", "system", "start", "orders", "faces", "drawn", "states"],
            definitions,
        ),
    }


def _described(
    name: str, properties: dict[str, Any], required: list[str], definitions: dict[str, Any]
) -> dict[str, Any]:
    described = {"format": {"const": name}, "system": {"const": SYSTEM}, **properties}
    return {
        "$schema": DIALECT,
        "title": f"{name} of Nations At War",
        "type": "object",
        "properties": described,
        "required": required,
        "$defs": _used(described, definitions),
    }


def _used(schema: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    """The definitions a schema refers to, and those they refer to."""
    used: dict[str, Any] = {}
    waiting = list(_references(schema))
    while waiting:
        name = waiting.pop()
        if name not in used:
            used[name] = definitions[name]
            waiting += _references(definitions[name])
    return {name: used[name] for name in sorted(used)}


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(reference := schema.get("$ref"), str):
            yield reference.rpartition("/")[2]
        for value in schema.values():
            yield from _references(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _references(value)


def _list(items: Any) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _properties(reference: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = _named(reference, definitions)["properties"]
    return found


def _required(reference: dict[str, Any], definitions: dict[str, Any]) -> list[str]:
    return list(_named(reference, definitions).get("required", ()))


def _named(reference: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = definitions[reference["$ref"].rpartition("/")[2]]
    return found


def _answer(event: Any, unit: Any, question: Any) -> dict[str, Any]:
    violation = {
        "type": "object",
        "properties": {
            "code": {"enum": sorted(REFUSALS.rules)},
            "rules": _list(TEXT),
            "where": _list(TEXT),
            "params": {"type": "object"},
            "message": TEXT,
        },
    }
    return {
        "unreadable": {"type": "object", "properties": {"path": TEXT, "message": TEXT}},
        "turn": COUNT,
        "stage": TEXT,
        "active": {"type": ["string", "null"]},
        "formation": {"type": ["string", "null"]},
        "orders_left": {"type": "null"},
        "units": {"type": "object", "additionalProperties": unit},
        "formations": {"type": "object"},
        "cup": {
            "type": "object",
            "properties": {"formations": _list(TEXT), "end_turn": COUNT},
        },
        "end_turn_drawn": COUNT,
        "held": {"type": "object", "additionalProperties": COUNT},
        "markers": _list({"type": "object"}),
        "events": _list(event),
        "refused": _list(
            {"type": "object", "properties": {"index": COUNT, "violations": _list(violation)}}
        ),
        "waiting_for": {"anyOf": [question, {"type": "null"}]},
        "dice_left": COUNT,
        "draws_left": COUNT,
        "victory_points": {"type": "object"},
        "winner": {"type": "null"},
        "notes": _list({"type": "object"}),
    }

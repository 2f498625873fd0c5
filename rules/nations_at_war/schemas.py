"""JSON Schemas of scenario/1, outcome/1 and game/1, generated from the types."""

from typing import Any

import msgspec

from rules.core.schema import COUNT, TEXT, described, listed, named, refused
from rules.nations_at_war.events import AnyEvent
from rules.nations_at_war.orders import AnyOrder
from rules.nations_at_war.position import Face, Position, Script
from rules.nations_at_war.reading import SYSTEM
from rules.nations_at_war.refusals import REFUSALS
from rules.nations_at_war.state import Question, UnitState

TITLE = "Nations At War"


def schemas() -> dict[str, dict[str, Any]]:
    """Every schema by the name of its file."""
    parts = (Position, Script, AnyOrder, AnyEvent, UnitState, Question, Face)
    found, definitions = msgspec.json.schema_components(parts, ref_template="#/$defs/{name}")
    position, script, order, event, unit, question, face = found
    stated = named(position, definitions)
    begins = ["format", "system", *stated.get("required", ())]
    fields = stated["properties"]
    chance = named(script, definitions)["properties"]
    forms: dict[str, tuple[dict[str, Any], list[str]]] = {
        "scenario": ({**fields, **chance, "orders": listed(order)}, begins),
        "outcome": (_answer(event, unit, question), ["format"]),
        "game": (
            {
                "ruleset": TEXT,
                "dice": {"type": "object", "properties": {"scheme": TEXT, "seed": COUNT}},
                "start": {"type": "object", "properties": {"system": TEXT, **fields}},
                "orders": listed(order),
                "faces": listed(listed(face)),
                "drawn": listed(listed(TEXT)),
                "states": listed(TEXT),
            },
            ["format", "system", "start", "orders", "faces", "drawn", "states"],
        ),
    }
    return {
        f"{SYSTEM}.{name}.1": described(SYSTEM, TITLE, f"{name}/1", *form, definitions)
        for name, form in forms.items()
    }


def _answer(event: Any, unit: Any, question: Any) -> dict[str, Any]:
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
            "properties": {"formations": listed(TEXT), "end_turn": COUNT},
        },
        "end_turn_drawn": COUNT,
        "held": {"type": "object", "additionalProperties": COUNT},
        "markers": listed({"type": "object"}),
        "events": listed(event),
        "refused": refused(sorted(REFUSALS.rules)),
        "waiting_for": {"anyOf": [question, {"type": "null"}]},
        "dice_left": COUNT,
        "draws_left": COUNT,
        "victory_points": {"type": "object"},
        "winner": {"type": "null"},
        "notes": listed({"type": "object"}),
    }

"""JSON Schemas of scenario/1, outcome/1 and game/1, generated from the types."""

from typing import Any

import msgspec

from rules.core.schema import COUNT, TEXT, described, listed, named, refused
from rules.warzone.events import AnyEvent
from rules.warzone.orders import AnyOrder
from rules.warzone.position import Face, Position, Script
from rules.warzone.reading import SYSTEM
from rules.warzone.refusals import REFUSALS
from rules.warzone.state import ModelState

TITLE = "Warzone"


def schemas() -> dict[str, dict[str, Any]]:
    """Every schema by the name of its file."""
    parts = (Position, Script, AnyOrder, AnyEvent, ModelState, Face)
    found, definitions = msgspec.json.schema_components(parts, ref_template="#/$defs/{name}")
    position, script, order, event, model, face = found
    stated = named(position, definitions)
    begins = ["format", "system", *stated.get("required", ())]
    fields = stated["properties"]
    dice = named(script, definitions)["properties"]
    forms: dict[str, tuple[dict[str, Any], list[str]]] = {
        "scenario": ({**fields, **dice, "orders": listed(order)}, begins),
        "outcome": (_answer(event, model), ["format"]),
        "game": (
            {
                "ruleset": TEXT,
                "dice": {"type": "object", "properties": {"scheme": TEXT, "seed": COUNT}},
                "start": {"type": "object", "properties": {"system": TEXT, **fields}},
                "orders": listed(order),
                "faces": listed(listed(face)),
                "states": listed(TEXT),
            },
            ["format", "system", "start", "orders", "faces", "states"],
        ),
    }
    return {
        f"{SYSTEM}.{name}.1": described(SYSTEM, TITLE, f"{name}/1", *form, definitions)
        for name, form in forms.items()
    }


def _answer(event: Any, model: Any) -> dict[str, Any]:
    return {
        "unreadable": {"type": "object", "properties": {"path": TEXT, "message": TEXT}},
        "turn": COUNT,
        "stage": TEXT,
        "active": {"type": "null"},
        "orders_left": {"type": "null"},
        "units": {"type": "object", "additionalProperties": model},
        "events": listed(event),
        "refused": refused(sorted(REFUSALS.rules)),
        "waiting_for": {"type": "null"},
        "dice_left": COUNT,
        "victory_points": {"type": "object"},
        "winner": {"type": "null"},
        "notes": listed({"type": "object"}),
    }

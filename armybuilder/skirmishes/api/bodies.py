"""The bodies operations on skirmishes take, as the description of the API shows them."""

from typing import Any

from armybuilder.skirmishes.naming import LONGEST_TITLE

BEGIN = "BodySkirmish"
ORDER = "BodyOrder"
UNDO = "BodyUndo"

LONGEST_SEAT = 80


def describe_bodies(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Add the bodies of skirmishes to a description under their names."""
    name = {"type": "string", "maxLength": LONGEST_SEAT}
    result["components"]["schemas"] |= {
        BEGIN: _object(
            ["start"],
            start={"type": "object", "description": "A scenario/1 object."},
            title={"type": "string", "maxLength": LONGEST_TITLE},
            commanders={"type": "object", "additionalProperties": name},
        ),
        ORDER: _object(["order"], order={"type": "string"}) | {"additionalProperties": True},
        UNDO: _object([], agreed={"type": "boolean"}),
    }
    return result


def _object(required: list[str], **properties: Any) -> dict[str, Any]:
    shape = {"type": "object", "properties": properties, "additionalProperties": False}
    return shape | ({"required": required} if required else {})

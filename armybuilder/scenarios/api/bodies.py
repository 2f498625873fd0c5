"""The bodies operations on scenarios take, as the description of the API shows them."""

from typing import Any

from armybuilder.skirmishes.api.bodies import LONGEST_SEAT

SCENARIO = "BodyScenario"
PLAY = "BodyPlay"


def describe_bodies(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Add the bodies of scenarios to a description under their names."""
    name = {"type": "string", "maxLength": LONGEST_SEAT}
    commanders = {"type": "object", "additionalProperties": name}
    result["components"]["schemas"] |= {
        SCENARIO: {
            "type": "object",
            "description": "A scenario/1 object.",
            "properties": {"format": {"const": "scenario/1"}, "system": {"type": "string"}},
            "required": ["format", "system"],
            "additionalProperties": True,
        },
        PLAY: {
            "type": "object",
            "properties": {"commanders": commanders},
            "additionalProperties": False,
        },
    }
    return result

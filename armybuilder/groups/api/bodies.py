"""The bodies operations on battle groups take, as the description of the API shows them."""

import json
from typing import Any

from django.conf import settings

from armybuilder.groups.models import Visibility
from collection.catalogue.api.operations import COMPONENTS

GROUP = "BodyGroup"
VISIBILITY = "BodyVisibility"

ONLY_IN_FILES = {"$schema", "$id"}


def describe_bodies(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Add the bodies of battle groups to a description under their names."""
    result["components"]["schemas"] |= {GROUP: _group(), VISIBILITY: _visibility()}
    return result


def _group() -> dict[str, Any]:
    """battle-group/1, whose own references lead into the description."""
    path = settings.BASE_DIR / "fixtures" / "schemas" / "battle-group.1.json"
    moved = path.read_text("utf-8").replace('"#/', f'"{COMPONENTS}{GROUP}/')
    told: dict[str, Any] = json.loads(moved)
    return {key: value for key, value in told.items() if key not in ONLY_IN_FILES}


def _visibility() -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"visibility": {"enum": Visibility.values}},
        "required": ["visibility"],
    }

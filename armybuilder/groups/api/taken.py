"""The bodies operations take, as the description of the API shows them."""

import json
from typing import Any

import msgspec
from django.conf import settings

from armybuilder.groups.models import Visibility
from collection.catalogue.api.operations import COMPONENTS
from collection.owning.api.bodies import Changes, Import

GROUP = "BodyGroup"
VISIBILITY = "BodyVisibility"
CHANGES = "BodyChanges"
IMPORT = "BodyImport"

ONLY_IN_FILES = {"$schema", "$id"}


def describe_bodies(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Add every body to a description under its name."""
    _refs, of_collections = msgspec.json.schema_components(
        [Changes, Import], ref_template=f"{COMPONENTS}Body{{name}}"
    )
    bodies = {f"Body{name}": told for name, told in of_collections.items()}
    result["components"]["schemas"] |= {GROUP: _group(), VISIBILITY: _visibility(), **bodies}
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

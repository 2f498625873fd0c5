"""What pages read of a library."""

from typing import Any

from armybuilder.library.models import OwnedModels, OwnUnit
from armybuilder.site.models import Owner, User


def units_of(*, owner: Owner, system: str) -> list[OwnUnit]:
    """The units somebody entered for a game, in the order they were entered."""
    return list(OwnUnit.objects.for_owner(owner).filter(system=system))


def shelf_of(*, owner: Owner, system: str) -> dict[str, object]:
    """The same cards by what files call them."""
    found = OwnUnit.objects.for_owner(owner).filter(system=system)
    return dict(found.values_list("key", "record"))


def models_of(*, owner: Owner, system: str) -> dict[str, int]:
    """How many models somebody owns of units of a game, by the names of the units."""
    found = OwnedModels.objects.for_owner(owner).filter(system=system)
    return dict(found.values_list("name", "count"))


def library_data(user: User) -> dict[str, Any]:
    """Everything kept of a member's libraries, as plain values for a download."""
    units, owned = OwnUnit.objects.filter(owner=user), OwnedModels.objects.filter(owner=user)
    return {
        "units": [
            {
                "id": unit.public_id,
                "system": unit.system,
                "key": unit.key,
                "created": unit.created.isoformat(),
                "updated": unit.updated.isoformat(),
                "card": unit.record,
            }
            for unit in units
        ],
        "models": [{"system": row.system, "unit": row.name, "count": row.count} for row in owned],
    }

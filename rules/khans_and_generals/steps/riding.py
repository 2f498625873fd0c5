"""Into the saddle and out of it (KG-016)."""

from typing import Any

from rules.khans_and_generals.state.state import Unit


def seated(unit: Unit, *, mounted: bool) -> dict[str, Any]:
    """What changes of a unit that gets into the saddle or out of it; a formation that the change
    forbids is lost (KG-094)."""
    lost = "skirmish" if mounted else "wedge"
    fields: dict[str, Any] = {"mounted": mounted}
    return fields | ({"formation": "standard"} if unit.formation == lost else {})

"""How the terrain of this game is printed."""

from collections.abc import Mapping

from armybuilder.skirmishes.present import prints
from armybuilder.skirmishes.present.prints import Polygon, Print

#: How a piece is printed, by the name it is a copy of; any other by the kind of its ground.
PIECES: Mapping[str, str] = {
    "wood": "trees",
    "thicket": "trees",
    "wooded-hill": "trees",
    "rubble": "chips",
    "rocks": "rock",
    "mesa": "rock",
    "ruin": "roof",
    "bunker": "roof",
    "hill": "height",
    "pond": "water",
    "ford": "water",
    "lake": "water",
}
KINDS: Mapping[str, str] = {
    "clear": "height",
    "hindering": "trees",
    "blocking": "rock",
    "shallow_water": "water",
    "deep_water": "water",
}


def printed(name: str, kind: str, polygon: Polygon, *, elevated: bool) -> Print:
    """How an element of terrain is printed; its outline as the picture has it."""
    style = PIECES.get(name.rpartition("-")[0], KINDS[kind])
    return prints.printed(name, style, polygon, elevated=elevated)

"""Three-way merges of plain documents: pure functions that know no database and no words."""

from armybuilder.offline.merging.answers import both_at, mine_at
from armybuilder.offline.merging.lists import LISTED, keyed, keyed_like, listed
from armybuilder.offline.merging.trees import (
    ABSENT,
    Clash,
    Field,
    Merged,
    Side,
    at,
    merged,
    put,
    side_of,
    value_of,
)

__all__ = [
    "ABSENT",
    "LISTED",
    "Clash",
    "Field",
    "Merged",
    "Side",
    "at",
    "both_at",
    "keyed",
    "keyed_like",
    "listed",
    "merged",
    "mine_at",
    "put",
    "side_of",
    "value_of",
]

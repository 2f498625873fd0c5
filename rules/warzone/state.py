"""What of a game never changes, and what does: plain data."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec

from rules.core.geometry import Point
from rules.core.naming import with_titles
from rules.warzone.position import (
    Hold,
    ModelData,
    Piece,
    Posture,
    Rulings,
    Table,
    Template,
)

#: What of a sentence names models, terrain or templates.
NAMING = frozenset(
    {
        "blocked_by",
        "by",
        "may",
        "not_supplied",
        "on",
        "one",
        "other",
        "piece",
        "target",
        "template",
        "unit",
    }
)


class Setup(msgspec.Struct, frozen=True):
    """What stays as it is: table, terrain, templates, profiles, agreed readings."""

    table: Table
    players: tuple[str, ...]
    pieces: dict[str, Piece]
    templates: dict[str, Template]
    models: dict[str, ModelData]
    rulings: Rulings = Rulings()

    def title(self, name: str, language: str) -> str:
        """What a model, a piece of terrain or a template is called; the same for what is none."""
        things = (self.models, self.pieces, self.templates)
        found = next((each[name] for each in things if name in each), None)
        return (found.titles.get(language) if found else None) or name

    def with_titles(self, params: Mapping[str, Any], language: str) -> dict[str, Any]:
        """The parameters of a sentence, models, terrain and templates by their titles."""
        return with_titles(params, NAMING, partial(self.title, language=language))


class ModelState(msgspec.Struct, frozen=True, kw_only=True):
    """How a model stands; `at` and `elevation` of a climber are those of the foot of its wall.

    `damage` is what it took, each as damage and multiplier (WZ-056).
    """

    at: Point
    facing: float
    elevation: float
    posture: Posture
    actions_left: int
    waiting: bool = False
    engaged: bool = False
    climbing: Hold | None = None
    displaced: bool = False
    ended: bool = False
    eliminated: bool = False
    damage: tuple[tuple[int, int], ...] = ()


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that changes; `dark` None is as the table is."""

    turn: int
    units: dict[str, ModelState]
    dark: bool | None = None

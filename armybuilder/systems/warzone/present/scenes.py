"""The ready-made scenes of the workshop."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy

from armybuilder.skirmishes.present.beginnings import Document
from armybuilder.skirmishes.present.drawn import outline
from armybuilder.skirmishes.present.starts import Start, starts_of
from armybuilder.systems.warzone.present.scene import SHADE, SYSTEM
from collection.common.language import Words

#: What a scene teaches, by the name of its file.
ABOUT: Mapping[str, Words] = {
    "rooftops": gettext_lazy(
        "Climb a wall over two activations, jump between roofs, drop to the street."
    ),
    "trench-line": gettext_lazy(
        "Jump the trench where it is narrow, crawl below the wire, keep 3″ off."
    ),
    "gantries-at-night": gettext_lazy(
        "Total darkness halves everything: high walks, a shaft, a beast that climbs."
    ),
    "rescue-climb": gettext_lazy(
        "Climbers on a tower, enemies below within reach, little room at the top."
    ),
    "night-on-the-gantries": gettext_lazy(
        "Walkways of one height over a shaft, in total darkness."
    ),
    "rooftops-and-a-trench": gettext_lazy(
        "Two squads among ruins, a walker, a rider, a low pipe and two templates."
    ),
}


@dataclass(frozen=True)
class Shape:
    """A piece of terrain in a small picture."""

    kind: str
    points: str
    shade: str


@dataclass(frozen=True)
class Dot:
    """A model in a small picture."""

    seat: str
    x: float
    y: float
    radius: float


@dataclass(frozen=True)
class Scene:
    """A ready-made scene with its small picture."""

    name: str
    title: str
    says: Words
    width: float
    depth: float
    shapes: tuple[Shape, ...]
    dots: tuple[Dot, ...]
    dark: bool
    models: int


def scenes() -> tuple[Scene, ...]:
    """Every ready-made scene, those that teach something one by one first."""
    known = {start.name: start for start in starts_of(SYSTEM)}
    order = [name for name in ABOUT if name in known]
    return tuple(_scene(known[name]) for name in [*order, *(known.keys() - ABOUT.keys())])


def start_called(name: str) -> Start | None:
    """The start of a scene, None for none of that name."""
    return next((start for start in starts_of(SYSTEM) if start.name == name), None)


def _scene(start: Start) -> Scene:
    document = start.document
    depth = document["table"]["depth"]
    return Scene(
        name=start.name,
        title=start.title,
        says=ABOUT.get(start.name, ""),
        width=document["table"]["width"],
        depth=depth,
        shapes=tuple(_shape(piece, depth) for piece in document.get("terrain", ())),
        dots=tuple(
            Dot(unit["owner"], unit["at"][0], depth - unit["at"][1], unit["base"] / 2)
            for unit in document["units"]
        ),
        dark=bool(document["table"].get("dark")),
        models=len(document["units"]),
    )


def _shape(piece: Document, depth: float) -> Shape:
    away = SHADE * piece.get("height", 0)
    shade = outline(((x + away, y - away) for x, y in piece["polygon"]), depth) if away else ""
    return Shape(piece["kind"], outline(piece["polygon"], depth), shade)

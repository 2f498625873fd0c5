"""The ready-made scenes of the workshop."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from armybuilder.skirmishes.present.beginnings import Document
from armybuilder.skirmishes.present.drawn import outline
from armybuilder.skirmishes.present.starts import starts_of
from armybuilder.systems.warzone.present.scene import SHADE, SYSTEM
from collection.common.language import Words

#: What a scene is called and what it teaches, by the name of its file.
ABOUT: Mapping[str, tuple[Words, Words]] = {
    "rooftops": (
        gettext_lazy("Three rooftops"),
        gettext_lazy("Climb a wall over two activations, jump between roofs, drop to the street."),
    ),
    "trench-line": (
        gettext_lazy("A trench between the lines"),
        gettext_lazy("Jump the trench where it is narrow, crawl below the wire, keep 3″ off."),
    ),
    "gantries-at-night": (
        gettext_lazy("Gantries at night"),
        gettext_lazy("Total darkness halves everything: high walks, a shaft, a beast that climbs."),
    ),
    "rescue-climb": (
        gettext_lazy("A rescue on the wall"),
        gettext_lazy("Climbers on a tower, enemies below within reach, little room at the top."),
    ),
    "night-on-the-gantries": (
        gettext_lazy("Night on the gantries"),
        gettext_lazy("Walkways of one height over a shaft, in total darkness."),
    ),
    "rooftops-and-a-trench": (
        gettext_lazy("Rooftops and a trench"),
        gettext_lazy("Two squads among ruins, a walker, a rider, a low pipe and two templates."),
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
    title: Words
    says: Words
    width: float
    depth: float
    shapes: tuple[Shape, ...]
    dots: tuple[Dot, ...]
    dark: bool
    models: int


def scenes() -> tuple[Scene, ...]:
    """Every ready-made scene, those that teach something one by one first."""
    known = {start.name: start.document for start in starts_of(SYSTEM)}
    order = [name for name in ABOUT if name in known]
    return tuple(_scene(name, known[name]) for name in [*order, *(known.keys() - ABOUT.keys())])


def start_called(name: str) -> tuple[str, Document] | None:
    """The title and the start of a scene, None for none of that name."""
    start = next((each for each in starts_of(SYSTEM) if each.name == name), None)
    if start is None:
        return None
    return str(ABOUT[name][0] if name in ABOUT else start.title), start.document


def seats_of(document: Document) -> dict[str, dict[str, str]]:
    """Both sides by one person, who tries things out."""
    return {seat: {"name": "", "commander": ""} for seat in _players(document)}


def _players(document: Document) -> list[str]:
    return [str(each["id"] if isinstance(each, dict) else each) for each in document["players"]]


def _scene(name: str, document: Document) -> Scene:
    title, says = ABOUT.get(name, (document.get("name", name), _("A scene of somebody's own.")))
    depth = document["table"]["depth"]
    return Scene(
        name=name,
        title=title,
        says=says,
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

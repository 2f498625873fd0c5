"""A scenario as an editor shows it, and the steps of drawing one.

Things are named by their path in the file, such as `$.terrain[2]`. Places are points with x to the
right and y upwards, in the unit of the ground.
"""

from typing import Annotated, Literal

import msgspec

from rules.core.geometry import Point, Polygon
from rules.core.ordering import Choice
from rules.core.picture import Measure, Shape, Tone
from rules.core.typed_text import Holds

#: How a thing is drawn: by corners, by a middle and a radius, by a place, or not at all.
Draws = Literal["polygon", "line", "circle", "mark", "piece", "nothing"]

Coordinate = Annotated[float, msgspec.Meta(ge=-2000, le=2000)]
Word = Annotated[str, msgspec.Meta(max_length=200)]


class NoSuchThing(Exception):
    """A change of something that is not in the scenario, or of a kind nobody has."""


class Change(msgspec.Struct, frozen=True):
    """One step of drawing.

    `add` a thing of a `layer` and a kind at some corners, or off the ground without any; `shape`
    it anew by its corners, or take it off the ground; `set` fields of a thing, or of the whole
    without one; `copy` and `remove` it; `paint` places of the ground with a kind, "" for erasing;
    `resize` the ground to so many columns and rows of `kind`.
    """

    do: Literal["add", "shape", "set", "copy", "remove", "paint", "resize"]
    thing: Word = ""
    layer: Word = ""
    kind: Word = ""
    at: Annotated[tuple[tuple[Coordinate, Coordinate], ...], msgspec.Meta(max_length=1000)] = ()
    radius: Annotated[float, msgspec.Meta(ge=0, le=2000)] = 0
    values: Annotated[
        dict[Word, Annotated[str, msgspec.Meta(max_length=4000)]], msgspec.Meta(max_length=60)
    ] = {}


class Entry(msgspec.Struct, frozen=True):
    """A field with what stands in it, as text."""

    name: str
    label: str
    holds: Holds
    value: str
    choices: tuple[Choice, ...] = ()


class Offer(msgspec.Struct, frozen=True):
    """A kind of thing that may be added; one that `is_sample` comes from the game, not from the
    scenario."""

    name: str
    label: str
    draws: Draws
    tone: Tone
    is_sample: bool = False


class Section(msgspec.Struct, frozen=True):
    """A layer as an editor shows it: what may be added to it, and what is asked before."""

    list: str
    title: str
    offers: tuple[Offer, ...]
    asks: tuple[Entry, ...]

    @property
    def has_samples(self) -> bool:
        """Whether the game brings kinds of its own."""
        return any(offer.is_sample for offer in self.offers)


class Cell(msgspec.Struct, frozen=True):
    """A part of the ground that is painted whole; one that `is_bare` is not part of it yet."""

    id: str
    label: str
    middle: Point
    corners: Polygon
    tone: Tone
    kind: str
    is_bare: bool = False


class Thing(msgspec.Struct, frozen=True):
    """Something in a scenario. Without corners it is off the ground; `under` is the path of what it
    belongs to, `faults` what the rules say against it."""

    path: str
    layer: str
    label: str
    name: str
    draws: Draws
    corners: Polygon
    radius: float = 0
    tone: Tone = "open"
    side: str = ""
    shape: Shape | None = None
    facing: float | None = None
    under: str = ""
    faults: tuple[str, ...] = ()


class Fault(msgspec.Struct, frozen=True):
    """Why a scenario cannot be played yet: where in the file, which thing or field that is, "" for
    none that is drawn, and a sentence."""

    path: str
    thing: str
    place: str
    message: str


class Plan(msgspec.Struct, frozen=True):
    """A scenario as an editor shows it."""

    width: float
    depth: float
    measure: Measure
    snap: float
    cells: tuple[Cell, ...]
    paints: tuple[Offer, ...]
    sections: tuple[Section, ...]
    things: tuple[Thing, ...]
    settings: tuple[Entry, ...]
    faults: tuple[Fault, ...]

    def thing(self, path: str) -> Thing | None:
        """The thing of a path."""
        return next((thing for thing in self.things if thing.path == path), None)

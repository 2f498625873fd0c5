"""The bases figures stand on: sizes and arcs of every kind (AOD-UNIT-003, AOD-FACING-001)."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from rules.core.codec import Unreadable
from rules.core.geometry import Outline, Point, ahead
from rules.core.typed import Written, read_typed

Angle = Annotated[float, Meta(ge=0, le=360)]
#: Inches; no base is smaller or larger.
SMALLEST, LARGEST = 0.1, 10.0


class Shape(msgspec.Struct, frozen=True, gc=False):
    """The size of a base: a disc has no length beyond its width. Inches overall."""

    width: float
    length: float

    def outline(self, at: Point, facing: float) -> Outline:
        """The outline of the base with its dot and facing here."""
        half = (self.length - self.width) / 2
        if half <= 0:
            return Outline(at, at, self.width / 2)
        return Outline(ahead(at, facing, -half), ahead(at, facing, half), self.width / 2)


class Bases(msgspec.Struct, frozen=True):
    """The base of every kind of figure; `front` and `rear` are the degrees of the two arcs."""

    shapes: Mapping[str, Shape]
    front: float
    rear: float


class Disc(Written, frozen=True, tag_field="shape", tag="disc"):
    """A round base."""

    radius: Annotated[float, Meta(ge=SMALLEST / 2, le=LARGEST / 2)]


class Capsule(Written, frozen=True, tag_field="shape", tag="capsule"):
    """A base with round ends; its length lies along the heading and is not below its width."""

    width: Annotated[float, Meta(ge=SMALLEST, le=LARGEST)]
    length: Annotated[float, Meta(ge=SMALLEST, le=LARGEST)]


class Shapes(Written, frozen=True):
    """The shape of every kind of base."""

    infantry: Disc | Capsule
    vehicle: Disc | Capsule
    mech: Disc | Capsule
    quad: Disc | Capsule


class Arcs(Written, frozen=True):
    """The degrees of the two arcs."""

    front: Angle
    rear: Angle


class BasesFile(Written, frozen=True):
    """The file bases.json."""

    bases: Shapes
    arcs_degrees: Arcs


def read_bases(data: Any) -> Bases:
    """Read the parsed file bases.json; raises Unreadable."""
    file = read_typed(data, BasesFile)
    shapes = msgspec.structs.asdict(file.bases)
    return Bases(
        shapes={kind: shape_of(shape, f"$.bases.{kind}") for kind, shape in shapes.items()},
        front=file.arcs_degrees.front,
        rear=file.arcs_degrees.rear,
    )


def shape_of(record: Disc | Capsule, path: str) -> Shape:
    """The shape of a base; raises Unreadable for one wider than long."""
    if isinstance(record, Disc):
        return Shape(2 * record.radius, 2 * record.radius)
    if record.length < record.width:
        found, low = record.length, record.width
        raise Unreadable(f"{path}.length", "OUT_OF_RANGE", found=found, low=low, high=LARGEST)
    return Shape(record.width, record.length)

"""The bases figures stand on: sizes and arcs of every kind (AOD-UNIT-003, AOD-FACING-001)."""

from collections.abc import Mapping

import msgspec

from rules.core.codec import Node
from rules.core.geometry import Outline, Point, ahead

#: The base kinds of `Unit.base`.
BASE_KINDS = ("infantry", "vehicle", "mech", "quad")
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


def read_bases(node: Node) -> Bases:
    """Read the parsed file bases.json; raises Unreadable."""
    shapes = node.get("bases")
    arcs = node.get("arcs_degrees")
    return Bases(
        shapes={kind: read_shape(shapes.get(kind)) for kind in BASE_KINDS},
        front=arcs.get("front").number(0, 360),
        rear=arcs.get("rear").number(0, 360),
    )


def read_shape(node: Node) -> Shape:
    """A disc with its radius, or a capsule with its width and its length along the heading."""
    if node.get("shape").one_of(("disc", "capsule")) == "disc":
        diameter = 2 * node.get("radius").number(SMALLEST / 2, LARGEST / 2)
        return Shape(diameter, diameter)
    width = node.get("width").number(SMALLEST, LARGEST)
    return Shape(width, node.get("length").number(width, LARGEST))

"""The bases figures stand on: sizes and arcs of every kind (AOD-UNIT-003, AOD-FACING-001)."""

from collections.abc import Mapping

import msgspec

from rules.age_of_destruction.table.path import Shape
from rules.core.codec import Node

#: The base kinds of `Unit.base`.
BASE_KINDS = ("infantry", "vehicle", "mech", "quad")
#: Inches; no base is smaller or larger.
SMALLEST, LARGEST = 0.1, 10.0


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

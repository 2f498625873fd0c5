"""Shapes a picture is made of, in units of its own; writers turn them into SVG or pixels.

A `role` says what a shape stands for; the writer decides how that looks.
"""

from dataclasses import dataclass
from math import cos, radians, sin
from typing import Literal


@dataclass(frozen=True)
class Sector:
    """A piece of a ring around (x, y); angles are degrees clockwise from twelve o'clock."""

    role: str
    x: float
    y: float
    inner: float
    outer: float
    start: float
    end: float

    def corners(self) -> tuple[tuple[float, float], ...]:
        """Outer start, outer end, inner end, inner start."""
        return (
            on_circle(self.x, self.y, self.outer, self.start),
            on_circle(self.x, self.y, self.outer, self.end),
            on_circle(self.x, self.y, self.inner, self.end),
            on_circle(self.x, self.y, self.inner, self.start),
        )


@dataclass(frozen=True)
class Polygon:
    """A closed outline."""

    role: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Region:
    """What an odd number of outlines lie around."""

    role: str
    outlines: tuple[tuple[tuple[float, float], ...], ...]


@dataclass(frozen=True)
class Line:
    """A line from point to point; `width` is its own where its role says none."""

    role: str
    points: tuple[tuple[float, float], ...]
    width: float = 0.0


@dataclass(frozen=True)
class Disc:
    """A filled circle around (x, y)."""

    role: str
    x: float
    y: float
    radius: float


@dataclass(frozen=True)
class Box:
    """A rectangle from its upper left corner, its corners rounded by a radius."""

    role: str
    x: float
    y: float
    width: float
    height: float
    radius: float = 0.0


@dataclass(frozen=True)
class Text:
    """Words on a line whose middle is y; x is their middle, start or end by `anchor`.

    `size` is the height of the letters' em; `turn` are degrees clockwise about (x, y), for words
    around their middle.
    """

    role: str
    x: float
    y: float
    size: float
    words: str
    anchor: Literal["start", "middle", "end"] = "middle"
    turn: float = 0.0


Shape = Sector | Polygon | Region | Line | Disc | Box | Text


@dataclass(frozen=True)
class Picture:
    """Shapes in painting order on a canvas of width × height units."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def on_circle(x: float, y: float, radius: float, angle: float) -> tuple[float, float]:
    """The point at `angle` degrees clockwise from twelve o'clock."""
    return (x + radius * sin(radians(angle)), y - radius * cos(radians(angle)))


def turned(
    point: tuple[float, float], about: tuple[float, float], degrees: float
) -> tuple[float, float]:
    """A point turned clockwise about another."""
    x, y = point[0] - about[0], point[1] - about[1]
    cosine, sine = cos(radians(degrees)), sin(radians(degrees))
    return (about[0] + x * cosine - y * sine, about[1] + x * sine + y * cosine)

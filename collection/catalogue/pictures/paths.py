"""Path data of SVG as outlines: curves become short straight edges."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from math import acos, ceil, cos, hypot, pi, radians, sin, sqrt

Point = tuple[float, float]

#: Straight edges a curve is cut into.
EDGES = 12
#: An arc gets an edge for every so many degrees.
ARC_STEP = 15.0

_COMMAND = re.compile(r"[\s,]*([MLHVCSQTAZ])", re.IGNORECASE)
_NUMBER = re.compile(r"[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)")
_FLAG = re.compile(r"[\s,]*([01])")
#: What follows each command: n is a number, f a flag.
_ARGUMENTS = {"M": "nn", "L": "nn", "H": "n", "V": "n", "T": "nn", "Z": ""} | {
    "C": "nnnnnn",
    "S": "nnnn",
    "Q": "nnnn",
    "A": "nnnffnn",
}


@dataclass(frozen=True)
class Outline:
    """A line from point to point; a closed one goes back to its first."""

    points: tuple[Point, ...]
    closed: bool

    def moved(self, place: Callable[[Point], Point]) -> "Outline":
        """The same with every point put where a function says."""
        return Outline(tuple(map(place, self.points)), self.closed)


def outlines(data: str) -> tuple[Outline, ...]:
    """The outlines of path data, in its order; raises ValueError for what is no path data."""
    pen = _Pen()
    for command, arguments in _steps(data):
        pen.draw(command, arguments)
    pen.lift()
    return tuple(pen.drawn)


def _steps(data: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with its numbers; one that is followed by more numbers comes again."""
    at, command = 0, ""
    data = data.strip()
    while at < len(data):
        if found := _COMMAND.match(data, at):
            command, at = found[1], found.end()
        elif command in ("", "Z", "z"):
            raise ValueError(data[at:])
        else:
            command = {"M": "L", "m": "l"}.get(command, command)
        arguments: list[float] = []
        for kind in _ARGUMENTS[command.upper()]:
            found = (_FLAG if kind == "f" else _NUMBER).match(data, at)
            if found is None:
                raise ValueError(data[at:])
            arguments.append(float(found[1]))
            at = found.end()
        yield command, arguments


@dataclass
class _Pen:
    """Where the pen is while a path is drawn, and the last handle of a curve."""

    at: Point = (0.0, 0.0)
    handle: Point = (0.0, 0.0)
    curve: str = ""
    points: list[Point] = field(default_factory=list)
    drawn: list[Outline] = field(default_factory=list)

    def draw(self, command: str, arguments: list[float]) -> None:
        """Follow one command."""
        kind = command.upper()
        x, y = self.at if command.islower() else (0.0, 0.0)
        match kind:
            case "M":
                self.lift()
                self._begin((x + arguments[0], y + arguments[1]))
            case "Z":
                self.lift(closed=True)
            case "H":
                self._line((x + arguments[0], self.at[1]))
            case "V":
                self._line((self.at[0], y + arguments[0]))
            case "L":
                self._line((x + arguments[0], y + arguments[1]))
            case "A":
                end = (x + arguments[5], y + arguments[6])
                for point in _arc(self.at, end, *arguments[:5]):
                    self._line(point)
            case _:
                given = list(zip(arguments[::2], arguments[1::2], strict=True))
                self._curve(kind, [(x + dx, y + dy) for dx, dy in given])
        self.curve = {"C": "C", "S": "C", "Q": "Q", "T": "Q"}.get(kind, "")

    def lift(self, *, closed: bool = False) -> None:
        """Keep what was drawn; after a closed outline the pen is at its beginning."""
        if len(self.points) > 1:
            self.drawn.append(Outline(tuple(self.points), closed))
        if self.points and closed:
            self.at = self.points[0]
        self.points = [self.at] if closed else []

    def _begin(self, point: Point) -> None:
        self.at, self.points = point, [point]

    def _line(self, point: Point) -> None:
        self.at = point
        self.points.append(point)

    def _curve(self, kind: str, given: list[Point]) -> None:
        """A curve of Bézier; a smooth one goes on from the handle of the one before."""
        if kind in "ST":
            mirrored = self.curve == {"S": "C", "T": "Q"}[kind]
            (x, y), (hx, hy) = self.at, self.handle if mirrored else self.at
            given = [(2 * x - hx, 2 * y - hy), *given]
        self.handle = given[-2]
        start = self.at
        for step in range(1, EDGES + 1):
            self._line(_between([start, *given], step / EDGES))


def _between(points: list[Point], share: float) -> Point:
    """The point of a curve of Bézier after a share of it, by de Casteljau."""
    while len(points) > 1:
        points = [
            (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
            for a, b in pairwise(points)
        ]
    return points[0]


def _arc(
    start: Point, end: Point, rx: float, ry: float, turn: float, large: float, sweep: float
) -> Iterator[Point]:
    """The points of an elliptic arc after its start, by the formulas of SVG's appendix B.2."""
    rx, ry = abs(rx), abs(ry)
    if not (rx and ry) or start == end:
        yield end
        return
    cos_turn, sin_turn = cos(radians(turn)), sin(radians(turn))
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x, y = cos_turn * dx + sin_turn * dy, cos_turn * dy - sin_turn * dx
    grown = max(sqrt((x / rx) ** 2 + (y / ry) ** 2), 1.0)
    rx, ry = rx * grown, ry * grown
    rest = (rx * ry) ** 2 - (rx * y) ** 2 - (ry * x) ** 2
    factor = sqrt(max(rest, 0.0) / ((rx * y) ** 2 + (ry * x) ** 2))
    factor *= -1 if large == sweep else 1
    cx, cy = factor * rx * y / ry, -factor * ry * x / rx
    first = _angle((x - cx) / rx, (y - cy) / ry)
    through = _angle((-x - cx) / rx, (-y - cy) / ry) - first
    if sweep and through < 0:
        through += 2 * pi
    elif not sweep and through > 0:
        through -= 2 * pi
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    steps = max(ceil(abs(through) / radians(ARC_STEP)), 1)
    for step in range(1, steps + 1):
        angle = first + through * step / steps
        px, py = cx + rx * cos(angle), cy + ry * sin(angle)
        yield (
            cos_turn * px - sin_turn * py + middle[0],
            sin_turn * px + cos_turn * py + middle[1],
        )


def _angle(x: float, y: float) -> float:
    """The angle of a direction, from -pi to pi."""
    return acos(max(-1.0, min(1.0, x / hypot(x, y)))) * (-1 if y < 0 else 1)

"""Small pictures of what a game has ready to draw on: the ground by its tones, pieces as dots."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from armybuilder.scenarios.present.plans import Board, board_of
from armybuilder.skirmishes.present.starts import starts_of
from collection.common.language import language


@dataclass(frozen=True)
class Ground:
    """All areas of one tone as one path."""

    tone: str
    path: str


@dataclass(frozen=True)
class Disc:
    """A round area, or a piece of a seat: its middle and radius."""

    tone: str
    x: float
    y: float
    radius: float


@dataclass(frozen=True)
class Picture:
    """A ready-made scenario seen from far above, in its own lengths; `lines` are not filled."""

    name: str
    title: str
    width: float
    depth: float
    is_bounded: bool
    grounds: tuple[Ground, ...]
    lines: tuple[Ground, ...]
    discs: tuple[Disc, ...]
    pieces: tuple[Disc, ...]


def pictures_of(system: str) -> tuple[Picture, ...]:
    """A picture of every ready-made scenario of a game, called as in the visitor's language."""
    return _pictures_in(system, language())


@cache
def _pictures_in(system: str, _language: str) -> tuple[Picture, ...]:
    return tuple(
        _picture(start.name, start.title, board_of(system, start.document))
        for start in starts_of(system)
    )


def _picture(name: str, title: str, board: Board) -> Picture:
    closed = [(cell.tone, cell.points) for cell in board.cells if not cell.is_bare]
    closed += [(area.tone, area.points) for area in board.outlines if area.draws == "polygon"]
    smallest = board.unit * 1.5
    return Picture(
        name=name,
        title=title,
        width=board.plan.width,
        depth=board.plan.depth,
        is_bounded=not board.cells,
        grounds=tuple(_paths(closed, "Z")),
        lines=tuple(
            _paths((area.tone, area.points) for area in board.outlines if area.draws == "line")
        ),
        discs=tuple(
            Disc(area.tone, *area.at, area.radius)
            for area in board.outlines
            if area.draws == "circle"
        ),
        pieces=tuple(
            Disc(piece.seat, *piece.at, round(max(min(piece.width, piece.length) / 2, smallest), 3))
            for piece in board.tokens
            if piece.seat != "none"
        ),
    )


def _paths(areas: Iterable[tuple[str, str]], end: str = "") -> Iterable[Ground]:
    """Areas of like tone together, in the order in which the tones first come."""
    paths: dict[str, list[str]] = {}
    for tone, points in areas:
        paths.setdefault(tone, []).append(f"M{points.replace(' ', 'L')}{end}")
    return (Ground(tone, "".join(each)) for tone, each in paths.items())

"""A moment of a battle as a small picture: who struck whom, where they stood."""

from collections.abc import Iterator
from math import hypot

from armybuilder.systems.age_of_destruction.present.shapes import Point
from collection.catalogue.pictures import inks
from collection.catalogue.pictures.drawings import Standing, standing
from collection.catalogue.pictures.inks import Ink
from collection.catalogue.pictures.shapes import (
    Box,
    Line,
    Picture,
    Polygon,
    Shape,
    on_circle,
    turned,
)
from collection.catalogue.present.silhouettes import drawing, mark
from rules import age_of_destruction as aod

#: How large a picture is, in units of its own.
WIDTH, HEIGHT = 160.0, 80.0
#: Inches of the table seen at least, and around whoever is concerned.
LEAST_ACROSS, AROUND = 14.0, 3.0
#: Rays of a blast, how far its notches reach of its tips, and the inches to those of a usual one;
#: it bursts so many inches from the middle of whoever is struck.
RAYS, NOTCH = 11, 0.5
BLAST, EDGE = 1.2, 0.7
#: A silhouette's grid, and how much of a base's width it fills.
GRID, FILLED = 96.0, 0.8
CORNER_STEP = 15

#: The colours of the printed picture, by role.
PRINTED = {
    "board": Ink(fill="#efe6d2"),
    "hindering": Ink(fill="#cfdcb9", stroke="#6d664f", width=0.6),
    "blocking": Ink(fill="#c4bdb0", stroke="#6d664f", width=1),
    "shallow_water": Ink(fill="#cfe3ea", stroke="#6d664f", width=0.6),
    "deep_water": Ink(fill="#a9cbd8", stroke="#6d664f", width=0.6),
    "clear": Ink(fill="#ddd3b8", stroke="#6d664f", width=0.6),
    "base": Ink(fill="#fffdf8"),
    "side-red": Ink(fill="", stroke="#b3261e", width=1.4),
    "side-blue": Ink(fill="", stroke="#1d5a9e", width=1.4),
    "side-green": Ink(fill="", stroke="#1e6a38", width=1.4),
    "side-yellow": Ink(fill="", stroke="#7d6100", width=1.4),
    "tracer": Ink(fill="", stroke="#c2540a", width=1.6),
    "blast": Ink(fill="#e8641b", stroke="#7a2a06", width=0.8),
    "far": Ink(fill="#8d8f8c"),
    "ink": Ink(),
    "cut": Ink(fill="#fffdf8"),
    "parting": Ink(fill="", stroke="#fffdf8", width=0.3),
    **{inks.spot_role(each): Ink(fill=colour) for each, colour in inks.SPOTS.items()},
}


class _View:
    """The part of the table that is seen, and where its places lie in the picture."""

    def __init__(self, seen: list[Point], depth: float) -> None:
        xs, ys = [x for x, _ in seen], [y for _, y in seen]
        across = max(
            max(xs) - min(xs) + 2 * AROUND,
            (max(ys) - min(ys) + 2 * AROUND) * WIDTH / HEIGHT,
            LEAST_ACROSS,
        )
        self.scale = WIDTH / across
        self._left = (max(xs) + min(xs)) / 2 - across / 2
        self._top = depth - (max(ys) + min(ys)) / 2 - across * HEIGHT / WIDTH / 2
        self._depth = depth

    def place(self, point: Point) -> Point:
        return (
            round((point[0] - self._left) * self.scale, 2),
            round((self._depth - point[1] - self._top) * self.scale, 2),
        )


def scene_picture(setup: aod.Setup, point: aod.TurningPoint) -> Picture | None:
    """A turning point with shots and blasts, seen from above; None where nothing was struck that
    stands anywhere."""
    strokes = list(_strokes(point))
    struck = [(at, radius) for _, at, radius in strokes]
    if not struck:
        return None
    seen = [at for at, _ in struck] + [begin for begin, _, _ in strokes if begin]
    field = aod.Field.of_moment(setup, _shown(point))
    view = _View(seen, field.table.depth)
    return Picture(
        WIDTH,
        HEIGHT,
        (
            Box("board", 0, 0, WIDTH, HEIGHT),
            *_ground(field, view),
            *(
                Line("tracer", (view.place(begin), view.place(at)))
                for begin, at, _ in strokes
                if begin
            ),
            *(shape for piece in field.on_table for shape in _token(piece, view)),
            *(_blast(view, at, radius) for at, radius in struck),
        ),
    )


def _shown(point: aod.TurningPoint) -> aod.State:
    """The state after it, in which whoever it took off the table stands where he stood."""
    before, after = point.before.state, point.after.state
    state = after
    for unit_id, unit in after.units.items():
        then = before.units[unit_id]
        if unit.at is None and then.at is not None and unit.gone:
            state = state.with_unit(unit_id, at=then.at, eliminated=False, withdrawn=False)
    return state


def _strokes(point: aod.TurningPoint) -> Iterator[tuple[Point | None, Point, float]]:
    """From where, onto where, and how large: every blow that did damage or brought one down."""
    places = {unit_id: unit.at for unit_id, unit in point.before.state.units.items()}
    attackers: dict[str, str] = {}
    for event in point.happened:
        if isinstance(event, aod.Moved):
            places[event.unit] = event.at
        elif isinstance(event, aod.AttackRolled):
            attackers |= dict.fromkeys(event.targets, event.unit)
        elif isinstance(event, aod.SalvoLanded):
            yield None, event.at, float(event.radius)
        elif isinstance(event, aod.Damaged | aod.Eliminated | aod.Captured | aod.UnitWithdrawn):
            at = places.get(event.unit)
            if at is not None:
                attacker = places.get(attackers.get(event.unit, ""))
                yield (*_to_the_edge(attacker, at), BLAST)


def _to_the_edge(attacker: Point | None, at: Point) -> tuple[Point | None, Point]:
    """From where a blow came, if from afar, and the side of its target that it struck."""
    inches = hypot(attacker[0] - at[0], attacker[1] - at[1]) if attacker else 0.0
    if attacker is None or not inches:
        return None, at
    share = min(EDGE / inches, 0.5)
    struck = (at[0] + (attacker[0] - at[0]) * share, at[1] + (attacker[1] - at[1]) * share)
    return (attacker if inches > AROUND else None), struck


def _ground(field: aod.Field, view: _View) -> Iterator[Shape]:
    for element in field.table.terrain:
        yield Polygon(element.kind, tuple(map(view.place, element.polygon)))


def _token(piece: aod.Piece, view: _View) -> Iterator[Shape]:
    shape, now = piece.figure.shape, piece.now
    x, y = view.place(piece.at)
    radius = shape.width / 2 * view.scale
    half = max(shape.length - shape.width, 0) / 2 * view.scale
    corners = tuple(_capsule((x, y), radius, half, now.facing))
    yield Polygon("base", corners)
    figure = Standing(drawing(piece.unit), 0, 1)
    scale = FILLED * 2 * radius / GRID
    left, ground = x - GRID * scale / 2, y + radius * FILLED
    yield from standing(figure, inks.spot_role(mark(piece.unit)), left, ground, scale)
    yield Line(f"side-{piece.owner}", (*corners, corners[0]))


def _capsule(middle: Point, radius: float, half: float, facing: float) -> Iterator[Point]:
    """The outline of a base around its middle, along the way it faces."""
    for angle in range(-90, 271, CORNER_STEP):
        x, y = on_circle(middle[0], middle[1], radius, angle)
        along = -half if angle <= 90 else half
        yield turned((x, y + along), middle, facing)


def _blast(view: _View, at: Point, radius: float) -> Polygon:
    x, y = view.place(at)
    size = view.scale * radius
    reaches = (1.0 if corner % 2 == 0 else NOTCH for corner in range(2 * RAYS))
    return Polygon(
        "blast",
        tuple(
            on_circle(x, y, reach * size, corner * 180 / RAYS)
            for corner, reach in enumerate(reaches)
        ),
    )

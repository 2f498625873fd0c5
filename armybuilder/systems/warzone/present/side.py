"""The view from the side of a model: a section through the scene, in inches, y downwards."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from armybuilder.skirmishes.present.drawn import Point, short
from armybuilder.skirmishes.present.tables import Table
from armybuilder.systems.warzone.present.scene import moment_of, squad_sign
from collection.common.language import language
from rules import Way, warzone

#: Inches shown below the lowest ground and above the highest head, and of height at least.
BELOW, ABOVE, LEAST = 0.9, 1.3, 6.0


@dataclass(frozen=True)
class Step:
    """A stretch of ground: where it is written how high it lies, and what it is."""

    at: Point
    label: str
    says: str
    width: float


@dataclass(frozen=True)
class Beam:
    """Something low overhead."""

    x: float
    y: float
    width: float
    label: str


@dataclass(frozen=True)
class Figure:
    """A model from the side, on its base."""

    id: str
    seat: str
    label: str
    at: Point
    base: float
    tall: float
    posture: str
    sign: str
    chosen: bool
    aside: bool
    rope: float

    @property
    def left(self) -> float:
        """From its middle to its left side."""
        return short(-self.base / 2)


@dataclass(frozen=True)
class Side:
    """The whole view; `ground` is its outline, `path` the way of an action, `grid` the heights that
    are written at the left, `letters` how high they are."""

    unit: str
    box: str
    width: float
    letters: float
    ground: str
    steps: tuple[Step, ...]
    beams: tuple[Beam, ...]
    figures: tuple[Figure, ...]
    path: str
    end: Point | None
    notes: tuple[str, ...]
    labels: tuple[tuple[Point, str], ...]
    grid: tuple[tuple[float, str], ...]
    left: float
    right: float
    low: float
    legal: bool
    origin: Point
    towards: Point


def side(
    table: Table,
    unit: str,
    to: Point | None = None,
    *,
    pace: str = "",
    facing: float | None = None,
) -> Side | None:
    """The section through a model, with the way to a place counted from the top where one is
    given; None for a model that is not there."""
    now = moment_of(table)
    if unit not in now.state.units or now.model(unit).eliminated:
        return None
    way = _way(table, unit, to, pace, facing) if to else None
    return _drawn(now, warzone.section_of(now, unit, None, way), unit, way)


def _way(table: Table, unit: str, to: Point, pace: str, facing: float | None) -> Way | None:
    if table.hands is None:
        return None
    place = to[0], table.picture.depth - to[1]
    return table.hands.way(unit, place, facing=facing, pace=pace, along=(), language=language())


def _drawn(now: warzone.Moment, cut: warzone.Section, unit: str, way: Way | None) -> Side:
    low, high = cut.low - BELOW, max(cut.high + ABOVE, cut.low + LEAST)
    left = -1.4
    width = max(cut.length, 4.0)
    letters = short(min(max(width / 26, 0.38), 0.8))
    return Side(
        unit=unit,
        box=" ".join(f"{short(n):g}" for n in (left, -high, width - left, high - low)),
        width=short(width),
        letters=letters,
        ground=_outline(cut, low),
        steps=tuple(_steps(now, cut)),
        beams=tuple(_beams(now, cut)),
        figures=tuple(_figure(now, body, unit) for body in cut.bodies),
        path=" ".join(f"{short(m.along):g},{short(-m.height):g}" for m in cut.path),
        end=(short(cut.path[-1].along), short(-cut.path[-1].height)) if cut.path else None,
        notes=tuple(_notes(way)) if way else (),
        labels=tuple(_labels(cut, way)),
        grid=tuple((short(-n), f"{n:g}″") for n in range(int(low), int(high - letters) + 1)),
        left=left,
        right=short(width),
        low=short(-low),
        legal=way is None or not way.reasons,
        origin=(cut.start[0], short(now.setup.table.depth - cut.start[1])),
        towards=(cut.end[0], short(now.setup.table.depth - cut.end[1])),
    )


def _notes(way: Way) -> Iterator[str]:
    """What a way costs and risks, or why it is not open."""
    if way.reasons:
        yield from (reason.message for reason in way.reasons)
        return
    most = f"{way.most:.3g}"
    yield _("%(spent)s″ of %(most)s″") % {"spent": f"{way.spent:.3g}", "most": most}
    if way.why:
        yield way.why
    yield from way.says


def _outline(cut: warzone.Section, low: float) -> str:
    """The ground as one outline."""
    points = [(0.0, -low)]
    for surface in cut.surfaces:
        points += [(surface.start, -surface.height), (surface.end, -surface.height)]
    points.append((cut.length, -low))
    return " ".join(f"{short(x):g},{short(y):g}" for x, y in points)


def _steps(now: warzone.Moment, cut: warzone.Section) -> Iterator[Step]:
    """How high each stretch lies, where there is room to write it."""
    for surface in cut.surfaces:
        label = f"{surface.height:g}″"
        says = _("%(name)s, %(height)s, over %(inches)s″") % {
            "name": now.setup.title(surface.name, language()) or pgettext("warzone", "ground"),
            "height": label,
            "inches": f"{surface.end - surface.start:.3g}",
        }
        middle = (surface.start + surface.end) / 2
        at = short(middle), short(-surface.height)
        yield Step(at, label, says, short(surface.end - surface.start))


def _beams(now: warzone.Moment, cut: warzone.Section) -> Iterator[Beam]:
    for beam in cut.beams:
        width = short(beam.end - beam.start)
        label = f"{now.setup.title(beam.name, language())} {beam.height:g}″"
        yield Beam(short(beam.start), short(-beam.height), width, label)


def _labels(cut: warzone.Section, way: Way | None) -> Iterator[tuple[Point, str]]:
    """What is written at the way: how far up, across or down it goes."""
    if way is None or not cut.path:
        return
    places = sorted(cut.path, key=lambda mark: -mark.height)
    for spot in way.spots:
        mark = places[0]
        yield (short(mark.along), short(-mark.height - 0.5)), spot.label


def _figure(now: warzone.Moment, body: warzone.Body, unit: str) -> Figure:
    return Figure(
        id=body.unit,
        seat=now.profile(body.unit).owner,
        label=body.unit,
        at=(short(body.along), short(-(body.elevation + body.hangs))),
        base=short(body.base),
        tall=short(body.tall if body.posture != "prone" else min(body.tall, 0.6)),
        posture=body.posture,
        sign=squad_sign(now, body.unit),
        chosen=body.unit == unit,
        aside=body.aside > body.base / 2,
        rope=short(body.hangs),
    )

"""The points of each side still standing, as a curve over the turns of a battle."""

from collections.abc import Sequence
from dataclasses import dataclass

from armybuilder.systems.age_of_destruction.present.tables import Table
from armybuilder.systems.age_of_destruction.present.words import team_name
from collection.common.language import Words
from rules import age_of_destruction as aod

WIDTH, HEIGHT = 640.0, 260.0
LEFT, RIGHT, TOP, BOTTOM = 48.0, 588.0, 16.0, 228.0
#: Steps between the lines of the ground, of which there are at most so many.
STEPS = (10, 20, 25, 50, 100, 150, 200, 250, 300, 500, 1000, 2000)
MOST_LINES = 4
MOST_TICKS = 8
#: Units between the numbers at the ends of two lines.
APART = 22.0


@dataclass(frozen=True)
class Tick:
    """A place of an axis with what stands there."""

    at: float
    label: str


@dataclass(frozen=True)
class CurveLine:
    """One side's line; sides differ by their `dash`, from 1, as by their colours."""

    seat: str
    name: Words
    dash: int
    points: str
    end: int
    label_at: float


@dataclass(frozen=True)
class CurveMark:
    """Where a turning point lies on the line of the side that lost by it."""

    number: int
    step: int
    x: float
    y: float


@dataclass(frozen=True)
class CurveRow:
    """The points of every side at the end of a turn, in words for readers."""

    turn: int
    values: tuple[int, ...]


@dataclass(frozen=True)
class Curve:
    """The picture and its table; places are in units of `WIDTH` × `HEIGHT`."""

    lines: tuple[CurveLine, ...]
    levels: tuple[Tick, ...]
    turns: tuple[Tick, ...]
    marks: tuple[CurveMark, ...]
    rows: tuple[CurveRow, ...]
    width: float = WIDTH
    height: float = HEIGHT
    left: float = LEFT
    right: float = RIGHT
    bottom: float = BOTTOM


class _Plot:
    """Where moments of a battle lie in the picture."""

    def __init__(self, moments: Sequence[aod.Moment]) -> None:
        self.moments = moments
        most = max(max(moment.standing.values()) for moment in moments)
        self.step = next((each for each in STEPS if each * MOST_LINES >= most), STEPS[-1])
        self.most = -(-most // self.step) * self.step

    def x(self, index: int) -> float:
        share = index / max(len(self.moments) - 1, 1)
        return round(LEFT + share * (RIGHT - LEFT), 1)

    def y(self, points: float) -> float:
        return round(BOTTOM - points / self.most * (BOTTOM - TOP), 1)

    def place(self, index: int, team: str) -> tuple[float, float]:
        return self.x(index), self.y(self.moments[index].standing[team])


def curve(
    table: Table, moments: Sequence[aod.Moment], turned: Sequence[aod.TurningPoint]
) -> Curve | None:
    """The curve of a battle with its turning points; None for one that was never fought."""
    fought = _from_the_first_turn(moments)
    if len(fought) < 2:
        return None
    plot = _Plot(fought)
    return Curve(
        lines=tuple(_lines(table, plot)),
        levels=tuple(_levels(plot)),
        turns=tuple(_turns(plot)),
        marks=tuple(_marks(plot, turned)),
        rows=tuple(_rows(fought)),
    )


def _from_the_first_turn(moments: Sequence[aod.Moment]) -> list[aod.Moment]:
    """The last moment of the set-up and all after it."""
    begun = next((n for n, moment in enumerate(moments) if moment.turn), len(moments))
    return list(moments[max(begun - 1, 0) :])


def _lines(table: Table, plot: _Plot) -> list[CurveLine]:
    last = len(plot.moments) - 1
    ends = {team: plot.place(last, team)[1] for team in table.setup.teams}
    labels = _apart(ends)
    return [
        CurveLine(
            seat=table.setup.members(team)[0],
            name=team_name(table, team),
            dash=number,
            points=" ".join(f"{x},{y}" for x, y in _steps(plot, team)),
            end=round(plot.moments[last].standing[team]),
            label_at=labels[team],
        )
        for number, team in enumerate(table.setup.teams, start=1)
    ]


def _steps(plot: _Plot, team: str) -> list[tuple[float, float]]:
    """A line's corners: it stays level between the moments that change it."""
    found = [plot.place(0, team)]
    for index in range(1, len(plot.moments)):
        x, y = plot.place(index, team)
        if y != found[-1][1]:
            found += [(plot.x(index - 1), found[-1][1]), (x, y)]
    return [*found, plot.place(len(plot.moments) - 1, team)]


def _apart(ends: dict[str, float]) -> dict[str, float]:
    """Where the numbers at the ends stand, so that none lies over another."""
    placed: dict[str, float] = {}
    lowest = TOP - APART
    for team, y in sorted(ends.items(), key=lambda end: end[1]):
        lowest = max(y, lowest + APART)
        placed[team] = lowest
    return placed


def _levels(plot: _Plot) -> list[Tick]:
    return [
        Tick(plot.y(points), str(points)) for points in range(0, round(plot.most) + 1, plot.step)
    ]


def _turns(plot: _Plot) -> list[Tick]:
    first: dict[int, int] = {}
    for index, moment in enumerate(plot.moments):
        first.setdefault(moment.turn, index)
    played = [turn for turn in first if turn]
    every = -(-len(played) // MOST_TICKS)
    return [Tick(plot.x(first[turn]), str(turn)) for turn in played[::every]]


def _marks(plot: _Plot, turned: Sequence[aod.TurningPoint]) -> list[CurveMark]:
    index_of = {moment.step: index for index, moment in enumerate(plot.moments)}
    found = []
    for number, each in enumerate(turned, start=1):
        loser = min(each.changes, key=lambda team: each.changes[team])
        index = index_of.get(each.after.step)
        if index is not None:
            found.append(CurveMark(number, each.after.step, *plot.place(index, loser)))
    return found


def _rows(moments: Sequence[aod.Moment]) -> list[CurveRow]:
    """The last moment of every turn."""
    last = {moment.turn: moment for moment in moments}
    return [
        CurveRow(turn, tuple(round(points) for points in moment.standing.values()))
        for turn, moment in last.items()
    ]

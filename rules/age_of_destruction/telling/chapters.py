"""The story of a battle: what happened, turn by turn and order by order."""

from collections.abc import Iterable, Iterator

import msgspec

from rules.age_of_destruction.moment.scoring import BATTLEFIELD
from rules.age_of_destruction.state import events
from rules.age_of_destruction.telling.asides import aside
from rules.age_of_destruction.telling.lines import Line, line_of
from rules.age_of_destruction.telling.names import Names
from rules.age_of_destruction.telling.weights import Weight

_HEAVIEST: tuple[Weight, ...] = ("great", "plain", "small")


class Aside(msgspec.Struct, frozen=True):
    """What is only mentioned of one unit, or of none, with the lines that say it in full."""

    text: str
    lines: tuple[Line, ...]


class Episode(msgspec.Struct, frozen=True):
    """An order and what came of it. `step` counts the orders taken until then; `told` is said in
    full, `asides` in few words; it weighs as much as the heaviest of it."""

    step: int
    told: tuple[Line, ...]
    asides: tuple[Aside, ...]

    @property
    def weight(self) -> Weight:
        """How much it matters."""
        told = {line.weight for line in self.told}
        return next((weight for weight in _HEAVIEST if weight in told), "small")

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every line of it in full."""
        return (*self.told, *(line for each in self.asides for line in each.lines))


class Chapter(msgspec.Struct, frozen=True):
    """A player's turn; the set-up is one of nobody's, and its `turn` 0."""

    turn: int
    player: str
    episodes: tuple[Episode, ...]


class _Writing:
    """A chapter that is being written."""

    def __init__(self, turn: int, player: str) -> None:
        self.turn = turn
        self.player = player
        self.episodes: list[tuple[int, list[tuple[Line, str]]]] = []

    def add(self, step: int, said: tuple[Line, str], *, anew: bool) -> None:
        if anew or not self.episodes:
            self.episodes.append((step, []))
        self.episodes[-1][1].append(said)

    def finished(self, names: Names) -> Chapter:
        written = (_episode(step, said, names) for step, said in self.episodes)
        return Chapter(self.turn, self.player, tuple(written))


def chapters(
    names: Names,
    steps: Iterable[tuple[int, Iterable[events.AnyEvent]]],
    *,
    turn: int = 0,
    player: str = "",
) -> list[Chapter]:
    """The chapters of some steps, the first one first, each with its number and its events.

    `turn` and `player`: whose turn it was as they began.
    """
    return [
        writing.finished(names)
        for writing in _written(names, steps, _Writing(turn, player))
        if writing.episodes
    ]


def _written(
    names: Names, steps: Iterable[tuple[int, Iterable[events.AnyEvent]]], current: _Writing
) -> Iterator[_Writing]:
    anew = reckons = False
    for step, happened in steps:
        for event in happened:
            if isinstance(event, events.TurnStarted):
                yield current
                current = _Writing(event.turn, event.player)
                continue
            reckons, before = _is_reckoning(event), reckons
            anew = anew or isinstance(event, events.OrderGiven) or (reckons and not before)
            if line := line_of(event, names):
                current.add(step, (line, aside(event, names)), anew=anew)
                anew = False
    yield current


def _is_reckoning(event: events.AnyEvent) -> bool:
    """Whether it belongs to the end of the game, which is told apart from the order before it."""
    if isinstance(event, events.PointsScored):
        return event.condition == BATTLEFIELD
    return isinstance(event, events.GameEnded)


def _episode(step: int, said: list[tuple[Line, str]], names: Names) -> Episode:
    told = [line for line, _ in said if line.weight != "small"]
    lead = next((unit for line in told for unit in line.units), "")
    mentioned: dict[str, list[tuple[Line, str]]] = {}
    for line, brief in said:
        if line.weight == "small":
            about = line.units[0] if brief and line.units else line.text
            mentioned.setdefault(about, []).append((line, brief))
    return Episode(
        step=step,
        told=tuple(told),
        asides=tuple(_aside(about, of, lead, names) for about, of in mentioned.items()),
    )


def _aside(about: str, mentioned: list[tuple[Line, str]], lead: str, names: Names) -> Aside:
    lines = tuple(line for line, _ in mentioned)
    briefs = ", ".join(brief for _, brief in mentioned if brief)
    if not briefs:
        return Aside(about, lines)
    return Aside(briefs if about == lead else f"{names.unit(about)}: {briefs}", lines)

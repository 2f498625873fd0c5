"""The story of a skirmish as pages tell it: turn by turn and side by side, sentences by weight."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from armybuilder.skirmishes.present.beginnings import Document
from armybuilder.skirmishes.present.words import turn_name
from armybuilder.systems.age_of_destruction.present.tables import Table
from armybuilder.systems.age_of_destruction.present.words import seat_name
from collection.catalogue import game as catalogue_adapters
from collection.catalogue.present.values import Rule, Tally, TallyPart
from collection.common.language import language
from rules import age_of_destruction as aod

_SUMS = {
    "attack": lambda: _("Attack"),
    "defense": lambda: _("Defense"),
    "speed": lambda: _("Speed"),
    "damage": lambda: _("Damage"),
    "heat": lambda: _("Heat"),
    "points": lambda: _("Points"),
}

#: What happened in some steps, each with the count of orders taken until then.
Steps = Sequence[tuple[int, list[Document]]]


@dataclass(frozen=True)
class Part:
    """Some words of a sentence; those that name a unit have its figure in the catalogue, "" for one
    without a page, and the seat it fights for."""

    text: str
    seat: str = ""
    figure: str = ""


@dataclass(frozen=True)
class Die:
    """A face that was rolled; an attack has a black die beside two white ones."""

    face: int
    black: bool


@dataclass(frozen=True)
class Sentence:
    """What is said in full, with its dice."""

    parts: tuple[Part, ...]
    dice: tuple[Die, ...]

    @property
    def text(self) -> str:
        """All of its words."""
        return "".join(part.text for part in self.parts)


@dataclass(frozen=True)
class Episode:
    """An order and what came of it: told in full, mentioned in few words, with its sums and rules.
    `step` counts the orders taken until then; `weight` is "great", "plain" or "small"."""

    step: int
    weight: str
    sentences: tuple[Sentence, ...]
    asides: tuple[str, ...]
    sums: tuple[Tally, ...]
    rules: tuple[Rule, ...]

    @property
    def text(self) -> str:
        """What is told in full."""
        return " ".join(sentence.text for sentence in self.sentences)


@dataclass(frozen=True)
class Chapter:
    """One turn of one player; the set-up is nobody's."""

    turn: int
    title: str
    seat: str
    episodes: tuple[Episode, ...]


@dataclass(frozen=True)
class Told:
    """One order in its turn; without an episode there is nothing to tell of it."""

    title: str
    episode: Episode | None


def turn_title(table: Table, turn: int, player: str) -> str:
    """Which turn of whom it is; the set-up is nobody's."""
    if not turn:
        return _("Set-up")
    return f"{turn_name(turn)} · {seat_name(table, player)}" if player else turn_name(turn)


class Teller:
    """Who tells of one skirmish in the visitor's language."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.names = aod.Names(table.setup, language(), table.names)

    def chapters(self, steps: Steps) -> tuple[Chapter, ...]:
        """The chapters of some steps that end at the moment of the table, the first one first."""
        read = [(number, aod.read_events(happened)) for number, happened in steps]
        turn, player = self._turn_before(event for _, happened in read for event in happened)
        told = aod.chapters(self.names, read, turn=turn, player=player)
        return tuple(map(self._chapter, told))

    def episodes(self, steps: Steps) -> tuple[Episode, ...]:
        """The episodes of some steps, whosever turn they were."""
        return tuple(each for chapter in self.chapters(steps) for each in chapter.episodes)

    def order_of(self, steps: Steps, point: aod.TurningPoint) -> Told:
        """What is told of the order that was a turning point, and in whose turn it was given;
        answers that were asked for on the way belong to it."""
        until: list[tuple[int, tuple[aod.AnyEvent, ...]]] = []
        for number, happened in reversed(steps[: point.after.step]):
            read = aod.read_events(happened)
            until.insert(0, (number, read))
            if any(isinstance(event, aod.OrderGiven) for event in read):
                break
        then = point.before.state
        told = aod.chapters(self.names, until, turn=then.turn, player=then.active)
        episodes = (self._episode(each) for chapter in told for each in chapter.episodes)
        title = turn_title(self.table, then.turn, then.active)
        return Told(title, next((each for each in episodes if each.sentences), None))

    def _turn_before(self, happened: Iterable[aod.AnyEvent]) -> tuple[int, str]:
        """Whose turn it was, and which, before some events that lead to the present state."""
        ended = ""
        for event in happened:
            if isinstance(event, aod.TurnEnded):
                ended = event.player
            elif isinstance(event, aod.TurnStarted):
                return event.turn - 1, ended
        state = self.table.state
        return (0, "") if state.preparation else (state.turn, state.active)

    def _chapter(self, told: aod.Chapter) -> Chapter:
        title = turn_title(self.table, told.turn, told.player)
        seat = told.player if told.turn else ""
        return Chapter(told.turn, title, seat, tuple(map(self._episode, told.episodes)))

    def _episode(self, told: aod.Episode) -> Episode:
        sums = (self._sum(found) for line in told.lines for found in line.sums)
        rules = dict.fromkeys(rule for line in told.lines for rule in line.rules)
        return Episode(
            step=told.step,
            weight=told.weight,
            sentences=tuple(map(self._sentence, told.told)),
            asides=tuple(aside.text for aside in told.asides),
            sums=tuple(sums),
            rules=tuple(map(catalogue_adapters.rule_chip, rules)),
        )

    def _sentence(self, line: aod.Line) -> Sentence:
        last = len(line.dice) - 1
        dice = (Die(face, line.black_die and n == last) for n, face in enumerate(line.dice))
        return Sentence(tuple(self._parts(line.text)), tuple(dice))

    def _parts(self, text: str) -> Iterator[Part]:
        for words, unit in self.names.parted(text):
            figure = self.table.setup.figures.get(unit)
            if figure is None:
                yield Part(words)
            else:
                page = figure.unit.id if figure.unit.id in self.table.pages else ""
                yield Part(words, figure.owner, page)

    def _sum(self, found: aod.Sum) -> Tally:
        label = _SUMS[found.kind]()
        if found.about:
            label = f"{label}: {self.names.unit(found.about)}"
        return Tally(label, found.total, tuple(TallyPart(p.what, p.value) for p in found.parts))


def newest_first(chapters: Sequence[Chapter]) -> tuple[Chapter, ...]:
    """Chapters and their episodes from the last one back."""
    return tuple(
        Chapter(each.turn, each.title, each.seat, each.episodes[::-1]) for each in chapters[::-1]
    )

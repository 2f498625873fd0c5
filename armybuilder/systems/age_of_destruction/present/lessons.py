"""The first game: a small prepared skirmish with lessons, each done once the game shows it."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from armybuilder.skirmishes.present.beginnings import Document, Opening, opened
from armybuilder.systems.age_of_destruction.present.tables import Table
from collection.common.language import Words
from rules import age_of_destruction as aod

#: Who learns, and the mark on that seat while the lessons are shown.
LEARNER, MARK = "red", "lesson"
#: The unit the first lesson is about.
TAUGHT = "R1"
SEATS: Mapping[str, Mapping[str, str]] = {
    LEARNER: {"name": "", "commander": "", MARK: "first"},
    "blue": {"name": "", "commander": "greedy"},
}

Happened = tuple[aod.AnyEvent, ...]


@dataclass(frozen=True)
class Lesson:
    """One lesson: what to do and why, whether it is done, whether it is the one to do now."""

    title: Words
    words: Words
    done: bool
    current: bool


def first_game() -> Opening:
    """The prepared position."""
    path = settings.BASE_DIR / "fixtures" / "samples" / "first-game.json"
    return opened(aod.AGE_OF_DESTRUCTION.name, json.loads(path.read_text("utf-8")))


def lessons(table: Table, steps: Iterable[list[Document]]) -> tuple[Lesson, ...]:
    """The lessons of a game by the events of its steps, one after the other; what counts is what
    the learner's units did by orders of the learner, whoever answered a question on the way."""
    taught, learners = 0, False
    for step in steps:
        happened = aod.read_events(step)
        for event in happened:
            if isinstance(event, aod.OrderGiven):
                learners = _is_learners(table, getattr(event.order, "unit", ""))
        if any(isinstance(event, aod.GameEnded) for event in happened):
            taught = len(_LESSONS)
        elif taught < len(_LESSONS) and learners:
            own = tuple(e for e in happened if _is_learners(table, getattr(e, "unit", "")))
            taught += _LESSONS[taught][2](own)
    return tuple(
        Lesson(title, words, done=number < taught, current=number == taught)
        for number, (title, words, _does) in enumerate(_LESSONS)
    )


def teaches(table: Table) -> bool:
    """Whether a game shows lessons."""
    return MARK in table.seats.get(LEARNER, {})


def _is_learners(table: Table, unit: str) -> bool:
    figure = table.setup.figures.get(unit)
    return figure is not None and figure.owner == LEARNER


def _moves(happened: Happened) -> bool:
    return any(isinstance(event, aod.Moved) and event.inches > 0 for event in happened)


def _shoots(happened: Happened) -> bool:
    return any(isinstance(event, aod.AttackRolled) and event.kind == "ranged" for event in happened)


def _grows_hot(happened: Happened) -> bool:
    return any(isinstance(event, aod.HeatChanged) and event.heat > 0 for event in happened)


def _never(happened: Happened) -> bool:
    """Only the end of the game is a victory."""
    return False


_LESSONS: tuple[tuple[Words, Words, Callable[[Happened], bool]], ...] = (
    (
        _("Move"),
        _(
            "Drag R1, your Hatchetman, to where it is to go, then press “Go there”. The order puts"
            " a token on the figure."
        ),
        _moves,
    ),
    (
        _("Shoot"),
        _(
            "Choose a figure without a token, then press an opponent it can see and one of the"
            " ways to attack. With no order left, end the turn."
        ),
        _shoots,
    ),
    (
        _("Heat"),
        _(
            "Now push your 'Mech: give R1 an order although it bears a token from your last turn,"
            " or let it run. It grows hot, and its heat dial says what that costs. A turn without"
            " an order, or venting, cools it."
        ),
        _grows_hot,
    ),
    (
        _("Victory"),
        _(
            "Eliminate what Blue has left, or play to the end of turn 8. Three conditions count:"
            " units eliminated, the battlefield held, and the opponent's zone; the result adds"
            " them up figure by figure."
        ),
        _never,
    ),
)

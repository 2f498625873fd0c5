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
SEATS: Mapping[str, Mapping[str, str]] = {
    LEARNER: {"name": "", "commander": "", MARK: "first"},
    "blue": {"name": "", "commander": "random"},
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
    the learner's units did, whoever answered a question on the way."""
    taught = 0
    for step in steps:
        happened = tuple(e for e in aod.read_events(step) if _counts(table, e))
        if any(isinstance(event, aod.GameEnded) for event in happened):
            taught = len(_LESSONS)
        elif taught < len(_LESSONS) and _LESSONS[taught][2](happened):
            taught += 1
    return tuple(
        Lesson(title, words, done=number < taught, current=number == taught)
        for number, (title, words, _shows) in enumerate(_LESSONS)
    )


def teaches(table: Table) -> bool:
    """Whether a game shows lessons."""
    return MARK in table.seats.get(LEARNER, {})


def _counts(table: Table, event: aod.AnyEvent) -> bool:
    figure = table.setup.figures.get(getattr(event, "unit", ""))
    return isinstance(event, aod.GameEnded) or (figure is not None and figure.owner == LEARNER)


def _shows(*kinds: type) -> Callable[[Happened], bool]:
    return lambda happened: any(isinstance(event, kinds) for event in happened)


def _grows_hot(happened: Happened) -> bool:
    return any(isinstance(event, aod.HeatChanged) and event.heat > 0 for event in happened)


_LESSONS: tuple[tuple[Words, Words, Callable[[Happened], bool]], ...] = (
    (
        _("Move"),
        _(
            "Choose R1, your Hatchetman, on the table or in the list of figures, then Move. Lay its"
            " way by clicks, or write B1 beside “toward”; the page measures the inches. Then give"
            " the order: every order puts a token on the figure."
        ),
        _shows(aod.Moved),
    ),
    (
        _("Shoot"),
        _(
            "Choose a figure that has had no order, and Shoot at an opponent it can see. Before you"
            " confirm, the page says what three dice must show and what comes of a hit. With no"
            " figure or order left, end the turn and let the bot play its own."
        ),
        _shows(aod.AttackRolled),
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
        _shows(aod.GameEnded),
    ),
)

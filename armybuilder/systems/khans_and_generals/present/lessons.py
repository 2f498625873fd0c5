"""The first battle: a small prepared one whose lessons are done once the battle shows it."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from armybuilder.skirmishes.present.beginnings import Document, Opening, opened
from armybuilder.systems.khans_and_generals.present.words import SYSTEM
from collection.catalogue.game import rule_chip
from collection.catalogue.present.values import Rule
from collection.common.language import Words

#: Who learns, and the mark on that seat.
LEARNER, MARK = "red", "lesson"
SEATS: Mapping[str, Mapping[str, str]] = {
    LEARNER: {"name": "", "commander": "", MARK: "first"},
    "blue": {"name": "", "commander": "random"},
}
#: The staff of the prepared battle.
STAFF = "r1"


@dataclass(frozen=True)
class Lesson:
    """One lesson: what to do and why, by which rules, whether it is done, whether it is the one to
    do now."""

    title: Words
    words: Words
    rules: tuple[Rule, ...]
    done: bool
    current: bool


def first_battle() -> Opening:
    """The prepared position."""
    folder = settings.BASE_DIR / "fixtures" / "khans_and_generals" / "lessons"
    return opened(SYSTEM, json.loads((folder / "first-battle.json").read_text("utf-8")))


def teaches(seats: Mapping[str, Mapping[str, str]]) -> bool:
    """Whether a battle shows lessons."""
    return MARK in seats.get(LEARNER, {})


def lessons(steps: Iterable[list[Document]]) -> tuple[Lesson, ...]:
    """The lessons of a battle by the events of its steps; each is done by itself, whichever comes
    first, and all of them once the battle is over."""
    happened = [event for step in steps for event in step]
    over = any(event["event"] == "battle_ended" for event in happened)
    done = [over or any(map(lesson.shown_by, happened)) for lesson in _LESSONS]
    current = done.index(False) if False in done else -1
    return tuple(
        Lesson(
            title=lesson.title,
            words=lesson.words,
            rules=tuple(map(rule_chip, lesson.rules)),
            done=done[number],
            current=number == current,
        )
        for number, lesson in enumerate(_LESSONS)
    )


def _is_own(event: Mapping[str, Any]) -> bool:
    return str(event.get("unit", "")).startswith(LEARNER[0])


def _orders(*kinds: str) -> Callable[[Mapping[str, Any]], bool]:
    """An order of some kinds to a unit of the learner."""

    def shown(event: Mapping[str, Any]) -> bool:
        order = event.get("facts", {}).get("order", "")
        return event["event"] == "ordered" and _is_own(event) and str(order) in kinds

    return shown


def _moves_the_staff(event: Mapping[str, Any]) -> bool:
    return event["event"] == "moved" and str(event.get("unit")) == STAFF


def _draws_a_token(event: Mapping[str, Any]) -> bool:
    return str(event["event"]) == "token"


@dataclass(frozen=True)
class _Taught:
    title: Words
    words: Words
    rules: tuple[str, ...]
    shown_by: Callable[[Mapping[str, Any]], bool]


_LESSONS = (
    _Taught(
        _("Rouse"),
        _(
            "One of your rifle companies is pinned: it takes no orders and is easier to rout."
            " Choose the staff, press that company and rouse it. That is one of the orders a"
            " staff may give in a turn."
        ),
        ("KG-113", "KG-079"),
        _orders("rouse"),
    ),
    _Taught(
        _("Shoot"),
        _(
            "Choose the other rifle company and press somebody in front of it. Nothing is measured"
            " before an order: out of range, the shot is lost. Each hit costs strength and shakes"
            " morale, and who comes under fire may be pinned."
        ),
        ("KG-008", "KG-108", "KG-112"),
        _orders("ranged"),
    ),
    _Taught(
        _("Communication"),
        _(
            "Your assault company on the left is too far away: orders go by links of at most 25 cm,"
            " from unit to unit to the staff. Move the staff to the left until a link reaches it."
        ),
        ("KG-084", "KG-085"),
        _moves_the_staff,
    ),
    _Taught(
        _("Charge"),
        _(
            "Now let the assault company charge the reservists before it. A charge goes straight,"
            " up to twice the movement, and frightens whom it meets. They fight once both sides"
            " have had their turn."
        ),
        ("KG-089", "KG-175", "KG-097"),
        _orders("charge", "advance", "human_wave"),
    ),
    _Taught(
        _("Battle assessment"),
        _(
            "End the turn. Who loses a unit or an objective draws a token of 1 to 5; whose total"
            " exceeds the limit has lost. Blue bears 4: rout the reservists and take the objective"
            " behind them."
        ),
        ("KG-169", "KG-171", "KG-173"),
        _draws_a_token,
    ),
)

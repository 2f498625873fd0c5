"""Words around any table in the visitor's language."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from armybuilder.skirmishes.present.editions import stages_of
from armybuilder.skirmishes.present.games import Game
from collection.common.language import Words, language

SEATS: Mapping[str, Words] = {
    "red": pgettext_lazy("side", "Red"),
    "blue": pgettext_lazy("side", "Blue"),
    "green": pgettext_lazy("side", "Green"),
    "yellow": pgettext_lazy("side", "Yellow"),
}


@dataclass(frozen=True)
class Level:
    """How well a bot plays: what it is called, and in a sentence how it comes to its orders."""

    name: Words
    does: Words


LEVELS: Mapping[str, Level] = {
    "random": Level(
        gettext_lazy("easy bot (by lot)"),
        gettext_lazy("Gives any order that is allowed, drawn by lot."),
    ),
    "greedy": Level(
        gettext_lazy("medium bot (greedy)"),
        gettext_lazy("Gives the order that promises most at once, whatever you do next."),
    ),
    "drilled": Level(
        gettext_lazy("trained bot (drilled)"),
        gettext_lazy("Tells good orders by what many games have taught it, and answers fastest."),
    ),
    "searching": Level(
        gettext_lazy("hard bot (looks ahead)"),
        gettext_lazy("Tries its best orders for every fall of the dice and thinks of your reply."),
    ),
    "planning": Level(
        gettext_lazy("hardest bot (plans for the end)"),
        gettext_lazy("Looks ahead, too, and plays for what decides the end; its wounded go home."),
    ),
}
COMMANDERS: Mapping[str, Words] = {
    "": gettext_lazy("a person at this screen"),
    **{name: level.name for name, level in LEVELS.items()},
}


@dataclass(frozen=True)
class Pace:
    """How fast what happens is shown, None for at once, and the milliseconds that a bot pauses
    after it, None until it is asked."""

    name: Words
    rate: float | None
    pause: int | None


PACES: Mapping[str, Pace] = {
    "paused": Pace(pgettext_lazy("pace of a bot", "Paused"), 1, None),
    "slow": Pace(pgettext_lazy("pace of a bot", "Slow"), 0.5, 1500),
    "steady": Pace(pgettext_lazy("pace of a bot", "Steady"), 1, 600),
    "quick": Pace(pgettext_lazy("pace of a bot", "Quick"), 2, 150),
    "at_once": Pace(pgettext_lazy("pace of a bot", "At once"), None, 50),
}


def seat_title(seats: Mapping[str, Mapping[str, str]], seat: str) -> Words:
    """What the player of a seat is called."""
    return seats[seat]["name"] or SEATS.get(seat, seat)


def stage_title(system: str, stage: str, turn: int) -> Words:
    """What is done at a stage of a game, or which turn it is where it is only that."""
    return stages_of(system)[stage][language()] if stage else turn_name(turn)


def stage_of(system: str, game: Game) -> Words:
    """What is being done now."""
    if game.is_over:
        return _("The game is over")
    return stage_title(system, game.standing.stage, game.standing.turn)


def turn_name(turn: int) -> str:
    """A turn by its number."""
    return _("Turn %(turn)s") % {"turn": turn}

"""What a player is asked in the middle of an order, in words."""

from collections.abc import Mapping

import msgspec

from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import Question
from rules.age_of_destruction.telling.names import WORDING, Names

#: What a question to choose is about, where it names no equipment, card or condition.
_CHOICES = {
    "command_stage": "ASK_COMMAND_STAGE",
    "first_effect": "ASK_FIRST_EFFECT",
    "awe": "ASK_AWE",
    "no_room": "ASK_NO_ROOM",
    "restart": "ASK_RESTART",
}


class Prompt(msgspec.Struct, frozen=True):
    """A question to a player, with each of its options and the word for it."""

    player: str
    text: str
    options: tuple[tuple[str, str], ...] = ()


def ask(
    setup: Setup, question: Question, language: str = "en", players: Mapping[str, str] = {}
) -> Prompt:
    """A question in "en" or "pl"; `players`: what players are called beside their seats."""
    names = Names(setup, language, players)
    text = names.say(
        _code(question),
        unit=names.unit(question.unit),
        about=names.unit(names.ability(question.about)),
        options=names.units(question.options),
        damage=question.damage,
    )
    options = tuple((option, _option(option, names)) for option in question.options)
    return Prompt(question.player, text, options)


def _code(question: Question) -> str:
    if question.to == "free_spin":
        return "ASK_FREE_SPINS" if len(question.options) > 1 else "ASK_FREE_SPIN"
    if question.to != "choose":
        return f"ASK_{question.to.upper()}"
    if question.about in _CHOICES:
        return _CHOICES[question.about]
    if "take" in question.options:
        return "ASK_SHIELD"
    return "ASK_STRIKE_BACK" if "decline" in question.options else "ASK_ABOUT"


def _option(option: str, names: Names) -> str:
    if option in WORDING.words["choice"]:
        return WORDING.word("choice", option, names.language)
    return names.player(names.unit(names.ability(option)))

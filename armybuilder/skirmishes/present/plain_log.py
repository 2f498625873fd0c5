"""What was ordered, in words, where a game has no telling of its own."""

from collections.abc import Iterable
from dataclasses import dataclass

from armybuilder.skirmishes.models import SkirmishStep
from armybuilder.skirmishes.present.games import Game
from armybuilder.skirmishes.present.words import seat_title
from collection.catalogue.game import rule_chip
from collection.catalogue.present.values import Rule
from collection.common.language import Words, language
from rules import Tabletop


@dataclass(frozen=True)
class LoggedOrder:
    """One order of the log: by whom, in a sentence, with what was rolled and the rules that what
    happened rests on."""

    number: int
    seat: str
    player: Words
    text: str
    dice: tuple[int, ...]
    rules: tuple[Rule, ...]


def plain_lines(
    game: Game, table: Tabletop, steps: Iterable[SkirmishStep]
) -> tuple[LoggedOrder, ...]:
    """The lines of some steps."""
    return tuple(_line(game, table, step) for step in steps)


def _line(game: Game, table: Tabletop, step: SkirmishStep) -> LoggedOrder:
    cited = dict.fromkeys(rule for event in step.events for rule in event.get("rules", ()))
    return LoggedOrder(
        number=step.number,
        seat=step.player,
        player=seat_title(game.seats, step.player) if step.player else "",
        text=table.says(step.order, language()),
        dice=tuple(step.faces),
        rules=tuple(rule_chip(rule) for rule in cited),
    )

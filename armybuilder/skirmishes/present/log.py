"""What was ordered, in words, where a game has no telling of its own."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from armybuilder.skirmishes.models import SkirmishStep
from armybuilder.skirmishes.present.tables import Table
from armybuilder.skirmishes.present.words import seat_title
from collection.catalogue.game import rule_chip
from collection.catalogue.present.values import Rule
from collection.common.language import Words, language


@dataclass(frozen=True)
class LoggedOrder:
    """One order of the log: by whom, in a sentence, with what was rolled and the rules that what
    happened rests on."""

    number: int
    seat: str
    player: Words
    text: str
    dice: tuple[int, ...] = ()
    rules: tuple[Rule, ...] = ()


def lines(table: Table, steps: Iterable[SkirmishStep]) -> tuple[LoggedOrder, ...]:
    """The lines of some steps."""
    return tuple(_line(table, step) for step in steps)


def _line(table: Table, step: SkirmishStep) -> LoggedOrder:
    player = seat_title(table.game.seats, step.player) if step.player else ""
    if table.hidden & set(_texts(step.order)):
        return LoggedOrder(step.number, step.player, player, _("An order in secret"))
    cited = dict.fromkeys(rule for event in step.events for rule in event.get("rules", ()))
    return LoggedOrder(
        number=step.number,
        seat=step.player,
        player=player,
        text=table.rules.tells(step.order, step.events, language()),
        dice=tuple(step.faces),
        rules=tuple(rule_chip(rule) for rule in cited),
    )


def _texts(value: object) -> Iterable[str]:
    """Every text in a JSON value, names included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, each in value.items():
            yield name
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)

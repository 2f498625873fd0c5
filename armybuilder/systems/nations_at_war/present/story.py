"""The log of a game in sentences."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from armybuilder.skirmishes.models import SkirmishStep
from armybuilder.skirmishes.present.log import LoggedOrder
from armybuilder.skirmishes.present.words import seat_title
from armybuilder.systems.nations_at_war.present.field import Field
from collection.catalogue.game import rule_chip
from collection.common.language import language
from rules import nations_at_war as naw

#: What an order says of itself already.
SAID = ("entered", "fired")


def told(field: Field, steps: Iterable[SkirmishStep]) -> tuple[LoggedOrder, ...]:
    """What happened, a line an order."""
    return tuple(_line(field, step) for step in steps)


def _line(field: Field, step: SkirmishStep) -> LoggedOrder:
    cited = dict.fromkeys(rule for event in step.events for rule in event.get("rules", ()))
    player = seat_title(field.table.game.seats, step.player) if step.player else ""
    return LoggedOrder(
        number=step.number,
        seat=step.player,
        player=player,
        text=" ".join(_sentences(field, step)),
        dice=tuple(step.faces),
        rules=tuple(map(rule_chip, cited)),
    )


def _sentences(field: Field, step: SkirmishStep) -> Iterator[str]:
    """What was ordered, where what happened does not say it, and what happened."""
    order = step.order
    happened = naw.read_events(step.events)
    said = list(naw.tell(field.setup, happened, language()))
    if order.get("order") == "answer" and not order.get("fire"):
        yield _("Nobody fires.")
    elif order.get("order") in ("move", "fire") or not said:
        yield f"{field.table.rules.says(order, language())}."
    yield from (each.text for each in said if each.kind not in SAID)

"""What the next dice of an order are thrown for, and what they must show."""

from collections.abc import Iterator, Sequence

import msgspec

from rules.age_of_destruction.guide.details import Presumed, gap
from rules.age_of_destruction.orders.answer import default_answer, open_question
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.play.rules import advance
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State
from rules.core.dice import Dice

#: The face of dice nobody has thrown yet: three of it are no critical hit or miss.
UNKNOWN = 4


class Roll(msgspec.Struct, frozen=True):
    """A throw: `kind` as the event of it has it, the `unit` that throws ("" for a player), and what
    the sum of the dice must be at least, by target where there is one, else by the unit; empty
    where no number decides. `name`: the equipment, heat effect or manner of attack it is about."""

    kind: str
    unit: str = ""
    name: str = ""
    needed: dict[str, int] = {}


def roll_ahead(setup: Setup, state: State, order: Order, faces: Sequence[int]) -> Roll | None:
    """The throw that the die after some faces of a legal order belongs to, questions answered by
    default; None where the order throws no more."""
    thrown = 0
    for event in _happens(setup, state, order, Presumed(faces, UNKNOWN)):
        thrown += len(event.dice)
        if thrown > len(faces):
            return _roll(event)
    return None


def _happens(setup: Setup, state: State, order: Order, dice: Dice) -> Iterator[events.AnyEvent]:
    state, happened = advance(setup, state, order, dice)
    yield from happened
    while question := open_question(state):
        state, happened = advance(setup, state, default_answer(question), dice)
        yield from happened


def _roll(event: events.AnyEvent) -> Roll:
    kind, unit = str(event.__struct_config__.tag), getattr(event, "unit", "")
    match event:
        case events.AttackRolled():
            needed = {t: gap(aim.attack, aim.defense) for t, aim in event.targets.items()}
            return Roll(kind, unit, event.kind, needed)
        case events.RepairRolled():
            attack = sum(part.value for part in event.attack)
            return Roll(kind, unit, needed={event.target: event.against - attack})
        case events.BreakAwayRolled():
            return Roll(kind, unit, needed={unit: event.needed})
        case events.HeatRolled():
            return Roll(kind, unit, event.effect)
    return Roll(kind, unit, getattr(event, "name", ""))

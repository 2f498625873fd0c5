"""The four functions of the game: explain, legal orders, decide, and evolve beside them."""

from rules.core.dice import Dice
from rules.core.refusals import Refusals
from rules.core.violations import Violation
from rules.warzone.course import Course
from rules.warzone.events import AnyEvent
from rules.warzone.moment import Moment
from rules.warzone.orders import KINDS, AnyOrder
from rules.warzone.orders.base import Order
from rules.warzone.refusals import REFUSALS
from rules.warzone.state import Setup, State


def explain(setup: Setup, state: State, order: Order) -> tuple[Violation, ...]:
    """Every reason why an order may not be given; empty means legal."""
    refusals = Refusals(REFUSALS)
    order.explain(Moment(setup, state), refusals)
    return tuple(refusals.violations)


def legal_orders(setup: Setup, state: State, player: str) -> tuple[AnyOrder, ...]:
    """The orders a player may give; ways and places are samples. What other chapters bring, falls
    and results, is not among them."""
    now = Moment(setup, state)
    found = (order for kind in KINDS for order in kind.candidates(now, player))
    return tuple(order for order in found if not explain(setup, state, order))  # type: ignore[misc]


def decide(setup: Setup, state: State, order: Order, dice: Dice) -> tuple[AnyEvent, ...]:
    """The events of an order that `explain` finds nothing wrong with; raises what the dice
    raise."""
    return advance(setup, state, order, dice)[1]


def advance(
    setup: Setup, state: State, order: Order, dice: Dice
) -> tuple[State, tuple[AnyEvent, ...]]:
    """Carry out a legal order: the state after it, and what happened, as `decide` says."""
    course = Course(setup, state, dice)
    order.carry_out(course)
    return course.state, tuple(course.events)

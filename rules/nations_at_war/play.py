"""The four functions of the game: explain, legal orders, decide, and evolve beside them."""

from rules.core.refusals import Refusals
from rules.core.violations import Violation
from rules.nations_at_war import events
from rules.nations_at_war.chance import Chance
from rules.nations_at_war.course import Course
from rules.nations_at_war.evolve import evolve
from rules.nations_at_war.moment import Moment
from rules.nations_at_war.orders import KINDS, AnyOrder
from rules.nations_at_war.orders.base import Order
from rules.nations_at_war.orders.move import Answer, go_on
from rules.nations_at_war.refusals import REFUSALS
from rules.nations_at_war.state import Setup, State


def explain(setup: Setup, state: State, order: Order) -> tuple[Violation, ...]:
    """Every reason why an order may not be given; empty means legal."""
    refusals = Refusals(REFUSALS)
    if state.under_way is not None and not isinstance(order, Answer):
        refusals.add("QUESTION_OPEN")
    elif state.under_way is None and isinstance(order, Answer):
        refusals.add("NO_QUESTION")
    elif state.stage not in order.stages:
        refusals.add("NOT_IN_THIS_STAGE", stage=state.stage)
    else:
        order.explain(Moment(setup, state), refusals)
    return tuple(refusals.violations)


def legal_orders(setup: Setup, state: State, player: str) -> tuple[AnyOrder, ...]:
    """The orders a player may give; ways are samples, one to each hex in reach. Results of combat
    come from outside and are not among them."""
    now = Moment(setup, state)
    found = (order for kind in KINDS for order in kind.candidates(now, player))
    return tuple(order for order in found if not explain(setup, state, order))  # type: ignore[misc]


def decide(setup: Setup, state: State, order: Order, chance: Chance) -> tuple[events.AnyEvent, ...]:
    """The events of an order that `explain` finds nothing wrong with; raises what chance raises.

    An answer goes the move under way anew and gives only the events that are new.
    """
    return advance(setup, state, order, chance)[1]


def advance(
    setup: Setup, state: State, order: Order, chance: Chance
) -> tuple[State, tuple[events.AnyEvent, ...]]:
    """Carry out a legal order: the state after it, and what happened, as `decide` says."""
    if not isinstance(order, Answer):
        course = Course(setup, state, chance)
        order.carry_out(course)
        return course.state, tuple(course.events)
    way = state.under_way
    if way is None:
        raise ValueError("an answer needs a question")
    course = Course(setup, way.start, chance)
    go_on(course, way.members, (*way.answers, order.fire), rest=order.rest)
    happened = (events.Answered(rules=("NW-033",)), *course.events[way.told :])
    for event in happened:
        state = evolve(state, event)
    return state, happened


def actors(setup: Setup, state: State) -> tuple[str, ...]:
    """Who may act: all players, but in an impulse its player, and at a question the other one."""
    if state.stage == "over":
        return ()
    if state.under_way is not None:
        movers = setup.owner(state.under_way.question.units[0])
        return tuple(player for player in setup.players if player != movers)
    formation = setup.formations.get(state.formation or "")
    return (formation.owner,) if formation else setup.players

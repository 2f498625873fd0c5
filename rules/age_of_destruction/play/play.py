"""A scenario played through: orders tried one after the other, questions answered or left open."""

import msgspec

from rules.age_of_destruction.orders.answer import Answer, default_answer, open_question
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.orders.end_stage import EndStage
from rules.age_of_destruction.play.rules import advance, explain
from rules.age_of_destruction.play.scenario import Scenario
from rules.age_of_destruction.state.events import AnyEvent
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import Question, State
from rules.core.codec import Unreadable
from rules.core.dice import DiceRunOut, ScriptedDice
from rules.core.violations import Violation


class Refusal(msgspec.Struct, frozen=True):
    """An order that was refused, by its place in the file."""

    index: int
    violations: tuple[Violation, ...]


class Outcome(msgspec.Struct, frozen=True):
    """What came of a scenario."""

    setup: Setup
    state: State
    events: tuple[AnyEvent, ...]
    refused: tuple[Refusal, ...]
    dice_left: int


def answers(order: Order, question: Question) -> bool:
    """Whether an order is meant as the answer to a question, good or bad."""
    return isinstance(order, Answer) and order.to == question.to and question.concerns(order.unit)


def begins_by_itself(state: State) -> bool:
    """Whether the set-up waits for nothing but the roll for the first player."""
    return state.preparation is not None and state.preparation.step == "pool"


def resolve(scenario: Scenario) -> Outcome:
    """Play a scenario; raises Unreadable when its dice run out."""
    dice = ScriptedDice(scenario.dice)
    setup, state = scenario.setup, scenario.state
    happened: list[AnyEvent] = []
    refused: list[Refusal] = []

    def take(order: Order, index: int) -> None:
        nonlocal state
        try:
            state, new = advance(setup, state, order, dice)
        except DiceRunOut as error:
            raise Unreadable("$.dice", "DICE_RUN_OUT", order=index) from error
        happened.extend(new)

    def answer_by_default(index: int) -> None:
        while (question := open_question(state)) and not scenario.asks:
            take(default_answer(question), index)

    if begins_by_itself(state):
        take(EndStage(), 0)
    for index, order in enumerate(scenario.orders):
        violations = explain(setup, state, order)
        while violations and not scenario.asks:
            question = open_question(state)
            if question is None or answers(order, question):
                break
            take(default_answer(question), index)
            violations = explain(setup, state, order)
        if violations:
            refused.append(Refusal(index, violations))
        else:
            take(order, index)
    answer_by_default(len(scenario.orders))
    return Outcome(setup, state, tuple(happened), tuple(refused), dice.left)

"""A commander who looks ahead: the engine plays the orders he likes, whatever dice may bring."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from math import fsum, inf
from operator import itemgetter

import msgspec

from rules.age_of_destruction.bots.answering import answer
from rules.age_of_destruction.bots.appraisal import Appraisal, Leanings
from rules.age_of_destruction.bots.even_dice import SEQUENCES, EvenDice
from rules.age_of_destruction.bots.greedy import GreedyCommander
from rules.age_of_destruction.bots.proposal import Proposal
from rules.age_of_destruction.bots.proposals import proposals
from rules.age_of_destruction.bots.prospects import Foresight
from rules.age_of_destruction.forecast.outlook import TooManyWays, outcomes
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.orders.answer import open_question
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.orders.end_stage import EndStage
from rules.age_of_destruction.orders.move import Move
from rules.age_of_destruction.play.rules import NothingLegal, advance
from rules.age_of_destruction.state.state import State
from rules.core.dice import Dice, SeededDice

#: Positions looked at for one order, unless somebody says otherwise.
BUDGET = 40
#: Orders of one unit that are looked at, and ways one order may come out.
OF_ONE_UNIT, MOST_WAYS = 4, 24
#: He waits for others to come near rather than to be the first within their reach, and leaves the
#: deployment zones of opponents for later.
PATIENT = Leanings(next_turn=0.7, feared=0.6, by_march=0.015, zone=0.3)


class Outlook(msgspec.Struct, frozen=True):
    """How a commander looks at a position: his leanings; how much the attacks of opponents count
    that come before the side's next turn, and its own then; the share of the build total that a way
    of a functional unit must bring."""

    leanings: Leanings = PATIENT
    reply: float = 1.0
    next_turn: float = 0.9
    for_a_way: float = 0.0


#: States with their chances.
Ways = list[tuple[float, State]]


class SearchingCommander(GreedyCommander):
    """Looks at what he likes best on paper, and gives the order after which his side stands best,
    the replies of opponents included.

    `budget` counts positions looked at for one order.
    """

    outlook = Outlook()

    def __init__(self, chance: SeededDice, budget: int = BUDGET) -> None:
        super().__init__(chance)
        self._budget = budget

    def order(self, field: Field, player: str) -> Order:
        """The order of a player who is asked nothing, in the order stage."""
        leanings = self.outlook.leanings
        appraisal = Appraisal(field, player, Foresight(leanings.scale), leanings)
        liked = _varied(proposals(appraisal, field, player))
        first = next(liked, None)
        if first is None:
            return EndStage()
        weighed = self._weighed(appraisal, field, chain([first], liked))
        return max(weighed, key=itemgetter(0), default=(0.0, first.order))[1]

    def _weighed(
        self, appraisal: Appraisal, field: Field, liked: Iterable[Proposal]
    ) -> Iterator[tuple[float, Order]]:
        """Orders with what the positions they lead to are worth, as far as the budget goes; none
        that would get the game stuck."""
        left = self._budget
        for proposal in liked:
            try:
                found = ways(field, proposal.order, min(left, MOST_WAYS))
            except NothingLegal:
                continue
            if not found:
                return
            left -= len(found)
            values = (
                chance * self._value(appraisal, field.later(after)) for chance, after in found
            )
            yield fsum(values) - self._due(field, proposal.order), proposal.order

    def _due(self, field: Field, order: Order) -> float:
        """The points an order must bring beyond what the position gains."""
        goes = isinstance(order, Move) and not field.piece(order.unit).is_salvage
        return self.outlook.for_a_way * field.setup.build_total if goes else 0.0

    def _value(self, appraisal: Appraisal, field: Field) -> float:
        """The points of a position with what is left of this turn, the replies, the next turn."""
        setup, state, ours = field.setup, field.state, appraisal.team
        points = appraisal.position(field)
        points += fsum(map(appraisal.ground, field.standing(ours)))
        if state.orders_left > 0 and setup.team(state.active) == ours:
            points += appraisal.promises(field, ours, state.orders_left, fresh=True)
        to_come = inf if setup.limits.turns is None else setup.limits.turns - state.turn
        if to_come >= len(setup.players):
            points += self.outlook.next_turn * appraisal.promises(field, ours, setup.orders_a_turn)
        if to_come > 0:
            others = [team for team in setup.teams if team != ours]
            replies = (appraisal.promises(field, each, setup.orders_a_turn) for each in others)
            points -= self.outlook.reply * fsum(replies)
        return points


def _varied(liked: Iterable[Proposal]) -> Iterator[Proposal]:
    """Some proposals, the first few of every unit."""
    given: Counter[str] = Counter()
    for proposal in liked:
        unit = getattr(proposal.order, "unit", "")
        given[unit] += 1
        if given[unit] <= OF_ONE_UNIT:
            yield proposal


def ways(field: Field, order: Order, most: int) -> Ways:
    """The states an order may lead to: all of them, or, where they are too many, those of dice that
    fall evenly; none where even these are more than `most`."""
    try:
        return [
            (float(chance), after)
            for chance, after in outcomes(field.setup, field.state, order, answer, most=most)
        ]
    except TooManyWays:
        sequences = range(SEQUENCES if most >= SEQUENCES else 0)
        return [(1 / SEQUENCES, played(field, order, EvenDice(each))) for each in sequences]


def played(field: Field, order: Order, dice: Dice) -> State:
    """The state after an order, its questions answered."""
    state, _ = advance(field.setup, field.state, order, dice)
    while question := open_question(state):
        given = answer(Field.of_moment(field.setup, state), question)
        state, _ = advance(field.setup, state, given, dice)
    return state

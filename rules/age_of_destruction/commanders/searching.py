"""A commander who looks ahead: the engine plays the best orders, with several throws each."""

from collections.abc import Iterator
from itertools import islice

from rules.age_of_destruction.commanders.answering import answer
from rules.age_of_destruction.commanders.appraisal import NEXT_TURN, Appraisal
from rules.age_of_destruction.commanders.even_dice import SEQUENCES, EvenDice
from rules.age_of_destruction.commanders.greedy import GreedyCommander
from rules.age_of_destruction.commanders.proposal import Proposal
from rules.age_of_destruction.commanders.proposals import legal_ones, proposals
from rules.age_of_destruction.skirmish.decide import advance
from rules.age_of_destruction.skirmish.field import Field
from rules.age_of_destruction.skirmish.orders import AnyOrder, EndStage
from rules.age_of_destruction.skirmish.play import open_question
from rules.age_of_destruction.skirmish.state import State
from rules.core.dice import RecordedDice, SeededDice

#: Positions looked at for one order, unless somebody says otherwise.
BUDGET = 80
#: How much an opponent's replies count, which are the best he has.
REPLIES = 0.8


class SearchingCommander(GreedyCommander):
    """Plays what a greedy commander likes best on paper, then gives the order after which his side
    stands best, the replies of opponents included.

    `budget` counts positions looked at for one order.
    """

    def __init__(self, chance: SeededDice, budget: int = BUDGET) -> None:
        super().__init__(chance)
        self._budget = budget

    def order(self, field: Field, player: str) -> AnyOrder:
        """The order of a player who is asked nothing, in the order stage."""
        appraisal = Appraisal(field, player)
        found = proposals(appraisal, field, player)
        most = max(self._budget // SEQUENCES, 1)
        liked = list(islice(legal_ones(field, found), most))
        if len(liked) < 2:
            return liked[0].order if liked else EndStage()
        return max(liked, key=lambda each: self._after(appraisal, field, each)).order

    def _after(self, appraisal: Appraisal, field: Field, proposal: Proposal) -> float:
        values = [
            self._value(appraisal, Field(field.setup, after))
            for after in _ways(field, proposal.order)
        ]
        return sum(values) / len(values)

    def _value(self, appraisal: Appraisal, field: Field) -> float:
        """The points of a position with what is left of this turn, the replies, the next turn."""
        setup, state, ours = field.setup, field.state, appraisal.team
        points = appraisal.position(field)
        points += sum(appraisal.ground(piece) for piece in field.standing(ours))
        if state.orders_left > 0 and setup.team(state.active) == ours:
            points += appraisal.promises(field, ours, state.orders_left, fresh=True)
        points += NEXT_TURN * appraisal.promises(field, ours, setup.orders_a_turn)
        for team in setup.teams:
            if team != ours:
                replies = appraisal.promises(field, team, setup.orders_a_turn)
                points -= REPLIES * replies
        return points


def _ways(field: Field, order: AnyOrder) -> Iterator[State]:
    """The states an order may lead to by dice that fall evenly; one where none are rolled."""
    for sequence in range(SEQUENCES):
        dice = RecordedDice(EvenDice(sequence))
        state, _ = advance(field.setup, field.state, order, dice)
        while question := open_question(state):
            given = answer(Field(field.setup, state), question)
            state, _ = advance(field.setup, state, given, dice)
        yield state
        if not dice.faces:
            return

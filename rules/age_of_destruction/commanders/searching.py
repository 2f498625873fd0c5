"""A commander who looks ahead: the engine plays the best orders, whatever their dice may bring."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator

from rules.age_of_destruction.commanders.answering import answer
from rules.age_of_destruction.commanders.appraisal import Appraisal, Leanings
from rules.age_of_destruction.commanders.even_dice import SEQUENCES, EvenDice
from rules.age_of_destruction.commanders.greedy import GreedyCommander
from rules.age_of_destruction.commanders.proposal import Proposal
from rules.age_of_destruction.commanders.proposals import legal_ones, proposals
from rules.age_of_destruction.commanders.prospects import Foresight
from rules.age_of_destruction.outlook import TooManyWays, outcomes
from rules.age_of_destruction.skirmish.decide import advance
from rules.age_of_destruction.skirmish.field import Field
from rules.age_of_destruction.skirmish.orders import AnyOrder, EndStage, UnitOrder
from rules.age_of_destruction.skirmish.play import open_question
from rules.age_of_destruction.skirmish.state import State
from rules.core.dice import RecordedDice, SeededDice

#: Positions looked at for one order, unless somebody says otherwise.
BUDGET = int(os.environ.get("BUD", "80"))
#: Orders of one unit that are looked at.
OF_ONE_UNIT = int(os.environ.get("ONE", "4"))
#: How much an opponent's replies count, which are the best he has.
REPLIES = float(os.environ.get("REP", "1.0"))
NEXT_TURN = float(os.environ.get("NEXT", "0.9"))
LEANINGS = Leanings(
    float(os.environ.get("LNEXT", "0.7")),
    float(os.environ.get("FEAR", "0.6")),
    float(os.environ.get("MARCH", "0.01")),
    float(os.environ.get("ZONE", "0.3")),
)


class SearchingCommander(GreedyCommander):
    """Looks at what he likes best on paper, and gives the order after which his side stands best,
    the replies of opponents included.

    `budget` counts positions looked at for one order.
    """

    def __init__(self, chance: SeededDice, budget: int = BUDGET) -> None:
        super().__init__(chance)
        self._budget = budget

    def order(self, field: Field, player: str) -> AnyOrder:
        """The order of a player who is asked nothing, in the order stage."""
        appraisal = Appraisal(field, player, Foresight(), LEANINGS)
        found = proposals(appraisal, field, player)
        best: AnyOrder = EndStage()
        most, left = -float("inf"), self._budget
        for proposal in _varied(legal_ones(field, found)):
            ways = _ways(field, proposal.order)
            left -= len(ways)
            if left < 0 and most > -float("inf"):
                break
            value = sum(
                float(chance) * self._value(appraisal, Field(field.setup, after))
                for chance, after in ways
            )
            if value > most:
                best, most = proposal.order, value
        return best

    def _value(self, appraisal: Appraisal, field: Field) -> float:
        """The points of a position with what is left of this turn, the replies, the next turn."""
        setup, state, ours = field.setup, field.state, appraisal.team
        points = appraisal.position(field)
        points += sum(appraisal.ground(piece) for piece in field.standing(ours))
        if state.orders_left > 0 and setup.team(state.active) == ours:
            points += appraisal.promises(field, ours, state.orders_left, fresh=True)
        to_come = (setup.limits.turns or 1000) - state.turn
        if to_come >= 2:
            points += NEXT_TURN * appraisal.promises(field, ours, setup.orders_a_turn)
        for team in setup.teams:
            if team != ours and to_come >= 1:
                replies = appraisal.promises(field, team, setup.orders_a_turn)
                points -= REPLIES * replies
        return points


def _varied(liked: Iterable[Proposal]) -> Iterator[Proposal]:
    """Some proposals without those that come after enough others of the same unit."""
    seen: Counter[str] = Counter()
    for proposal in liked:
        unit = getattr(proposal.order, "unit", "")
        seen[unit] += 1
        if seen[unit] <= OF_ONE_UNIT:
            yield proposal


def _ways(field: Field, order: AnyOrder) -> list[tuple[float, State]]:
    """The states an order may lead to by dice that fall evenly; one where none are rolled."""
    try:
        return outcomes(field.setup, field.state, order, answer, most=24)
    except TooManyWays:
        found = [_played(field, order, EvenDice(sequence)) for sequence in range(SEQUENCES)]
        return [(1 / SEQUENCES, state) for state in found]


def _played(field, order, dice):
    state, _ = advance(field.setup, field.state, order, dice)
    while question := open_question(state):
        given = answer(Field(field.setup, state), question)
        state, _ = advance(field.setup, state, given, dice)
    return state

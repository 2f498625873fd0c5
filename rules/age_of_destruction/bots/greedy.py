"""A commander who gives the order that promises most at the moment."""

from rules.age_of_destruction.bots.answering import answer
from rules.age_of_destruction.bots.appraisal import Appraisal, Leanings
from rules.age_of_destruction.bots.drawing_up import draw_up
from rules.age_of_destruction.bots.proposals import proposals
from rules.age_of_destruction.bots.prospects import Prospects
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.orders.answer import open_question
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.orders.end_stage import EndStage
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State
from rules.core.dice import SeededDice


class GreedyCommander:
    """Weighs what an order promises to take against what it costs and lays open."""

    def __init__(self, chance: SeededDice) -> None:
        self._chance = chance

    def choose(self, setup: Setup, state: State, player: str) -> Order:
        """The legal order that promises most; ends the stage where none promises anything."""
        field = Field.of_moment(setup, state)
        question = open_question(state)
        if question is not None:
            return answer(field, question)
        if state.preparation is not None:
            return draw_up(field, state.preparation, self._chance)
        return self.order(field, player)

    def order(self, field: Field, player: str) -> Order:
        """The order of a player who is asked nothing, in the order stage."""
        found = proposals(Appraisal(field, player, Prospects(), Leanings()), field, player)
        best = next(found, None)
        return best.order if best else EndStage()

"""A commander who plans his turn: what the drilled one likes is played on paper, to the end of the
reply where it matters."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from math import fsum

from rules.age_of_destruction.bots.appraisal import Appraisal, Leanings
from rules.age_of_destruction.bots.drill.value import Vantages, value
from rules.age_of_destruction.bots.drill.watch import Watch
from rules.age_of_destruction.bots.drilled import DrilledCommander, ranked
from rules.age_of_destruction.bots.even_dice import EvenDice
from rules.age_of_destruction.bots.proposal import Proposal
from rules.age_of_destruction.bots.prospects import Prospects
from rules.age_of_destruction.bots.searching import played, ways
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.play.rules import NothingLegal
from rules.age_of_destruction.state.state import State
from rules.core.dice import Dice, SeededDice

#: Nodes for one order: a position that is valued is one, an order that is given on paper several.
BUDGET, GIVEN = 100, 4
#: Orders that are looked at, and those of one unit; ways one may come out; the share of the budget
#: for them.
LIKED, OF_ONE_UNIT, MOST_WAYS, AT_ONCE = 12, 3, 12, 0.4
#: Orders that are played on, and the sequences of even dice each is played on with.
PLAYED_ON, SEQUENCES_PLAYED = 4, (5, 1, 9, 3, 7, 0)
#: The figures on the table for which the budget is meant, and the fewest that count: what a node
#: costs grows with them.
FIGURES, FEWEST = 20, 8


class PlanningCommander(DrilledCommander):
    """Plays the orders he likes on paper: at first all of them for every way dice may fall, then
    the best of them on to the end of his turn, or, where that is near, of the reply; and gives the
    one after which his side stands best."""

    def __init__(self, chance: SeededDice, budget: int = BUDGET) -> None:
        super().__init__(chance)
        self._budget = budget

    def order(self, field: Field, player: str) -> Order:
        """The order of a player who is asked nothing, in the order stage."""
        if field.state.orders_left <= 0:
            return super().order(field, player)
        liked = list(islice(_varied(ranked(Watch(field, player), player, self._weights)), LIKED))
        if len(liked) < 2:
            return liked[0].order if liked else super().order(field, player)
        plan = Plan(field, player, budget_for(field, self._budget), super().order)
        first = plan.after_one(liked)
        return plan.played_on(first)[0].order if first else liked[0].order


def budget_for(field: Field, budget: int) -> int:
    """The nodes that may be spent with so many figures on the table."""
    return budget * FIGURES // max(len(field.on_table), FEWEST)


class Plan:
    """What one player thinks through before an order."""

    def __init__(
        self, field: Field, player: str, budget: int, reply: Callable[[Field, str], Order]
    ) -> None:
        self._field = field
        self._appraisal = Appraisal(field, player, Prospects(), Leanings())
        self._vantages = Vantages()
        self._left = budget
        self._reply = reply

    def after_one(self, liked: Iterable[Proposal]) -> list[Proposal]:
        """Orders by what the positions they lead to are worth, the best first, as far as the budget
        goes; none that would get the game stuck."""
        found = []
        left = int(self._left * AT_ONCE)
        for proposal in liked:
            try:
                after = ways(self._field, proposal.order, min(left, MOST_WAYS))
            except NothingLegal:
                continue
            if not after:
                break
            left -= len(after)
            self._left -= len(after)
            worth = fsum(chance * self._value(state) for chance, state in after)
            found.append(Proposal(proposal.order, worth))
        return sorted(found, key=lambda each: -each.points)

    def played_on(self, found: list[Proposal]) -> list[Proposal]:
        """The best of some orders by what is left of them later on, the best first."""
        best = found[:PLAYED_ON]
        kept: list[list[float]] = [[] for _ in best]
        for sequence in SEQUENCES_PLAYED if len(best) > 1 else ():
            later = [self._later(each.order, EvenDice(sequence)) for each in best]
            if None in later:
                break
            for values, worth in zip(kept, later, strict=True):
                values.append(worth or 0.0)
        return _sorted(best, kept) if all(kept) else best

    def _later(self, order: Order, dice: Dice) -> float | None:
        """What a position is worth after an order and the rest of the turn, or the turns of others
        where it is the last; None where the budget does not go so far."""
        setup, before = self._field.setup, self._field.state
        last = before.turn + (len(setup.players) - 1 if before.orders_left < 2 else 0)
        try:
            state = played(self._field, order, dice)
            while state.stage != "over" and state.turn <= last and self._goes_on(state, last):
                self._left -= GIVEN
                if self._left <= 0:
                    return None
                field = self._field.later(state)
                state = played(field, self._reply(field, state.active), dice)
        except NothingLegal:
            return None
        self._left -= 1
        return self._value(state)

    def _goes_on(self, state: State, last: int) -> bool:
        """Whether somebody still has orders in the turns that are played on."""
        return state.orders_left > 0 or state.turn < last

    def _value(self, state: State) -> float:
        return value(self._appraisal, self._field.later(state), self._vantages)


def _sorted(best: list[Proposal], kept: list[list[float]]) -> list[Proposal]:
    """Orders by the mean of what they are worth at once and after the reply."""
    whole = [
        Proposal(each.order, each.points / 2 + fsum(values) / (2 * len(values)))
        for each, values in zip(best, kept, strict=True)
        if values
    ]
    return sorted(whole, key=lambda each: -each.points)


def _varied(liked: Iterable[Proposal]) -> Iterator[Proposal]:
    """Some proposals, the first few of every unit."""
    given: Counter[str] = Counter()
    for proposal in liked:
        unit = getattr(proposal.order, "unit", "")
        given[unit] += 1
        if given[unit] <= OF_ONE_UNIT:
            yield proposal

"""A commander who knows orders by a few features, each of a weight that was learned from games."""

from collections.abc import Iterator
from heapq import heapify, heappop, heappush
from itertools import chain, count

from rules.age_of_destruction.bots.drill.candidates import candidates
from rules.age_of_destruction.bots.drill.closer import (
    closer,
    in_contact,
    leftovers,
    mended,
    spare,
)
from rules.age_of_destruction.bots.drill.features import WEIGHTS, Weights
from rules.age_of_destruction.bots.drill.watch import Watch
from rules.age_of_destruction.bots.greedy import GreedyCommander
from rules.age_of_destruction.bots.proposal import Proposal
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.orders.end_stage import EndStage
from rules.age_of_destruction.play.rules import is_legal
from rules.core.dice import SeededDice

#: Attacks weighed by the odds of the moment, ways mended, and orders the rules are asked about, for
#: one order at most.
CLOSELY, MENDED, ASKED = 8, 1, 40
#: Candidates that are already weighed so, and those that are ways.
EXACT = ("contact", "joint")
ATTACKS = ("shot", "assault", "special")
WAYS = ("move", "run")


class DrilledCommander(GreedyCommander):
    """Gives the order whose features count most."""

    def __init__(self, chance: SeededDice, weights: Weights = WEIGHTS) -> None:
        super().__init__(chance)
        self._weights = weights

    def order(self, field: Field, player: str) -> Order:
        """The order of a player who is asked nothing, in the order stage."""
        watch = Watch(field, player)
        if field.state.orders_left <= 0:
            free = (order for order in spare(watch, player) if is_legal(field, order))
            return next(free, None) or EndStage()
        best = next(ranked(watch, player, self._weights), None)
        if best is not None:
            return best.order
        left = (order for order in leftovers(field, player) if is_legal(field, order))
        return next(left, None) or EndStage()


def ranked(watch: Watch, player: str, weights: Weights) -> Iterator[Proposal]:
    """The legal orders that count more than nothing, the best first."""
    field, number = watch.field, count()
    rough = [
        (-weights.of(each.features), next(number), each)
        for each in chain(candidates(watch, player), in_contact(watch, player))
    ]
    rough.sort()
    attacks = [entry for entry in rough if entry[2].kind in ATTACKS]
    found = [entry for entry in rough if entry[2].kind not in ATTACKS]
    for _, _, each in attacks[:CLOSELY]:
        better = closer(each)
        found.append((-weights.of(better.features), next(number), better))
    heapify(found)
    asked, unmended = 0, MENDED
    while found and asked < ASKED:
        points, _, each = heappop(found)
        if points >= 0:
            return
        order = each.written()
        if order is None:
            continue
        asked += 1
        if is_legal(field, order):
            yield Proposal(order, -points)
        elif each.kind in WAYS and unmended and (way := mended(each)):
            unmended -= 1
            heappush(found, (-weights.of(way.features), next(number), way))

"""No question and no moment without a legal answer: whatever is ordered in a crowd amid terrain."""

from collections import Counter
from collections.abc import Iterator

import pytest

from rules.age_of_destruction.bots import RandomCommander, fight
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.orders.answer import default_answer, open_question
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.orders.move import Move
from rules.age_of_destruction.play.invariants import broken_invariants
from rules.age_of_destruction.play.rules import advance, is_stuck, legal_orders, who_acts
from rules.age_of_destruction.play.scenario import Scenario
from rules.age_of_destruction.playouts.deal import Deals
from rules.age_of_destruction.playouts.places import SIDE, Places, landscape
from rules.core.dice import Dice, SeededDice
from rules.tests.skirmishes import catalogue, read, scenario

rule = pytest.mark.rule

#: Starts that are dealt, and orders and answers of each that are played by lot.
STARTS, PLAYED = 90, 40


class Always(Dice):
    """Dice that always show the same face."""

    def __init__(self, face: int) -> None:
        self.face = face

    def roll(self, number: int) -> tuple[int, ...]:
        """As many as asked for, all alike."""
        return (self.face,) * number


def crowds(number: int) -> Iterator[Scenario]:
    """Positions of many units side by side, amid terrain and opponents."""
    deals = Deals(catalogue(), SeededDice(23))
    for index in range(number):
        start = deals.next()
        if index % 3 == 2:
            yield read(start | {"dice": [], "orders": []})


def marchers(number: int) -> Iterator[Scenario]:
    """Infantry and vehicles of one faction side by side, opponents among them, and terrain laid
    over all of them, so that many stand where they could not come to rest."""
    chance = SeededDice(7)
    able = [
        unit
        for unit in catalogue().units.values()
        if unit.type in ("infantry", "vehicle")
        and unit.dial
        and unit.speed_mode not in (None, "vtol")
    ]
    by_faction = {unit.faction: [u for u in able if u.faction == unit.faction] for unit in able}
    groups = [found for faction, found in by_faction.items() if faction and len(found) > 3]
    for index in range(number):
        places, units = Places([], catalogue(), chance, crowded=True), []
        own, others = (groups[chance.below(len(groups))] for _ in range(2))
        for seat, group, most in (("red", own, 6), ("blue", others, 4)):
            for member in range(most):
                figure = group[chance.below(len(group))]
                if place := places.place(figure, seat, cruising=False):
                    name = f"{seat}{member}"
                    units.append({"id": name, "owner": seat, "unit": figure.id} | place)
        rulings = {"group_must_be_connected": index % 3 > 0}
        yield read(
            scenario(
                units,
                terrain=landscape(chance)[: 2 + index % 7],
                table={"width": SIDE, "depth": SIDE},
                rulings=rulings,
                prompts="ask",
            )
        )


def asked_after(position: Scenario, order: Order, dice: Dice) -> Iterator[str]:
    """The kinds of questions an order asks, each answered as nobody has to answer it."""
    setup = position.setup
    state, _ = advance(setup, position.state, order, dice)
    while (question := open_question(state)) is not None:
        yield question.to
        assert broken_invariants(setup, state) == [], order
        offered = legal_orders(setup, state, question.player)
        assert offered, (order, question)
        state, _ = advance(setup, state, default_answer(question), dice)
    assert broken_invariants(setup, state) == [], order


def contested(position: Scenario, order: Order) -> bool:
    """Whether a march takes a unit out of contact."""
    field = Field.of_moment(position.setup, position.state)
    return (
        isinstance(order, Move)
        and order.in_formation
        and any(field.piece(unit_id).opponents_in_contact for unit_id in order.members)
    )


@rule("AOD-FORM-009", "AOD-BREAK-010")
def test_whoever_is_held_in_a_crowd_leaves_the_others_an_answer() -> None:
    asked: Counter[str] = Counter()
    for position in marchers(STARTS):
        orders = legal_orders(position.setup, position.state, position.state.active)
        for order in [order for order in orders if contested(position, order)][:12]:
            asked.update(asked_after(position, order, Always(1)))
    assert asked["march"] >= 50


def test_every_moment_of_a_game_in_a_crowd_has_an_order_or_an_answer() -> None:
    for number, position in enumerate(crowds(STARTS // 2)):
        setup, commander = position.setup, RandomCommander(SeededDice(number))
        players = {player.id: commander for player in setup.players}
        taken = fight(setup, position.state, players, SeededDice(number))
        for step, _ in zip(taken, range(PLAYED), strict=False):
            assert not is_stuck(setup, step.state)
            assert step.state.stage == "over" or who_acts(step.state) in players
            assert broken_invariants(setup, step.state) == []

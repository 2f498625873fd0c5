"""What no commander ever does: give an illegal order, pass while something useful is legal, look at
more positions than his budget allows."""

from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

from rules.age_of_destruction.bots import COMMANDERS, SearchingCommander, Taken, fight
from rules.age_of_destruction.bots.appraisal import Appraisal
from rules.age_of_destruction.bots.contest import read_fighter, set_up_contest
from rules.age_of_destruction.bots.contest.game import begin
from rules.age_of_destruction.forecast.outlook import TooManyWays, outlook
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.scoring import occupiers
from rules.age_of_destruction.orders.answer import open_question
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.orders.close import Close
from rules.age_of_destruction.orders.end_game import EndGame
from rules.age_of_destruction.orders.end_stage import EndStage
from rules.age_of_destruction.orders.ranged import Ranged
from rules.age_of_destruction.orders.time_up import TimeUp
from rules.age_of_destruction.orders.vent import Vent
from rules.age_of_destruction.orders.withdraw import Withdraw
from rules.age_of_destruction.play.rules import advance, explain, legal_orders
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State
from rules.core.dice import SeededDice
from rules.tests.army import group
from rules.tests.skirmishes import catalogue, read, scenario, squad, tank
from rules.tests.test_play_playouts import position

#: Weapons of all types, a 'Mech, vehicles, a VTOL, infantry and a transport.
GROUP = group("AOD-102", "AOD-061", "AOD-055", "AOD-053", "AOD-027", total=300)
#: Orders looked at in a fight under way, and turns of a whole game.
ORDERS, TURNS = 10, 4

Moment = tuple[Setup, State, Order]


@cache
def fought(name: str, seed: int) -> tuple[Moment, ...]:
    """The orders of commanders of one kind in a fight under way, with the states before them."""
    start = read(position(seed))
    return tuple(_moments(start.setup, start.state, name, seed, ORDERS))


@cache
def played(name: str) -> tuple[Moment, ...]:
    """The same of a game from its set-up on."""
    fighters = (read_fighter(GROUP, catalogue()),) * 2
    start = begin(set_up_contest(fighters, (name, name), 5, catalogue(), TURNS), 0, catalogue())
    return tuple(_moments(start.setup, start.state, name, 5, 400))


def _moments(
    setup: Setup, state: State, name: str, seed: int, orders: int
) -> Iterator[tuple[Setup, State, Order]]:
    both = {p.id: COMMANDERS[name](SeededDice(seed)) for p in setup.players}
    taken: Taken
    for taken in islice(fight(setup, state, both, SeededDice(seed)), orders):
        yield setup, state, taken.order
        state = taken.state


def moments(name: str) -> Iterator[Moment]:
    """All of them."""
    for seed in range(2):
        yield from fought(name, seed)
    yield from played(name)


@pytest.mark.parametrize("name", list(COMMANDERS))
def test_every_order_is_legal_and_nobody_gives_up(name: str) -> None:
    for setup, state, order in moments(name):
        assert explain(setup, state, order) == ()
        assert not isinstance(order, EndGame | TimeUp | Withdraw)


@pytest.mark.parametrize("name", ["greedy", "drilled", "searching", "planning"])
def test_nobody_passes_while_something_useful_is_legal(name: str) -> None:
    for setup, state, order in moments(name):
        passed = isinstance(order, EndStage) and state.preparation is None
        if passed and state.orders_left > 0:
            assert not list(useful(setup, state))


@pytest.mark.parametrize("name", ["greedy", "drilled", "searching", "planning"])
def test_a_zone_that_nobody_defends_is_entered(name: str) -> None:
    units = [tank("r1", (18, 27)), squad("b1", (2, 2), 180)]
    near = read(scenario(units, build_total=450, orders_left=1))
    order = COMMANDERS[name](SeededDice(1)).choose(near.setup, near.state, "red")
    after, _ = advance(near.setup, near.state, order, SeededDice(1))
    assert [piece.id for piece in occupiers(Field(near.setup, after), "red")] == ["r1"]


def useful(setup: Setup, state: State) -> Iterator[Order]:
    """Orders that cost no push and do good whoever judges them: attacks that may hurt an opponent
    and nobody else, and cooling a 'Mech farther than it would cool by itself."""
    field = Field(setup, state)
    for order in legal_orders(setup, state, state.active):
        rested = all(not field.piece(u).now.tokens for u in getattr(order, "units", ()))
        if isinstance(order, Ranged | Close) and rested and harms_others_only(setup, state, order):
            yield order
        elif isinstance(order, Vent) and not order.on:
            piece = field.piece(order.unit)
            if min(piece.now.heat, piece.unit.vent or 0) > 1:
                yield order


def harms_others_only(setup: Setup, state: State, order: Order) -> bool:
    """Whether an attack is likely to take clicks from opponents, and takes none of its own side."""
    field = Field(setup, state)
    ours = setup.team(state.active)
    try:
        fates = outlook(setup, state, order, most=300).fates
    except TooManyWays:
        return False
    harm = {unit_id: fate.expected for unit_id, fate in fates.items()}
    own = [clicks for unit_id, clicks in harm.items() if field.piece(unit_id).team == ours]
    return all(clicks <= 0 for clicks in own) and sum(harm.values()) > 0


@pytest.mark.parametrize("budget", [0, 1, 10, 40])
def test_searching_never_looks_at_more_positions_than_he_may(
    budget: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Field] = []
    valued = Appraisal.position

    def looking(self: Appraisal, field: Field) -> float:
        looked.append(field)
        return valued(self, field)

    monkeypatch.setattr(Appraisal, "position", looking)
    for setup, state, _ in fought("greedy", 1)[::4]:
        if open_question(state) is None:
            looked.clear()
            commander = SearchingCommander(SeededDice(1), budget)
            order = commander.choose(setup, state, state.active)
            assert len(looked) <= budget
            assert explain(setup, state, order) == ()


@pytest.mark.rule("AOD-REPAIR-001")
@pytest.mark.parametrize("name", ["greedy", "drilled", "searching", "planning"])
@pytest.mark.parametrize(("damage", "by"), [(0, "die"), (6, True)])
def test_a_bot_repairs_in_the_way_that_restores_more(name: str, damage: int, by: object) -> None:
    tools = {"attack": ("green", "square")}
    units = [
        squad("r1", (18, 4), primary_damage=damage, equipment=tools, attack=9),
        tank("r2", (18, 6.13), click=8, tokens=1, defense=15, ordered=True),
        tank("b1", (18, 34), 180),
    ]
    start = read(scenario(units))
    order = COMMANDERS[name](SeededDice(1)).choose(start.setup, start.state, "red")
    assert isinstance(order, Close) and order.repair == by

"""The four functions of the game: explain, legal orders, decide, and evolve beside them."""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Any

import msgspec

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.refusals import Refusals, permits
from rules.age_of_destruction.orders import KINDS
from rules.age_of_destruction.orders.answer import Answer, open_question
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.orders.end_stage import EndStage
from rules.age_of_destruction.orders.samples import of_a_unit, of_formations
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.evolve import evolve
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State
from rules.age_of_destruction.steps.ending import end_if_decided
from rules.age_of_destruction.steps.resolution import Resolution, Stopped
from rules.core import system
from rules.core.dice import Dice, SeededDice
from rules.core.drawing import Draw, as_listed
from rules.core.violations import Violation

# --- Why not ----------------------------------------------------------------------------------


def explain(setup: Setup, state: State, order: Order) -> tuple[Violation, ...]:
    """Every violation of an order at a moment; none means that it is legal."""
    refusals = Refusals()
    _refuse(Field.of_moment(setup, state), order, refusals)
    return tuple(refusals.violations)


def is_legal(field: Field, order: Order) -> bool:
    """Whether there is no violation; a quicker question than which ones there are."""
    return permits(partial(_refuse, field, order))


def _refuse(field: Field, order: Order, refusals: Refusals) -> None:
    state, question = field.state, open_question(field.state)
    step = state.preparation.step if state.preparation else state.stage
    if state.stage == "over":
        refusals.add("GAME_OVER")
    elif isinstance(order, Answer):
        order.explain(field, refusals)
    elif question is not None:
        refusals.add("QUESTION_OPEN", player=question.player)
    elif step not in order.stages:
        refusals.add("WRONG_STAGE")
    else:
        order.explain(field, refusals)


# --- What comes of it -------------------------------------------------------------------------


def decide(setup: Setup, state: State, order: Order, dice: Dice) -> tuple[events.AnyEvent, ...]:
    """The events of an order that `explain` finds nothing wrong with.

    An answer runs the order under way again from its start with the faces rolled so far, and
    gives only the events that are new. Raises what the dice raise.
    """
    return advance(setup, state, order, dice)[1]


def advance(
    setup: Setup, state: State, order: Order, dice: Dice
) -> tuple[State, tuple[events.AnyEvent, ...]]:
    """Carry out a legal order: the state after it and what happened, as `decide` says."""
    if not isinstance(order, Answer):
        res = Resolution(setup, state, order, dice)
        happened = _run(res, order)
        return res.state, tuple(happened)
    way = state.under_way
    if way is None or not isinstance(way.order, Order):
        raise ValueError("an answer needs a question")
    res = Resolution(setup, way.start, way.order, dice, (*way.answers, order), way.faces)
    new = (events.Answered(answer=order), *_run(res, way.order)[way.told :])
    for event in new:
        state = evolve(state, event)
    return state, new


def _run(res: Resolution, order: Order) -> list[events.AnyEvent]:
    res.emit(events.OrderGiven(order=order))
    try:
        order.carry_out(res)
        end_if_decided(res)
        res.emit(events.OrderFinished())
    except Stopped as stopped:
        res.stop(stopped.question)
    return res.events


# --- What may be done -------------------------------------------------------------------------


class NothingLegal(system.NothingLegal):
    """A fault of the game, not of a player: somebody must act, and nothing he may do is legal.

    `player` must act, and `state` is the position.
    """

    def __init__(self, player: str, state: State) -> None:
        super().__init__(player, state)
        self.player = player
        self.state = state

    @property
    def position(self) -> dict[str, Any]:
        """The state as plain JSON values."""
        written: dict[str, Any] = msgspec.to_builtins(self.state)
        return written

    def __str__(self) -> str:
        question = open_question(self.state)
        if question is None:
            return f"turn {self.state.turn}: nothing {self.player} may do is legal"
        return f"turn {self.state.turn}: no answer of {self.player} to {question} is legal"


def who_acts(state: State) -> str:
    """The player who must act: who is asked, else whose turn it is."""
    question = open_question(state)
    return question.player if question else state.active


def is_stuck(setup: Setup, state: State) -> bool:
    """Whether whoever must act has nothing legal to do, which never should be."""
    if state.stage == "over":
        return False
    field, player = Field.of_moment(setup, state), who_acts(state)
    return not any(is_legal(field, order) for order in _candidates(field, player))


def legal_orders(setup: Setup, state: State, player: str) -> list[Order]:
    """The orders of a player that `explain` has nothing against; paths are only samples."""
    field = Field.of_moment(setup, state)
    return [order for order in _candidates(field, player) if is_legal(field, order)]


def some_legal_order(setup: Setup, state: State, player: str, chance: SeededDice) -> Order | None:
    """An order or answer of a player by lot that `explain` has nothing against, None for none.

    A unit and a manner of order are drawn, then their details, until an order is legal. The player
    ends his stage only where nothing else is legal, and never the game.
    """
    field = Field.of_moment(setup, state)
    passing = [EndStage()] if player == state.active else []
    candidates = chain(_doings(field, player, chance.shuffled), passing)
    return next((order for order in candidates if is_legal(field, order)), None)


def _candidates(field: Field, player: str) -> Iterator[Order]:
    return chain(_of_a_player(field, player, ends=True), _doings(field, player, as_listed))


def _doings(field: Field, player: str, draw: Draw) -> Iterable[Order]:
    """Candidates for answers and for all orders that end nothing."""
    state = field.state
    if open_question(state) is not None:
        return draw(list(Answer.candidates(field, player)))
    if state.preparation is not None:
        return draw(list(_of_a_player(field, player, ends=False)))
    acts = state.active == player and state.stage != "over"
    return _unit_orders(field, player, draw) if acts else ()


def _of_a_player(field: Field, player: str, *, ends: bool) -> Iterator[Order]:
    """Candidates for what a player does himself, not one of his units."""
    for kind in KINDS:
        if kind.ends == ends:
            yield from kind.candidates(field, player)


def _unit_orders(field: Field, player: str, draw: Draw) -> Iterator[Order]:
    """Unit by unit and manner by manner, each with all its candidates; last of all formations."""
    in_formation = (None,) if field.state.orders_left > 0 else ()
    for unit_id in draw((*field.roster.led_by(player), *in_formation)):
        if unit_id is None:
            yield from of_formations(field, player, draw)
        else:
            yield from of_a_unit(field.piece(unit_id), draw)

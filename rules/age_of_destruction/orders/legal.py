"""Orders a player may give: kinds, targets and weapons enumerated, movement sampled."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Any

import msgspec

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.orders.explain import is_legal
from rules.age_of_destruction.orders.legal_attacks import close_orders, salvos, shots
from rules.age_of_destruction.orders.legal_carrying import carrying_moves, places
from rules.age_of_destruction.orders.legal_formations import FORMATIONS
from rules.age_of_destruction.orders.legal_moves import (
    approaches,
    flights,
    free_vents,
    moves,
    on_the_spot,
    switches,
)
from rules.age_of_destruction.play.play import open_question
from rules.age_of_destruction.play.set_up.legal import orders_in_set_up
from rules.age_of_destruction.state.orders import (
    Answer,
    AnyOrder,
    EndGame,
    EndStage,
    TimeUp,
    Withdraw,
)
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import Question, State
from rules.core.dice import SeededDice
from rules.core.drawing import Draw, as_listed
from rules.core.geometry import bearing

#: What one unit may be ordered to do.
OF_A_UNIT: tuple[Callable[[Piece, Draw], Iterator[AnyOrder]], ...] = (
    *(switches, on_the_spot, moves, flights, carrying_moves),
    *(salvos, shots, close_orders, approaches),
)


class NothingLegal(Exception):
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
    candidates = chain(_endings(field, player), _doings(field, player, as_listed))
    return not any(is_legal(field, order) for order in candidates)


def legal_orders(setup: Setup, state: State, player: str) -> list[AnyOrder]:
    """The orders of a player that `explain` has nothing against; paths are only samples."""
    field = Field.of_moment(setup, state)
    candidates = chain(_endings(field, player), _doings(field, player, as_listed))
    return [order for order in candidates if is_legal(field, order)]


def some_legal_order(
    setup: Setup, state: State, player: str, chance: SeededDice
) -> AnyOrder | None:
    """An order or answer of a player by lot that `explain` has nothing against, None for none.

    A unit and a manner of order are drawn, then their details, until an order is legal. The player
    ends his stage only where nothing else is legal, and never the game.
    """
    field = Field.of_moment(setup, state)
    passing = [EndStage()] if _is_to_act(field, player) else []
    candidates = chain(_doings(field, player, chance.shuffled), passing)
    return next((order for order in candidates if is_legal(field, order)), None)


def _is_to_act(field: Field, player: str) -> bool:
    """Whether a player may order and is asked nothing."""
    state = field.state
    return state.active == player and open_question(state) is None and state.stage != "over"


def _endings(field: Field, player: str) -> Iterator[AnyOrder]:
    """Candidates that end a stage or the game."""
    state = field.state
    if not _is_to_act(field, player):
        if state.agreed and open_question(state) is None:
            yield EndGame(player=player)
        return
    yield EndStage()
    if state.stage == "orders":
        yield Withdraw(player=player)
        yield EndGame(player=player)
        if field.setup.limits.minutes is not None:
            yield TimeUp(minutes=field.setup.limits.minutes)


def _doings(field: Field, player: str, draw: Draw) -> Iterable[AnyOrder]:
    """Candidates for answers and for all orders that end nothing."""
    state, question = field.state, open_question(field.state)
    if question is not None:
        return draw(list(_answers(field, question))) if question.player == player else ()
    if not _is_to_act(field, player):
        return ()
    if state.preparation is not None:
        return draw(list(orders_in_set_up(field, state.preparation)))
    return _unit_orders(field, player, draw)


def _answers(field: Field, question: Question) -> Iterator[Answer]:
    if question.to == "free_spin":
        mover = field.piece(question.about)
        for spinner in question.options:
            facing = bearing(field.piece(spinner).at, mover.at)
            yield Answer(to="free_spin", unit=spinner)
            yield Answer(to="free_spin", unit=spinner, facing=facing)
    elif question.to == "deactivate":
        yield Answer(to="deactivate", unit=question.unit)
        yield Answer(to="deactivate", unit=question.unit, off=question.options)
    elif question.to == "place":
        yield from places(field, question)
    elif question.to == "split":
        for favoured in question.options:
            yield Answer(to="split", split={favoured: question.damage})
    elif question.to == "march":
        yield Answer(to="march", unit=question.unit)
    else:
        for choice in question.options:
            yield Answer(to="choose", unit=question.unit, choice=choice)


def _unit_orders(field: Field, player: str, draw: Draw) -> Iterator[AnyOrder]:
    """Unit by unit and manner by manner, each with all its candidates; last of all formations."""
    givers: list[Callable[[Draw], Iterator[AnyOrder]]]
    givers = [partial(_of_a_unit, piece) for piece in field.of(player)]
    if field.state.orders_left > 0:
        givers.append(partial(_of_formations, field, player))
    for candidates in draw(givers):
        yield from candidates(draw)


def _of_a_unit(piece: Piece, draw: Draw) -> Iterator[AnyOrder]:
    able = piece.field.state.orders_left > 0 and piece.now.at is not None and not piece.now.ordered
    for manner in draw((free_vents, *OF_A_UNIT) if able else (free_vents,)):
        yield from manner(piece, draw)


def _of_formations(field: Field, player: str, draw: Draw) -> Iterator[AnyOrder]:
    for manner in draw(FORMATIONS):
        yield from manner(field, player, draw)

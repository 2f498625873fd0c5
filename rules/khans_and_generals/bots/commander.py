"""What a commander is, and the one who draws lots."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from rules.core.dice import SeededDice
from rules.core.system import NothingLegal
from rules.khans_and_generals.moment.field import Field
from rules.khans_and_generals.orders import BY_NAME, KINDS
from rules.khans_and_generals.orders.base import Order, OrderKind, UnitOrder
from rules.khans_and_generals.play.rules import NOT_BY_PLAYERS, actors, explain_at, may_have
from rules.khans_and_generals.state.setup import Setup
from rules.khans_and_generals.state.state import State

#: Orders that only end a turn or the battle, the one that is given first.
ENDINGS = ("end_stage", "withdraw")
#: Kinds that are not drawn by lot; who is laid in a trap by chance might never find his way out.
NEVER = (*ENDINGS, *NOT_BY_PLAYERS, "trap")


class Commander(Protocol):
    """Whoever gives the orders of one player or of several."""

    def choose(self, setup: Setup, state: State) -> Order:
        """A legal order of who must act; raises NothingLegal where the game is stuck."""

    def answer(self, setup: Setup, state: State, player: str) -> Order | None:
        """A legal order of a player in the enemy's turn (KG-082), None to let the moment pass."""


class RandomCommander:
    """Gives any order, by lot: its kind, then one of the kind; he never gives up."""

    def __init__(self, chance: SeededDice) -> None:
        self._chance = chance

    def choose(self, setup: Setup, state: State) -> Order:
        """A legal order by lot; ends the turn where nothing else is legal."""
        return by_lot(setup, state, self._chance)

    def answer(self, setup: Setup, state: State, player: str) -> Order | None:
        """Nothing: it keeps its command points."""
        return None


def by_lot(setup: Setup, state: State, chance: SeededDice) -> Order:
    """A legal order by lot, a kind first, none that only moves on who has moved; raises
    NothingLegal."""
    field = Field(setup, state)
    players = actors(state)
    kinds = [kind for kind in KINDS.values() if kind.name not in NEVER and _is_drawn(kind, state)]
    for kind in chance.shuffled(kinds):
        for order in chance.shuffled(list(_of_kind(field, players, kind, chance))):
            return order
    endings = (*reversed(ENDINGS),) if is_beaten(field) else ENDINGS
    for name in endings:
        for player in players:
            for order in BY_NAME[name].candidates(field, player):
                return order
    raise NothingLegal(", ".join(players))


def _is_drawn(kind: OrderKind, state: State) -> bool:
    """Whether orders of a kind are drawn at this stage: before the battle formations and weapons
    could be changed for ever."""
    return state.stage != "setup" or not kind.prepares


def _of_kind(
    field: Field, players: Sequence[str], kind: OrderKind, chance: SeededDice
) -> Iterator[Order]:
    """Legal orders of one kind: of players all, of units those of the first by lot that has any."""
    for player in players:
        if not issubclass(kind.value, UnitOrder):
            yield from legal_of(field, kind.candidates(field, player))
            continue
        for piece in chance.shuffled(field.friends(player)):
            if not may_have(field, piece, kind) or (kind.name == "move" and piece.unit.moving):
                continue
            if found := list(legal_of(field, kind.candidates(field, piece))):
                yield from found
                return


def legal_of(field: Field, orders: Iterable[Order]) -> Iterator[Order]:
    """Those of some orders that the rules allow."""
    return (order for order in orders if not explain_at(field, order))


def is_beaten(field: Field) -> bool:
    """Whether nobody of the active side stands his ground on the table, and nobody will be called
    to it by anybody."""
    if field.state.stage != "orders":
        return False
    own = field.friends(field.state.active)
    return all(piece.unit.routed or piece.unit.lost for piece in own)

"""How the game stands: what the bar over the table always shows."""

from dataclasses import dataclass

from armybuilder.systems.age_of_destruction.present.tables import Table
from armybuilder.systems.age_of_destruction.present.words import seat_name
from collection.common.language import Words


@dataclass(frozen=True)
class Side:
    """A player: `points` of what still fights for him, and whether it is his turn."""

    seat: str
    name: Words
    points: int
    acts: bool


@dataclass(frozen=True)
class Standing:
    """Sides in the order of their turns. `yours`: whether whoever looks is to act, and for
    nobody else; `orders`: of each order of this turn whether it is left, none outside of the game;
    `turns`: how many are played, None where it is not agreed."""

    sides: tuple[Side, ...]
    yours: bool
    orders: tuple[bool, ...]
    turns: int | None


def standing(table: Table) -> Standing:
    """How the game stands."""
    return Standing(
        sides=tuple(
            Side(seat, seat_name(table, seat), points(table, seat), _acts(table, seat))
            for seat in table.seats
        ),
        yours=not table.is_over and table.mine == [table.actor],
        orders=_orders(table) if table.in_play else (),
        turns=table.setup.limits.turns,
    )


def points(table: Table, seat: str) -> int:
    """What the figures cost that a player may still use: neither gone, taken nor heavily
    damaged."""
    own = (piece for piece in table.field.owned_by(seat))
    return sum(
        piece.figure.value
        for piece in own
        if not (piece.now.gone or piece.is_captive or piece.is_salvage)
    )


def _acts(table: Table, seat: str) -> bool:
    return not table.is_over and seat == table.actor


def _orders(table: Table) -> tuple[bool, ...]:
    left = table.state.orders_left
    return tuple(number < left for number in range(max(table.setup.orders_a_turn, left)))

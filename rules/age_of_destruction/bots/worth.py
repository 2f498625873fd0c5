"""What units are worth to a commander as they are: points, by their dials and their heat."""

from collections.abc import Callable
from math import fsum

from rules.age_of_destruction.moment.outfit import Outfit
from rules.age_of_destruction.moment.piece import Piece
from rules.core.kept import of_a_moment

#: Shares of its points a unit keeps on its last click, and once it is heavily damaged.
LAST_CLICK = 0.4
SALVAGE = 0.15
#: The same by what some 500 games ended with: whoever has lost half of the clicks until it is
#: heavily damaged holds the battlefield in the end about half as often as who is fresh.
FUNCTIONAL = 0.25
WRECK = 0.05
#: Shares of its points a 'Mech loses: shut down, by each face on which a heat effect fails, by each
#: number its heat takes off a value.
SHUT_DOWN = 0.25
BY_FACE = 0.015
BY_NUMBER = 0.02
#: The points below which nothing is worth an order.
STIR = 0.1


#: How somebody counts the points a unit is worth on a click.
Scale = Callable[[Outfit, int], float]


@of_a_moment
def worth(outfit: Outfit, click: int) -> float:
    """The points a unit is worth on a click: all on the first, 0 past the end of its dial."""
    figure = outfit.figure
    clicks = len(figure.unit.dial)
    if click > clicks:
        return 0.0
    left = (clicks - click + 1) / clicks
    if outfit.salvage[click - 1]:
        return figure.value * SALVAGE * left
    return figure.value * (LAST_CLICK + (1 - LAST_CLICK) * left)


@of_a_moment
def staying(outfit: Outfit, click: int) -> float:
    """The points a unit is worth on a click by how likely it stays functional to the end: what it
    has lost of the clicks until it is heavily damaged counts, the first as much as the last."""
    salvage, value = outfit.salvage, outfit.figure.value
    if click > len(salvage):
        return 0.0
    to_come = salvage[click - 1 :]
    if to_come[0]:
        return value * WRECK * len(to_come) / len(salvage)
    left = to_come.count(False) / salvage.count(False)
    return value * (FUNCTIONAL + (1 - FUNCTIONAL) * left)


def loss(piece: Piece, clicks: int, scale: Scale = worth) -> float:
    """The points some clicks of damage take from a unit; below 0 for clicks repaired."""
    click = piece.now.click
    return scale(piece.outfit, click) - scale(piece.outfit, max(click + clicks, 1))


def harm_of_heat(piece: Piece, heat: int) -> float:
    """The points a position of its heat dial takes from a 'Mech."""
    dial, figure = piece.unit.heat_dial, piece.figure
    if not dial:
        return 0.0
    if heat >= len(dial):
        return SHUT_DOWN * figure.value
    return _harm(piece.outfit, max(heat, 0)) * figure.value


@of_a_moment
def _harm(outfit: Outfit, heat: int) -> float:
    dial = outfit.figure.unit.heat_dial
    position = dial[heat]
    numbers = position.primary_damage + position.secondary_damage + position.speed
    harm = fsum(BY_FACE * effect.fails_on for _, effect in outfit.heat_effects[heat])
    return max(harm - BY_NUMBER * numbers, 0.0) + BY_NUMBER * heat / len(dial)


def heating(piece: Piece, clicks: int) -> float:
    """The points so much heat takes from a unit; below 0 for cooling."""
    heat = piece.now.heat
    return harm_of_heat(piece, heat + clicks) - harm_of_heat(piece, heat)


def price(piece: Piece, heat: int = 0, scale: Scale = worth) -> float:
    """What an order costs a unit: a push where it bears a token, and some heat of the order."""
    pushed = piece.now.tokens > 0 and not any(
        f.item.order_limits(piece).unpushed for f in piece.answering("order_limits")
    )
    if piece.is_mech:
        return STIR + heating(piece, heat + pushed)
    return STIR + (loss(piece, 1, scale) if pushed else 0.0)

"""What the state of a game has to know of the orders and answers it holds; `orders` has the kinds.

Both are plain classes, so that msgspec asks for a hook where it reads one (`orders.read_given`).
"""

from typing import ClassVar

from rules.age_of_destruction.state.legs import Degrees, Legs, Name, Names, Place, Split


class Given:
    """An order as a player gave it."""

    __slots__ = ()
    #: Whether players who would end the game stay by that when such an order is given.
    keeps_agreement: ClassVar[bool] = False

    @property
    def leader(self) -> str:
        """The unit that is given the order of its turn, "" for none."""
        return ""


class Reply(Given):
    """The answer to a question as a player gave it."""

    __slots__ = ()
    to: str
    off: Names
    unit: Name
    at: Place | None
    facing: Degrees | None
    split: Split | None
    choice: Name
    member_legs: dict[Name, Legs]

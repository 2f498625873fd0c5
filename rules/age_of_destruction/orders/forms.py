"""The manners in which a player gives orders: what may be said in each, and what order it means."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol

import msgspec

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.steps.movement import Pace
from rules.age_of_destruction.table.terrain import Terrain
from rules.core.geometry import Point
from rules.core.wording import Title

#: What may be typed about a way: all, or without somebody it leads towards.
WAY = ("toward", "inches", "stop", "path", "face")
PATH = ("path", "face")

#: An order as files hold it.
Written = dict[str, Any]


class Said(Protocol):
    """What somebody says about an order, field by field.

    Whoever reads it raises a fault of its own for a field that cannot be read.
    """

    def one(self, name: str) -> str:
        """A field, "" where it is missing."""

    def every(self, name: str) -> Sequence[str]:
        """All values of a field that are not empty."""

    def points(self, name: str = "path") -> Sequence[Point]:
        """Places on the table in inches, none where the field is missing."""

    def facing(self) -> float | None:
        """The direction at the end in degrees, None for none."""

    def inches(self, name: str) -> float | None:
        """A length from 0, None for none."""

    def count(self, name: str) -> int:
        """A whole number from 0, 0 where the field is missing."""

    def element(self, name: str) -> Terrain:
        """The element of terrain that goes by a name, its id or what it is called."""


class Undraftable(Exception):
    """No order comes of what was said: why not, and about whom."""

    def __init__(
        self, code: Literal["NO_ROOM_FOR_PASSENGERS", "NO_ROOM_FOR_CAPTIVE", "NO_WAY"], name: str
    ) -> None:
        super().__init__(code)
        self.code = code
        self.name = name


#: The order that something said in a form means, legal or not, None for none; raises Undraftable.
Draft = Callable[["Form", Field, Said], Written | None]


class Form(msgspec.Struct, frozen=True):
    """A manner of giving an order, as a player chooses it.

    `label`: what it is called, with others taken along as `units`, None where the question it
    answers or the piece it lays is named instead; `together`: what it is called in a formation.

    `fields`: what may still be shown or typed about it, none where the order is whole; `clicks`:
    what a click on the table does then (a corner of a way, one more marker, one place, a turn).
    `unusual` ones stand behind the others. `pace`: the manner of its move. `draft`: the order it
    is, None where it is only given whole.
    """

    name: str
    fields: tuple[str, ...] = ()
    clicks: Literal["way", "marks", "spot", "turn"] = "way"
    unusual: bool = False
    pace: Pace = Pace()
    draft: Draft | None = None
    label: Title | None = None
    together: Title | None = None

"""An ability as a unit has it, and which of several that exclude each other works."""

from collections.abc import Callable

import msgspec

from rules.age_of_destruction.moment.ability import Ability
from rules.age_of_destruction.records.cards import Card


class Fitted(msgspec.Struct, frozen=True, gc=False):
    """One ability a unit has: at which value, if any, whether in a circle, and by which card."""

    item: Ability
    value: str = ""
    circled: bool = False
    card: Card | None = None

    @property
    def name(self) -> str:
        """Its name."""
        return self.item.name

    @property
    def place(self) -> str:
        """The card and the value it sits on: "AOD-G-029 primary_damage"."""
        return f"{self.card.id} {self.value}" if self.card else self.value

    def excludes(self, other: "Fitted") -> bool:
        """Whether two sources give one value equipment that does not work together.

        A gear card may allow it (AOD-GEAR-017); a pilot's text is at no value.
        """
        if not self.value == other.value != "" or self.card == other.card:
            return False
        return not any(f.card.joins_equipment for f in (self, other) if f.card)


def one_source(found: list[Fitted], worth: Callable[[Fitted], tuple[int, bool]]) -> list[Fitted]:
    """The equipment left when pieces that exclude each other give way to the one worth more; only a
    card brings a second source."""
    if all(fitted.card is None for fitted in found):
        return found
    return [
        fitted
        for fitted in found
        if not any(fitted.excludes(other) and worth(other) > worth(fitted) for other in found)
    ]

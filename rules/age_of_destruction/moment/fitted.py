"""An ability as a unit has it, and which of several that exclude each other works."""

from collections.abc import Callable, Iterable

import msgspec

from rules.age_of_destruction.moment.ability import Ability
from rules.age_of_destruction.moment.attack import Without
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


def usable(working: Iterable[Fitted], value: str, without: Without) -> list[Fitted]:
    """What of some that works an attack with a damage value may use that goes without something:
    nothing at another damage value, unless it works with any (AOD-EQUIP-007)."""
    found = []
    for fitted in working:
        at_a_weapon = fitted.value.endswith("_damage")
        wrong_weapon = fitted.value != value and not fitted.item.any_weapon
        shut_out = fitted.value and (without == "all" or (without == "damage" and at_a_weapon))
        if not (at_a_weapon and wrong_weapon) and not shut_out:
            found.append(fitted)
    return found


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

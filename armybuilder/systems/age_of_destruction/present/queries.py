"""What an address says about an order in the making, read with its limits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite

from django.utils.translation import gettext as _

from armybuilder.skirmishes.present.beginnings import OrderUnreadable

Point = tuple[float, float]

#: The longest path and the longest order that are read from an address, in characters.
LONGEST_PATH = 600
LONGEST_ORDER = 4000
#: Names of one kind that are read, for instance of equipment that is switched off.
MOST_NAMES = 40


@dataclass(frozen=True)
class Query:
    """The fields of an address; of most only the last one counts."""

    fields: Mapping[str, Sequence[str]]

    def one(self, name: str) -> str:
        """A field, "" where it is missing."""
        values = self.fields.get(name) or [""]
        return values[-1].strip()

    def every(self, name: str) -> list[str]:
        """All values of a field that are not empty."""
        return [value for value in self.fields.get(name, ())[:MOST_NAMES] if value]

    def points(self, name: str = "path") -> list[Point]:
        """Points such as "12.5,7 14,9"; raises OrderUnreadable."""
        text = self.one(name)
        if len(text) > LONGEST_PATH:
            raise OrderUnreadable(_("This way has too many corners."))
        try:
            return [(_finite(x), _finite(y)) for x, y in (pair.split(",") for pair in text.split())]
        except ValueError as error:
            raise OrderUnreadable(
                _("“%(text)s” is no way; write points such as 12.5,7.") % {"text": text[:40]}
            ) from error

    def facing(self) -> float | None:
        """The direction at the end in degrees, None for none; raises OrderUnreadable."""
        text = self.one("face").replace(",", ".")
        if not text:
            return None
        try:
            return _finite(text)
        except ValueError as error:
            raise OrderUnreadable(
                _("“%(text)s” is no direction; write degrees from 0 to 359.") % {"text": text[:20]}
            ) from error

    def inches(self, name: str) -> float | None:
        """A length from 0, None for none; raises OrderUnreadable."""
        text = self.one(name).replace(",", ".")
        if not text:
            return None
        try:
            return max(_finite(text), 0.0)
        except ValueError as error:
            raise OrderUnreadable(_("“%(text)s” is no number.") % {"text": text[:20]}) from error

    def count(self, name: str) -> int:
        """A whole number from 0, where there is none 0; raises OrderUnreadable."""
        text = self.one(name) or "0"
        if not (text.isascii() and text.isdigit() and len(text) < 4):
            raise OrderUnreadable(_("“%(text)s” is no number.") % {"text": text[:20]})
        return int(text)


def _finite(text: str) -> float:
    """A finite number; raises ValueError."""
    number = float(text)
    if not isfinite(number):
        raise ValueError(text)
    return number

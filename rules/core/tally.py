"""Numbers that carry their reasons."""

import msgspec


class Part(msgspec.Struct, frozen=True, gc=False):
    """One summand: what it is, how much it adds, and the entry it stands at."""

    what: str
    value: int
    where: str = ""


class Tally(msgspec.Struct, frozen=True, gc=False):
    """A sum of parts; `at_least` says that a summand is unknown and the total a lower bound."""

    parts: tuple[Part, ...] = ()
    at_least: bool = False

    @property
    def total(self) -> int:
        """The sum of the parts; always recomputed, never stored."""
        return sum(part.value for part in self.parts)

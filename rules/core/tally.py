"""Numbers that carry their reasons."""

import msgspec


class Part(msgspec.Struct, frozen=True, gc=False):
    """One summand: what it is, how much it adds, and the entry it stands at."""

    what: str
    value: int
    where: str = ""


class Tally(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A sum of parts; `at_least` says that a summand is unknown and the total a lower bound."""

    parts: tuple[Part, ...] = ()
    at_least: bool = False

    @property
    def total(self) -> int:
        """The sum of the parts; always recomputed, never stored."""
        return sum([part.value for part in self.parts])

    def __add__(self, other: "Tally") -> "Tally":
        """Both sums as one."""
        return Tally((*self.parts, *other.parts), self.at_least or other.at_least)


def of_parts(**parts: int) -> Tally:
    """A sum of parts by their names; what adds nothing is left out."""
    return Tally(tuple(Part(name, value) for name, value in parts.items() if value))

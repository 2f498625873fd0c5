"""How results are rounded: once, at the end, exact halves to the even number (KG-002, KG-003)."""

from fractions import Fraction


def percent(value: int, *changes: int) -> int:
    """A sum changed by percentages, which are added together (KG-001, KG-004); what is zero or
    negative stays (KG-005)."""
    if value <= 0:
        return value
    return round(Fraction(value * (100 + sum(changes)), 100))


def share(value: int, parts: int) -> int:
    """One of so many equal parts."""
    return round(Fraction(value, parts))

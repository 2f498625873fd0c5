"""Chances and expectations as pages write them."""

from fractions import Fraction

from django.utils import formats


def percent(chance: Fraction) -> str:
    """A chance in whole percents, halves up; what may happen is never 0 %, what may fail never
    100 %."""
    rounded = int(chance * 100 + Fraction(1, 2))
    if 0 < chance < 1:
        rounded = min(max(rounded, 1), 99)
    return f"{rounded}%"


def decimal(number: Fraction) -> str:
    """A number with two decimals, halves up, in the visitor's notation."""
    hundredths = int(abs(number) * 100 + Fraction(1, 2))
    return formats.number_format((-1 if number < 0 else 1) * hundredths / 100, 2)

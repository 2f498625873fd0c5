"""Calculators for a table with real dice, by the numbers of `odds`."""

from rules.core.calculators import Calculator
from rules.warzone.calculators.climb import ClimbCalculator
from rules.warzone.calculators.drop import DropCalculator
from rules.warzone.calculators.fall import FallCalculator
from rules.warzone.calculators.jump import JumpCalculator

CALCULATORS: tuple[Calculator, ...] = (
    ClimbCalculator(),
    JumpCalculator(),
    DropCalculator(),
    FallCalculator(),
)

"""Calculators for a table with real dice, each by the functions of battles."""

from rules.core.calculators import Calculator
from rules.khans_and_generals.calculators.anti_tank import AntiTankCalculator
from rules.khans_and_generals.calculators.artillery import ArtilleryCalculator
from rules.khans_and_generals.calculators.aviation import AviationCalculator
from rules.khans_and_generals.calculators.fire import FireCalculator
from rules.khans_and_generals.calculators.fire_spread import FireSpreadCalculator
from rules.khans_and_generals.calculators.going import GoingCalculator
from rules.khans_and_generals.calculators.links import LinksCalculator
from rules.khans_and_generals.calculators.melee import MeleeCalculator
from rules.khans_and_generals.calculators.morale import MoraleCalculator
from rules.khans_and_generals.calculators.set_up import SetUpCalculator
from rules.khans_and_generals.calculators.visibility import VisibilityCalculator

CALCULATORS: tuple[Calculator, ...] = (
    SetUpCalculator(),
    GoingCalculator(),
    LinksCalculator(),
    VisibilityCalculator(),
    MeleeCalculator(),
    FireCalculator(),
    ArtilleryCalculator(),
    AntiTankCalculator(),
    AviationCalculator(),
    MoraleCalculator(),
    FireSpreadCalculator(),
)

"""The games there are, and their calculators, by name."""

from collection.catalogue.game import systems
from rules import Calculator, GameSystem

__all__ = ["Calculator", "GameSystem", "calculator_named", "system_named", "systems"]


def system_named(name: str) -> GameSystem:
    """A game by its name; raises KeyError."""
    for system in systems():
        if system.name == name:
            return system
    raise KeyError(name)


def calculator_named(system: GameSystem, name: str) -> Calculator:
    """A calculator of a game; raises KeyError."""
    for calculator in system.calculators:
        if calculator.name == name:
            return calculator
    raise KeyError(name)

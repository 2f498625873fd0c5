"""An order being carried out: it rolls and emits, and sees the state change as it goes."""

from typing import Any

from rules.core.dice import Dice, Die, die, throw
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.state.events import Event, evolve
from rules.khans_and_generals.state.setup import Setup
from rules.khans_and_generals.state.state import Conditions, State, Unit

#: Assessment tokens: mostly middle values (KG-170).
TOKENS = Die("token", (1, 2, 2, 3, 3, 3, 3, 4, 4, 5))


class Resolution:
    """One run of an order from the state it began in."""

    def __init__(self, setup: Setup, state: State, dice: Dice) -> None:
        self.setup = setup
        self.state = state
        self.events: list[Event] = []
        self._dice = dice
        self._field = Field(setup, state)

    @property
    def field(self) -> Field:
        """The battlefield as it is now."""
        if self._field.state is not self.state:
            self._field = Field(self.setup, self.state)
        return self._field

    @property
    def conditions(self) -> Conditions:
        """Time, weather and ground as they are now."""
        return self.state.conditions

    def piece(self, name: str) -> Piece:
        """A unit as it is now."""
        return self.field.piece(name)

    def unit(self, name: str) -> Unit:
        """The state of a unit as it is now."""
        return self.state.units[name]

    def emit(
        self,
        event: str,
        *rules: str,
        unit: str | None = None,
        units: dict[str, dict[str, Any]] | None = None,
        table: dict[str, Any] | None = None,
        **facts: Any,
    ) -> None:
        """Let something happen."""
        happened = Event(event, unit, rules, facts, units or {}, table or {})
        self.events.append(happened)
        self.state = evolve(self.state, happened)

    def change(self, event: str, name: str, *rules: str, **fields: Any) -> None:
        """Let something happen to one unit."""
        self.emit(event, *rules, unit=name, units={name: fields})

    def roll(self, sides: int) -> int:
        """One die."""
        return throw(self._dice, die(sides))

    def swing(self) -> int:
        """Green d6 minus red d6."""
        green = self.roll(6)
        return green - self.roll(6)

    def draw(self, tokens: Die = TOKENS) -> int:
        """An assessment token."""
        return throw(self._dice, tokens)

    def test(self, name: str, *, modifier: int = 0, skill: int = 0) -> bool:
        """A Training test: d6 plus a modifier must not exceed Training plus skill (KG-150)."""
        face = self.roll(6)
        passed = face + modifier <= self.piece(name).profile.training + skill
        self.emit("training_tested", "KG-150", unit=name, face=face, passed=passed)
        return passed

"""What two players agree on before a battle, and what came of what they left to the dice."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from rules.core.dice import Dice, die, throw
from rules.core.violations import Violation
from rules.khans_and_generals.army.battles import BattleType
from rules.khans_and_generals.army.battles import Side as ArmySide
from rules.khans_and_generals.state.state import Ground, Time, Weather

Seat = Literal["red", "blue"]
SEATS: tuple[Seat, Seat] = ("red", "blue")
Size = Literal["small", "medium", "large"]
SIZES: tuple[Size, ...] = ("small", "medium", "large")
Season = Literal["spring", "summer", "autumn", "winter"]
SEASONS: tuple[Season, ...] = ("spring", "summer", "autumn", "winter")
Country = Literal["temperate", "north", "desert"]
COUNTRIES: tuple[Country, ...] = ("temperate", "north", "desert")

#: Battles in which nobody attacks: both sides are alike (section 24 of the rules).
WITHOUT_ATTACKER: tuple[BattleType, ...] = ("meeting", "pitched")


class Agreement(msgspec.Struct, frozen=True, kw_only=True):
    """What is chosen; None is rolled. `relief` names a table that is laid out, "" deals one by lot;
    `size` is that of the table."""

    battle: BattleType | None = None
    attacker: Seat | None = None
    time: Time | None = None
    weather: Weather | None = None
    ground: Ground | None = None
    season: Season = "summer"
    country: Country = "temperate"
    dynamic_time: bool = False
    dynamic_weather: bool = False
    relief: str = ""
    size: Size = "small"
    fire: bool = True


def agree(chosen: Mapping[str, object]) -> Agreement:
    """An agreement from what was chosen, by its fields; raises msgspec.ValidationError for what
    none of them can be."""
    return msgspec.convert(chosen, Agreement)


class Force(msgspec.Struct, frozen=True):
    """The army of one seat: a battle-group/1 object, which of its formations wait in reserve, wave
    by wave, and the places of units that lie in ambush, such as `units[3]`."""

    seat: Seat
    army: Mapping[str, Any]
    reserves: tuple[tuple[str, ...], ...] = ()
    traps: tuple[str, ...] = ()


class Told(msgspec.Struct, frozen=True):
    """One thing that was settled: what, how, by which faces (none where it was chosen), and the
    rules behind it."""

    what: str
    value: str
    faces: tuple[str, ...]
    rules: tuple[str, ...]


class Objected(Exception):
    """Armies that do not fit the battle, with every reason; both sides may agree to them."""

    def __init__(self, reasons: list[Violation]) -> None:
        super().__init__(", ".join(reason.code for reason in reasons))
        self.reasons = reasons


class Lots:
    """Dice with a memory of what they showed, for telling."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self.faces: list[str] = []

    def roll(self, sides: int) -> int:
        """A face of one die."""
        kind = die(sides)
        face = throw(self._dice, kind)
        self.faces.append(f"{kind.name}:{face}")
        return face

    def taken(self) -> tuple[str, ...]:
        """The faces since this was asked last."""
        found, self.faces = tuple(self.faces), []
        return found


def army_side(battle: BattleType, attacker: Seat | None, seat: Seat) -> ArmySide | None:
    """Which side an army is of, None where nobody attacks."""
    if battle in WITHOUT_ATTACKER or attacker is None:
        return None
    return "attacker" if attacker == seat else "defender"

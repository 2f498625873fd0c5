"""Ways as orders describe them, and the values orders are made of: the same in every file."""

from typing import Annotated, Any, Literal

import msgspec

from rules.age_of_destruction.table.terrain import Level
from rules.core.codec import Misfit
from rules.core.typed import Written

Coordinate = Annotated[float, msgspec.Meta(ge=-1000, le=1000)]
Place = tuple[Coordinate, Coordinate]
Degrees = Annotated[float, msgspec.Meta(ge=-3600, le=3600)]
Path = Annotated[tuple[Place, ...], msgspec.Meta(max_length=200)]
Name = Annotated[str, msgspec.Meta(max_length=80)]
Names = Annotated[tuple[Name, ...], msgspec.Meta(max_length=40)]
WeaponSlot = Literal["primary", "secondary"]
Split = dict[Name, Annotated[int, msgspec.Meta(ge=0, le=99)]]


class Shot(Written, frozen=True, omit_defaults=True):
    """The ranged attack a fast VTOL makes within its move (AOD-VTOL-011)."""

    targets: Names
    weapon: WeaponSlot = "primary"
    split: Split | None = None


class Spot(Written, frozen=True):
    """Where a unit is put and which way it looks."""

    at: Place
    facing: Degrees


class Landing(Spot, frozen=True):
    """Where a passenger leaves its transport (AOD-CARRY-017)."""

    unit: Name


class Leg(Written, frozen=True, omit_defaults=True, gc=False):
    """One piece of a move: exactly one of its fields is set."""

    travel: Path | None = None
    rotate: Degrees | None = None
    level: Level | None = None
    shoot: Shot | None = None
    board: Names | None = None
    disembark: tuple[Landing, ...] | None = None
    captive: Spot | None = None

    def __post_init__(self) -> None:
        fields = self.__struct_fields__
        found = len(fields) - msgspec.structs.astuple(self).count(None)
        if found != 1:
            raise Misfit("NOT_ONE_FIELD", options=", ".join(fields), found=found)


Legs = Annotated[tuple[Leg, ...], msgspec.Meta(max_length=100)]


def write_leg(leg: Leg) -> dict[str, Any]:
    """A leg as files hold it."""
    written: dict[str, Any] = msgspec.to_builtins(leg)
    return written

"""Orders and answers as players give them: the same shape in scenarios, saves and the engine."""

from typing import Annotated, Any, Literal, get_args

import msgspec

from rules.age_of_destruction.table.terrain import Level
from rules.core.codec import Unreadable

Coordinate = Annotated[float, msgspec.Meta(ge=-1000, le=1000)]
Place = tuple[Coordinate, Coordinate]
Degrees = Annotated[float, msgspec.Meta(ge=-3600, le=3600)]
Path = Annotated[tuple[Place, ...], msgspec.Meta(max_length=200)]
Name = Annotated[str, msgspec.Meta(max_length=80)]
Names = Annotated[tuple[Name, ...], msgspec.Meta(max_length=40)]
WeaponSlot = Literal["primary", "secondary"]
Split = dict[Name, Annotated[int, msgspec.Meta(ge=0, le=99)]]


class Shot(msgspec.Struct, frozen=True, omit_defaults=True):
    """The ranged attack a fast VTOL makes within its move (AOD-VTOL-011)."""

    targets: Names
    weapon: WeaponSlot = "primary"
    split: Split | None = None


class Spot(msgspec.Struct, frozen=True):
    """Where a unit is put and which way it looks."""

    at: Place
    facing: Degrees


class Landing(Spot, frozen=True):
    """Where a passenger leaves its transport (AOD-CARRY-017)."""

    unit: Name


class Leg(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One piece of a move: exactly one of its fields is set."""

    travel: Path | None = None
    rotate: Degrees | None = None
    level: Level | None = None
    shoot: Shot | None = None
    board: Names | None = None
    disembark: tuple[Landing, ...] | None = None
    captive: Spot | None = None

    def __post_init__(self) -> None:
        if msgspec.structs.astuple(self).count(None) != len(self.__struct_fields__) - 1:
            raise ValueError(f"a leg is one of {', '.join(self.__struct_fields__)}")


Legs = Annotated[tuple[Leg, ...], msgspec.Meta(max_length=100)]


class Order(
    msgspec.Struct,
    frozen=True,
    omit_defaults=True,
    kw_only=True,
    tag_field="order",
    tag=str.lower,
    gc=False,
):
    """What every order may carry: equipment switched off beforehand, and choices made.

    `on` names optional follow-ups and rerolls; a value picks a die.
    """

    off: Names = ()
    on: tuple[Name, ...] | dict[Name, Name] = ()

    @property
    def choices(self) -> dict[str, str]:
        """The follow-ups and rerolls asked for, with what was picked for each, "" for nothing."""
        return dict(self.on) if isinstance(self.on, dict) else dict.fromkeys(self.on, "")


class GivenToUnit(Order, frozen=True):
    """An order given to one unit, which leads where a formation carries it out (AOD-FORM-001)."""

    unit: Name

    @property
    def units(self) -> tuple[str, ...]:
        """Every unit that is ordered."""
        return (self.unit,)

    @property
    def in_formation(self) -> bool:
        """Whether more than one unit carries the order out."""
        return False


class GivenToFormation(GivenToUnit, frozen=True, kw_only=True):
    """An order a formation may carry out; its `members` include the unit it is given to."""

    members: Names = ()

    @property
    def units(self) -> tuple[str, ...]:
        """Every unit that is ordered, in the order of `members`."""
        return self.members or (self.unit,)

    @property
    def helpers(self) -> tuple[str, ...]:
        """The members beside the unit the order is given to."""
        return tuple(unit_id for unit_id in self.members if unit_id != self.unit)

    @property
    def in_formation(self) -> bool:
        """Whether a formation is declared (AOD-ALLY-009)."""
        return bool(self.members)


class Move(GivenToFormation, frozen=True):
    """Move one unit (AOD-ORDER-001), or a movement formation member by member (AOD-FORM-005).

    `legs` are those of `unit`, unless `member_legs` names it.
    """

    legs: Legs = ()
    run: bool = False
    member_legs: dict[Name, Legs] = {}

    def legs_of(self, unit_id: str) -> Legs:
        """The legs of one of the units that move; without any it stays where it is."""
        return self.member_legs.get(unit_id, self.legs if unit_id == self.unit else ())

    def marching(self, member_legs: dict[str, Legs]) -> "Move":
        """The same order with other legs; units without any stay where they are."""
        return msgspec.structs.replace(self, legs=(), member_legs=member_legs)


class Vent(GivenToUnit, frozen=True):
    """Cool one 'Mech (AOD-VENT-002)."""


class Ranged(GivenToFormation, frozen=True):
    """A ranged attack on one or several targets, or of a formation on one (AOD-FORM-014); or
    artillery fire at `markers`. Without a declared `weapon` it is the primary (AOD-DMG-004)."""

    targets: Names = ()
    weapon: WeaponSlot | None = None
    mode: Literal["direct", "indirect", "artillery"] = "direct"
    split: Split | None = None
    markers: Path = ()


class Close(GivenToFormation, frozen=True):
    """A close attack, which may be an attempt to capture, or a repair by the damage value (true) or
    by one die ("die")."""

    target: Name
    weapon: WeaponSlot = "primary"
    capture: bool = False
    repair: bool | Literal["die"] = False


class Assault(GivenToUnit, frozen=True):
    """Move, then attack; `target` for a close attack, `targets` for a ranged one."""

    kind: Literal["ranged", "close"]
    legs: Legs = ()
    weapon: WeaponSlot | None = None
    targets: Names = ()
    target: Name | None = None
    split: Split | None = None

    @property
    def all_targets(self) -> tuple[str, ...]:
        """The targets of either kind."""
        return self.targets if self.target is None else (self.target, *self.targets)


class SpecialAttack(GivenToUnit, frozen=True):
    """A move that ends in contact with its target and strikes it (AOD-ATTACK-011)."""

    target: Name
    path: Path = ()
    facing: Degrees | None = None


class Charge(SpecialAttack, frozen=True):
    """A running 'Mech strikes (AOD-CHARGE-001)."""


class DeathFromAbove(SpecialAttack, frozen=True, tag="death_from_above"):
    """A 'Mech jumps onto its target (AOD-DFA-001)."""


class Ram(SpecialAttack, frozen=True):
    """A vehicle drives into its target (AOD-RAM-001)."""


class Face(Order, frozen=True):
    """Turn a unit without an order of the pool, where equipment allows it; no move."""

    unit: Name
    facing: Degrees

    @property
    def units(self) -> tuple[str, ...]:
        """The unit that turns."""
        return (self.unit,)


class Switch(Order, frozen=True):
    """Switch equipment of a unit off without an order of the pool (AOD-EQUIP-105)."""

    unit: Name


class EndStage(Order, frozen=True, tag="end_stage"):
    """End the order stage, and with it the turn."""


class Deploy(Order, frozen=True):
    """Put a unit on the table for the first time, or let it begin the game aboard a transport
    (AOD-SETUP-019, AOD-SETUP-021)."""

    unit: Name
    at: Place | None = None
    facing: Degrees = 0.0
    level: Level = "ground"
    aboard: Name | None = None


class PlaceTerrain(Order, frozen=True, tag="place_terrain"):
    """Put a piece of the pool on the table, turned clockwise (AOD-SETUP-012)."""

    piece: Name
    at: Place
    facing: Degrees = 0.0


class Withdraw(Order, frozen=True):
    """Leave the battlefield with the whole battle group (AOD-WDRAW-001)."""

    player: Name


class EndGame(Order, frozen=True, tag="end_game"):
    """One player agrees that the game ends now (AOD-END-004)."""

    player: Name


class TimeUp(Order, frozen=True, tag="time_up"):
    """The clock at the table says how many minutes have been played (AOD-END-003)."""

    minutes: Annotated[float, msgspec.Meta(ge=0, le=100_000)]


class Answer(Order, frozen=True):
    """The answer to the one open question."""

    to: Literal["free_spin", "place", "deactivate", "split", "choose", "march"]
    unit: Name = ""
    at: Place | None = None
    facing: Degrees | None = None
    split: Split | None = None
    choice: Name = ""
    member_legs: dict[Name, Legs] = {}


UnitOrder = Move | Vent | Ranged | Close | Assault | Charge | DeathFromAbove | Ram
SetUpOrder = Deploy | PlaceTerrain
TableOrder = EndStage | Withdraw | EndGame | TimeUp
AnyOrder = UnitOrder | SetUpOrder | Face | Switch | TableOrder | Answer


#: The fields of every order by its name, and those of all orders together.
_FIELDS = {str(kind.__struct_config__.tag): kind.__struct_fields__ for kind in get_args(AnyOrder)}
_ALL_FIELDS = {field for fields in _FIELDS.values() for field in fields}


def read_order(value: Any, path: str = "$") -> AnyOrder:
    """Read one order; raises Unreadable with the path of the first fault.

    A field no order has is passed over; one that only other orders have is a fault.
    """
    try:
        order: AnyOrder = msgspec.convert(value, AnyOrder)
    except msgspec.ValidationError as error:
        reason, _, where = str(error).partition(" - at `$")
        raise Unreadable(path + where.rstrip("`"), "MISFIT", reason=reason) from error
    except UnicodeEncodeError as error:
        raise Unreadable(path, "BROKEN_TEXT") from error
    kind = str(order.__struct_config__.tag)
    for field in value:
        if field in _ALL_FIELDS and field not in _FIELDS[kind]:
            raise Unreadable(f"{path}.{field}", "MISPLACED", field=field, order=kind)
    return order


def write_order(order: Order) -> dict[str, Any]:
    """An order as files hold it."""
    written: dict[str, Any] = msgspec.to_builtins(order)
    return written


def write_leg(leg: Leg) -> dict[str, Any]:
    """A leg as files hold it."""
    written: dict[str, Any] = msgspec.to_builtins(leg)
    return written

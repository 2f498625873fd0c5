"""A position as files state it: the types a scenario's fields are read by."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from rules.nations_at_war.hexes import Hex

Name = Annotated[str, Meta(min_length=1, max_length=80)]
#: Movement points, in steps of a half (NW-028).
Points = Annotated[float, Meta(ge=0, le=1000, multiple_of=0.5)]
Count = Annotated[int, Meta(ge=0, le=1000)]
#: What entering costs: points, points by movement class, or null where nobody enters.
Cost = Points | dict[Name, Points | None] | None

Side = Literal["mounted", "dismounted"]
Target = Literal["hard", "soft"]
Result = Literal["none", "disrupted", "reduced", "eliminated"]
Stage = Literal["draw", "impulse", "administrative", "over"]


class HexData(Struct, frozen=True):
    """One hex of a map; its own cost comes before that of its terrain."""

    at: Hex
    terrain: Name | None = None
    cost: Cost | UnsetType = UNSET


class Row(Struct, frozen=True):
    """A run of hexes from one, q growing."""

    q: int
    r: int
    terrain: Annotated[tuple[Name, ...], Meta(max_length=500)]


class MapData(Struct, frozen=True, omit_defaults=True):
    """The hexes of a scenario; several printed maps are one set of hexes (NW-001)."""

    layout: Literal["pointy", "flat"] = "pointy"
    costs: dict[Name, Cost] = {}
    hexes: tuple[HexData, ...] = ()
    rows: tuple[Row, ...] = ()


class PlayerData(Struct, frozen=True):
    """A player with more to say than a name."""

    id: Name


class FormationData(Struct, frozen=True):
    """A formation, whose it is, and what it is called by language where that is not its id."""

    id: Name
    owner: Name
    titles: dict[str, str] = {}


class BothSides(Struct, frozen=True):
    """A number for each side of a counter (NW-036)."""

    mounted: Points
    dismounted: Points


class ClassOfSides(Struct, frozen=True, omit_defaults=True):
    """The movement class of each side of a counter."""

    mounted: Name | None = None
    dismounted: Name | None = None


class Entry(Struct, frozen=True, omit_defaults=True):
    """When and where a reinforcement may come: from a turn, onto some hexes; absent: any."""

    turn: Annotated[int, Meta(ge=1, le=1000)] = 1
    hexes: tuple[Hex, ...] = ()


Morale = Annotated[int, Meta(ge=2, le=12)]


class Replacement(Struct, frozen=True, omit_defaults=True):
    """The values on the reduced side of a headquarters; absent: as in front."""

    morale: Morale | None = None
    command_range: Count | None = None
    leadership: Count | None = None


class UnitData(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One counter: what is printed on it, and how it stands."""

    id: Name
    formation: Name
    kind: Name
    at: Hex | None = None
    side: Side | None = None
    movement: Points | BothSides
    movement_class: Name | ClassOfSides | None = None
    target: Target | None = None
    support_weapon: Name | None = None
    morale: Morale | None = None
    command_range: Count | None = None
    leadership: Count | None = None
    replacement: Replacement | None = None
    reinforcement: Entry | None = None
    disrupted: bool = False
    out_of_command: bool = False
    ops_complete: bool = False
    reduced: bool = False
    eliminated: bool = False


class Marker(Struct, frozen=True, omit_defaults=True):
    """A marker in a hex: smoke with its value, a wreck, or whatever a scenario has."""

    kind: Name
    at: Hex
    value: Count | None = None


class Cup(Struct, frozen=True):
    """What is in the cup: formations in file order, and how many end-of-turn markers (NW-004)."""

    formations: tuple[Name, ...] = ()
    end_turn: Count = 0


class Rulings(Struct, frozen=True):
    """The readings that may be chosen (NW-025, NW-049, NW-014)."""

    rally_per: Literal["hex", "unit"] = "hex"
    ops_complete_bars_opportunity_fire: bool = False
    hq_replacement: Literal["surviving_unit", "none"] = "surviving_unit"


class Position(Struct, frozen=True, kw_only=True):
    """Everything of a scenario but its chance and its orders."""

    map: MapData
    players: Annotated[tuple[Name | PlayerData, ...], Meta(min_length=2, max_length=2)]
    formations: Annotated[tuple[FormationData, ...], Meta(min_length=1, max_length=100)]
    units: Annotated[tuple[UnitData, ...], Meta(min_length=1, max_length=1000)]
    markers: tuple[Marker, ...] = ()
    name: str = ""
    titles: dict[str, str] = {}
    note: str = ""
    victory: Any = None
    rulings: Rulings = Rulings()
    prompts: Literal["auto", "ask"] = "auto"
    turn: Annotated[int, Meta(ge=1, le=10000)] = 1
    turn_limit: Annotated[int, Meta(ge=1, le=10000)] | None = None
    stage: Stage = "draw"
    formation: Name | None = None
    end_turn_markers: Annotated[int, Meta(ge=2, le=100)] = 2
    held: dict[Name, Annotated[int, Meta(ge=0, le=1)]] = {}
    missed: tuple[Name, ...] = ()
    cup: Cup | None = None
    end_turn_drawn: Annotated[int, Meta(ge=0, le=100)] = 0
    activated: tuple[Name, ...] = ()


Face = Annotated[int, Meta(ge=1, le=6)]


class Script(Struct, frozen=True):
    """The chance of a scenario, in the order in which it is asked for."""

    draws: tuple[Name, ...] = ()
    dice: tuple[Face, ...] = ()


#: The marker that is no formation's, in lists of draws.
END = "end"

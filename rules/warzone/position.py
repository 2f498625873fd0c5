"""A position as files state it: the types a scenario's fields are read by. Lengths in inches."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from rules.core.codec import Misfit

Name = Annotated[str, Meta(min_length=1, max_length=80)]
Coordinate = Annotated[float, Meta(ge=-1000, le=1000)]
Place = tuple[Coordinate, Coordinate]
Inches = Annotated[float, Meta(ge=0, le=1000)]
Degrees = Annotated[float, Meta(ge=-3600, le=3600)]
Count = Annotated[int, Meta(ge=0, le=100)]
Skill = Annotated[int, Meta(ge=-100, le=100)]
Corners = Annotated[tuple[Place, ...], Meta(min_length=3, max_length=200)]

#: What something is called by language, where that is not its id.
Titles = dict[str, str]
Kind = Literal["humanoid", "beast", "vehicle", "rider"]
Posture = Literal["standing", "mp", "prone"]


class Table(Struct, frozen=True, omit_defaults=True):
    """The table; `dark` where nothing can be seen at all (WZ-016)."""

    width: Annotated[float, Meta(gt=0, le=1000)]
    depth: Annotated[float, Meta(gt=0, le=1000)]
    dark: bool = False


class Block(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="block"):
    """Something that rises; without `top` nobody stands on it."""

    id: Name
    polygon: Corners
    height: Inches
    top: bool = True
    titles: Titles = {}


class Gap(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="gap"):
    """Something that goes down."""

    id: Name
    polygon: Corners
    depth: Inches
    titles: Titles = {}


class Passage(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="passage"):
    """Something low: it lets through what is no higher than its clearance (WZ-033)."""

    id: Name
    polygon: Corners
    clearance: Inches
    titles: Titles = {}


Piece = Block | Gap | Passage


class Template(Struct, frozen=True, omit_defaults=True):
    """The template of a weapon: a circle (x, y, radius) or a polygon."""

    id: Name
    circle: tuple[Coordinate, Coordinate, Inches] | None = None
    polygon: Corners | None = None
    titles: Titles = {}

    def __post_init__(self) -> None:
        if (self.circle is None) == (self.polygon is None):
            found = 0 if self.circle is None else 2
            raise Misfit("NOT_ONE_FIELD", options="circle, polygon", found=found)


class Hold(Struct, frozen=True):
    """A wall a model climbs, and how high above its foot it is (WZ-036)."""

    piece: Name
    height: Inches


class ModelData(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One model: its profile, and how it stands."""

    id: Name
    owner: Name
    squad: Name
    kind: Kind
    mv: Inches
    size: Annotated[int, Meta(ge=1, le=100)]
    ld: Skill
    base: Annotated[float, Meta(gt=0, le=100)]
    at: Place
    actions: Count
    cc: Skill | None = None
    rc: Skill | None = None
    facing: Degrees = 0.0
    elevation: Coordinate = 0.0
    posture: Posture = "standing"
    actions_left: Count | None = None
    waiting: bool = False
    engaged: bool = False
    climbing: Hold | None = None
    displaced: bool = False
    ended: bool = False
    eliminated: bool = False
    abilities: tuple[Name, ...] = ()
    flying: bool = False
    airborne: bool = False
    walker: bool = False
    can_minimize: bool = True
    reach: Inches = 0.0
    titles: Titles = {}


class Rulings(Struct, frozen=True):
    """The readings that may be chosen (WZ-048, WZ-054)."""

    natural_rolls: bool = True
    exact_multiple: Literal["fits", "less"] = "fits"


class PlayerData(Struct, frozen=True):
    """A player with more to say than a name."""

    id: Name


class Position(Struct, frozen=True, kw_only=True):
    """Everything of a scenario but its dice and its orders."""

    table: Table
    players: Annotated[tuple[Name | PlayerData, ...], Meta(min_length=1, max_length=8)]
    units: Annotated[tuple[ModelData, ...], Meta(min_length=1, max_length=500)]
    terrain: Annotated[tuple[Piece, ...], Meta(max_length=500)] = ()
    templates: Annotated[tuple[Template, ...], Meta(max_length=100)] = ()
    name: str = ""
    titles: Titles = {}
    note: str = ""
    rulings: Rulings = Rulings()
    turn: Annotated[int, Meta(ge=1, le=10000)] = 1


Face = Annotated[int, Meta(ge=1, le=20)]


class Script(Struct, frozen=True):
    """The dice of a scenario, in the order in which they are rolled."""

    dice: tuple[Face, ...] = ()


class Leg(Struct, frozen=True, omit_defaults=True):
    """One piece of a move: points to travel to, with what the caller's terrain costs there in
    inches (`extra`); a facing to turn to; or a shot, which is for another chapter."""

    travel: Annotated[tuple[Place, ...], Meta(max_length=200)] | None = None
    rotate: Degrees | None = None
    shoot: dict[str, Any] | None = None
    extra: Inches = 0.0

    def __post_init__(self) -> None:
        said = (self.travel, self.rotate, self.shoot)
        found = sum(each is not None for each in said)
        if found != 1:
            raise Misfit("NOT_ONE_FIELD", options="travel, rotate, shoot", found=found)


Legs = Annotated[tuple[Leg, ...], Meta(max_length=100)]
#: Where owners put models that make room (WZ-040, WZ-046, WZ-059).
Places = dict[Name, Place]

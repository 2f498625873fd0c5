"""What a file says of a unit before anything has happened to it (section 4 of the rules)."""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from rules.core.codec import Unreadable
from rules.core.typed import read_typed
from rules.khans_and_generals.arithmetic import percent

UnitClass = Literal[
    "line", "support", "hq", "artillery", "vehicle", "aircraft", "attachment", "fortification"
]
Formation = Literal[
    "standard",
    "disordered",
    "column",
    "loose",
    "skirmish",
    "close",
    "pike_wall",
    "shield_wall",
    "square",
    "hedgehog",
    "wedge",
    "pincers",
]
Ammunition = Literal["he", "ap", "area", "smoke", "illumination", "canister", "aa"]
WeaponKind = Literal[
    "firearm", "machine_gun", "muscle", "flamethrower", "at_rifle", "gun", "howitzer", "mortar"
]
Level = Literal["battalion", "regiment", "corps", "army"]

Count = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Length = Annotated[float, msgspec.Meta(ge=0, le=100_000)]
Modifier = Annotated[int, msgspec.Meta(ge=-1_000, le=1_000)]
Years = tuple[int, int]
#: By distance: up to so many centimetres, this value.
ByDistance: TypeAlias = tuple[tuple[Length, Modifier], ...]

#: Centimetres: no base is smaller, no length of a card longer.
SMALLEST_BASE, LONGEST = 0.5, 1_000

#: Classes that have neither Strength nor Training of their own.
WITHOUT_STRENGTH = ("aircraft", "attachment", "fortification")
MOUNTED_TYPES = ("cavalry", "cyclists", "motorcyclists")
#: The percentage of its Strength at which a line unit's Reluctance starts (KG-158).
BASE_RELUCTANCE = {1: 50, 2: 40, 3: 33, 4: 25, 5: 10}
#: Millimetres from which a gun is heavy where its record does not say.
HEAVY_CALIBRE = 105
#: Abilities this game gives an effect; others are kept and noted (KG-175).
DESCRIBED = frozenset(
    (
        "black_powder",
        "skirmisher",
        "parthian_shot",
        "scout",
        "partisan",
        "spears",
        "flying",
        "flammable",
        "telephone",
        "radio",
        "archers",
        "siege_engine",
    )
)
DESCRIBED_WITH_VALUE = frozenset(("against", "advance"))


class Weapon(msgspec.Struct, frozen=True):
    """A weapon; the statistics of guns are last. Its tables are data (KG-110)."""

    kind: WeaponKind
    range: Length
    name: str = ""
    fire_effect: ByDistance = ()
    accuracy: Modifier = 0
    spread: Length = 0
    strike_capacity: Count = 1
    explosion: Modifier = 0
    penetration: ByDistance = ()
    calibre: Count = 0
    heavy: bool | None = None
    ammunition: tuple[Ammunition, ...] = ("he",)
    canister: tuple[Length, Length] | None = None
    aa: bool = False

    @property
    def is_gun(self) -> bool:
        """Whether it fires shells."""
        return self.kind in ("gun", "howitzer", "mortar")

    @property
    def is_heavy(self) -> bool:
        """Whether it counts as heavy artillery for pinning (KG-112)."""
        return self.calibre >= HEAVY_CALIBRE if self.heavy is None else self.heavy

    def coefficient(self, distance: float) -> int:
        """The fire effect at a distance; beyond the last row the last row's."""
        return _by_distance(self.fire_effect, distance, beyond_last=True)

    def penetrates(self, distance: float) -> int:
        """The penetration at a distance; beyond the last row none."""
        return _by_distance(self.penetration, distance, beyond_last=False)


def _by_distance(table: ByDistance, distance: float, *, beyond_last: bool) -> int:
    for reach, value in table:
        if distance <= reach + 0.01:
            return value
    return table[-1][1] if table and beyond_last else 0


class Plane(msgspec.Struct, frozen=True):
    """The armour classes of a hull or a turret."""

    front: Count = 0
    side: Count = 0
    rear: Count = 0
    top: Count = 0

    def towards(self, side: str) -> int:
        """The class of one plane."""
        value: int = getattr(self, side)
        return value


class Armour(msgspec.Struct, frozen=True):
    """The armour of a vehicle; without a turret there is no location to roll for."""

    hull: Plane
    turret: Plane | None = None


class Bombs(msgspec.Struct, frozen=True):
    """The bombs of an aircraft."""

    number: Count = 0
    accuracy: Modifier = 0
    spread: Length = 0
    explosion: Modifier = 0
    calibre: Count = 0


class Cannon(msgspec.Struct, frozen=True):
    """The cannon of an aircraft."""

    accuracy: Modifier = 0
    explosion: Modifier = 0
    penetration: Count = 0


class Battery(msgspec.Struct, frozen=True):
    """A battery off the map, directed by its observers."""

    level: Level
    weapon: Weapon
    tubes: Count = 1
    missions: Count = 0


class Profile(msgspec.Struct, frozen=True):
    """The card of a unit."""

    class_: UnitClass = msgspec.field(name="class")
    name: str = ""
    type: str = ""
    faction: str | None = None
    period: Years | None = None
    points: Count = 0
    strength: Count = 0
    training: Annotated[int, msgspec.Meta(ge=1, le=5)] = 1
    attack: tuple[Modifier, Modifier | None] = (0, None)
    defence: tuple[Modifier, Modifier] = (0, 0)
    movement: float | tuple[float, float] = 0
    base: float | tuple[float, float] | None = None
    reluctance: Count | None = None
    counted: Literal["line", "support"] | None = None
    rout_at: Count | None = None
    weapons: tuple[Weapon, ...] = ()
    formations: tuple[Formation, ...] = ()
    orders: tuple[str, ...] = ()
    abilities: tuple[str | dict[str, Any], ...] = ()
    modern: bool = False
    command: Count | None = None
    initiative: Count | None = None
    armour: Armour | None = None
    open_topped: bool = False
    armed: bool | None = None
    optics: Modifier = 0
    radio: bool = False
    drive: Literal["tracked", "wheeled"] = "tracked"
    offroad: Modifier = 0
    turret_crew: Count | None = None
    hull_mg: bool = False
    flammable: bool = False
    capacity: Count = 0
    sorties: Count = 0
    time_on_station: Count = 0
    agility: Modifier = 0
    air_attack: Modifier = 0
    defensive_armament: Modifier | None = None
    bombs: Bombs | None = None
    cannon: Cannon | None = None
    battery: Battery | None = None

    @property
    def is_vehicle(self) -> bool:
        """Whether it is driven."""
        return self.class_ == "vehicle"

    @property
    def commands(self) -> bool:
        """Whether it gives orders to others: an HQ or a command vehicle (KG-086)."""
        return self.class_ == "hq" or self.command is not None

    @property
    def line_way(self) -> bool:
        """Whether Strength and Reluctance are counted as those of line units."""
        return self.class_ == "line" or (self.class_ == "hq" and self.counted == "line")

    @property
    def base_reluctance(self) -> int:
        """The Reluctance it starts with (KG-158, KG-159)."""
        if not self.line_way:
            return 0
        if self.reluctance is not None:
            return self.reluctance
        return percent(self.strength, BASE_RELUCTANCE[self.training] - 100)

    @property
    def footprint(self) -> tuple[float, float]:
        """Width and depth of the base; a round one is as wide as it is deep."""
        if self.base is None:
            return (9, 5) if self.class_ == "line" else (4, 4)
        return (self.base, self.base) if isinstance(self.base, float) else self.base

    @property
    def is_round(self) -> bool:
        """Whether the base is round."""
        return isinstance(self.base, float)

    @property
    def is_armed(self) -> bool:
        """Whether a vehicle carries weapons."""
        return bool(self.weapons) if self.armed is None else self.armed

    def has(self, ability: str) -> bool:
        """Whether it has an ability, by its card or its type (KG-018)."""
        if ability == "black_powder" and self.type == "riflemen":
            return True
        return ability in self.abilities

    def valued(self, ability: str) -> Any:
        """What stands with an ability that has a value, None without it."""
        entries = (entry for entry in self.abilities if isinstance(entry, dict))
        return next((entry[ability] for entry in entries if ability in entry), None)

    def range_of_movement(self, mounted: bool) -> float:
        """Centimetres a move order leads, on a mount or on foot."""
        if isinstance(self.movement, tuple):
            return self.movement[0 if mounted else 1]
        return self.movement


#: Fields without a default that only some classes need.
_NEEDED = {"strength": WITHOUT_STRENGTH, "training": WITHOUT_STRENGTH}


def read_profile(value: Any, path: str = "$") -> Profile:
    """A profile from a file; raises Unreadable."""
    profile = read_typed(value, Profile, path)
    needed = [name for name, spared in _NEEDED.items() if profile.class_ not in spared]
    if profile.class_ in ("artillery", "vehicle"):
        needed.append("base")
    for name in needed:
        if name not in value:
            raise Unreadable(f"{path}.{name}", "MISSING", field=name)
    _check_lengths(profile.movement, f"{path}.movement", least=0)
    if profile.base is not None:
        _check_lengths(profile.base, f"{path}.base", least=SMALLEST_BASE)
    for index, entry in enumerate(profile.abilities):
        if isinstance(entry, dict):
            _check_ability(entry, f"{path}.abilities[{index}]")
    return profile


def _check_lengths(found: float | tuple[float, float], path: str, *, least: float) -> None:
    """One length or two, within bounds; the type cannot hold bounds beside an alternative."""
    for length in found if isinstance(found, tuple) else (found,):
        if not least <= length <= LONGEST:
            raise Unreadable(path, "OUT_OF_RANGE", found=length, low=least, high=LONGEST)


class _Valued(msgspec.Struct):
    against: dict[str, Modifier] = {}
    advance: Modifier = 0


def _check_ability(entry: dict[str, Any], path: str) -> None:
    read_typed(entry, _Valued, path)


def read_profiles(values: dict[str, Any], path: str) -> dict[str, Profile]:
    """The profiles of a file by name."""
    return {name: read_profile(value, f"{path}.{name}") for name, value in values.items()}


def undescribed(profile: Profile) -> list[str]:
    """Abilities of a card that have no effect here."""
    found: list[str] = []
    for entry in profile.abilities:
        names = [entry] if isinstance(entry, str) else list(entry)
        known = DESCRIBED if isinstance(entry, str) else DESCRIBED_WITH_VALUE
        found += [name for name in names if name not in known]
    return found

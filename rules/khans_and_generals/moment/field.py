"""The battlefield at one moment, read-only: units with their cards, terrain as it is now."""

from typing import Any

import msgspec

from rules.core.geometry import Point
from rules.core.kept import kept, of_a_moment
from rules.khans_and_generals.records.profile import MOUNTED_TYPES, Profile
from rules.khans_and_generals.state.setup import Setup
from rules.khans_and_generals.state.state import State, Unit
from rules.khans_and_generals.table.bases import Base, base_at, within
from rules.khans_and_generals.table.terrain import (
    CROPS_IN_SUMMER,
    HEAVY_IGNITES,
    KINDS,
    LIGHT_IGNITES,
    WATERS,
    Standing,
    Terrain,
)

#: Strength of one figure of a line unit (KG-151).
FIGURE = 5
#: The side of a burning square (KG-044).
SQUARE = 5
FROZEN = ("snow", "deep_snow")
ZONE_OF_CONTROL = 10


class Piece:
    """A unit at one moment: its state, its card and its base together."""

    def __init__(self, field: "Field", unit: Unit) -> None:
        self.field = field
        self.unit = unit
        self.id = unit.id
        self.owner = unit.owner
        self.profile: Profile = field.setup.profiles[unit.id]

    @property
    def present(self) -> bool:
        """Whether it stands on the table."""
        return self.unit.at is not None and not self.unit.gone and self.unit.aboard is None

    @property
    def takes_part(self) -> bool:
        """Whether it stands on the table and somebody serves it (KG-153)."""
        return self.present and not self.unit.abandoned

    @kept
    def base(self) -> Base:
        """Its base; only of a unit on the table."""
        at = self.unit.at or (0.0, 0.0)
        profile = self.profile
        return base_at(at, self.unit.facing, profile.footprint, profile.is_round)

    @property
    def is_mounted(self) -> bool:
        """Whether it rides (KG-016)."""
        return self.unit.mounted and self.profile.type in MOUNTED_TYPES

    @property
    def is_horse(self) -> bool:
        """Whether it is cavalry in the saddle."""
        return self.is_mounted and self.profile.type == "cavalry"

    @property
    def on_foot(self) -> bool:
        """Whether it walks: no vehicle, no gun, nobody in a saddle."""
        return self.profile.class_ in ("line", "support", "hq") and not self.is_mounted

    @property
    def is_armoured(self) -> bool:
        """Whether it is an armoured vehicle."""
        return self.profile.is_vehicle and self.profile.armour is not None

    @property
    def movement(self) -> float:
        """The movement of its card, mounted or on foot."""
        return self.profile.range_of_movement(self.is_mounted)

    @property
    def lost_figures(self) -> int:
        """Whole figures a line unit has lost (KG-151)."""
        if not self.profile.line_way:
            return 0
        return max(0, (self.profile.strength - self.unit.strength) // FIGURE)

    @property
    def lost_crew(self) -> int:
        """Centimetres that support and artillery lose with their men (KG-152)."""
        if self.profile.class_ not in ("support", "artillery"):
            return 0
        return max(0, self.profile.strength - self.unit.strength)

    @property
    def immobile(self) -> bool:
        """Whether damage, formation or losses keep it where it is (KG-152)."""
        if self.unit.immobilised or self.unit.formation == "square":
            return True
        if self.profile.class_ not in ("support", "artillery"):
            return False
        alone = self.unit.strength == 1 and self.profile.strength > 1
        return alone or (self.lost_crew > 0 and self.lost_crew >= self.movement)

    @property
    def hatches_closed(self) -> bool:
        """Whether a vehicle has its hatches closed."""
        return self.profile.is_vehicle and self.unit.hatches == "closed"

    @property
    def is_deaf(self) -> bool:
        """Whether closed hatches without a radio cut it off (KG-086)."""
        return self.hatches_closed and not (self.profile.radio or self.profile.has("radio"))

    @kept
    def standings(self) -> list[tuple[Terrain, Standing]]:
        """The areas it stands in, on the edge or in depth (KG-036)."""
        if not self.present:
            return []
        found = [(piece, piece.standing(self.base)) for piece in self.field.terrain]
        return [(piece, standing) for piece, standing in found if standing != "outside"]

    @property
    def areas(self) -> list[Terrain]:
        """The areas whose values it has."""
        return [piece for piece, _ in self.standings]

    def stands_in(self, *kinds: str) -> bool:
        """Whether it stands in terrain of a kind."""
        return any(piece.kind in kinds for piece in self.areas)

    @property
    def in_difficult(self) -> bool:
        """Whether it stands in difficult terrain."""
        return any(piece.is_difficult for piece in self.areas)

    @property
    def on_hill(self) -> bool:
        """Whether it stands on a hill."""
        return self.stands_in("hill")

    @property
    def position(self) -> Terrain | None:
        """The zone or obstacle it has taken position in."""
        return next((t for t in self.field.terrain if t.id == self.unit.in_position), None)

    @property
    def can_hide(self) -> bool:
        """Whether the terrain it stands in hides its kind."""
        if self.is_mounted:
            return False
        return any(self.profile.class_ in piece.row.hides for piece in self.areas)

    @property
    def burning(self) -> bool:
        """Whether its base covers a burning square (KG-047)."""
        return any(burns(square, self.base) for square in self.field.state.fires)

    def touches(self, other: "Piece") -> bool:
        """Whether two units on the table are in contact."""
        return self.base.touches(other.base)

    def is_enemy(self, other: "Piece") -> bool:
        """Whether they belong to different sides."""
        return self.owner != other.owner


class Field:
    """The battlefield at one moment."""

    def __init__(self, setup: Setup, state: State) -> None:
        self.setup = setup
        self.state = state
        self._pieces: dict[str, Piece] = {}

    def piece(self, name: str) -> Piece:
        """A unit by its id."""
        if name not in self._pieces:
            self._pieces[name] = Piece(self, self.state.units[name])
        return self._pieces[name]

    @kept
    def pieces(self) -> list[Piece]:
        """All units in file order."""
        return [self.piece(name) for name in self.state.units]

    @kept
    def present(self) -> list[Piece]:
        """The units on the table."""
        return [piece for piece in self.pieces if piece.present]

    def enemies(self, player: str) -> list[Piece]:
        """The units on the table that are not a player's."""
        return [piece for piece in self.present if piece.owner != player]

    def opposed(self, player: str) -> list[Piece]:
        """The same without guns and vehicles nobody serves any more: they take no part in the
        battle (KG-153)."""
        return [piece for piece in self.enemies(player) if piece.takes_part]

    def friends(self, player: str) -> list[Piece]:
        """A player's units on the table."""
        return [piece for piece in self.present if piece.owner == player]

    @kept
    def terrain(self) -> list[Terrain]:
        """The terrain as it is now: what is destroyed is gone, water may be ice (KG-025)."""
        standing = [t for t in self.setup.terrain if t.id not in self.state.destroyed]
        if self.state.conditions.ground not in FROZEN:
            return standing
        return [msgspec.structs.replace(t, kind="ice") if t.kind in WATERS else t for t in standing]

    def terrain_at(self, point: Point) -> Terrain | None:
        """The last listed area that holds a point, None for open ground."""
        return next((t for t in reversed(self.terrain) if t.holds(point)), None)

    def kind_at(self, point: Point) -> str:
        """The kind of terrain at a point."""
        piece = self.terrain_at(point)
        return piece.kind if piece else "open"

    def supreme(self, player: str) -> Piece | None:
        """The supreme HQ of a player, while it is on the table."""
        found = (piece for piece in self.friends(player) if piece.unit.supreme)
        return next(found, None)

    def in_fight(self, name: str) -> bool:
        """Whether a unit is locked in melee."""
        return any(name in (lock.attacker, lock.defender) for lock in self.state.locks)

    def opponents(self, name: str) -> list[str]:
        """The units a unit is locked with."""
        pairs = ((lock.attacker, lock.defender) for lock in self.state.locks)
        return [b if a == name else a for a, b in pairs if name in (a, b)]

    @of_a_moment
    def controls(self, player: str) -> tuple[Point, ...]:
        """The middles of the zones of control of a player's enemies (KG-009, KG-084)."""
        return tuple(enemy.base.front for enemy in self.opposed(player))

    @kept
    def stands(self) -> tuple[object, ...]:
        """Where everybody stands and whom he obeys: what lines between units depend on."""
        return tuple(
            (
                unit.id,
                unit.at,
                unit.facing,
                unit.gone,
                unit.aboard,
                unit.abandoned,
                unit.hatches,
                unit.hq,
                unit.supreme,
            )
            for unit in self.state.units.values()
        )

    def on_table(self, base: Base) -> bool:
        """Whether no corner of a base is beyond the edges."""
        width, depth = self.setup.width, self.setup.depth
        return all(
            within(0, x) and within(x, width) and within(0, y) and within(y, depth)
            for x, y in base.corners
        )


def burns(square: Point, base: Base) -> bool:
    """Whether a base covers some of a burning square."""
    return fire_base(square).overlaps(base)


def fire_base(square: Point, seam: float = 0) -> Base:
    """A burning square, told by its lower left corner, as a base."""
    side = SQUARE + seam
    return Base((square[0] + SQUARE / 2, square[1] + SQUARE / 2), 0, (side, side))


def ignition_of(field: Field, point: Point) -> int | None:
    """The ignition modifier of the ground at a point, None where nothing burns (KG-042, KG-043)."""
    piece = field.terrain_at(point)
    if piece is None:
        return 0
    if piece.is_work:
        return LIGHT_IGNITES if piece.weight == "light" else HEAVY_IGNITES
    if piece.kind == "crops" and field.state.conditions.season == "summer":
        return CROPS_IN_SUMMER
    return KINDS[piece.kind].ignites


def memory(field: Field) -> dict[str, Any]:
    """What the moments of one battle share."""
    return field.setup.__dict__

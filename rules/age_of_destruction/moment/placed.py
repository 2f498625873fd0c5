"""A unit on the table at one moment: what it is, where it stands, whom it touches, its arcs."""

from typing import TYPE_CHECKING

from rules.age_of_destruction.state.setup import Figure
from rules.age_of_destruction.state.state import UnitState
from rules.age_of_destruction.table.bases import TOLERANCE, Base
from rules.age_of_destruction.table.path import Mover
from rules.age_of_destruction.table.terrain import Level
from rules.core.geometry import (
    Outline,
    Point,
    ahead,
    bearing,
    distance,
    nearest_on_segment,
    rim,
    turn_between,
)
from rules.core.kept import kept

if TYPE_CHECKING:
    from rules.age_of_destruction.moment.field import Field
    from rules.age_of_destruction.moment.piece import Piece

#: Degrees within which a direction counts as lying on the border of an arc.
ARC_TOLERANCE = 1e-6


class Placed:
    """One unit at one moment: what it is, where it stands and what it touches."""

    def __init__(self, field: "Field", figure: Figure, now: UnitState) -> None:
        self.field = field
        self.figure = figure
        self.now = now
        self.id = figure.id
        #: What is printed on it.
        self.unit = figure.unit

    # What it is

    @property
    def owner(self) -> str:
        """The player who controls it."""
        return self.now.owner or self.figure.owner

    @property
    def faction(self) -> str | None:
        """Its effective faction, None for a mercenary."""
        return self.figure.faction

    @property
    def team(self) -> str:
        """The team of its player."""
        return self.field.setup.team_of[self.now.owner or self.figure.owner]

    @property
    def mode(self) -> str:
        """Its speed mode."""
        return self.unit.speed_mode or "foot"

    @property
    def is_mech(self) -> bool:
        """Whether it stands on a 'Mech base of either kind (AOD-CONTACT-008)."""
        return self.unit.type == "mech"

    @property
    def is_quad(self) -> bool:
        """Whether it stands on a Quad base."""
        return self.unit.base == "quad"

    @property
    def is_infantry(self) -> bool:
        """Whether it stands on an infantry base."""
        return self.unit.type == "infantry"

    @property
    def is_vtol(self) -> bool:
        """Whether it has two levels (AOD-VTOL-001)."""
        return self.mode == "vtol"

    @property
    def is_captive(self) -> bool:
        """Whether somebody holds it."""
        return self.now.captive_of is not None

    @property
    def captives(self) -> list[str]:
        """The units it holds."""
        return self.field.roster.captives.get(self.id, [])

    @property
    def passengers(self) -> list[str]:
        """The units aboard it (AOD-CARRY-003)."""
        return self.field.roster.passengers.get(self.id, [])

    @property
    def quarry(self) -> str | None:
        """The unit it must attack if it attacks at all, None for a free choice (AOD-FACT-010, 012).

        The duty rests while another of its opponents touches that unit.
        """
        name = self.now.quarry
        if not name or not self.field.ruling("ruthlessness_obligation"):
            return None
        target = self.field.piece(name)
        gone = target.now.at is None or not self.is_opponent(target)
        harried = any(other.id != self.id for other in target.opponents_in_contact)
        return None if gone or harried else name

    # Where it is

    @property
    def at(self) -> Point:
        """Its dot; only for units on the table."""
        if self.now.at is None:
            raise ValueError(f"{self.id} is not on the table")
        return self.now.at

    @kept
    def base(self) -> Base:
        """Its base as paths and lines of fire see it; raises ValueError for none on the table."""
        return self.field.base(self.figure, self.now)

    @property
    def outline(self) -> Outline:
        """The outline of its base."""
        return self.base.outline

    @property
    def cruising(self) -> bool:
        """Whether it is at cruising level."""
        return self.now.level == "cruising"

    @property
    def submerged(self) -> bool:
        """Whether it is under water (AOD-WATER-004)."""
        return self.base.submerged

    @property
    def elevation(self) -> str | None:
        """The id of the elevation it stands on, None at cruising level too."""
        return self.base.elevation

    def mover(self, *, jumps: bool = False, level: Level | None = None) -> Mover:
        """How it moves from here, or at another level."""
        shallow = self.field.ruling("tracked_shallow")
        at_edge = self.field.ruling("hindering_stop") == "first_crossing"
        cruising = (level or self.now.level) == "cruising"
        return Mover(self.figure.shape, self.mode, cruising, jumps, shallow, at_edge)

    def stands_in(self, kind: str) -> bool:
        """Whether its dot is in terrain of a kind, at ground level (AOD-TERRAIN-002)."""
        return not self.cruising and any(
            t.kind == kind and t.occupied_by(self.at) for t in self.field.table.terrain
        )

    @property
    def in_the_open(self) -> bool:
        """Whether its dot is in no terrain but clear ground, elevated or not."""
        elements = self.field.table.terrain
        return not any(t.kind != "clear" and t.occupied_by(self.at) for t in elements)

    # Whom it touches

    @kept
    def touching(self) -> list["Piece"]:
        """Every unit in base contact (AOD-CONTACT-001 to 004)."""
        return [self.field.piece(unit_id) for unit_id in self.field.touching(self.id)]

    def touches(self, other: "Piece") -> bool:
        """Whether the bases touch; nothing touches a unit at cruising level."""
        return self.base.touches(other.base)

    def is_friend(self, other: "Piece") -> bool:
        """Whether the other is of the same side; captives are nobody's (AOD-CONTACT-007)."""
        return self.team == other.team and not other.is_captive and not self.is_captive

    def is_opponent(self, other: "Piece") -> bool:
        """Whether the other is of another side; captives are nobody's (AOD-CONTACT-007)."""
        return self.team != other.team and not other.is_captive and not self.is_captive

    @kept
    def opponents_in_contact(self) -> list["Piece"]:
        """The opposing units it touches."""
        return [other for other in self.touching if self.is_opponent(other)]

    @kept
    def friends_in_contact(self) -> list["Piece"]:
        """The friendly units it touches."""
        return [other for other in self.touching if self.is_friend(other)]

    # Arcs

    def faces(self, point: Point) -> bool:
        """Whether a point lies in its front arc, the border included (AOD-FACING-001)."""
        half = self.figure.front / 2 + ARC_TOLERANCE
        return turn_between(bearing(self.at, point), self.now.facing) <= half

    def turns_back_on(self, point: Point) -> bool:
        """Whether a point lies in its rear arc, the border excluded (AOD-FACING-001)."""
        border = 180 - self.figure.rear / 2 + ARC_TOLERANCE
        return turn_between(bearing(self.at, point), self.now.facing) > border

    def contact_points(self, theirs: Outline) -> list[Point]:
        """Where on its rim it touches another base."""
        mine = self.outline
        pairs = [(p, nearest_on_segment(p, theirs.start, theirs.end)) for p in _ends(mine)]
        pairs += [(nearest_on_segment(q, mine.start, mine.end), q) for q in _ends(theirs)]
        nearest = min(distance(p, q) for p, q in pairs)
        return [
            ahead(p, bearing(p, q), mine.radius)
            for p, q in pairs
            if distance(p, q) <= nearest + TOLERANCE
        ]

    def front_touches(self, other: "Piece") -> bool:
        """Whether its front arc touches another base (AOD-CLOSE-003)."""
        return any(self.faces(point) for point in self.contact_points(other.outline))

    def rear_touches(self, other: "Piece") -> bool:
        """Whether its rear arc touches another base (AOD-CLOSE-006)."""
        return self.backs_onto(other.outline)

    def backs_onto(self, outline: Outline) -> bool:
        """Whether its rear arc touches a base with such an outline, wherever it comes from."""
        return any(map(self.turns_back_on, self.contact_points(outline)))

    def would_face(self, facing: float, other: "Piece") -> bool:
        """Whether some part of another base would lie in its front arc (AOD-SPIN-002)."""
        half = self.figure.front / 2
        return any(
            turn_between(bearing(self.at, point), facing) < half for point in rim(other.outline)
        )


def _ends(outline: Outline) -> tuple[Point, ...]:
    return (outline.start,) if outline.start == outline.end else (outline.start, outline.end)

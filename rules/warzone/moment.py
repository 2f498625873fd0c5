"""What is true now, read from a state: who stands where, in whose way, how far it may go."""

from collections.abc import Iterator

from rules.core.geometry import Point, distance, overlaps
from rules.warzone.ground import LEVEL, LOST, Ground, disc, meet, nearest_on_rim, overlap
from rules.warzone.position import ModelData, Template
from rules.warzone.state import ModelState, Setup, State


class Moment:
    """A state read by its set-up."""

    def __init__(self, setup: Setup, state: State) -> None:
        self.setup = setup
        self.state = state
        self.ground = Ground(setup.table, setup.pieces)

    def model(self, unit: str) -> ModelState:
        """How a model stands."""
        return self.state.units[unit]

    def profile(self, unit: str) -> ModelData:
        """What a model is."""
        return self.setup.models[unit]

    def radius(self, unit: str) -> float:
        """Half the diameter of a model's base."""
        return self.profile(unit).base / 2

    def movement(self, unit: str) -> float:
        """What every distance reads as MV: halved in the firing posture and in the dark, 0 for who
        is prone; never rounded (WZ-002, WZ-016, WZ-027, WZ-063)."""
        profile, posture = self.profile(unit), self.model(unit).posture
        if posture == "prone":
            return 0.0
        halved = profile.mv / 2 if posture == "mp" else profile.mv
        dark = self.is_dark and "dark_movement" not in profile.abilities
        return halved / 2 if dark else halved

    @property
    def is_dark(self) -> bool:
        """Whether nothing can be seen at all (WZ-016)."""
        return self.setup.table.dark if self.state.dark is None else self.state.dark

    def height(self, unit: str) -> float:
        """How high a model is where it must fit: in the firing posture half (WZ-033)."""
        size = self.profile(unit).size
        return size if self.model(unit).posture == "standing" else size / 2

    def others(self, unit: str) -> Iterator[str]:
        """The other models in play, in file order."""
        return (
            each
            for each, model in self.state.units.items()
            if each != unit and not model.eliminated
        )

    def enemies(self, unit: str) -> Iterator[str]:
        """The models in play of other players."""
        owner = self.profile(unit).owner
        return (each for each in self.others(unit) if self.profile(each).owner != owner)

    def is_enemy(self, unit: str, other: str) -> bool:
        """Whether two models are of different players."""
        return self.profile(unit).owner != self.profile(other).owner

    def is_mate(self, unit: str, other: str) -> bool:
        """Whether two models are of one squad."""
        one, two = self.profile(unit), self.profile(other)
        return (one.owner, one.squad) == (two.owner, two.squad)

    def meets(self, unit: str, elevation: float) -> bool:
        """Whether a model's base is at a height, so that another's there may touch it."""
        return abs(self.model(unit).elevation - elevation) <= LEVEL

    def apart(self, unit: str, at: Point, other: str) -> float:
        """Inches between a model's base at a place and another's, negative where they overlap."""
        between = distance(at, self.model(other).at)
        return between - self.radius(unit) - self.radius(other)

    def overlapped(self, unit: str, at: Point, elevation: float) -> Iterator[str]:
        """The models a base at a place would stand on."""
        return (
            other
            for other in self.others(unit)
            if self.meets(other, elevation) and overlap(self.apart(unit, at, other))
        )

    def touched(self, unit: str, at: Point, elevation: float) -> Iterator[str]:
        """The models a base at a place would touch or stand on."""
        return (
            other
            for other in self.others(unit)
            if self.meets(other, elevation) and meet(self.apart(unit, at, other))
        )

    def is_walled(self, unit: str, at: Point, level: float) -> bool:
        """Whether a base at a place would overlap a block it could not step over (WZ-008)."""
        base, reach = disc(at, self.radius(unit)), level + self.profile(unit).size + LOST
        return any(
            block.height > reach and overlaps(base, block.polygon) for block in self.ground.blocks
        )

    def hangs_at(self, unit: str) -> float:
        """How high a model is: its level, or where it hangs on a wall."""
        model = self.model(unit)
        return model.elevation + (model.climbing.height if model.climbing else 0)

    def foot_of(self, unit: str, piece: str) -> Point:
        """The point of a piece's rim nearest to a model, where it climbs."""
        return nearest_on_rim(self.model(unit).at, self.setup.pieces[piece].polygon)

    def under(self, unit: str, template: Template) -> bool:
        """Whether part of a base is under a template; touching its edge is not (WZ-062)."""
        return _under(self.model(unit).at, self.radius(unit), template)

    def would_be_under(self, unit: str, at: Point, template: str) -> bool:
        """Whether part of a base would be under a template at a place."""
        return _under(at, self.radius(unit), self.setup.templates[template])


def _under(at: Point, radius: float, template: Template) -> bool:
    if template.circle:
        x, y, reach = template.circle
        return distance(at, (x, y)) < reach + radius - LOST
    return overlaps(disc(at, radius), template.polygon or ())

"""Planetary conditions: what each may do to the battlefield (rules AOD-PC, AOD-CARD-011).

Which cards a condition cancels stands in its record; what cancels it, in theirs.
"""

from typing import TYPE_CHECKING, ClassVar

from rules.age_of_destruction.table.terrain import Terrain
from rules.core.wording import Title

if TYPE_CHECKING:
    from rules.age_of_destruction.moment.piece import Piece


class Condition:
    """One planetary condition, neutral in everything it does not override (AOD-PC-001)."""

    title: ClassVar[Title]
    #: What a longer maximum range counts as, in inches.
    longest_range: ClassVar[int | None] = None
    #: The kinds of special attacks nobody may make.
    forbids: ClassVar[tuple[str, ...]] = ()
    #: Whether nothing may be at cruising level.
    grounds: ClassVar[bool] = False
    #: Whether lines of fire to artillery markers are blocked.
    hides_markers: ClassVar[bool] = False
    #: Inches blasts lose of their radius, which stays at least 1.
    smothers: ClassVar[int] = 0
    #: Whether 'Mechs lose heat in the clean-up.
    cools: ClassVar[bool] = True
    #: Whether 'Mechs that are not shut down roll for heat effects after losing heat.
    rolls_after_cooling: ClassVar[bool] = True
    #: The lowest face with which it strikes at the start of a clean-up, None where nobody rolls.
    strikes_from: ClassVar[int | None] = None
    #: The heat every 'Mech loses when it strikes.
    chills: ClassVar[int] = 0
    #: The pushing damage every player deals to a unit of his when it strikes.
    scorches: ClassVar[int] = 0

    @property
    def name(self) -> str:
        """What states and events call it."""
        return str(self.title)

    def terrain(self, element: Terrain) -> Terrain | None:
        """What becomes of a terrain element, None when it goes."""
        return element

    def top_speed(self, owner: "Piece") -> int | None:
        """What a higher speed of a unit counts as, in inches."""
        return None

"""Planetary conditions: what each does to the battlefield (rules AOD-PC).

Which cards a condition cancels stands in its record; what cancels it, in theirs.
"""

import msgspec

from rules.age_of_destruction.effects.registry import condition
from rules.age_of_destruction.moment.conditions import Condition
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.table.terrain import Terrain
from rules.core.wording import Title


def _does_not_block(element: Terrain) -> bool:
    return element.kind != "blocking"


@condition("AOD-PC-001")
class IceField(Condition):
    """Water freezes, and now and then everything cools."""

    title = Title("Ice Field", "Pole Lodowe")
    rolls_after_cooling = False
    strikes_from = 5
    chills = 1

    def terrain(self, element: Terrain) -> Terrain | None:
        return None if element.is_water else element


@condition("AOD-PC-002")
class DesertWasteland(Condition):
    """No water, and no relief from the heat."""

    title = Title("Desert Wasteland", "Pustynne Pustkowie")
    cools = False

    def terrain(self, element: Terrain) -> Terrain | None:
        return None if element.is_water else element


@condition("AOD-PC-003")
class DustStorm(Condition):
    """Nobody flies, leaps or sees far."""

    title = Title("Dust Storm", "Burza Piaskowa")
    longest_range = 8
    forbids = ("charge", "death_from_above")
    grounds = True
    hides_markers = True


@condition("AOD-PC-004")
class Swamp(Condition):
    """Slow ground, but not for what floats over it."""

    title = Title("Swamp", "Bagno")
    smothers = 1

    def top_speed(self, owner: Piece) -> int | None:
        return None if owner.mode in ("hover", "vtol") else 8


@condition("AOD-PC-005")
class Storm(Condition):
    """Rain fills whatever does not block, and slows what flies."""

    title = Title("Storm", "Sztorm")

    def terrain(self, element: Terrain) -> Terrain | None:
        if not _does_not_block(element):
            return element
        return Terrain(id=element.id, kind="shallow_water", polygon=element.polygon)

    def top_speed(self, owner: Piece) -> int | None:
        return 10 if owner.now.cruising_at_start else None


@condition("AOD-PC-006")
class Barrens(Condition):
    """Nothing grows or stands here."""

    title = Title("Barrens", "Jałowa Równina")

    def terrain(self, element: Terrain) -> Terrain | None:
        return None


@condition("AOD-PC-007")
class MountainRange(Condition):
    """Everything blocks."""

    title = Title("Mountain Range", "Łańcuch Górski")

    def terrain(self, element: Terrain) -> Terrain | None:
        return msgspec.structs.replace(element, kind="blocking")


@condition("AOD-PC-008")
class PerfectDay(Condition):
    """Does nothing but cancel."""

    title = Title("Perfect Day", "Doskonały Dzień")


@condition("AOD-PC-009")
class ActiveVolcanoes(Condition):
    """Now and then the ground opens."""

    title = Title("Active Volcanoes", "Czynne Wulkany")
    strikes_from = 5
    scorches = 1


@condition("AOD-PC-010")
class Tornado(Condition):
    """Nothing blocks any more."""

    title = Title("Tornado", "Tornado")

    def terrain(self, element: Terrain) -> Terrain | None:
        if _does_not_block(element):
            return element
        return msgspec.structs.replace(element, kind="hindering")

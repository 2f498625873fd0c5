"""Whether a unit may come to rest somewhere (rules AOD-MOVE-009, AOD-CONTACT-006)."""

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.table.bases import TOLERANCE
from rules.age_of_destruction.table.path import Mover, unfit_terrain
from rules.core.geometry import EPSILON, Outline


def refuse_standing(
    field: Field, unit_id: str, outline: Outline, mover: Mover, refusals: Refusals
) -> None:
    """Everything that keeps a base from resting here: the edge, other bases, terrain."""
    table = field.table
    if not table.holds(outline):
        refusals.add("OFF_TABLE", unit_id)
    for other in field.bases.overlapping(outline, TOLERANCE):
        if other.id != unit_id:
            refusals.add("ENDS_ON_BASE", other.id)
    for element in unfit_terrain(table, outline, mover):
        refusals.add("ENDS_ON_TERRAIN", element)


def adjoin(one: Piece, other: Piece) -> bool:
    """Whether two bases touch as seen from above, at whatever level."""
    return one.base.is_near(other.base) and one.outline.gap(other.outline) <= TOLERANCE


def is_clear(field: Field, unit_id: str, outline: Outline) -> bool:
    """Whether the base of a unit would overlap no other, not even within the tolerance."""
    return all(other.id == unit_id for other in field.bases.overlapping(outline, EPSILON))

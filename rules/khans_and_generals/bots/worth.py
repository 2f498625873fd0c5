"""What a unit is worth as it stands, in points of its card."""

from rules.khans_and_generals.moment.field import Piece

#: The part of its price that a unit keeps as long as it stands at all.
FOR_STANDING = 0.35
#: What is left of a routed unit's worth, and what other troubles take of the price.
ROUTED = 0.35
PINNED, DISORDERED, STUCK, BROKEN, NERVOUS = 0.12, 0.06, 0.15, 0.3, 0.3
#: What a position behind a work adds.
COVERED = 0.06


def price(piece: Piece) -> float:
    """What a unit costs; its Strength where its card has no price."""
    return float(piece.profile.points or max(piece.profile.strength, 1))


def worth(piece: Piece) -> float:
    """What is left of the price of a unit: by its Strength, its order and its nerves."""
    unit = piece.unit
    if unit.lost:
        return 0.0
    whole = max(piece.profile.strength, 1)
    left = FOR_STANDING + (1 - FOR_STANDING) * unit.strength / whole
    if unit.routed:
        return price(piece) * left * ROUTED
    left -= NERVOUS * strain(piece) * strain(piece)
    left -= PINNED * unit.pinned + DISORDERED * (unit.formation == "disordered")
    left -= STUCK * unit.immobilised + BROKEN * len(unit.broken)
    left += COVERED * (unit.in_position is not None)
    return price(piece) * left


def strain(piece: Piece) -> float:
    """How near a unit is to rout, 0 to 1: its Reluctance against what it bears (KG-157, KG-159)."""
    total = piece.profile.base_reluctance + sum(effect.value for effect in piece.unit.effects)
    bears = piece.unit.strength
    if not piece.profile.line_way and piece.profile.rout_at is not None:
        bears = piece.profile.rout_at
    return min(1.0, total / max(bears, 1))

"""Who has Set up by type (KG-018)."""

from rules.khans_and_generals.moment.field import Piece

SET_UP_TYPES = ("machine_gun", "mortar")


def can_set_up(piece: Piece) -> bool:
    """Machine guns, mortars and artillery, or whose card says so."""
    profile = piece.profile
    by_type = profile.class_ == "artillery" or profile.type in SET_UP_TYPES
    return by_type or "set_up" in profile.orders

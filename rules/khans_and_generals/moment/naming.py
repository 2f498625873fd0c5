"""What units are called: by their cards, and by a number where a side has several of one card."""

from collections import Counter

from rules.core.kept import of_a_moment
from rules.khans_and_generals.moment.field import Field, Piece


@of_a_moment
def numbers(field: Field) -> dict[str, int]:
    """The number of every unit among those of its side and card, 0 for the only one."""
    kinds = {piece.id: (piece.owner, piece.profile.name) for piece in field.pieces}
    of_kind = Counter(kinds.values())
    counted: Counter[tuple[str, str]] = Counter()
    found = {}
    for name, kind in kinds.items():
        counted[kind] += 1
        found[name] = counted[kind] if of_kind[kind] > 1 and kind[1] else 0
    return found


def name_of(piece: Piece) -> str:
    """What a unit is called; what stands in brackets on its card, such as that it is a sample, is
    left to the card."""
    name = piece.profile.name.partition(" (")[0]
    if not name:
        return piece.id
    number = numbers(piece.field)[piece.id]
    return f"{name} {number}" if number else name


def label_of(piece: Piece) -> str:
    """What is short enough for a base: its number, or of the only one its initials."""
    number = numbers(piece.field)[piece.id]
    if number:
        return str(number)
    initials = "".join(word[0] for word in name_of(piece).split())[:3].upper()
    return initials if piece.profile.name else piece.id

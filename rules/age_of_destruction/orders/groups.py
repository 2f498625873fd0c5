"""Who might carry out an order together: around every leader the largest group, not every one."""

from collections.abc import Iterator

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.steps.formations import may_form_up
from rules.core.kept import of_a_moment


@of_a_moment
def able_to_form(field: Field, player: str) -> list[Piece]:
    """A player's units that may still be ordered and join formations."""
    return [
        piece
        for piece in field.of(player)
        if piece.now.at is not None and not piece.now.ordered and may_form_up(piece)
    ]


def groups(field: Field, able: list[Piece], most: int) -> Iterator[list[Piece]]:
    """Around every unit those joined to it by contacts, the nearest first, itself in front."""
    for leader in able:
        group = [leader]
        for piece in group:
            beside = field.touching(piece.id)
            group += [
                other
                for other in able
                if other.id in beside and other not in group and may_mix(field, leader, other)
            ]
        yield group[:most]


def may_mix(field: Field, one: Piece, other: Piece) -> bool:
    """Whether the factions of two units may fight side by side."""
    if one.faction is None or other.faction is None or one.faction == other.faction:
        return True
    return field.setup.allied(field.state.active, one.faction, other.faction)


def names(pieces: list[Piece]) -> tuple[str, ...]:
    """Units by their ids."""
    return tuple(piece.id for piece in pieces)

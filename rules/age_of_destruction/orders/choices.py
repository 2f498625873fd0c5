"""What an attack may ask for of the equipment that waits to be asked."""

from collections.abc import Iterator

from rules.age_of_destruction.moment.piece import Piece


def choices(piece: Piece, others: list[str]) -> Iterator[tuple[str, ...] | dict[str, str]]:
    """Follow-ups and rerolls, then what has its price, or a target."""
    usual = tuple(
        fitted.name
        for fitted in piece.working
        if not fitted.item.picks_target and (fitted.item.rerolls or fitted.item.has("repeats"))
    )
    yield usual
    for fitted in piece.working:
        if fitted.item.by_choice:
            yield (*usual, fitted.name)
        elif fitted.item.picks_target:
            yield from ({fitted.name: other} for other in others)

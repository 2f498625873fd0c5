"""Combat dials turned back (rules AOD-REPAIR)."""

from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.state import events
from rules.age_of_destruction.steps.resolution import Resolution


def is_repairable(piece: Piece) -> bool:
    """Whether a repair would turn a dial: it shows no marker."""
    return piece.now.click > 1 and not piece.click.marker


def turn_back(res: Resolution, unit_id: str, clicks: int) -> None:
    """Turn a dial back click by click until a marker shows (AOD-REPAIR-002)."""
    piece = res.piece(unit_id)
    click = piece.now.click
    while clicks > piece.now.click - click and click > 1:
        if piece.unit.dial[click - 1].marker:
            break
        click -= 1
    res.emit(
        events.Repaired(
            unit=unit_id,
            amount=piece.now.click - click,
            click=click,
            asked_for=clicks,
            rules=("AOD-REPAIR-001", "AOD-REPAIR-002", "AOD-DMG-008"),
        )
    )

"""Special equipment switched off by its player (rules AOD-EQUIP-004, 005, 111)."""

from rules.age_of_destruction.skirmish import events
from rules.age_of_destruction.skirmish.piece import Piece
from rules.age_of_destruction.skirmish.resolution import Resolution
from rules.age_of_destruction.skirmish.state import Question


def switch_off(res: Resolution, unit_id: str, names: tuple[str, ...]) -> None:
    """Switch equipment off until its owner's next turn (AOD-EQUIP-005)."""
    if names:
        rules = ("AOD-EQUIP-004", "AOD-EQUIP-005", "AOD-EQUIP-105", "AOD-EQUIP-106")
        res.emit(events.SwitchedOff(unit=unit_id, names=names, rules=rules))


def offer_to_switch_off(res: Resolution, piece: Piece, names: tuple[str, ...]) -> None:
    """Let a unit's player switch off equipment that would work now, before the dice."""
    if names:
        answer = res.ask(Question("deactivate", piece.owner, piece.id, options=names))
        switch_off(res, piece.id, answer.off)

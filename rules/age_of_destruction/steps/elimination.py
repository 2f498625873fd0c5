"""Units that leave the game, and what follows from it (rules AOD-ELIM)."""

from rules.age_of_destruction.state import events
from rules.age_of_destruction.steps.losses import feel_loss, offer_salvage
from rules.age_of_destruction.steps.recording import score_elimination
from rules.age_of_destruction.steps.resolution import Resolution
from rules.age_of_destruction.table.path import unfit_terrain

#: The causes that are attacks of the unit they come from.
ATTACKS = ("attack", "artillery")


def eliminate(
    res: Resolution, unit_id: str, cause: str, *rules: str, source: str = "", by: str = ""
) -> None:
    """Take a unit out of the game, with its passengers (AOD-CARRY-005); its captive is free.

    `source` is the unit whose attack did it; a unit's own circle is nobody else's doing. `by` is
    the player whose unit or effect it was, "" for nobody.
    """
    piece = res.piece(unit_id)
    held = [captive for captive in piece.captives if captive not in piece.passengers]
    res.emit(events.Eliminated(unit=unit_id, cause=cause, by=by, rules=rules))
    score_elimination(res, piece, by)
    if cause != "circle":
        feel_loss(res, piece, source)
    for passenger in _captives_first(res, piece.passengers):
        eliminate(res, passenger, "transport", "AOD-CARRY-005", by=by)
    for captive in held:
        _free(res, captive, unit_id)
    if cause in ATTACKS:
        offer_salvage(res, piece, source)


def _captives_first(res: Resolution, passengers: list[str]) -> list[str]:
    """Those who go down with a transport are not freed before."""
    return sorted(passengers, key=lambda unit_id: not res.piece(unit_id).is_captive)


def _free(res: Resolution, unit_id: str, captor_id: str) -> None:
    """Free a captive whose captor is lost; it is lost itself where terrain blocks it."""
    res.emit(events.Freed(unit=unit_id, captor=captor_id, rules=("AOD-CAPTURE-016",)))
    if not may_stand(res, unit_id):
        rules = ("AOD-CAPTURE-016", "AOD-VICT-008")
        eliminate(res, unit_id, "terrain", *rules, by=res.piece(captor_id).owner)


def force_down(res: Resolution, unit_id: str, *rules: str, by: str = "") -> None:
    """Bring a cruising VTOL to ground level where it is; it is lost where it may not stand."""
    res.emit(events.LevelChanged(unit=unit_id, level="ground", forced=True, rules=rules))
    if not may_stand(res, unit_id):
        eliminate(res, unit_id, "terrain", *rules, by=by)


def may_stand(res: Resolution, unit_id: str) -> bool:
    """Whether terrain lets a unit be where it is."""
    piece = res.piece(unit_id)
    if piece.now.at is None:
        return True
    return not unfit_terrain(res.field.table, piece.outline, piece.mover())

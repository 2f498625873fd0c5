"""A unit gives itself up, and the captive beside it fights on its side again (AOD-CAPTURE-017)."""

from collections.abc import Container

from rules.age_of_destruction.moment.fitted import Fitted
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.state import events
from rules.age_of_destruction.steps.elimination import eliminate
from rules.age_of_destruction.steps.resolution import Resolution


def frees_captives(piece: Piece, on: Container[str]) -> Fitted | None:
    """The equipment asked for that gives the unit up for a captive."""
    freeing = piece.permitting("free_captives") if on else ()
    return next((fitted for fitted in freeing if fitted.name in on), None)


def refuse_takeover(piece: Piece, on: Container[str], refusals: Refusals, *, moves: bool) -> None:
    """Who gives itself up stays where it is (see the equipment's card)."""
    if frees_captives(piece, on) and (
        moves or piece.now.tokens_at_start or captive_beside(piece) is None
    ):
        refusals.add("NO_CAPTIVE_TO_FREE", piece.id)


def take_over(res: Resolution, piece: Piece, on: Container[str]) -> bool:
    """Let the captive change sides; whether one did."""
    chosen = frees_captives(piece, on)
    captive = captive_beside(piece) if chosen else None
    if chosen is None or captive is None:
        return False
    res.use(piece, chosen)
    rules = ("AOD-CONTACT-007", "AOD-CAPTURE-017")
    captor = captive.now.captive_of or ""
    res.emit(events.Freed(unit=captive.id, captor=captor, owner=piece.owner, rules=rules))
    eliminate(res, piece.id, chosen.name, "AOD-EQUIP-003", by=captive.owner)
    return True


def captive_beside(piece: Piece) -> Piece | None:
    """The one captive vehicle or 'Mech a unit touched at the start of the turn and touches now."""
    beside = [
        other
        for other in piece.touching
        if other.is_captive and not other.is_infantry and other.id in piece.now.touching_at_start
    ]
    return beside[0] if len(beside) == 1 else None

"""A player leaves the game before its end (rules AOD-WDRAW)."""

from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.play.turns import end_turn
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.orders import Withdraw
from rules.age_of_destruction.steps.ending import end_game, functional_teams
from rules.age_of_destruction.steps.recording import score_worth
from rules.age_of_destruction.steps.resolution import Resolution
from rules.age_of_destruction.steps.unloading import unload


def carry_out_withdrawal(res: Resolution, order: Withdraw) -> None:
    """Score the captives, remove group and markers, free those held; the turn is over with it."""
    pieces = [res.piece(unit_id) for unit_id in res.state.units]
    group = [p for p in pieces if p.owner == order.player and not p.now.gone]
    res.emit(events.Withdrew(player=order.player, rules=("AOD-WDRAW-001", "AOD-WDRAW-002")))
    for piece in group:
        if piece.now.captive_of is not None:
            captor = res.piece(piece.now.captive_of)
            score_worth(res, captor.owner, piece, "withdrawn_captive", "AOD-WDRAW-003")
    _leave(res, group)
    for unit_id in dict.fromkeys(m.unit for m in res.state.markers if m.player == order.player):
        rules = ("AOD-WDRAW-004",)
        res.emit(events.MarkersRemoved(unit=unit_id, player=order.player, rules=rules))
    if len(functional_teams(res.field)) <= 1:
        end_game(res, "elimination", "AOD-END-002", "AOD-WDRAW-006")
    else:
        end_turn(res)


def _leave(res: Resolution, group: list[Piece]) -> None:
    """Passengers leave first, so that only captives are put down from the transports; those are
    free again once they stand on the table."""
    riders = [piece for piece in group if piece.now.aboard is not None]
    others = [piece for piece in group if piece.now.aboard is None]
    for piece in riders:
        res.emit(events.UnitWithdrawn(unit=piece.id, rules=("AOD-WDRAW-004",)))
    for piece in others:
        unload(res, piece.id, "AOD-WDRAW-005")
    for piece in group:
        for captive in res.piece(piece.id).captives:
            res.emit(events.Freed(unit=captive, captor=piece.id, rules=("AOD-WDRAW-005",)))
    for piece in others:
        res.emit(events.UnitWithdrawn(unit=piece.id, rules=("AOD-WDRAW-004",)))

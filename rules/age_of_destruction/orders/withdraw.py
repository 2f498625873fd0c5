"""A player leaves the game before its end (rules AOD-WDRAW)."""

from collections.abc import Iterator

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.legs import Name
from rules.age_of_destruction.steps.ending import end_game, functional_teams
from rules.age_of_destruction.steps.recording import score_worth
from rules.age_of_destruction.steps.resolution import Resolution
from rules.age_of_destruction.steps.turns import end_turn
from rules.age_of_destruction.steps.unloading import unload


class Withdraw(Order, frozen=True):
    """Leave the battlefield with the whole battle group (AOD-WDRAW-001)."""

    player: Name

    ends = True
    strays = ({"order": "withdraw", "player": "blue"},)

    def explain(self, field: Field, refusals: Refusals) -> None:
        """A player withdraws in his own turn only."""
        if self.player != field.state.active:
            refusals.add("NOT_YOUR_TURN", self.player)

    def carry_out(self, res: Resolution) -> None:
        """Score the captives, remove group and markers, free those held; the turn is over with
        it."""
        pieces = [res.piece(unit_id) for unit_id in res.state.units]
        group = [p for p in pieces if p.owner == self.player and not p.now.gone]
        res.emit(events.Withdrew(player=self.player, rules=("AOD-WDRAW-001", "AOD-WDRAW-002")))
        for piece in group:
            if piece.now.captive_of is not None:
                captor = res.piece(piece.now.captive_of)
                score_worth(res, captor.owner, piece, "withdrawn_captive", "AOD-WDRAW-003")
        _leave(res, group)
        for unit_id in dict.fromkeys(m.unit for m in res.state.markers if m.player == self.player):
            rules = ("AOD-WDRAW-004",)
            res.emit(events.MarkersRemoved(unit=unit_id, player=self.player, rules=rules))
        if len(functional_teams(res.field)) <= 1:
            end_game(res, "elimination", "AOD-END-002", "AOD-WDRAW-006")
        else:
            end_turn(res)

    @classmethod
    def candidates(cls, field: Field, player: str) -> Iterator["Withdraw"]:
        """In the order stage."""
        if player == field.state.active and field.state.stage == "orders":
            yield cls(player=player)


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

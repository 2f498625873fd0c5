"""Agree that the game ends now (rule AOD-END-004)."""

from collections.abc import Iterator

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.legs import Name
from rules.age_of_destruction.steps.ending import end_game, voters
from rules.age_of_destruction.steps.resolution import Resolution


class EndGame(Order, frozen=True):
    """One player agrees that the game ends now (AOD-END-004)."""

    player: Name

    ends = True
    keeps_agreement = True
    strays = ({"order": "end_game", "player": "blue"},)

    def explain(self, field: Field, refusals: Refusals) -> None:
        """Players with units on the battlefield have a say, once each."""
        if self.player not in voters(field):
            refusals.add("NO_SAY", self.player)
        if self.player in field.state.agreed:
            refusals.add("AGREED_ALREADY", self.player)

    def carry_out(self, res: Resolution) -> None:
        """Take note of it; the game ends once all who have a say agree."""
        res.emit(events.EndAgreed(player=self.player, rules=("AOD-END-004",)))
        if voters(res.field) <= set(res.state.agreed):
            end_game(res, "agreement", "AOD-END-001", "AOD-END-004")

    @classmethod
    def candidates(cls, field: Field, player: str) -> Iterator["EndGame"]:
        """The active player may propose it, and all others agree."""
        state = field.state
        proposes = player == state.active and state.stage == "orders"
        if proposes or (player != state.active and state.agreed):
            yield cls(player=player)

"""End the order stage, or one's part of a step of the set-up (rules AOD-TURN-012, AOD-SETUP)."""

from collections.abc import Iterator

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.steps.deploying import ground_for, room_on, to_deploy
from rules.age_of_destruction.steps.laying import room_for
from rules.age_of_destruction.steps.paying import pay_circles
from rules.age_of_destruction.steps.resolution import Resolution
from rules.age_of_destruction.steps.set_up import end_step
from rules.age_of_destruction.steps.turns import end_turn


class EndStage(Order, frozen=True):
    """End the order stage, and with it the turn."""

    stages = ("pool", "terrain", "deployment", "infiltration", "orders")
    ends = True
    strays = ({"order": "end_stage"},)

    def explain(self, field: Field, refusals: Refusals) -> None:
        """Report what somebody in the set-up has still to do."""
        ready = field.state.preparation
        if ready is None or ready.step == "pool":
            return
        if ready.step == "terrain":
            self._refuse_end_of_terrain(field, refusals)
        else:
            self._refuse_end_of_deployment(field, ready.step, refusals)

    def _refuse_end_of_terrain(self, field: Field, refusals: Refusals) -> None:
        """Nobody passes while a piece has a place (AOD-SETUP-014)."""
        pool = field.state.preparation.pool if field.state.preparation else ()
        if fitting := [piece.id for piece in pool if room_for(field, piece)]:
            refusals.add("TERRAIN_LEFT", *fitting)

    def _refuse_end_of_deployment(self, field: Field, step: str, refusals: Refusals) -> None:
        """The whole battle group is deployed, as far as it has a place (AOD-SETUP-018)."""
        waiting = [
            unit_id
            for unit_id in to_deploy(field, field.state.active, step)
            if room_on(ground_for(field, unit_id, step))
        ]
        if waiting:
            refusals.add("UNITS_LEFT", *waiting)

    def carry_out(self, res: Resolution) -> None:
        """The next player's turn, or the next step of the set-up."""
        if res.state.preparation is None:
            end_turn(res)
        else:
            end_step(res, res.state.preparation)
        pay_circles(res)

    @classmethod
    def candidates(cls, field: Field, player: str) -> Iterator["EndStage"]:
        """Whenever somebody is to act."""
        if player == field.state.active:
            yield cls()

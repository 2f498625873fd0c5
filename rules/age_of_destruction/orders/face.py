"""Face: turn a unit by what its equipment can, without an order of the pool."""

from collections.abc import Iterator

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.fitted import Fitted
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.orders.base import Offer, Order
from rules.age_of_destruction.orders.forms import Form, Said, Written
from rules.age_of_destruction.orders.unit_orders import switched_off
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.legs import Degrees, Leg, Name
from rules.age_of_destruction.steps.movement import Pace, Walk
from rules.age_of_destruction.steps.resolution import Resolution
from rules.age_of_destruction.steps.switches import switch_off
from rules.core.wording import Title


def _draft(form: Form, field: Field, said: Said) -> Written:
    """A turn to the direction that is said, else to where the unit looks."""
    unit, facing = said.one("unit"), said.facing()
    now = field.state.units[unit].facing
    return {"order": "face", "unit": unit, "facing": now if facing is None else facing}


class Face(Order, frozen=True):
    """Turn a unit without an order of the pool, where equipment allows it; no move."""

    unit: Name
    facing: Degrees

    sentence = Title("{unit} turns without an order.", "{unit}: zmiana orientacji bez rozkazu.")
    forms = (
        Form(
            "face",
            ("face",),
            clicks="turn",
            draft=_draft,
            label=Title("Turn freely", "Swobodny obrót"),
        ),
    )
    strays = ({"order": "face", "facing": 90.0},)

    @property
    def units(self) -> tuple[str, ...]:
        """The unit that turns."""
        return (self.unit,)

    def explain(self, field: Field, refusals: Refusals) -> None:
        """Report why the unit does not turn."""
        if self.unit not in field.state.units:
            refusals.add("UNKNOWN_UNIT", self.unit)
            return
        piece = field.piece(self.unit)
        if piece.owner != field.state.active:
            refusals.add("NOT_YOUR_UNIT", piece.id)
        for name in self.off:
            if not piece.switchable((name,)):
                refusals.add("EQUIPMENT_ABSENT", piece.id, name=name)
        piece = switched_off(field, self).piece(piece.id)
        if piece.now.at is None or free_turn(piece) is None:
            refusals.add("NO_FREE_TURN", piece.id)
            return
        walk = Walk(field, piece, Pace(), refusals)
        walk.take((Leg(rotate=self.facing),))
        walk.stop()

    def carry_out(self, res: Resolution) -> None:
        """Once a turn; nobody spins for it."""
        switch_off(res, self.unit, self.off)
        piece = res.piece(self.unit)
        if fitted := free_turn(piece):
            res.use(piece, fitted)
            rules = fitted.item.rules
            res.emit(events.OnceUsed(unit=piece.id, name=fitted.name, rules=rules))
            facing = self.facing % 360
            res.emit(events.Turned(unit=piece.id, facing=facing, free=True, rules=rules))

    @classmethod
    def on_the_spot(cls, piece: Piece) -> Iterator["Face"]:
        """Right about."""
        if free_turn(piece):
            yield cls(unit=piece.id, facing=(piece.now.facing + 180) % 360)

    @classmethod
    def offers(cls, piece: Piece) -> Iterator[Offer]:
        """A turn that is still to be shown."""
        if free_turn(piece):
            yield Offer("face", cls(unit=piece.id, facing=piece.now.facing))


def free_turn(piece: Piece) -> Fitted | None:
    """The equipment with which a unit may still turn freely this turn."""
    turning = piece.permitting("turn")
    return next((fitted for fitted in turning if fitted.name not in piece.now.once), None)

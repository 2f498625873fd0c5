"""The command stage: what is due is resolved before the first order (AOD-TURN-006 to 009).

What falls due belongs to a unit; the active player chooses the sequence of the units.
"""

from rules.age_of_destruction.moment.answers import TurnDice
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.fitted import Fitted
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.state import Question
from rules.age_of_destruction.steps.artillery import due_markers, land_salvo
from rules.age_of_destruction.steps.awe import choose_whom_to_awe, suffer_awe
from rules.age_of_destruction.steps.dials import turn_back
from rules.age_of_destruction.steps.resolution import Resolution
from rules.age_of_destruction.steps.switches import offer_to_switch_off


def play_command_stage(res: Resolution) -> None:
    """Resolve everything due and begin the order stage (AOD-TURN-007, AOD-TURN-009)."""
    suffer_awe(res)
    choose_whom_to_awe(res)
    for piece in res.field.rolling(res.state.active):
        if piece.is_salvage:
            _recover(res, piece.id)
    waiting = _due(res.field)
    while waiting:
        unit_id = _next(res, waiting)
        waiting.remove(unit_id)
        _gain_order(res, unit_id)
        land_salvo(res, unit_id)
    res.emit(events.OrderStageBegan(rules=("AOD-TURN-006", "AOD-TURN-009")))


def _due(field: Field) -> list[str]:
    """The units for which something is due, in file order."""
    rolling = {
        piece.id
        for piece in field.rolling(field.state.active)
        if any(_may_gain(piece, fitted) for fitted in piece.working)
    }
    firing = {m.unit for m in field.state.markers if m.player == field.state.active}
    return [unit_id for unit_id in field.state.units if unit_id in rolling | firing]


def _next(res: Resolution, waiting: list[str]) -> str:
    """The unit whose effects come next: asked for where a salvo may change what follows, as rolls
    for orders do not touch one another (AOD-TURN-008)."""
    if len(waiting) == 1 or not any(due_markers(res.field, unit_id) for unit_id in waiting):
        return waiting[0]
    question = Question("choose", res.state.active, options=tuple(waiting), about="command_stage")
    return res.ask(question).choice


def _recover(res: Resolution, unit_id: str) -> None:
    """Roll for the repair of a salvage unit where a pilot may bring it about."""
    piece = res.piece(unit_id)
    for fitted in piece.working:
        rolled = fitted.item.start_of_turn(piece)
        if rolled is None or not rolled.repairs:
            continue
        die = res.roll(1)
        clicks = rolled.repairs if die[0] >= rolled.lowest else 0
        res.use(piece, fitted)
        res.emit(
            events.EffectRolled(
                unit=piece.id, name=fitted.name, value=clicks, dice=die, rules=fitted.item.rules
            )
        )
        if clicks:
            turn_back(res, piece.id, clicks)


def _may_gain(piece: Piece, fitted: Fitted) -> TurnDice | None:
    """The roll for one more order that equipment gives."""
    rolled = fitted.item.start_of_turn(piece)
    return rolled if rolled and rolled.orders > 0 else None


def _gain_order(res: Resolution, unit_id: str) -> None:
    """Roll for one more order where equipment may give it; a circled one may be declined."""
    piece = res.piece(unit_id)
    if piece.owner != res.state.active:
        return
    circled = tuple(f.name for f in piece.working if f.circled and _may_gain(piece, f))
    offer_to_switch_off(res, piece, circled)
    piece = res.piece(piece.id)
    for fitted in piece.working:
        rolled = _may_gain(piece, fitted)
        if rolled is None:
            continue
        die = res.roll(1)
        res.use(piece, fitted)
        res.emit(
            events.OrderGained(
                unit=piece.id, gained=die[0] >= rolled.lowest, dice=die, rules=("AOD-TURN-007",)
            )
        )

"""What an order costs whoever carries it out (AOD-SEQ-001 steps 9 and 10)."""

from rules.age_of_destruction.state import events
from rules.age_of_destruction.steps.damage import damage
from rules.age_of_destruction.steps.resolution import Resolution


def pay_circles(res: Resolution) -> None:
    """Push every unit for each circle it has used (AOD-EQUIP-008)."""
    for (unit_id, name), circled in res.used.items():
        if circled:
            damage(res, unit_id, 1, "circle", "AOD-EQUIP-008", "AOD-EQUIP-110", source=name)


def token_and_push(res: Resolution, unit_id: str, *, pushed: bool) -> None:
    """AOD-TOKEN-001, AOD-PUSH-001 and AOD-PUSH-002."""
    piece = res.piece(unit_id)
    if piece.now.eliminated:
        return
    tokens = max(piece.now.tokens, 1) if piece.is_mech else piece.now.tokens + 1
    res.emit(
        events.TokenPlaced(unit=unit_id, tokens=tokens, rules=("AOD-TOKEN-001", "AOD-TOKEN-002"))
    )
    if not pushed or any(
        fitted.item.order_limits(piece).unpushed for fitted in piece.answering("order_limits")
    ):
        return
    if piece.is_mech:
        res.heat(unit_id, "push")
    else:
        damage(res, unit_id, 1, "push", "AOD-PUSH-001", "AOD-PUSH-005")

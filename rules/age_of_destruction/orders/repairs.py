"""Repairs carried out (rules AOD-REPAIR, AOD-CRIT-005)."""

from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.values import base_attack, damage_value
from rules.age_of_destruction.orders.explain_attacks import repair_equipment
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.orders import Close
from rules.age_of_destruction.steps.damage import damage
from rules.age_of_destruction.steps.dials import turn_back
from rules.age_of_destruction.steps.resolution import Resolution
from rules.age_of_destruction.steps.rolls import throw


def carry_out_repair(res: Resolution, order: Close) -> None:
    """Roll against the defense with its cards; of the close combat modifiers only heat counts."""
    piece, target = res.piece(order.unit), res.piece(order.target)
    if fitted := repair_equipment(piece, target):
        res.use(piece, fitted)
    thrown = throw(res, _as_attack(piece, order))
    parts, crit = base_attack(piece), thrown.critical
    total = sum(thrown.faces) + sum(part.value for part in parts)
    against = target.click.defense + sum(more for _, more in target.card_modifiers("defense"))
    success = crit == "hit" or (crit != "miss" and total >= against)
    res.emit(
        events.RepairRolled(
            unit=piece.id,
            target=target.id,
            dice=thrown.faces,
            rerolled=thrown.before,
            attack=tuple(parts),
            total=total,
            against=against,
            success=success,
            critical=crit,
            rules=("AOD-REPAIR-001", "AOD-CRIT-005"),
        )
    )
    if crit == "miss":
        damage(res, target.id, 1, "critical_miss", "AOD-CRIT-005")
    if success:
        clicks = damage_value(piece, "primary_damage")
        if order.repair == "die":
            clicks = res.roll(1)[0]
        turn_back(res, target.id, clicks + (crit == "hit"))


def _as_attack(piece: Piece, order: Close) -> Attack:
    """The close attack that a repair is by its card: a die of it may be rolled again."""
    return Attack("close", piece.id, (order.target,), "close", choices=order.choices)

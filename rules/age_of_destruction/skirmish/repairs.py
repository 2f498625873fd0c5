"""Repairs carried out (rules AOD-REPAIR, AOD-CRIT-005)."""

from rules.age_of_destruction.skirmish import events
from rules.age_of_destruction.skirmish.attack import critical_of
from rules.age_of_destruction.skirmish.damage import damage
from rules.age_of_destruction.skirmish.explain_attacks import repair_equipment
from rules.age_of_destruction.skirmish.orders import Close
from rules.age_of_destruction.skirmish.resolution import Resolution
from rules.age_of_destruction.skirmish.values import base_attack, damage_value


def carry_out_repair(res: Resolution, order: Close) -> None:
    """Roll against the printed defense; of the close combat modifiers only heat counts."""
    piece, target = res.piece(order.unit), res.piece(order.target)
    if fitted := repair_equipment(piece, target):
        res.use(piece, fitted)
    faces = res.roll(3)
    parts = base_attack(piece)
    total = sum(faces) + sum(part.value for part in parts)
    crit = critical_of(faces)
    against = target.click.defense
    success = crit == "hit" or (crit != "miss" and total >= against)
    res.emit(
        events.RepairRolled(
            unit=piece.id,
            target=target.id,
            dice=faces,
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


def turn_back(res: Resolution, unit_id: str, clicks: int) -> None:
    """Turn a dial back click by click until a marker shows (AOD-REPAIR-002)."""
    piece = res.piece(unit_id)
    click = piece.now.click
    while clicks > piece.now.click - click and click > 1:
        if piece.unit.dial[click - 1].marker:
            break
        click -= 1
    res.emit(
        events.Repaired(
            unit=unit_id,
            amount=piece.now.click - click,
            click=click,
            asked_for=clicks,
            rules=("AOD-REPAIR-001", "AOD-REPAIR-002", "AOD-DMG-008"),
        )
    )

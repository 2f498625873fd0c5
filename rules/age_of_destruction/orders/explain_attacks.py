"""Why an attack order or a repair is refused."""

from rules.age_of_destruction.moment.aiming import refuse_close, refuse_contact, refuse_ranged
from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.fitted import Fitted
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.orders.explain_artillery import refuse_long_range
from rules.age_of_destruction.state.orders import Close, Ranged, Split
from rules.age_of_destruction.steps.dealing import dealt
from rules.age_of_destruction.steps.declare import close_attack, ranged_attack, spread
from rules.age_of_destruction.steps.formations import refuse_joint_attack


def refuse_ranged_order(field: Field, piece: Piece, order: Ranged, refusals: Refusals) -> None:
    """AOD-RANGED, AOD-INDIRECT, AOD-MULTI, and AOD-ARTY for long-range fire."""
    if order.mode == "artillery":
        refuse_long_range(field, piece, order, refusals)
        return
    if order.markers:
        refusals.add("MARKERS_WITHOUT_ARTILLERY", piece.id)
    attack = ranged_attack(piece, order, "ranged")
    refuse_ranged(field, attack, refusals)
    refuse_split(field, attack, order.split, refusals)
    if order.in_formation:
        refuse_joint_attack(field, attack, refusals)


def refuse_split(field: Field, attack: Attack, split: Split | None, refusals: Refusals) -> None:
    """A plan must name targets and fit the damage for some two of them (AOD-MULTI-005).

    Targets missed drop out, so a plan is impossible only when its smallest two shares exceed the
    damage.
    """
    first = field.state.units.get(attack.targets[0]) if attack.targets else None
    if not split or first is None or first.at is None:
        return
    attack = spread(field, attack)
    damage = sum(p.value for p in dealt(field, attack, attack.targets[0]).parts)
    shares = sorted(split.values())
    if set(split) - set(attack.targets) or sum(shares[:2]) > damage or shares[-1] > damage:
        refusals.add("SPLIT_IMPOSSIBLE", attack.attacker, damage=damage)


def refuse_close_order(field: Field, piece: Piece, order: Close, refusals: Refusals) -> None:
    """AOD-CLOSE, or AOD-REPAIR where the order repairs."""
    if order.repair and order.capture:
        refusals.add("CAPTURE_OR_REPAIR", piece.id)
    if order.repair:
        _refuse_repair(field, piece, order, refusals)
        if order.in_formation:
            refusals.add("FORMATION_REPAIRS", piece.id)
        return
    attack = close_attack(field, piece, order, "close")
    refuse_close(field, attack, refusals)
    if order.in_formation:
        refuse_joint_attack(field, attack, refusals)


def repair_equipment(piece: Piece, target: Piece) -> Fitted | None:
    """The working equipment with which a unit repairs another."""
    tools = [fitted for fitted in piece.working if fitted.item.repairs]
    if any(fitted.item.leaves_foot_to_others for fitted in tools) and target.mode != "foot":
        tools = [fitted for fitted in tools if fitted.item.leaves_foot_to_others]
    return next((fitted for fitted in tools if fitted.item.may_repair(piece, target)), None)


def _refuse_repair(field: Field, piece: Piece, order: Close, refusals: Refusals) -> None:
    able = any(fitted.item.repairs for fitted in piece.working)
    if not able:
        refusals.add("CANNOT_REPAIR", piece.id)
    if order.target not in field.state.units:
        refusals.add("UNKNOWN_UNIT", order.target)
        return
    target = field.piece(order.target)
    if target.id == piece.id or not piece.is_friend(target):
        refusals.add("REPAIR_NOT_FRIEND", target.id)
        return
    if target.now.at is None:
        refusals.add("TARGET_GONE", target.id)
        return
    refuse_contact(field, piece, target, refusals)
    for one in (piece, target):
        if one.opponents_in_contact:
            refusals.add("REPAIR_ENGAGED", one.id)
    if able and repair_equipment(piece, target) is None:
        refusals.add("REPAIR_SYMBOL", target.id)
    if target.click.marker:
        refusals.add("REPAIR_MARKER", target.id)

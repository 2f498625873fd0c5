"""Who may carry out one order together (rules AOD-FORM, AOD-ALLY).

All members belong to the player whose turn it is, as he leads them (AOD-ALLY-013).
"""

from itertools import combinations

import msgspec

from rules.age_of_destruction.moment.aiming import refuse_close, refuse_ranged
from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals


class Formation(msgspec.Struct, frozen=True):
    """How many units of which types make a kind of formation, and whether they touch each other."""

    least: int
    most: int
    types: tuple[str, ...]
    touching: bool = True


MARCH = Formation(3, 5, ("infantry", "vehicle"))
FIRE = Formation(3, 5, ("infantry", "vehicle", "mech"))
MELEE = Formation(2, 3, ("infantry", "mech"), touching=False)


def refuse_formation(
    field: Field,
    kind: Formation,
    leader: str,
    named: tuple[str, ...],
    refusals: Refusals,
) -> None:
    """Everything wrong with who is in a formation; what it does is judged elsewhere."""
    members = [field.piece(unit_id) for unit_id in dict.fromkeys(named)]
    if leader not in named:
        refusals.add("LEADER_NO_MEMBER", leader)
    if len(members) < len(named):
        refusals.add("MEMBER_TWICE", leader)
    if not kind.least <= len(members) <= kind.most:
        refusals.add("FORMATION_SIZE", leader, least=kind.least, most=kind.most)
    for piece in members:
        if not may_form_up(piece):
            refusals.add("NEVER_IN_FORMATION", piece.id)
        elif piece.unit.type not in kind.types:
            refusals.add("NOT_IN_THIS_FORMATION", piece.id)
    _refuse_factions(field, members, refusals)
    if partly_on_abrupt_elevation(field, members):
        refusals.add("FORMATION_ON_ABRUPT_EDGE", leader)
    if kind.touching and not stands_together(field, members):
        refusals.add("FORMATION_APART", leader)


def may_form_up(piece: Piece) -> bool:
    """Whether a unit may be a member of any formation (AOD-ALLY-010)."""
    return not piece.is_vtol and not any(
        fitted.item.order_limits(piece).alone for fitted in piece.answering("order_limits")
    )


def _refuse_factions(field: Field, members: list[Piece], refusals: Refusals) -> None:
    """Every pair of factions must be allied; beside mercenaries stands one faction only
    (AOD-FORM-002, AOD-ALLY-002, AOD-ALLY-003)."""
    factions = sorted({piece.faction for piece in members if piece.faction})
    for one, other in combinations(factions, 2):
        if not field.setup.allied(field.state.active, one, other):
            refusals.add("FACTIONS_NOT_ALLIED", one=one, other=other)
    mercenaries = [piece.id for piece in members if piece.faction is None]
    if mercenaries and len(factions) > 1:
        refusals.add("MERCENARIES_WITH_SEVERAL", *mercenaries)


def partly_on_abrupt_elevation(field: Field, members: list[Piece]) -> bool:
    """Whether some members stand on an abrupt elevation and others do not (AOD-FORM-027)."""
    abrupt = {t.id for t in field.table.terrain if t.abrupt and t.elevated}
    grounds = {piece.elevation for piece in members}
    return len(grounds) > 1 and bool(grounds & abrupt)


def stands_together(field: Field, members: list[Piece]) -> bool:
    """Whether members stand in contact: in one group, or each with some other where the ruling
    `group_must_be_connected` asks no more (AOD-FORM-004, AOD-FORM-013)."""
    if field.ruling("group_must_be_connected"):
        return is_one_group(members)
    return all(any(piece.touches(other) for other in members) for piece in members)


def is_one_group(members: list[Piece]) -> bool:
    """Whether contacts join all members to each other (AOD-FORM-007)."""
    reached, apart = members[:1], members[1:]
    for piece in reached:
        joined = [other for other in apart if piece.touches(other)]
        reached += joined
        apart = [other for other in apart if other not in joined]
    return not apart


def refuse_joint_attack(field: Field, attack: Attack, refusals: Refusals) -> None:
    """What keeps a formation from attacking as one (AOD-FORM-013 to 015, AOD-FORM-021, 022)."""
    if not attack.is_single:
        refusals.add("FORMATION_ONE_TARGET", attack.attacker)
    if attack.kind == "indirect":
        refusals.add("FORMATION_INDIRECT", attack.attacker)
        return
    for unit_id in attack.helpers:
        found = _reasons_against_joining(field, attack, field.piece(unit_id))
        if found.violations:
            refusals.add("CANNOT_JOIN_ATTACK", unit_id)
            refusals.take(found)
    if not field.ruling("quad_front_arc_exempt_in_close_formation"):
        _refuse_turned_quads(field, attack, refusals)


def _reasons_against_joining(field: Field, attack: Attack, piece: Piece) -> Refusals:
    """Why no weapon of a member lets it join; the reasons against its first one."""
    capture = attack.capture and field.ruling("capture_formation_members") == "foot_infantry_only"
    tried = []
    for weapon in piece.unit.weapons:
        own = msgspec.structs.replace(
            attack,
            attacker=piece.id,
            members=(),
            weapon=weapon,
            value=weapon.damage_value,
            capture=capture,
        )
        refusals = Refusals()
        (refuse_ranged if attack.is_ranged else refuse_close)(field, own, refusals)
        tried.append(refusals)
    return min(tried, key=lambda refusals: bool(refusals.violations))


def _refuse_turned_quads(field: Field, attack: Attack, refusals: Refusals) -> None:
    """The reading that a Quad in a formation strikes with its front arc only (AOD-FORM-021)."""
    for unit_id in attack.attackers if attack.kind == "close" else ():
        piece = field.piece(unit_id)
        for target in (field.piece(target_id) for target_id in attack.targets):
            if piece.is_quad and piece.touches(target) and not piece.front_touches(target):
                refusals.add("NOT_IN_FRONT", target.id)

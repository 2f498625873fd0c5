"""Hand to hand (section 14 of the rules, P11)."""

from rules.core.geometry import ahead
from rules.core.tally import Part, Tally, of_parts
from rules.khans_and_generals.arithmetic import percent, share
from rules.khans_and_generals.moment.field import Piece
from rules.khans_and_generals.state.state import Lock
from rules.khans_and_generals.steps.casualties import (
    check_rout,
    give_effect,
    hurt,
    leave_fights,
    replace_lock,
)
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.table.bases import Side

#: Formations and melee Defence from any side (section 13 of the rules).
FORMATION_DEFENCE = {"disordered": -2, "column": -3, "loose": -2, "close": 2}
CLOSE_ORDER_ATTACK, PIKE_WALL_DEFENCE, SPEARS_IN_WOODS = 2, 4, -2
FLANK, REAR, WEDGE, PIKES, ROUTED = 50, 100, 100, 100, -50
#: Defenders whose every side is a front.
ALL_FRONT = ("square", "hedgehog")
WEDGE_PASSES = 4


def melee_attack(one: Piece, other: Piece) -> Tally:
    """Melee Attack with its modifiers, before dice and percentages (KG-097, KG-102)."""
    against: dict[str, int] = one.profile.valued("against") or {}
    in_woods = one.profile.has("spears") and one.stands_in("woods")
    return of_parts(
        attack=one.profile.attack[0],
        lost_figures=-one.lost_figures,
        training=one.profile.training - other.profile.training,
        close_order=CLOSE_ORDER_ATTACK if one.unit.formation == "close" else 0,
        against=against.get(other.profile.type, 0),
        spears_in_woods=SPEARS_IN_WOODS if in_woods else 0,
    )


def percentages(one: Piece, other: Piece, lock: Lock | None = None) -> Tally:
    """The percentages of a blow, of an attacker by his lock (KG-015, KG-095, KG-164)."""
    sector = lock.sector if lock else "front"
    wedge = lock is not None and lock.charge and one.unit.formation == "wedge"
    return of_parts(
        flank=FLANK if sector == "flank" else 0,
        rear=REAR if sector == "rear" else 0,
        wedge=WEDGE if wedge else 0,
        pikes=_pikes(one, other),
        routed=ROUTED if one.unit.routed else 0,
    )


def melee_defence(piece: Piece, side: Side) -> Tally:
    """Defence against a blow from a side (KG-097); of a routed unit half (KG-164)."""
    skill, armour = piece.profile.defence
    formation = piece.unit.formation
    shields = percent(armour, 50) - armour if formation == "shield_wall" else 0
    whole = of_parts(
        skill=skill,
        armour=armour,
        shield_wall=shields if side == "front" else 0,
        formation=FORMATION_DEFENCE.get(formation, 0),
        pike_wall=PIKE_WALL_DEFENCE if formation == "pike_wall" and side == "front" else 0,
    )
    routed = percent(whole.total, ROUTED) - whole.total if piece.unit.routed else 0
    return Tally((*whole.parts, Part("routed", routed))) if routed else whole


def side_struck(piece: Piece, by: Piece) -> Side:
    """The side of a unit that another faces (KG-013, KG-095)."""
    if piece.unit.formation in ALL_FRONT:
        return "front"
    return piece.base.side_towards(by.base.front)


def fight(res: Resolution) -> None:
    """The melee phase: every defender in order of locking (KG-096 to KG-101)."""
    defenders = list(dict.fromkeys(lock.defender for lock in res.state.locks))
    for defender in defenders:
        locks = [lock for lock in res.state.locks if lock.defender == defender]
        if locks:
            _exchange(res, defender, locks)


def _exchange(res: Resolution, defender: str, locks: list[Lock]) -> None:
    """One defender and all who attack it."""
    for lock in locks:
        _shock(res, lock)
    check_rout(res, locks[0].attacker, fighting=True)
    was_routed = res.unit(defender).routed
    for lock in locks:
        if not res.unit(lock.attacker).gone and not res.unit(defender).gone:
            _strike(res, lock)
            check_rout(res, lock.attacker, fighting=True)
    answered = [lk for lk in locks if lk.sector != "rear" and not res.unit(lk.attacker).gone]
    held = not res.unit(defender).gone and (was_routed or not res.unit(defender).routed)
    if answered and held:
        _answer(res, defender, answered)
        check_rout(res, defender, fighting=True)
    for lock in locks:
        _after(res, lock)
    for name in (defender, *(lock.attacker for lock in locks)):
        if res.unit(name).routed or res.unit(name).lost:
            leave_fights(res, name)


def _shock(res: Resolution, lock: Lock) -> None:
    """What being charged, flanked or taken from behind does to morale (KG-160, KG-162)."""
    if lock.charge:
        give_effect(res, lock.defender, "charged", lock.attacker)
    if lock.advance:
        give_effect(res, lock.defender, "advanced_on", lock.attacker, lock.advance)
    if lock.sector == "flank":
        give_effect(res, lock.defender, "flanked", lock.attacker)
    elif lock.sector == "rear":
        give_effect(res, lock.defender, "rear_attacked", lock.attacker)


def _strike(res: Resolution, lock: Lock) -> None:
    """The attacker's blow (KG-097, KG-015)."""
    one, other = res.piece(lock.attacker), res.piece(lock.defender)
    attack = struck_with(one, other, res.swing(), lock)
    defence = melee_defence(other, lock.sector).total
    damage = damage_of(attack, other, lock.sector)
    res.emit("blow", "KG-097", unit=one.id, target=other.id, attack=attack, defence=defence)
    hurt(res, other.id, damage, one.id, "KG-097")


def struck_with(one: Piece, other: Piece, swing: int, lock: Lock | None = None) -> int:
    """The effectiveness of a blow, of an attacker by his lock, percentages last (KG-097)."""
    return percent(melee_attack(one, other).total + swing, percentages(one, other, lock).total)


def damage_of(attack: int, other: Piece, side: Side) -> int:
    """What a blow takes from a defender; a pike wall suffers more from its sides (KG-097)."""
    damage = max(0, attack - melee_defence(other, side).total)
    if other.unit.formation == "pike_wall" and side != "front":
        return percent(damage, 50)
    return damage


def _pikes(one: Piece, other: Piece) -> int:
    """Pikes against riders before them."""
    before = side_struck(one, other) == "front"
    return PIKES if one.unit.formation == "pike_wall" and other.is_horse and before else 0


def _answer(res: Resolution, defender: str, locks: list[Lock]) -> None:
    """The defender's blow, split evenly between those it may answer (KG-098, KG-100)."""
    swing = res.swing()
    for lock in locks:
        one, other = res.piece(defender), res.piece(lock.attacker)
        if other.unit.gone:
            continue
        attack = struck_with(one, other, swing)
        defence = melee_defence(other, side_struck(other, one)).total
        damage = share(max(0, attack - defence), len(locks))
        res.emit("answer", "KG-098", unit=defender, target=other.id, attack=attack, defence=defence)
        hurt(res, other.id, damage, defender, "KG-098")


def _after(res: Resolution, lock: Lock) -> None:
    """After the first exchange of a charge a wedge may pass through (KG-095)."""
    one, other = res.piece(lock.attacker), res.piece(lock.defender)
    standing = not any(p.unit.routed or p.unit.lost for p in (one, other))
    if lock.charge and one.unit.formation == "wedge" and standing:
        face = res.roll(6)
        res.emit("wedge_tested", "KG-095", unit=one.id, face=face)
        if face >= WEDGE_PASSES and pass_behind(res, one.id, other.id):
            locks = tuple(lk for lk in res.state.locks if lk != lock)
            res.emit("unlocked", "KG-095", unit=one.id, table={"locks": locks})
    replace_lock(res, lock, charge=False, advance=0)


def pass_behind(res: Resolution, name: str, target: str) -> bool:
    """A unit is placed straight on, its rear edge at the target's far side (KG-095, KG-103); where
    there is no room it stays (KG-092). Whether it passed."""
    base, other = res.piece(name).base, res.piece(target).base
    way = ahead((0.0, 0.0), base.facing, 1.0)
    ends = (ahead(other.at, base.facing, other.radius),) if other.is_round else other.corners
    far_side = max((x - base.at[0]) * way[0] + (y - base.at[1]) * way[1] for x, y in ends)
    moved = base.ahead(far_side + base.size[1] / 2)
    others = (p for p in res.field.present if p.id not in (name, target))
    if not res.field.on_table(moved) or any(p.base.overlaps(moved) for p in others):
        return False
    res.change("passed_behind", name, "KG-095", "KG-103", at=moved.at)
    return True

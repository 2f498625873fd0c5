"""Losses and what comes of them: figures, commanders, crews, morale, rout."""

from typing import Any

import msgspec

from rules.khans_and_generals.moment.field import Piece
from rules.khans_and_generals.moment.morale import (
    FORMATION_ROUTED,
    VEHICLE_DESTROYED,
    reduced,
    reluctance,
    with_effect,
    would_rout,
)
from rules.khans_and_generals.state.state import Due, Lock
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.steps.riding import seated

#: Effectiveness and losses of support and artillery (KG-114, KG-115): above 24, all.
LOSSES = ((3, 0), (6, 1), (9, 2), (12, 3), (15, 4), (18, 5), (21, 6), (24, 7))
COMMANDER_DIES = 1
#: Millimetres of a gun that destroys passengers with their vehicle (KG-132).
DEADLY_CALIBRE = 75


def give_effect(
    res: Resolution, name: str, effect: str, source: str | None, value: int | None = None
) -> None:
    """A morale effect comes, or is prolonged (KG-160, KG-162)."""
    unit = res.unit(name)
    if unit.gone:
        return
    effects = with_effect(unit.effects, effect, source, res.state.turn, value)
    if effects != unit.effects:
        change = {name: {"effects": effects}}
        res.emit(
            "morale", "KG-160", "KG-162", unit=name, units=change, effect=effect, source=source
        )


def ease(res: Resolution, name: str | None, by: int, rule: str) -> None:
    """Temporary effects are reduced (KG-161)."""
    if name is None:
        return
    effects = reduced(res.unit(name).effects, by)
    if effects != res.unit(name).effects:
        res.emit("morale_eased", rule, unit=name, units={name: {"effects": effects}}, by=by)


def losses_from_fire(target: Piece, effectiveness: int) -> int:
    """What an effectiveness takes from the Strength of a target of fire (KG-108, KG-114)."""
    if target.profile.line_way:
        return effectiveness
    for most, lost in LOSSES:
        if effectiveness <= most:
            return lost
    return target.unit.strength


def hurt(res: Resolution, name: str, amount: int, by: str | None, *rules: str) -> None:
    """A unit loses Strength; whoever has none left is destroyed (KG-157, KG-153, KG-155)."""
    unit = res.unit(name)
    lost = min(amount, unit.strength)
    if unit.gone or unit.abandoned:
        return
    if by is not None:
        attacked(res, name)
    if lost <= 0:
        return
    left = unit.strength - lost
    res.emit("losses", *rules, unit=name, units={name: {"strength": left}}, lost=lost, left=left)
    if left == 0:
        _die_out(res, name, by)
    elif unit.commander == "alive":
        face = res.roll(4)
        res.emit("commander_tested", "KG-155", unit=name, face=face)
        if face == COMMANDER_DIES:
            kill_commander(res, name)


def attacked(res: Resolution, name: str) -> None:
    """A unit is not left in peace this turn (KG-165)."""
    if res.unit(name).last_attacked != res.state.turn:
        res.emit("attacked", unit=name, units={name: {"last_attacked": res.state.turn}})


def _die_out(res: Resolution, name: str, by: str | None) -> None:
    """Nobody is left: guns and vehicles are abandoned, others destroyed (KG-153)."""
    if res.piece(name).profile.class_ in ("artillery", "vehicle"):
        abandon(res, name)
    else:
        destroy(res, name, by)


def abandon(res: Resolution, name: str) -> None:
    """A gun or vehicle without a crew stays behind (KG-153, KG-167)."""
    if res.unit(name).abandoned:
        return
    res.change("abandoned", name, "KG-153", abandoned=True)
    _count_loss(res, name)
    leave_fights(res, name)
    if res.unit(name).commander == "alive":
        kill_commander(res, name)


def destroy(res: Resolution, name: str, by: str | None, *rules: str, calibre: int = 0) -> None:
    """A unit is destroyed."""
    piece = res.piece(name)
    if piece.unit.gone:
        return
    res.change("destroyed", name, *(rules or ("KG-157",)), eliminated=True)
    if not piece.unit.abandoned:
        _count_loss(res, name)
    leave_fights(res, name)
    if piece.unit.commander == "alive":
        kill_commander(res, name)
    if piece.profile.is_vehicle:
        _unload(res, name, calibre)
        if by is not None and res.piece(by).is_enemy(piece):
            ease(res, by, VEHICLE_DESTROYED, "KG-162")
    elif by is not None and res.piece(by).is_enemy(piece):
        ease_for_formation(res, piece, by)


def _unload(res: Resolution, vehicle: str, calibre: int) -> None:
    """Passengers of a destroyed vehicle are pinned beside it or destroyed with it (KG-132)."""
    for passenger in [p for p in res.field.pieces if p.unit.aboard == vehicle and not p.unit.gone]:
        at, facing = res.unit(vehicle).at, res.unit(vehicle).facing
        res.change("unloaded", passenger.id, "KG-132", aboard=None, at=at, facing=facing)
        if calibre >= DEADLY_CALIBRE:
            destroy(res, passenger.id, None, "KG-132")
        else:
            pin(res, passenger.id, None, "KG-132")


def leave(res: Resolution, name: str) -> None:
    """A routed unit leaves the field (KG-163)."""
    res.change("left", name, "KG-163", eliminated=True, left=True)
    _count_loss(res, name)
    leave_fights(res, name)


def _count_loss(res: Resolution, name: str) -> None:
    """Tokens that a loss costs, drawn at the end of the turn (KG-171)."""
    piece = res.piece(name)
    if piece.profile.class_ == "aircraft":
        return
    draw = Due(piece.owner, "draw")
    due = [draw]
    if piece.profile.commands:
        due += [draw] if piece.unit.supreme else []
        due.append(Due(res.setup.other(piece.owner), "discard"))
    if _escorted(res, piece) and not piece.unit.routed:
        due.append(draw)
    res.emit("tokens_due", "KG-171", unit=name, table={"due": (*res.state.due, *due)})


def _escorted(res: Resolution, piece: Piece) -> bool:
    return piece.unit.escorted and res.state.battle.type == "convoy"


def kill_commander(res: Resolution, name: str) -> None:
    """A commander dies; those under him, of the supreme one all, take it to heart (KG-155)."""
    piece = res.piece(name)
    res.change("commander_killed", name, "KG-155", commander="dead")
    supreme = piece.unit.supreme
    effect = "supreme_killed" if supreme else "commander_killed"
    for friend in res.field.friends(piece.owner):
        if friend.id != name and (supreme or friend.unit.hq == name):
            give_effect(res, friend.id, effect, name)


def pin(res: Resolution, name: str, by: str | None, *rules: str) -> None:
    """A unit is pinned; riders dismount (KG-113)."""
    piece = res.piece(name)
    fields: dict[str, Any] = {"pinned": True}
    if piece.is_mounted:
        fields |= seated(piece.unit, mounted=False)
    res.change("pinned", name, *(rules or ("KG-112", "KG-113")), **fields)
    give_effect(res, name, "pinned", by)


def disorder(res: Resolution, name: str, *rules: str) -> None:
    """A unit loses its formation."""
    if res.unit(name).formation != "disordered":
        res.change("disordered", name, *rules, formation="disordered")


def leave_fights(res: Resolution, name: str) -> None:
    """A unit is locked with nobody any more (KG-099)."""
    locks = tuple(lk for lk in res.state.locks if name not in (lk.attacker, lk.defender))
    if locks != res.state.locks:
        res.emit("unlocked", "KG-099", unit=name, table={"locks": locks})


def replace_lock(res: Resolution, old: Lock, **fields: Any) -> None:
    """A lock changes."""
    new = msgspec.structs.replace(old, **fields)
    locks = tuple(new if lock == old else lock for lock in res.state.locks)
    if locks != res.state.locks:
        res.emit("lock_changed", "KG-099", unit=old.attacker, table={"locks": locks})


def check_rout(res: Resolution, by: str | None = None, *, fighting: bool = False) -> None:
    """Whoever bears no more is routed; fleeing friends may take others along (KG-157, KG-162).

    `by` is the unit whose action it follows; `fighting`: melee goes on until the blows are done.
    """
    while True:
        routed = [
            piece.id
            for piece in res.field.present
            if not piece.unit.routed
            and not piece.unit.abandoned
            and piece.profile.class_ != "aircraft"
            and would_rout(res.field, piece)
        ]
        if not routed:
            return
        for name in routed:
            _rout(res, name, by, fighting)


def _rout(res: Resolution, name: str, by: str | None, fighting: bool) -> None:
    piece = res.piece(name)
    total = reluctance(res.field, piece).total
    fields: dict[str, Any] = {"routed": True}
    if not piece.profile.is_vehicle:
        fields["formation"] = "disordered"
    res.emit("routed", "KG-157", "KG-163", unit=name, units={name: fields}, reluctance=total)
    if _escorted(res, piece):
        due = (*res.state.due, Due(piece.owner, "draw"))
        res.emit("tokens_due", "KG-171", unit=name, table={"due": due})
    if not fighting:
        leave_fights(res, name)
    if by is not None and res.piece(by).is_enemy(piece):
        ease_for_formation(res, piece, by)


def ease_for_formation(res: Resolution, piece: Piece, by: str) -> None:
    """The unit that breaks the last of an enemy formation takes heart (KG-162)."""
    hq = piece.id if piece.profile.commands else piece.unit.hq
    formation = [p for p in res.field.pieces if hq is not None and hq in (p.id, p.unit.hq)]
    others = [p for p in formation if p.id != piece.id]
    if all(p.unit.routed or p.unit.lost for p in others):
        ease(res, by, FORMATION_ROUTED, "KG-162")

"""Contact becomes melee (KG-096)."""

from rules.khans_and_generals.moment.field import Piece
from rules.khans_and_generals.state.state import Lock
from rules.khans_and_generals.steps.melee import ALL_FRONT, side_struck
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.table.bases import Side


def sector_of(attacker: Piece, defender: Piece) -> Side:
    """The side that is attacked; pincers make a front a flank (section 13 of the rules)."""
    side = side_struck(defender, attacker)
    if attacker.unit.formation == "pincers" and side == "front":
        return "front" if defender.unit.formation in ALL_FRONT else "flank"
    return side


def may_fight(attacker: Piece, defender: Piece) -> bool:
    """Whether a unit may start a melee with another (KG-096, KG-103, KG-106)."""
    if not defender.is_enemy(attacker) or defender.unit.abandoned:
        return False
    if attacker.profile.class_ in ("artillery", "vehicle", "aircraft"):
        return False
    return not defender.profile.is_vehicle


def lock_in_contact(res: Resolution, attacker: str) -> None:
    """A unit that has moved attacks everybody it touches and does not fight yet (KG-096)."""
    piece = res.piece(attacker)
    for enemy in res.field.enemies(piece.owner):
        fights = enemy.id in res.field.opponents(attacker)
        if not fights and may_fight(piece, enemy) and piece.touches(enemy):
            lock(res, attacker, enemy.id)


def lock(res: Resolution, attacker: str, defender: str, *, charge: bool = False) -> None:
    """Two units are locked in melee."""
    one, other = res.piece(attacker), res.piece(defender)
    new = Lock(
        attacker,
        defender,
        sector_of(one, other),
        charge=charge,
        advance=one.profile.valued("advance") or 0,
    )
    fields = {defender: {"last_attacked": res.state.turn, "hidden": False}}
    locks = (*res.state.locks, new)
    res.emit("locked", "KG-096", unit=attacker, units=fields, table={"locks": locks})

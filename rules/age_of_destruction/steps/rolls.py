"""The three dice of an attack: rerolls, and what counts as critical (AOD-ATTACK-009, AOD-CRIT)."""

import msgspec

from rules.age_of_destruction.moment.attack import BLACK, Attack, critical_of
from rules.age_of_destruction.steps.resolution import Resolution

#: The orders of which the rule book says that they may be critical hits and misses.
COMBAT_ORDERS = ("ranged", "close")
_DICE = {"white1": 0, "white2": 1, "black": 2}


class Thrown(msgspec.Struct, frozen=True):
    """The faces that count, those before a change of them, and "hit", "miss" or ""."""

    faces: tuple[int, ...]
    before: tuple[int, ...]
    critical: str


def throw(res: Resolution, attack: Attack) -> Thrown:
    """Roll for an attack; a die changed afterwards never makes a critical hit."""
    faces = res.roll(3)
    kept, before = _reroll(res, attack, faces)
    read = read_black_die(res, attack, kept)
    if read != kept:
        kept, before = read, before or faces
    critical = critical_in(res, attack, kept)
    if critical == "hit" and critical_in(res, attack, faces) != "hit":
        critical = ""
    return Thrown(kept, before, critical)


def critical_in(res: Resolution, attack: Attack, faces: tuple[int, ...]) -> str:
    """What a roll is where a ruling may keep criticals to ranged and close combat orders."""
    always = bool(res.ruling("crits_on_all_attack_rolls"))
    return critical_of(faces) if always or attack.order in COMBAT_ORDERS else ""


def _reroll(
    res: Resolution, attack: Attack, faces: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The faces that count and those before a reroll; the lowest die unless another is picked."""
    attacker = res.piece(attack.attacker)
    for fitted in attacker.for_attack(attack):
        black = fitted.item.rerolls_black(attack)
        able = black or (fitted.item.rerolls and not attack.is_special)
        if not able or fitted.name not in attack.choices:
            continue
        index = _DICE.get(attack.choices[fitted.name], faces.index(min(faces)))
        index = BLACK if black else index
        kept = list(faces)
        kept[index] = res.roll(1)[0]
        res.use(attacker, fitted)
        return tuple(kept), faces
    return faces, ()


def read_black_die(res: Resolution, attack: Attack, faces: tuple[int, ...]) -> tuple[int, ...]:
    """The faces of an attack roll with the black die as the attacker counts it."""
    attacker = res.piece(attack.attacker)
    for fitted in attacker.for_attack(attack):
        black = fitted.item.black_die(faces[BLACK])
        if black != faces[BLACK]:
            res.use(attacker, fitted)
            return (*faces[:BLACK], black)
    return faces

"""What every order that fires a weapon asks of the shooter."""

from collections.abc import Iterator

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Piece
from rules.khans_and_generals.orders.base import no
from rules.khans_and_generals.records.profile import Weapon

CYCLES = ("cyclists", "motorcyclists")


def weapon_of(piece: Piece, name: str | None, *, guns: bool | None = None) -> Weapon | None:
    """The weapon an order names, or else the first; `guns` asks for a gun only."""
    weapons = [w for w in piece.profile.weapons if guns is None or w.is_gun == guns]
    if name is not None:
        return next((weapon for weapon in weapons if weapon.name == name), None)
    return weapons[0] if weapons else None


def shooter_faults(piece: Piece) -> Iterator[Violation]:
    """Why a unit cannot fire at all now (KG-017, KG-059, KG-136)."""
    if piece.unit.ran:
        yield no("RAN", "KG-175")
    if piece.is_mounted and piece.profile.type in CYCLES:
        yield no("MOUNTED", "KG-017")
    if piece.unit.deployed is False:
        yield no("NOT_DEPLOYED", "KG-059")
    if piece.profile.is_vehicle and "weapon" in piece.unit.broken:
        yield no("CANNOT_SHOOT", "KG-136")


def chosen_weapon(piece: Piece, name: str | None, *, guns: bool | None = None) -> Weapon:
    """The weapon of an order that has been found legal."""
    weapon = weapon_of(piece, name, guns=guns)
    if weapon is None:
        raise ValueError(f"{piece.id} has no such weapon")
    return weapon

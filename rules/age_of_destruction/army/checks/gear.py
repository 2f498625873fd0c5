"""Gear on 'Mechs: slots, classes, weapons, conflicts (AOD-GEAR)."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from rules.age_of_destruction.army.findings import Findings, check
from rules.age_of_destruction.army.muster import Mounted, Muster, Piece
from rules.age_of_destruction.cards import Card
from rules.age_of_destruction.units import Unit
from rules.age_of_destruction.vocabulary import RANGE_TYPES

MOST_CARDS = 2


def carriers(muster: Muster) -> Iterator[tuple[Piece, Unit]]:
    """The known figures with a card on them; an unknown figure hides everything about its cards."""
    for piece in muster.pieces:
        if piece.unit and (piece.gear or piece.pilots):
            yield piece, piece.unit


def mech_carriers(muster: Muster) -> Iterator[tuple[Piece, Unit]]:
    """The 'Mechs with a card; on any other figure the card itself is the fault."""
    return ((piece, unit) for piece, unit in carriers(muster) if unit.is_mech)


def gear_of(piece: Piece) -> Iterator[tuple[Mounted, Card]]:
    """The known gear cards of a piece."""
    return ((mounted, mounted.card) for mounted in piece.gear if mounted.card)


@check("cards_on_mechs", "gear", "AOD-GEAR-001", "AOD-GEAR-006")
def cards_on_mechs_only(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """Gear and pilots sit on 'Mechs."""
    pieces = list(carriers(muster))
    for piece, unit in pieces:
        if not unit.is_mech:
            for mounted in (*piece.gear, *piece.pilots):
                if mounted.card:
                    found.add(
                        "CARD_ON_NON_MECH",
                        mounted.where,
                        card=mounted.card.title,
                        unit=unit.title,
                        type=unit.type,
                    )
    return {"carriers": len(pieces)} if pieces else None


@check("slots", "gear", "AOD-GEAR-002", "AOD-UNIT-025")
def carriers_have_slots(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """Only 'Mechs released with Age of Destruction or later have slots."""
    asked = False
    for piece, unit in mech_carriers(muster):
        asked = True
        if not unit.slots:
            for mounted in (*piece.gear, *piece.pilots):
                if mounted.card:
                    found.add(
                        "MECH_HAS_NO_SLOTS",
                        mounted.where,
                        card=mounted.card.title,
                        mech=unit.title,
                    )
    return {} if asked else None


@check("capacity", "gear", "AOD-GEAR-003", "AOD-PILOT-005", "AOD-CARD-008")
def two_gear_or_one_and_a_pilot(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """A 'Mech takes two gear cards, or one and a pilot."""
    used = {}
    for piece, unit in mech_carriers(muster):
        if not unit.slots:
            continue
        gear, pilots = [m.id for m in piece.gear], [m.id for m in piece.pilots]
        used[piece.where] = len(gear) + len(pilots)
        if len(pilots) > 1:
            found.add("TWO_PILOTS", piece.where, mech=unit.title, pilots=pilots)
        if len(gear) + len(pilots) > MOST_CARDS:
            found.add(
                "SLOTS_EXCEEDED", piece.where, mech=unit.title, gear=gear, pilots=pilots
            )
    return {"used": used} if used else None


@check("gear_class", "gear", "AOD-GEAR-007", "AOD-GEAR-008", "AOD-UNIT-013")
def gear_fits_the_class(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """Gear needs a 'Mech of its class."""
    asked = False
    for piece, unit in mech_carriers(muster):
        for mounted, card in gear_of(piece):
            if not card.classes:
                continue
            asked = True
            if unit.mech_class not in card.classes:
                found.add(
                    "GEAR_CLASS_MISMATCH",
                    mounted.where,
                    gear=card.title,
                    required=list(card.classes),
                    mech=unit.title,
                    actual=unit.mech_class,
                )
    return {} if asked else None


@check("class_known", "gear", "AOD-UNIT-013", "AOD-UNIT-014")
def class_is_known(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """The class comes from the variant's last letter; without one no class requirement is met."""
    asked = False
    for piece, unit in mech_carriers(muster):
        for mounted in (*piece.gear, *piece.pilots):
            if mounted.card and mounted.card.classes:
                asked = True
                if unit.mech_class is None:
                    found.add(
                        "CLASS_UNKNOWN",
                        mounted.where,
                        mech=unit.title,
                        card=mounted.card.title,
                        variant=unit.variant,
                    )
    return {} if asked else None


@check("gear_weapon", "gear", "AOD-GEAR-009", "AOD-GEAR-014", "AOD-GEAR-015", "AOD-UNIT-016")
def gear_sits_on_a_fitting_weapon(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """Gear for a range type sits on a weapon of that type, chosen when two would do."""
    asked = False
    for piece, unit in mech_carriers(muster):
        for mounted, card in gear_of(piece):
            asked = asked or card.attaches_to in RANGE_TYPES
            if mounted.fault is None:
                continue
            params = {"gear": card.title, "mech": unit.title, "needs": card.attaches_to}
            slots = [w.slot for w in unit.weapons if w.range_type == card.attaches_to]
            if mounted.fault == "GEAR_WEAPON_TYPE_MISSING":
                params["weapons"] = [weapon.range_type for weapon in unit.weapons]
            elif mounted.fault == "GEAR_WRONG_WEAPON":
                params["chosen"] = mounted.choice.weapon
                params["allowed"] = [card.mark] if card.mark else slots or ["primary"]
            else:
                params["options"] = slots
            found.add(mounted.fault, mounted.where, **params)
    return {} if asked else None


@check("gear_conflict", "gear", "AOD-GEAR-011", "AOD-GEAR-012", "AOD-GEAR-013", "AOD-GEAR-021")
def no_two_gear_on_one_value(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """Two gear cards share a combat value only when one of them may join other gear."""
    asked = False
    for piece, unit in mech_carriers(muster):
        for (one, card), (other, second) in combinations(gear_of(piece), 2):
            asked = True
            if one.value and one.value == other.value:
                if not (card.joins_gear or second.joins_gear):
                    found.add(
                        "GEAR_SLOT_CONFLICT",
                        one.where,
                        other.where,
                        mech=unit.title,
                        gear=card.title,
                        other=second.title,
                        value=one.value,
                    )
    return {} if asked else None


@check("gear_faction", "gear", "AOD-GEAR-023")
def gear_fits_the_faction(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """Gear for a faction needs a 'Mech of that effective faction."""
    asked = False
    for piece, unit in mech_carriers(muster):
        for mounted, card in gear_of(piece):
            if not card.required_factions:
                continue
            asked = True
            if piece.faction not in card.required_factions:
                found.add(
                    "GEAR_FACTION_MISMATCH",
                    mounted.where,
                    gear=card.title,
                    allowed=list(card.required_factions),
                    mech=unit.title,
                    actual=piece.faction,
                )
    return {} if asked else None


@check("gear_repeats", "gear", "AOD-GEAR-017", "AOD-GEAR-018", "AOD-GEAR-022")
def gear_adds_something(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """Gear that grants what every click shows anyway is worth a note."""
    asked = False
    for piece, unit in mech_carriers(muster):
        for mounted, card in gear_of(piece):
            asked = True
            provided = card.provides
            if provided and mounted.value and unit.always_shows(
                mounted.value, provided.symbol.color
            ):
                found.add(
                    "GEAR_DUPLICATES_EQUIPMENT",
                    mounted.where,
                    gear=card.title,
                    equipment=provided.name,
                    mech=unit.title,
                )
    return {} if asked else None

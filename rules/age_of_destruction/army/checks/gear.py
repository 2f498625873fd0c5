"""Gear on 'Mechs: slots, classes, weapons, conflicts (AOD-GEAR)."""

from itertools import combinations
from typing import Any

from rules.age_of_destruction.army.findings import Findings, check
from rules.age_of_destruction.army.muster import Muster
from rules.age_of_destruction.army.pieces import Mounted, Piece
from rules.age_of_destruction.records.cards import Card
from rules.age_of_destruction.records.vocabulary import RANGE_TYPES

#: Slots of a 'Mech; a gear card or a pilot takes one.
MOST_CARDS = 2


@check(
    "cards_on_mechs",
    "gear",
    "AOD-GEAR-001",
    "AOD-GEAR-006",
    reads="mounted",
    of="carriers",
    tells=lambda muster: {"carriers": len(muster.carriers)},
)
def cards_on_mechs_only(muster: Muster, found: Findings) -> None:
    """Gear and pilots sit on 'Mechs."""
    for piece, unit in muster.carriers:
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


@check("slots", "gear", "AOD-GEAR-002", "AOD-UNIT-025", reads="mounted", of="mechs")
def carriers_have_slots(muster: Muster, found: Findings) -> None:
    """Only 'Mechs released with Age of Destruction or later have slots."""
    for piece, unit in muster.mechs:
        if not unit.slots:
            for mounted in (*piece.gear, *piece.pilots):
                if mounted.card:
                    found.add(
                        "MECH_HAS_NO_SLOTS",
                        mounted.where,
                        card=mounted.card.title,
                        mech=unit.title,
                    )


def _slots_used(muster: Muster) -> dict[str, Any] | None:
    used = {
        piece.where: len(piece.gear) + len(piece.pilots)
        for piece, unit in muster.mechs
        if unit.slots
    }
    return {"used": used} if used else None


@check(
    "capacity",
    "gear",
    "AOD-GEAR-003",
    "AOD-PILOT-005",
    "AOD-CARD-008",
    reads="mounted",
    of="mechs",
    tells=_slots_used,
)
def two_gear_or_one_and_a_pilot(muster: Muster, found: Findings) -> None:
    """A 'Mech takes two gear cards, or one and a pilot."""
    for piece, unit in muster.mechs:
        if not unit.slots:
            continue
        two_pilots = len(piece.pilots) > 1
        too_many = len(piece.gear) + bool(piece.pilots) > MOST_CARDS
        if not two_pilots and not too_many:
            continue
        gear, pilots = [m.id for m in piece.gear], [m.id for m in piece.pilots]
        if two_pilots:
            found.add("TWO_PILOTS", piece.where, mech=unit.title, pilots=pilots)
        if too_many:
            found.add("SLOTS_EXCEEDED", piece.where, mech=unit.title, gear=gear, pilots=pilots)


@check(
    "gear_class",
    "gear",
    "AOD-GEAR-007",
    "AOD-GEAR-008",
    "AOD-UNIT-013",
    reads="mounted",
    of="gear",
)
def gear_fits_the_class(muster: Muster, found: Findings) -> None:
    """Gear needs a 'Mech of its class."""
    for _, unit, mounted, card in muster.gear:
        if not card.fits_class(unit):
            found.add(
                "GEAR_CLASS_MISMATCH",
                mounted.where,
                gear=card.title,
                required=list(card.classes),
                mech=unit.title,
                actual=unit.mech_class,
            )


@check("class_known", "gear", "AOD-UNIT-013", "AOD-UNIT-014", reads="mounted", of="gear pilots")
def class_is_known(muster: Muster, found: Findings) -> None:
    """The class comes from the variant's last letter; without one no class requirement is met."""
    for _, unit, mounted, card in (*muster.gear, *muster.pilots):
        if unit.mech_class is None and card.classes:
            found.add(
                "CLASS_UNKNOWN",
                mounted.where,
                mech=unit.title,
                card=card.title,
                variant=unit.variant,
            )


def _range_types(muster: Muster) -> dict[str, Any] | None:
    return {} if any(card.attaches_to in RANGE_TYPES for *_, card in muster.gear) else None


@check(
    "gear_weapon",
    "gear",
    "AOD-GEAR-009",
    "AOD-GEAR-014",
    "AOD-GEAR-015",
    "AOD-UNIT-016",
    reads="mounted",
    of="gear",
    tells=_range_types,
)
def gear_sits_on_a_fitting_weapon(muster: Muster, found: Findings) -> None:
    """Gear for a range type sits on a weapon of that type, chosen when two would do."""
    for _, unit, mounted, card in muster.gear:
        if mounted.fault is None:
            continue
        params: dict[str, Any] = {"gear": card.title, "mech": unit.title, "needs": card.attaches_to}
        slots = [weapon.slot for weapon in card.fitting_weapons(unit)]
        if mounted.fault == "GEAR_WEAPON_TYPE_MISSING":
            params["weapons"] = [weapon.range_type for weapon in unit.weapons]
        elif mounted.fault == "GEAR_WRONG_WEAPON":
            params["chosen"] = mounted.choice.weapon or card.mark
            params["allowed"] = slots
        else:
            params["options"] = slots
        found.add(mounted.fault, mounted.where, **params)


def _two_gear_cards(muster: Muster) -> dict[str, Any] | None:
    known = (sum(mounted.card is not None for mounted in piece.gear) for piece, _ in muster.mechs)
    return {} if any(count > 1 for count in known) else None


@check(
    "gear_conflict",
    "gear",
    "AOD-GEAR-011",
    "AOD-GEAR-012",
    "AOD-GEAR-013",
    "AOD-GEAR-021",
    reads="mounted",
    of="mechs",
    tells=_two_gear_cards,
)
def no_two_gear_on_one_value(muster: Muster, found: Findings) -> None:
    """Two gear cards share a combat value only when one of them may join the other."""
    for piece, unit in muster.mechs:
        for one, other in combinations(piece.gear, 2) if len(piece.gear) > 1 else ():
            if one.card is None or other.card is None:
                continue
            may_join = one.card.joins(other.card) or other.card.joins(one.card)
            if one.value and one.value == other.value and not may_join:
                found.add(
                    "GEAR_SLOT_CONFLICT",
                    one.where,
                    other.where,
                    mech=unit.title,
                    gear=one.card.title,
                    other=other.card.title,
                    value=one.value,
                )


def _asks_for_factions(muster: Muster) -> dict[str, Any] | None:
    return {} if any(card.required_factions for *_, card in muster.gear) else None


@check(
    "gear_faction",
    "gear",
    "AOD-GEAR-023",
    reads="mounted",
    of="gear",
    tells=_asks_for_factions,
)
def gear_fits_the_faction(muster: Muster, found: Findings) -> None:
    """Gear for a faction needs a 'Mech of that effective faction."""
    for piece, unit, mounted, card in muster.gear:
        if not card.required_factions:
            continue
        report_unrecorded(piece, mounted, card, found)
        if piece.serves_none_of(card.required_factions):
            found.add(
                "GEAR_FACTION_MISMATCH",
                mounted.where,
                gear=card.title,
                allowed=list(card.required_factions),
                mech=unit.title,
                actual=piece.faction,
            )


def report_unrecorded(piece: Piece, mounted: Mounted, card: Card, found: Findings) -> None:
    """Nobody can tell whether a 'Mech of unrecorded faction serves one that a card asks for."""
    if card.required_factions and piece.faction_from == "unknown":
        found.add(
            "CARD_FACTION_UNRECORDED",
            mounted.where,
            card=card.title,
            allowed=list(card.required_factions),
            mech=piece.title,
        )


@check(
    "gear_repeats",
    "gear",
    "AOD-GEAR-017",
    "AOD-GEAR-018",
    "AOD-GEAR-022",
    reads="mounted",
    of="gear",
)
def gear_adds_something(muster: Muster, found: Findings) -> None:
    """Gear that grants what every click shows anyway is worth a note."""
    for _, unit, mounted, card in muster.gear:
        provided, value = card.provides, mounted.value
        if provided and value and unit.always_shows(value, provided.symbol.color):
            found.add(
                "GEAR_DUPLICATES_EQUIPMENT",
                mounted.where,
                gear=card.title,
                equipment=provided.name,
                mech=unit.title,
            )

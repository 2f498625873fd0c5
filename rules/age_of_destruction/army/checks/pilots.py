"""Pilots: class, faction, uniqueness, preferred 'Mech (AOD-PILOT)."""

from typing import Any

from rules.age_of_destruction.army.checks.gear import report_unrecorded
from rules.age_of_destruction.army.findings import Findings, check
from rules.age_of_destruction.army.muster import Muster
from rules.age_of_destruction.army.pieces import Piece
from rules.age_of_destruction.records.cards import Card


def wrong_faction(card: Card, piece: Piece) -> bool:
    """Whether the effective faction is none of the pilot's; no alliance helps (AOD-PILOT-014)."""
    return piece.serves_none_of(card.required_factions)


@check(
    "pilot_class",
    "pilots",
    "AOD-PILOT-001",
    "AOD-PILOT-003",
    "AOD-UNIT-013",
    reads="mounted",
    of="pilots",
)
def pilots_fit_the_class(muster: Muster, found: Findings) -> None:
    """A pilot drives 'Mechs of the classes on the card."""
    for _, unit, mounted, card in muster.pilots:
        if not card.fits_class(unit):
            found.add(
                "PILOT_CLASS_MISMATCH",
                mounted.where,
                pilot=card.title,
                required=list(card.classes),
                mech=unit.title,
                actual=unit.mech_class,
            )


def _asks_for_factions(muster: Muster) -> dict[str, Any] | None:
    return {} if any(card.required_factions for *_, card in muster.pilots) else None


@check(
    "pilot_faction",
    "pilots",
    "AOD-PILOT-002",
    "AOD-PILOT-014",
    reads="mounted",
    of="pilots",
    tells=_asks_for_factions,
)
def pilots_fit_the_faction(muster: Muster, found: Findings) -> None:
    """A pilot of a faction needs a 'Mech of that effective faction."""
    for piece, unit, mounted, card in muster.pilots:
        if not card.required_factions:
            continue
        report_unrecorded(piece, mounted, card, found)
        if wrong_faction(card, piece):
            found.add(
                "PILOT_FACTION_MISMATCH",
                mounted.where,
                pilot=card.title,
                allowed=list(card.required_factions),
                mech=unit.title,
                actual=piece.faction,
            )


def _unique_pilots(muster: Muster) -> dict[str, Any] | None:
    pilots = {place.card.id for place in muster.cards if place.card and place.card.is_unique}
    return {"pilots": sorted(pilots)} if pilots else None


@check(
    "unique_pilots",
    "pilots",
    "AOD-PILOT-005",
    "AOD-PILOT-006",
    "AOD-PILOT-007",
    reads="mounted played rest",
    of="cards",
    tells=_unique_pilots,
)
def unique_pilots_once(muster: Muster, found: Findings) -> None:
    """A legendary pilot or gunslinger stands once in a group; common pilots as often as wanted."""
    by_number: dict[str, list[str]] = {}
    by_name: dict[str, set[str]] = {}
    cards: dict[str, Card] = {}
    for place in muster.cards:
        if place.card and place.card.is_unique:
            number = place.card.id
            cards[number] = place.card
            by_number.setdefault(number, []).append(place.where)
            by_name.setdefault(place.card.name, set()).add(number)
    for number, places in by_number.items():
        if len(places) > 1:
            found.add(
                "DUPLICATE_UNIQUE_PILOT",
                *places,
                pilot=cards[number].title,
                count=len(places),
            )
    strict = muster.group.ruling("unique_pilot_by_name")
    for name, numbers in by_name.items():
        if len(numbers) > 1:
            places = [place for number in sorted(numbers) for place in by_number[number]]
            found.add(
                "UNIQUE_PILOT_SAME_NAME",
                *places,
                severity="error" if strict else "note",
                name=name,
                numbers=sorted(numbers),
            )


def _prefers_a_mech(muster: Muster) -> dict[str, Any] | None:
    return {} if any(card.preferred_mech is not None for *_, card in muster.pilots) else None


@check(
    "preferred_mech",
    "pilots",
    "AOD-PILOT-010",
    "AOD-PILOT-011",
    "AOD-PILOT-008",
    reads="figures mounted",
    of="pilots",
    tells=_prefers_a_mech,
)
def preferred_mechs(muster: Muster, found: Findings) -> None:
    """A special ability works on the preferred 'Mech only, which must meet the card's terms too."""
    for piece, unit, mounted, card in muster.pilots:
        if card.preferred_mech is None:
            continue
        if card.prefers(unit):
            failed = [
                name
                for name, wrong in (
                    ("class", not card.fits_class(unit)),
                    ("faction", wrong_faction(card, piece)),
                )
                if wrong
            ]
            if failed:
                found.add(
                    "PREFERRED_MECH_DATA_CONFLICT",
                    mounted.where,
                    pilot=card.title,
                    mech=unit.title,
                    failed=failed,
                )
            continue
        preferred = muster.catalogue.unit(card.preferred_mech)
        found.add(
            "PILOT_ABILITY_INACTIVE",
            mounted.where,
            pilot=card.title,
            preferred=preferred.title if preferred else card.preferred_mech,
            in_group=any(card.prefers(piece.unit) for piece in muster.pieces),
            difference=_difference(card),
        )


def _difference(card: Card) -> int:
    """What the preferred 'Mech would cost more."""
    if card.cost is None or card.cost.base is None or card.cost.alternative is None:
        return 0
    return card.cost.alternative.points - card.cost.base.points

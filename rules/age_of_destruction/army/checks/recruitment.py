"""Recruitment of gunslingers (AOD-GUN)."""

from collections.abc import Iterator
from typing import Any

from rules.age_of_destruction.army.findings import Findings, check
from rules.age_of_destruction.army.muster import Muster
from rules.age_of_destruction.army.pieces import Mounted, Piece
from rules.age_of_destruction.army.recruitment import Recruitment
from rules.age_of_destruction.records.cards import Card
from rules.age_of_destruction.records.units import Unit
from rules.age_of_destruction.records.vocabulary import FACTIONS_WITH_ABILITIES


def _paid(muster: Muster) -> dict[str, Any] | None:
    paid = {
        pilot.where: {"faction": piece.faction, "cost": pilot.recruitment.cost}
        for piece, _, pilot, _ in muster.pilots
        if pilot.recruitment
    }
    return {"paid": paid} if paid else None


@check(
    "recruitment",
    "recruitment",
    "AOD-GUN-001",
    "AOD-GUN-002",
    "AOD-GUN-004",
    "AOD-GUN-006",
    "AOD-GUN-007",
    "AOD-GUN-008",
    "AOD-GUN-009",
    "AOD-GUN-010",
    "AOD-GUN-011",
    "AOD-GUN-012",
    "AOD-GUN-013",
    "AOD-GUN-014",
    reads="mounted",
    of="pilots",
    tells=_paid,
)
def recruitment_is_paid(muster: Muster, found: Findings) -> None:
    """A gunslinger is recruited by the 'Mech's faction, or by any for a 'Mech without symbol."""
    for _, unit, pilot, card in muster.pilots:
        if pilot.recruitment is None:
            continue
        for fault in pilot.recruitment.faults:
            found.add(fault, pilot.where, **_params(fault, pilot.recruitment, unit, card))


def _params(fault: str, recruitment: Recruitment, unit: Unit, card: Card) -> dict[str, Any]:
    asked = list(recruitment.asked)
    faction = asked[0] if asked else unit.faction
    params: dict[str, Any] = {"pilot": card.title, "mech": unit.title, "faction": faction}
    if fault == "RECRUITMENT_REQUIRED" and unit.faction:
        params |= {"faction": unit.faction, "cost": card.recruitment_cost(unit.faction)}
    elif fault == "RECRUITMENT_CHANGES_FACTION":
        params |= {"from": unit.faction, "to": faction}
    elif fault == "RECRUITMENT_MULTIPLE":
        costs = [card.recruitment_cost(name) for name in asked]
        params |= {"factions": asked, "costs": costs}
    elif fault == "RECRUITMENT_FACTION_CROSSED_OUT" and unit.faction in card.crossed_out:
        params["faction"] = unit.faction
    return params


def _recruited(muster: Muster) -> Iterator[tuple[Piece, Unit, Mounted, Card]]:
    """The 'Mechs that serve whoever has recruited their pilots, with these."""
    for piece, unit, pilot, card in muster.pilots:
        recruitment = pilot.recruitment
        if piece.faction_from == "recruitment" and recruitment and recruitment.faction:
            yield piece, unit, pilot, card


@check(
    "recruitment_useful",
    "recruitment",
    "AOD-GUN-003",
    reads="figures mounted played",
    of="pilots",
    tells=lambda muster: {} if any(_recruited(muster)) else None,
)
def recruitment_has_an_effect(muster: Muster, found: Findings) -> None:
    """An optional recruitment is worth a note when the faction brings the 'Mech nothing."""
    for piece, unit, pilot, card in _recruited(muster):
        if not _of_use(muster, piece):
            found.add(
                "RECRUITMENT_WITHOUT_EFFECT",
                pilot.where,
                pilot=card.title,
                mech=unit.title,
                faction=piece.faction,
                cost=pilot.recruitment.cost if pilot.recruitment else 0,
            )


def _of_use(muster: Muster, piece: Piece) -> bool:
    """Whether the faction brings abilities, somebody to form up with, or a card that names it."""
    faction = piece.faction
    if faction in FACTIONS_WITH_ABILITIES:
        return True
    partners = any(
        other is not piece
        and (
            other.faction == faction
            or other.is_mercenary
            or (other.faction and faction and muster.alliances.kind(other.faction, faction))
        )
        for other in muster.pieces
    )
    beside = [*(p.card for p in muster.played), *(m.card for m in piece.cards)]
    carded = any(faction in (*card.factions, *card.required_factions) for card in beside if card)
    return partners or carded

"""Cards of the whole group: types and counts, conditions, pride, contracts, alliances."""

from typing import Any

from rules.age_of_destruction.army.checks.figures import SUGGESTED
from rules.age_of_destruction.army.checks.requirements import report_requirements
from rules.age_of_destruction.army.findings import Findings, check
from rules.age_of_destruction.army.muster import Muster
from rules.age_of_destruction.army.pieces import Mounted, Played
from rules.age_of_destruction.records.vocabulary import SINGLE_CARD_TYPES


@check(
    "cards_known",
    "cards",
    "AOD-CARD-002",
    "AOD-CARD-003",
    "AOD-CARD-004",
    "AOD-CARD-028",
    reads="mounted played",
)
def cards_are_known(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """Every card is in the catalogue, of a type the rules know, and lies where its type belongs."""
    places = [*muster.cards]
    unknown = [place for place in places if place.card is None]
    for number, place in enumerate(unknown):
        similar = muster.catalogue.similar_cards(place.id) if number < SUGGESTED else []
        found.add("UNKNOWN_CARD", place.where, card=place.id[:80], similar=similar)
    misplaced = [m for p in muster.laden if p.unit for m in p.misplaced]
    other = [played for played in muster.played if played.card and played.card.type == "other"]
    strays: list[Mounted | Played] = [*misplaced, *other]
    for stray in strays:
        if stray.card:
            _not_allowed(found, stray.where, stray.card.title, stray.card.type)
    return {"cards": len(places)} if places else None


def _not_allowed(found: Findings, where: str, card: str, card_type: str) -> None:
    found.add("CARD_TYPE_NOT_ALLOWED", where, card=card, type=card_type, event=None)


@check("cards_optional", "cards", "AOD-CARD-001", reads="figures mounted played")
def cards_are_optional(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """A group may do without cards."""
    return None if muster.played or muster.laden or not muster.pieces else {}


@check("cards_assigned", "cards", "AOD-GEAR-001", "AOD-PILOT-011", reads="figures played")
def gear_and_pilots_have_a_mech(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """No gear or pilot lies among the cards of the group."""
    for played in muster.played:
        if played.card and (played.card.is_gear or played.card.is_pilot):
            mechs = [p.where for p in muster.pieces if p.unit and p.unit.slots]
            found.add("CARD_UNASSIGNED", played.where, card=played.card.title, mechs=mechs)
    return {} if muster.played else None


@check(
    "single_cards",
    "cards",
    "AOD-CARD-007",
    "AOD-CARD-008",
    "AOD-CARD-009",
    "AOD-PC-002",
    reads="played event",
)
def one_card_of_each_type(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """One planetary condition, faction pride, contract and alliance, or as many as the event says
    (AOD-STD-008)."""
    if not muster.played:
        return None
    event = muster.event
    for card_type in SINGLE_CARD_TYPES:
        cards = muster.by_type.get(card_type, [])
        most = event.most_cards(card_type) if event else None
        allowed = 1 if most is None else most
        if len(cards) > allowed:
            found.add(
                "TOO_MANY_CARDS_OF_TYPE",
                *(played.where for played in cards),
                type=card_type,
                cards=[played.card.title for played in cards if played.card],
                allowed=allowed,
                event=event.called if event and most is not None else None,
            )
    counts = {kind: len(cards) for kind, cards in muster.by_type.items()}
    return {"counts": counts}


@check("pride_or_alliance", "cards", "AOD-PRIDE-005", "AOD-SA-008", "AOD-MERC-006", reads="played")
def pride_excludes_alliance(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """Faction pride and a situational alliance exclude each other; a contract goes with either."""
    pride, alliance = muster.first("F"), muster.first("SA")
    if pride and alliance and pride.card and alliance.card:
        found.add(
            "PRIDE_AND_ALLIANCE",
            pride.where,
            alliance.where,
            pride=pride.card.title,
            alliance=alliance.card.title,
        )
    return {} if pride or alliance else None


@check(
    "pride",
    "cards",
    "AOD-PRIDE-001",
    "AOD-PRIDE-002",
    "AOD-PRIDE-003",
    "AOD-MERC-004",
    reads="figures played",
)
def pride_has_its_faction(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """A faction pride card needs a unit of its faction and whatever else it prints."""
    played = muster.first("F")
    if not played or not played.card:
        return None
    for faction in muster.lacking(played.card.factions):
        found.add("PRIDE_FACTION_MISSING", played.where, card=played.card.title, faction=faction)
    report_requirements(muster, played, found)
    return {"card": played.card.title, "faction": list(played.card.factions)}


@check(
    "pride_cost",
    "cards",
    "AOD-PRIDE-006",
    "AOD-PRIDE-007",
    "AOD-CARD-018",
    "AOD-BUILD-012",
    reads="figures mounted played limit",
)
def alternative_cost_when_pure(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """A pure group pays the alternative cost of its faction's pride card."""
    played = muster.first("F")
    if not played or not played.card or not played.card.cost or not played.card.cost.alternative:
        return None
    if played.where in muster.open_costs:
        return None
    return {
        "card": played.card.title,
        "pure": muster.pure,
        "alternative": played.alternative,
        "cost": played.cost,
    }


@check(
    "alliance",
    "cards",
    "AOD-SA-001",
    "AOD-SA-003",
    "AOD-SA-005",
    "AOD-SA-009",
    reads="figures played",
)
def alliance_has_its_factions(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """A situational alliance needs a unit of every faction it names."""
    played = muster.first("SA")
    if not played or not played.card:
        return None
    missing = muster.lacking(played.card.factions)
    if missing:
        found.add("ALLIANCE_FACTION_MISSING", played.where, card=played.card.title, missing=missing)
    report_requirements(muster, played, found)
    return {"card": played.card.title, "factions": list(played.card.factions)}


@check(
    "alliance_others",
    "cards",
    "AOD-SA-004",
    "AOD-ALLY-006",
    "AOD-ALLY-007",
    reads="figures played rest",
)
def other_factions_beside_an_alliance(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """Other factions may stand beside an alliance, unless the switch asks for allies only."""
    played = muster.first("SA")
    if not played or not played.card:
        return None
    if not muster.group.ruling("sa_limits_factions"):
        return {"limited": False}
    named = played.card.factions
    for piece in muster.pieces:
        faction = piece.faction
        if faction and faction not in named:
            allied = any(muster.alliances.kind(faction, name) for name in named)
            if not allied:
                found.add(
                    "ALLIANCE_FOREIGN_FACTION",
                    piece.where,
                    played.where,
                    card=played.card.title,
                    unit=piece.title,
                    faction=faction,
                )
    return {"limited": True}


@check(
    "contract",
    "cards",
    "AOD-MERC-001",
    "AOD-MERC-002",
    "AOD-MERC-007",
    "AOD-MERC-010",
    reads="figures played",
)
def contract_names_a_faction(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """A contract with two symbols needs a choice, and mercenaries to act on."""
    played = muster.first("MC")
    if not played or not played.card:
        return None
    if muster.contract is None:
        found.add(
            "CONTRACT_FACTION_NOT_CHOSEN",
            played.where,
            card=played.card.title,
            options=list(played.card.factions),
            chosen=played.choice.faction,
        )
    hired = [p for p in muster.pieces if p.faction_from == "contract"]
    if not hired and not any(p.is_mercenary for p in muster.pieces) and not muster.unrecorded:
        found.add("CONTRACT_WITHOUT_MERCENARIES", played.where, card=played.card.title)
    report_requirements(muster, played, found)
    return {"faction": muster.contract, "mercenaries": sum(piece.count for piece in hired)}


@check(
    "contract_gunslingers", "cards", "AOD-MERC-009", "AOD-GUN-010", reads="figures mounted played"
)
def contract_and_gunslingers(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """An unrecruited 'Mech follows the contract, unless its pilot crosses that faction out."""
    if muster.contract is None:
        return None
    concerned = [p for p in muster.pieces if p.pilots and p.faction_from in ("contract", "none")]
    for piece in concerned:
        if piece.blocked_contract:
            pilot = piece.pilots[0]
            found.add(
                "CONTRACT_BLOCKED_FOR_MECH",
                pilot.where,
                mech=piece.title,
                pilot=pilot.card.title if pilot.card else pilot.id,
                faction=muster.contract,
            )
    return {"faction": muster.contract} if concerned else None


@check("conditions", "cards", "AOD-PC-007", "AOD-CARD-013", reads="figures played limit")
def conditions_are_free(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """A planetary condition costs what it prints, usually nothing; cancelling refunds nothing."""
    by_id = {played.card.id: played for played in muster.played if played.card}
    for canceller in by_id.values():
        for victim_id in canceller.card.cancels if canceller.card else ():
            victim = by_id.get(victim_id)
            if victim and victim.card and canceller.card:
                found.add(
                    "CARD_CANCELLED_BY_OWN_CARD",
                    victim.where,
                    canceller=canceller.card.title,
                    victim=victim.card.title,
                )
    played = muster.first("PC")
    return {"card": played.card.title, "cost": played.cost} if played and played.card else None


@check(
    "card_costs",
    "cards",
    "AOD-CARD-002",
    "AOD-CARD-020",
    "AOD-CARD-021",
    reads="mounted played limit",
)
def costs_and_frequencies(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """Costs are known; a frequency gives at least one use at this limit."""
    uses: dict[str, int] = {}
    for place in muster.cards:
        card = place.card
        if card is None:
            continue
        if card.cost is None and card.type != "PC":
            found.add("COST_UNKNOWN", place.where, card=card.title)
        if card.frequency and muster.limit is not None and muster.limit_is_valid:
            uses[card.title] = card.frequency.at(muster.limit)
            if not uses[card.title]:
                found.add(
                    "FREQUENCY_ZERO",
                    place.where,
                    card=card.title,
                    n=card.frequency.uses,
                    m=card.frequency.points,
                    limit=muster.limit,
                    first_limit=card.frequency.points,
                )
    return {"uses": uses} if uses else None

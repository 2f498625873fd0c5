"""Cards of the whole group: types and counts, conditions, pride, contracts, alliances."""

from typing import Any

from rules.age_of_destruction.army.checks.figures import SUGGESTED
from rules.age_of_destruction.army.checks.requirements import report_requirements
from rules.age_of_destruction.army.findings import Findings, check, fact
from rules.age_of_destruction.army.muster import Muster
from rules.age_of_destruction.army.pieces import Mounted, Piece, Played
from rules.age_of_destruction.records.vocabulary import SINGLE_CARD_TYPES


@check(
    "cards_known",
    "cards",
    "AOD-CARD-002",
    "AOD-CARD-003",
    "AOD-CARD-004",
    "AOD-CARD-028",
    reads="mounted played",
    of="cards",
    tells=lambda muster: {"cards": len(muster.cards)},
)
def cards_are_known(muster: Muster, found: Findings) -> None:
    """Every card is in the catalogue, of a type the rules know, and lies where its type belongs."""
    unknown = [place for place in muster.cards if place.card is None]
    for number, place in enumerate(unknown):
        similar = muster.catalogue.similar_cards(place.id) if number < SUGGESTED else []
        found.add("UNKNOWN_CARD", place.where, card=place.id[:80], similar=similar)
    misplaced = [m for p in muster.laden if p.misplaced and p.unit for m in p.misplaced]
    other = [played for played in muster.played if played.card and played.card.type == "other"]
    strays: list[Mounted | Played] = [*misplaced, *other]
    for stray in strays:
        if stray.card:
            _not_allowed(found, stray.where, stray.card.title, stray.card.type)


def _not_allowed(found: Findings, where: str, card: str, card_type: str) -> None:
    found.add("CARD_TYPE_NOT_ALLOWED", where, card=card, type=card_type, event=None)


@fact("cards_optional", "cards", "AOD-CARD-001", reads="figures mounted played")
def cards_are_optional(muster: Muster) -> dict[str, Any] | None:
    """A group may do without cards."""
    return None if muster.played or muster.laden or not muster.pieces else {}


@check(
    "cards_assigned",
    "cards",
    "AOD-GEAR-001",
    "AOD-PILOT-011",
    reads="figures played",
    of="played",
)
def gear_and_pilots_have_a_mech(muster: Muster, found: Findings) -> None:
    """No gear or pilot lies among the cards of the group."""
    for played in muster.played:
        if played.card and (played.card.is_gear or played.card.is_pilot):
            mechs = [p.where for p in muster.pieces if p.unit and p.unit.slots]
            found.add("CARD_UNASSIGNED", played.where, card=played.card.title, mechs=mechs)


@check(
    "single_cards",
    "cards",
    "AOD-CARD-007",
    "AOD-CARD-008",
    "AOD-CARD-009",
    "AOD-PC-002",
    reads="played event",
    of="played",
    tells=lambda muster: {"counts": {kind: len(all_) for kind, all_ in muster.by_type.items()}},
)
def one_card_of_each_type(muster: Muster, found: Findings) -> None:
    """One planetary condition, faction pride, contract and alliance, or as many as the event says
    (AOD-STD-008)."""
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


def _pride_or_alliance(muster: Muster) -> dict[str, Any] | None:
    first = muster.first("F") or muster.first("SA")
    return {} if first else None


@check(
    "pride_or_alliance",
    "cards",
    "AOD-PRIDE-005",
    "AOD-SA-008",
    "AOD-MERC-006",
    reads="played",
    of="played",
    tells=_pride_or_alliance,
)
def pride_excludes_alliance(muster: Muster, found: Findings) -> None:
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


def _pride(muster: Muster) -> dict[str, Any] | None:
    played = muster.first("F")
    if not played or not played.card:
        return None
    return {"card": played.card.title, "faction": list(played.card.factions)}


@check(
    "pride",
    "cards",
    "AOD-PRIDE-001",
    "AOD-PRIDE-002",
    "AOD-PRIDE-003",
    "AOD-MERC-004",
    reads="figures played",
    of="played",
    tells=_pride,
)
def pride_has_its_faction(muster: Muster, found: Findings) -> None:
    """A faction pride card needs a unit of its faction and whatever else it prints."""
    played = muster.first("F")
    if not played or not played.card:
        return
    for faction in muster.lacking(played.card.factions):
        found.add("PRIDE_FACTION_MISSING", played.where, card=played.card.title, faction=faction)
    report_requirements(muster, played, found)


@fact(
    "pride_cost",
    "cards",
    "AOD-PRIDE-006",
    "AOD-PRIDE-007",
    "AOD-CARD-018",
    "AOD-BUILD-012",
    reads="figures mounted played limit",
    of="played",
)
def alternative_cost_when_pure(muster: Muster) -> dict[str, Any] | None:
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


def _alliance(muster: Muster) -> dict[str, Any] | None:
    played = muster.first("SA")
    if not played or not played.card:
        return None
    return {"card": played.card.title, "factions": list(played.card.factions)}


@check(
    "alliance",
    "cards",
    "AOD-SA-001",
    "AOD-SA-003",
    "AOD-SA-005",
    "AOD-SA-009",
    reads="figures played",
    of="played",
    tells=_alliance,
)
def alliance_has_its_factions(muster: Muster, found: Findings) -> None:
    """A situational alliance needs a unit of every faction it names."""
    played = muster.first("SA")
    if not played or not played.card:
        return
    missing = muster.lacking(played.card.factions)
    if missing:
        found.add("ALLIANCE_FACTION_MISSING", played.where, card=played.card.title, missing=missing)
    report_requirements(muster, played, found)


def _limited_by_alliance(muster: Muster) -> dict[str, Any] | None:
    played = muster.first("SA")
    if not played or not played.card:
        return None
    return {"limited": muster.group.ruling("sa_limits_factions")}


@check(
    "alliance_others",
    "cards",
    "AOD-SA-004",
    "AOD-ALLY-006",
    "AOD-ALLY-007",
    reads="figures played rest",
    of="played",
    tells=_limited_by_alliance,
)
def other_factions_beside_an_alliance(muster: Muster, found: Findings) -> None:
    """Other factions may stand beside an alliance, unless the switch asks for allies only."""
    played = muster.first("SA")
    if not played or not played.card or not muster.group.ruling("sa_limits_factions"):
        return
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


def _contract(muster: Muster) -> dict[str, Any] | None:
    if not muster.first("MC"):
        return None
    hired = (piece.count for piece in muster.pieces if piece.faction_from == "contract")
    return {"faction": muster.contract, "mercenaries": sum(hired)}


@check(
    "contract",
    "cards",
    "AOD-MERC-001",
    "AOD-MERC-002",
    "AOD-MERC-007",
    "AOD-MERC-010",
    reads="figures played",
    of="played",
    tells=_contract,
)
def contract_names_a_faction(muster: Muster, found: Findings) -> None:
    """A contract with two symbols needs a choice, and mercenaries to act on."""
    played = muster.first("MC")
    if not played or not played.card:
        return
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


def _unhired(muster: Muster) -> list[Piece]:
    """The figures with a pilot whom a contract in force concerns."""
    if muster.contract is None:
        return []
    return [p for p in muster.laden if p.pilots and p.faction_from in ("contract", "none")]


@check(
    "contract_gunslingers",
    "cards",
    "AOD-MERC-009",
    "AOD-GUN-010",
    reads="figures mounted played",
    of="played",
    tells=lambda muster: {"faction": muster.contract} if _unhired(muster) else None,
)
def contract_and_gunslingers(muster: Muster, found: Findings) -> None:
    """An unrecruited 'Mech follows the contract, unless its pilot crosses that faction out."""
    for piece in _unhired(muster):
        if piece.blocked_contract:
            pilot = piece.pilots[0]
            found.add(
                "CONTRACT_BLOCKED_FOR_MECH",
                pilot.where,
                mech=piece.title,
                pilot=pilot.card.title if pilot.card else pilot.id,
                faction=muster.contract,
            )


def _condition(muster: Muster) -> dict[str, Any] | None:
    played = muster.first("PC")
    return {"card": played.card.title, "cost": played.cost} if played and played.card else None


@check(
    "conditions",
    "cards",
    "AOD-PC-007",
    "AOD-CARD-013",
    reads="figures played limit",
    of="played",
    tells=_condition,
)
def conditions_are_free(muster: Muster, found: Findings) -> None:
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


def _uses(muster: Muster) -> dict[str, Any] | None:
    if muster.limit is None or not muster.limit_is_valid:
        return None
    cards = (place.card for place in muster.cards)
    uses = {
        card.title: card.frequency.at(muster.limit) for card in cards if card and card.frequency
    }
    return {"uses": uses} if uses else None


@check(
    "card_costs",
    "cards",
    "AOD-CARD-002",
    "AOD-CARD-020",
    "AOD-CARD-021",
    reads="mounted played limit",
    of="cards",
    tells=_uses,
)
def costs_and_frequencies(muster: Muster, found: Findings) -> None:
    """Costs are known; a frequency gives at least one use at this limit."""
    for place in muster.cards:
        card = place.card
        if card is None:
            continue
        if card.cost is None and card.type != "PC":
            found.add("COST_UNKNOWN", place.where, card=card.title)
        limit = muster.limit if card.frequency and muster.limit_is_valid else None
        if card.frequency and limit is not None and not card.frequency.at(limit):
            found.add(
                "FREQUENCY_ZERO",
                place.where,
                card=card.title,
                n=card.frequency.uses,
                m=card.frequency.points,
                limit=limit,
                first_limit=card.frequency.points,
            )

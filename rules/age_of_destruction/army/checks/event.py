"""What an event adds to the rules of army building (AOD-STD, AOD-BUILD-012)."""

from typing import Any

from rules.age_of_destruction.army.event import EventFormat
from rules.age_of_destruction.army.findings import Findings, check
from rules.age_of_destruction.army.muster import Muster
from rules.age_of_destruction.cards import Card
from rules.age_of_destruction.units import Unit
from rules.age_of_destruction.vocabulary import SINGLE_CARD_TYPES


@check("event_total", "event", "AOD-STD-003", "AOD-STD-008", "AOD-BUILD-003")
def event_build_total(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """The build total is one the event plays."""
    event, limit = muster.event, muster.limit
    if not event or not event.build_totals or limit is None:
        return None
    if limit not in event.build_totals and muster.limit_is_valid:
        found.add(
            "LIMIT_NOT_ALLOWED_BY_FORMAT",
            "build_total",
            limit=limit,
            allowed=list(event.build_totals),
            event=event.title or event.name,
        )
    return {"event": event.title or event.name, "allowed": list(event.build_totals)}


@check("event_figures", "event", "AOD-STD-008")
def event_figures(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """Every figure is of a set, type, class and rank the event allows."""
    event = muster.event
    if not event or not (event.sets or event.types or event.classes or event.ranks):
        return None
    for piece in muster.pieces:
        if piece.unit:
            for name, value, allowed in excluded(piece.unit, event):
                found.add(
                    "UNIT_NOT_LEGAL_IN_FORMAT",
                    piece.where,
                    unit=piece.unit.title,
                    property=name,
                    value=value,
                    allowed=list(allowed),
                    event=event.title or event.name,
                )
    return {"event": event.title or event.name}


def excluded(unit: Unit, event: EventFormat) -> list[tuple[str, str | None, tuple[str, ...]]]:
    """What an event holds against a figure: property, value and what it allows."""
    asked: list[tuple[str, str | None, tuple[str, ...]]] = [
        ("set", unit.set, event.sets),
        ("type", unit.type, event.types),
        ("rank", unit.rank_mark, event.ranks),
    ]
    if unit.is_mech:
        asked.append(("class", unit.mech_class, event.classes))
    return [
        (name, value, allowed) for name, value, allowed in asked if allowed and value not in allowed
    ]


@check("event_counts", "event", "AOD-STD-008")
def event_counts(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """The numbers of figures of a kind are those the event wants."""
    event = muster.event
    if not event or not event.unit_counts:
        return None
    for wanted in event.unit_counts:
        pieces = [p for p in muster.pieces if p.unit and wanted.counts(p.unit)]
        count = sum(piece.count for piece in pieces)
        if count < wanted.least or (wanted.most is not None and count > wanted.most):
            kind = [word for word in (wanted.type, wanted.mech_class, wanted.rank) if word]
            least = [f"≥ {wanted.least}"] if wanted.least else []
            most = [f"≤ {wanted.most}"] if wanted.most is not None else []
            found.add(
                "UNIT_COUNT_OUT_OF_RANGE",
                *(piece.where for piece in pieces),
                property=kind,
                count=count,
                least=wanted.least,
                most=wanted.most,
                bounds=least + most,
            )
    return {"event": event.title or event.name}


@check("event_cards", "event", "AOD-STD-008", "AOD-CARD-001")
def event_cards(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """Card types and counts are those the event allows.

    Unknown types are faults without any event; `single_cards` counts the types of one card.
    """
    event = muster.event
    if not event or (event.card_types is None and not event.card_counts):
        return None
    by_type: dict[str, list[tuple[str, Card]]] = {}
    for place in muster.cards:
        if place.card and place.card.type != "other":
            by_type.setdefault(place.card.type, []).append((place.where, place.card))
    for card_type, cards in by_type.items():
        if event.card_types is not None and card_type not in event.card_types:
            for where, card in cards:
                found.add("CARD_TYPE_NOT_ALLOWED", where, card=card.title, type=card_type)
        elif card_type not in SINGLE_CARD_TYPES and len(cards) > event.card_counts.get(
            card_type, len(cards)
        ):
            found.add(
                "TOO_MANY_CARDS_OF_TYPE",
                *(where for where, _ in cards),
                type=card_type,
                cards=[card.title for _, card in cards],
                allowed=event.card_counts[card_type],
            )
    return {"event": event.title or event.name}


@check("event_purity", "event", "AOD-BUILD-012", "AOD-STD-008")
def event_purity(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """A pure event wants one effective faction and no mercenary."""
    event = muster.event
    if not event or not event.pure or not muster.pieces:
        return None
    if muster.pure is None:
        main = _main_faction(muster)
        known = (p for p in muster.pieces if p.unit and p.unit.known)
        foreign = [p for p in known if main is None or p.faction != main]
        if foreign:
            found.add(
                "NOT_FACTION_PURE",
                *(piece.where for piece in foreign),
                faction=main,
                foreign=[piece.title for piece in foreign],
            )
    return {"faction": muster.pure}


def _main_faction(muster: Muster) -> str | None:
    """The faction with most points among the figures."""
    points: dict[str, int] = {}
    for piece in muster.pieces:
        if piece.faction:
            points[piece.faction] = points.get(piece.faction, 0) + piece.value * piece.count
    return max(sorted(points), key=lambda faction: points[faction]) if points else None

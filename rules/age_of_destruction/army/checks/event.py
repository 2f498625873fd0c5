"""What an event adds to the rules of army building (AOD-STD, AOD-BUILD-012)."""

from collections.abc import Callable
from typing import Any

from rules.age_of_destruction.army.event import EventFormat
from rules.age_of_destruction.army.findings import Findings, check
from rules.age_of_destruction.army.muster import Muster
from rules.age_of_destruction.army.pieces import Piece
from rules.age_of_destruction.records.cards import Card
from rules.age_of_destruction.records.units import Unit
from rules.age_of_destruction.records.vocabulary import SINGLE_CARD_TYPES


@check("event_total", "event", "AOD-STD-003", "AOD-STD-008", "AOD-BUILD-003", reads="limit event")
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
            event=event.called,
        )
    return {"event": event.called, "allowed": list(event.build_totals)}


@check("event_figures", "event", "AOD-STD-008", reads="figures event")
def event_figures(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """Every figure is of a set, type, class, rank and faction the event allows."""
    event = muster.event
    if not event or not (
        event.sets or event.types or event.classes or event.ranks or event.factions
    ):
        return None
    for piece in muster.pieces:
        if piece.unit:
            for name, value, allowed in event.excludes(piece.unit):
                found.add(
                    "UNIT_NOT_LEGAL_IN_FORMAT",
                    piece.where,
                    unit=piece.unit.title,
                    property=name,
                    value=value,
                    allowed=list(allowed),
                    event=event.called,
                )
    return {"event": event.called}


@check("event_numbers", "event", "AOD-STD-008", reads="figures mounted played event")
def event_numbers(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """No figure or card has a number the event bans."""
    event = muster.event
    if not event or not (event.figures or event.banned):
        return None
    for piece in muster.pieces:
        if piece.unit and event.bans(piece.unit):
            found.add(
                "NUMBER_NOT_ALLOWED_BY_FORMAT",
                piece.where,
                piece=piece.unit.title,
                event=event.called,
            )
    for place in muster.cards:
        if place.card and place.card.id in event.banned:
            found.add(
                "NUMBER_NOT_ALLOWED_BY_FORMAT",
                place.where,
                piece=place.card.title,
                event=event.called,
            )
    return {"event": event.called}


@check("event_inline", "event", "AOD-STD-008", reads="figures event")
def event_inline(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """Every figure is of the catalogue, where the event wants that."""
    event = muster.event
    if not event or not event.catalogue_only:
        return None
    for piece in muster.pieces:
        if piece.entry.inline:
            found.add(
                "INLINE_NOT_ALLOWED_BY_FORMAT",
                piece.where,
                unit=piece.title,
                event=event.called,
            )
    return {"event": event.called}


@check("event_points", "event", "AOD-STD-008", reads="figures event")
def event_points(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """Every figure costs what the event wants a figure to cost."""
    event = muster.event
    if not event or (event.least_points is None and event.most_points is None):
        return None
    for piece in muster.pieces:
        if piece.unit and event.prices_out(piece.unit):
            found.add(
                "UNIT_POINTS_OUT_OF_RANGE",
                piece.where,
                unit=piece.unit.title,
                points=piece.unit.points,
                least=event.least_points,
                most=event.most_points,
                bounds=_bounds(event.least_points, event.most_points),
                event=event.called,
            )
    return {"event": event.called}


@check("event_copies", "event", "AOD-STD-008", reads="figures event")
def event_copies(muster: Muster, found: Findings) -> dict[str, Any] | None:
    """No more figures share a name or a number than the event allows."""
    event = muster.event
    if not event or (event.per_name is None and event.per_number is None):
        return None
    _report_copies(muster, found, event, event.per_number, lambda unit: unit.title)
    _report_copies(muster, found, event, event.per_name, lambda unit: unit.name)
    return {"event": event.called}


def _report_copies(
    muster: Muster,
    found: Findings,
    event: EventFormat,
    most: int | None,
    called: Callable[[Unit], str],
) -> None:
    """Report figures called alike that are too many together."""
    if most is None:
        return
    alike: dict[str, list[Piece]] = {}
    for piece in muster.pieces:
        if piece.unit:
            alike.setdefault(called(piece.unit), []).append(piece)
    for name, pieces in alike.items():
        count = sum(piece.count for piece in pieces)
        if count > most:
            found.add(
                "TOO_MANY_ALIKE_IN_FORMAT",
                *(piece.where for piece in pieces),
                name=name,
                count=count,
                most=most,
                event=event.called,
            )


def _bounds(least: int | None, most: int | None) -> list[str]:
    low = [f"≥ {least}"] if least else []
    return [*low, *([f"≤ {most}"] if most is not None else [])]


@check("event_counts", "event", "AOD-STD-008", reads="figures event")
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
            found.add(
                "UNIT_COUNT_OUT_OF_RANGE",
                *(piece.where for piece in pieces),
                property=kind,
                kind=kind or ["figures"],
                count=count,
                least=wanted.least,
                most=wanted.most,
                bounds=_bounds(wanted.least, wanted.most),
                event=event.called,
            )
    return {"event": event.called}


@check("event_cards", "event", "AOD-STD-008", "AOD-CARD-001", reads="mounted played event")
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
        most = event.most_cards(card_type)
        if event.card_types is not None and card_type not in event.card_types:
            for where, card in cards:
                found.add(
                    "CARD_TYPE_NOT_ALLOWED",
                    where,
                    card=card.title,
                    type=card_type,
                    event=event.called,
                )
        elif card_type not in SINGLE_CARD_TYPES and most is not None and len(cards) > most:
            found.add(
                "TOO_MANY_CARDS_OF_TYPE",
                *(where for where, _ in cards),
                type=card_type,
                cards=[card.title for _, card in cards],
                allowed=most,
                event=event.called,
            )
    return {"event": event.called}


@check("event_purity", "event", "AOD-BUILD-012", "AOD-STD-008", reads="figures mounted limit event")
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
                event=event.called,
            )
    return {"event": event.called, "faction": muster.pure}


def _main_faction(muster: Muster) -> str | None:
    """The faction with most points among the figures."""
    points: dict[str, int] = {}
    for piece in muster.pieces:
        if piece.faction:
            points[piece.faction] = points.get(piece.faction, 0) + piece.value * piece.count
    return max(sorted(points), key=lambda faction: points[faction]) if points else None

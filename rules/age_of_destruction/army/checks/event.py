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

#: A check of what an event adds reports what it finds.
AskOfEvent = Callable[[Muster, EventFormat, Findings], None]
#: The facts it was answered with, None when there was nothing to ask.
TellOfEvent = Callable[[Muster, EventFormat], dict[str, Any] | None]


def _event_named(muster: Muster, event: EventFormat) -> dict[str, Any] | None:
    return {"event": event.called}


def _check(
    topic: str,
    *rules: str,
    reads: str,
    says: Callable[[EventFormat], object],
    tells: TellOfEvent = _event_named,
) -> Callable[[AskOfEvent], AskOfEvent]:
    """Register a check that is asked where the event `says` something of it."""

    def register(ask: AskOfEvent) -> AskOfEvent:
        def tell(muster: Muster) -> dict[str, Any] | None:
            event = muster.event
            return tells(muster, event) if event and says(event) else None

        @check(topic, "event", *rules, reads=f"{reads} event", of="event", tells=tell)
        def asked(muster: Muster, found: Findings) -> None:
            event = muster.event
            if event and says(event):
                ask(muster, event, found)

        return ask

    return register


def _totals_allowed(muster: Muster, event: EventFormat) -> dict[str, Any] | None:
    if muster.limit is None:
        return None
    return {"event": event.called, "allowed": list(event.build_totals)}


@_check(
    "event_total",
    "AOD-STD-003",
    "AOD-STD-008",
    "AOD-BUILD-003",
    reads="limit",
    says=lambda event: event.build_totals,
    tells=_totals_allowed,
)
def event_build_total(muster: Muster, event: EventFormat, found: Findings) -> None:
    """The build total is one the event plays."""
    limit = muster.limit
    if limit is not None and limit not in event.build_totals and muster.limit_is_valid:
        found.add(
            "LIMIT_NOT_ALLOWED_BY_FORMAT",
            "build_total",
            limit=limit,
            allowed=list(event.build_totals),
            event=event.called,
        )


def _chooses_figures(event: EventFormat) -> bool:
    return bool(event.sets or event.types or event.classes or event.ranks or event.factions)


@_check(
    "event_figures",
    "AOD-STD-008",
    reads="figures",
    says=_chooses_figures,
)
def event_figures(muster: Muster, event: EventFormat, found: Findings) -> None:
    """Every figure is of a set, type, class, rank and faction the event allows."""
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


def _bans_numbers(event: EventFormat) -> bool:
    return bool(event.figures or event.banned)


@_check(
    "event_numbers",
    "AOD-STD-008",
    reads="figures mounted played",
    says=_bans_numbers,
)
def event_numbers(muster: Muster, event: EventFormat, found: Findings) -> None:
    """No figure or card has a number the event bans."""
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


@_check(
    "event_inline",
    "AOD-STD-008",
    reads="figures",
    says=lambda event: event.catalogue_only,
)
def event_inline(muster: Muster, event: EventFormat, found: Findings) -> None:
    """Every figure is of the catalogue, where the event wants that."""
    for piece in muster.inline:
        found.add(
            "INLINE_NOT_ALLOWED_BY_FORMAT",
            piece.where,
            unit=piece.title,
            event=event.called,
        )


def _prices_figures(event: EventFormat) -> bool:
    return event.least_points is not None or event.most_points is not None


@_check(
    "event_points",
    "AOD-STD-008",
    reads="figures",
    says=_prices_figures,
)
def event_points(muster: Muster, event: EventFormat, found: Findings) -> None:
    """Every figure costs what the event wants a figure to cost."""
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


def _counts_copies(event: EventFormat) -> bool:
    return event.per_name is not None or event.per_number is not None


@_check(
    "event_copies",
    "AOD-STD-008",
    reads="figures",
    says=_counts_copies,
)
def event_copies(muster: Muster, event: EventFormat, found: Findings) -> None:
    """No more figures share a name or a number than the event allows."""
    _report_copies(muster, found, event, event.per_number, lambda unit: unit.title)
    _report_copies(muster, found, event, event.per_name, lambda unit: unit.name)


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


@_check(
    "event_counts",
    "AOD-STD-008",
    reads="figures",
    says=lambda event: event.unit_counts,
)
def event_counts(muster: Muster, event: EventFormat, found: Findings) -> None:
    """The numbers of figures of a kind are those the event wants."""
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


def _limits_cards(event: EventFormat) -> bool:
    return event.card_types is not None or bool(event.card_counts)


@_check(
    "event_cards",
    "AOD-STD-008",
    "AOD-CARD-001",
    reads="mounted played",
    says=_limits_cards,
)
def event_cards(muster: Muster, event: EventFormat, found: Findings) -> None:
    """Card types and counts are those the event allows.

    Unknown types are faults without any event; `single_cards` counts the types of one card.
    """
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


def _purity(muster: Muster, event: EventFormat) -> dict[str, Any] | None:
    return {"event": event.called, "faction": muster.pure} if muster.pieces else None


@_check(
    "event_purity",
    "AOD-BUILD-012",
    "AOD-STD-008",
    reads="figures mounted limit",
    says=lambda event: event.pure,
    tells=_purity,
)
def event_purity(muster: Muster, event: EventFormat, found: Findings) -> None:
    """A pure event wants one effective faction and no mercenary."""
    main = _main_faction(muster)
    foreign = [p for p in muster.pieces if p.is_mercenary or (p.faction and p.faction != main)]
    if foreign:
        found.add(
            "NOT_FACTION_PURE",
            *(piece.where for piece in foreign),
            faction=main,
            foreign=[piece.title for piece in foreign],
            event=event.called,
        )


def _main_faction(muster: Muster) -> str | None:
    """The faction with most points among the figures."""
    points: dict[str, int] = {}
    for piece in muster.pieces:
        if piece.faction:
            points[piece.faction] = points.get(piece.faction, 0) + piece.value * piece.count
    return max(sorted(points), key=lambda faction: points[faction]) if points else None

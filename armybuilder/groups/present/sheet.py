"""A judged battle group as the sheet every export draws."""

from collections.abc import Iterator
from typing import Any

from armybuilder.groups.exports.sheet import (
    Answer,
    GroupCardLine,
    Marker,
    Mounted,
    PieceRow,
    Problem,
    Sheet,
)
from armybuilder.groups.present.fitted_dial import fitted_dial
from armybuilder.groups.present.verdicts import split_place
from collection.catalogue.present.lineups import common_mark
from collection.catalogue.present.silhouettes import drawing, mark
from rules.age_of_destruction import (
    AGE_OF_DESTRUCTION,
    RULESET,
    BattleGroup,
    Catalogue,
    Entry,
    Unit,
    Verdict,
    check_code,
    check_message,
    faction_name,
    figure_of,
    recruiters,
    violation_message,
    write_group,
    write_verdict,
)


def sheet_of(
    group: BattleGroup,
    verdict: Verdict,
    catalogue: Catalogue,
    *,
    language: str,
    link: str = "",
    qr: str = "",
) -> Sheet:
    """The sheet of a group and its verdict in "en" or "pl".

    `link` is its public address, if any; `qr` the address of its QR code, if it is another one.
    """
    pieces = tuple(_rows(group, verdict, catalogue, language))
    return Sheet(
        language=language,
        name=group.name,
        game=AGE_OF_DESTRUCTION.title,
        event=(group.event.title or group.event.name) if group.event else "",
        build_total=verdict.limit,
        faction=_faction(_facts(verdict, "purity").get("faction"), language),
        mark=common_mark(piece.mark for piece in pieces),
        total=verdict.points.total,
        at_least=verdict.points.at_least,
        orders=verdict.orders,
        ruleset=RULESET,
        catalogue=verdict.catalogue,
        legal=verdict.legal,
        check_code=check_code(group, catalogue),
        pieces=pieces,
        cards=tuple(_cards(group, verdict, catalogue, language)),
        markers=tuple(_markers(group, verdict, catalogue)),
        problems=tuple(
            Problem(
                code=violation.code,
                severity=violation.severity,
                rows=_rows_of(violation.where),
                rules=violation.rules,
                message=violation_message(violation, language),
            )
            for violation in verdict.violations
        ),
        answers=tuple(
            Answer(holds=check.holds, rules=check.rules, message=check_message(check, language))
            for check in verdict.checks
        ),
        link=link,
        qr=qr or link,
        group=write_group(group),
        verdict=write_verdict(verdict, language),
    )


def _facts(verdict: Verdict, topic: str) -> dict[str, Any]:
    """What a check found out; empty when it had nothing to ask."""
    return next((check.facts for check in verdict.checks if check.topic == topic), {})


def _rows_of(where: tuple[str, ...]) -> tuple[int, ...]:
    """The numbers of the pieces some places belong to, each once."""
    places = map(split_place, where)
    return tuple(dict.fromkeys(i + 1 for kind, i in places if kind == "units" and i >= 0))


def _rows(
    group: BattleGroup, verdict: Verdict, catalogue: Catalogue, language: str
) -> Iterator[PieceRow]:
    points = _points_by_place(verdict)
    for index, (entry, facts) in enumerate(zip(group.units, verdict.pieces, strict=True)):
        unit = figure_of(entry, catalogue)
        yield PieceRow(
            number=index + 1,
            section=unit.type if unit else "unknown",
            id=entry.unit,
            set=(unit.set if unit else None) or "",
            collector_number=(unit.number if unit else None) or "",
            name=unit.full_name if unit else "",
            variant=unit.variant if unit else None,
            rank=unit.rank_mark if unit else None,
            printed=_faction(facts.printed, language),
            faction=_faction(facts.faction, language),
            faction_from=facts.faction_from,
            count=entry.count,
            points=facts.points,
            value=facts.value,
            official=facts.official,
            mounted=tuple(_mounted(entry, facts.where, unit, catalogue, points, language)),
            drawing=drawing(unit) if unit else "",
            mark=mark(unit) if unit else "",
            dial=fitted_dial(entry, unit, catalogue) if unit else None,
        )


def _points_by_place(verdict: Verdict) -> dict[str, int]:
    return {part.where: part.value for part in verdict.points.parts}


def _mounted(
    entry: Entry,
    where: str,
    unit: Unit | None,
    catalogue: Catalogue,
    points: dict[str, int],
    language: str,
) -> Iterator[Mounted]:
    """The cards of an entry, gear first; what a recruitment costs stands at its pilot."""
    unpaid = points.get(f"{where}.recruit", 0)
    for slot, (kind, place, choice) in enumerate(entry.cards_at(where), start=1):
        card = catalogue.card(choice.card)
        recruited_by, paid = None, 0
        if unpaid and card and (card.is_gunslinger or choice.recruit):
            recruited_by, paid, unpaid = ", ".join(recruiters(choice, card, unit)), unpaid, 0
        yield Mounted(
            where=place,
            id=choice.card,
            name=card.name_in(language) if card else "",
            points=points.get(place),
            official=card is None or card.official,
            kind=kind,
            slot=slot,
            weapon=choice.weapon,
            recruited_by=recruited_by,
            recruit_points=paid,
            effect=card.effect_in(language, unit) if card and unit else "",
        )


def _faction(faction: str | None, language: str) -> str | None:
    return faction and faction_name(faction, language)


def _cards(
    group: BattleGroup, verdict: Verdict, catalogue: Catalogue, language: str
) -> Iterator[GroupCardLine]:
    points = _points_by_place(verdict)
    for index, choice in enumerate(group.cards):
        card = catalogue.card(choice.card)
        where = f"cards[{index}]"
        yield GroupCardLine(
            where=where,
            id=choice.card,
            name=card.name_in(language) if card else "",
            points=points.get(where),
            official=card is None or card.official,
            type=card.type if card else "",
            faction=choice.faction,
            effect=card.text.get(language, "") if card else "",
        )


def _markers(group: BattleGroup, verdict: Verdict, catalogue: Catalogue) -> Iterator[Marker]:
    """The artillery markers to bring, copies of a unit together."""
    figures = (figure_of(entry, catalogue) for entry in group.units)
    units = {unit.id: unit for unit in figures if unit}
    for unit_id, count in _facts(verdict, "artillery").get("markers", {}).items():
        unit = units[unit_id]
        reach = unit.artillery_range or 0
        yield Marker(id=unit_id, name=unit.full_name, range=reach, count=count)

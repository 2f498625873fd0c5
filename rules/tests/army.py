"""Short hands for tests of army building: write a group, judge it, name what came out."""

import copy
from collections import Counter
from functools import cache
from typing import Any

from rules import GAME_SYSTEMS
from rules.__main__ import ROOT, read_records
from rules.age_of_destruction import (
    BattleGroup,
    Catalogue,
    Verdict,
    read_catalogue,
    read_group,
    validate,
    write_verdict,
)
from rules.age_of_destruction.records.reading_units import FigureRecord, Problem, unit_of
from rules.age_of_destruction.records.units import Unit
from rules.core.typed import read_typed
from rules.core.wording import LANGUAGES

SYSTEM = GAME_SYSTEMS["age-of-destruction"]


@cache
def records() -> dict[str, Any]:
    """The committed records by file; copy before changing them."""
    return read_records(ROOT / "fixtures" / SYSTEM.fixtures)


@cache
def catalogue() -> Catalogue:
    """The committed catalogue."""
    return read_catalogue(records())


def catalogue_with(*cards: dict[str, Any], units: tuple[dict[str, Any], ...] = ()) -> Catalogue:
    """The committed catalogue with more cards and figures, for what no real record shows."""
    more = {"cards/TST.json": {"cards": list(cards)}, "figures/TST.json": {"figures": list(units)}}
    return read_catalogue(records() | more)


def group(*units: Any, total: int | None = 450, cards: tuple[Any, ...] = (), **more: Any) -> Any:
    """A parsed battle-group/1 file; a bare id stands for an entry with that figure."""
    return {
        "format": "battle-group/1",
        "system": "age-of-destruction",
        "name": "test",
        "build_total": total,
        "units": [{"unit": unit} if isinstance(unit, str) else unit for unit in units],
        "cards": list(cards),
        **more,
    }


def mech(unit: Any, *gear: Any, pilot: Any = None, **choice: Any) -> dict[str, Any]:
    """An entry with gear ids (or objects) and a pilot id; further words go to the pilot."""
    entry: dict[str, Any] = {"unit": unit}
    if gear:
        entry["gear"] = [{"card": card} if isinstance(card, str) else card for card in gear]
    if pilot:
        entry["pilot"] = {"card": pilot, **choice}
    return entry


def figure(**fields: Any) -> dict[str, Any]:
    """An inline vehicle without dial; fields override."""
    return {"id": "TST-1", "name": "Test tank", "type": "vehicle", "points": 40, **fields}


def inline_mech(primary: str, secondary: str, **fields: Any) -> dict[str, Any]:
    """An inline heavy mercenary 'Mech with slots and two weapons of the named range types."""
    weapons = {"primary": primary, "secondary": secondary}
    attacks = [
        {"slot": slot, "damage_type": kind, "targets": 1, "range_min": 0, "range_max": 0}
        for slot, kind in weapons.items()
    ]
    heavy = {"type": "mech", "variant": "TST-1-H", "slots": True, "points": 100}
    return figure(attacks=attacks, **(heavy | fields))


def card(card_id: str, **fields: Any) -> dict[str, Any]:
    """A card record; its type is the middle of the id ("TST-GS-001")."""
    code, kind, number = card_id.split("-")
    record = {"id": card_id, "type": kind, "set": code, "number": number, "name": f"Test {kind}"}
    return record | {"cost": "10", "text": {"en": "Test.", "pl": "Test."}} | fields


def record(unit_id: str, **fields: Any) -> dict[str, Any]:
    """A copy of a committed figure record; fields override."""
    figures = records()[f"figures/{unit_id.split('-')[0]}.json"]["figures"]
    found: dict[str, Any] = next(figure for figure in figures if figure["id"] == unit_id)
    return copy.deepcopy(found) | fields


def judge(data: Any, of: Catalogue | None = None) -> Verdict:
    """The verdict on a parsed file, or on a group; every sentence of it can be said."""
    group = data if isinstance(data, BattleGroup) else read_group(data)
    verdict = validate(group, of or catalogue())
    for language in LANGUAGES:
        write_verdict(verdict, language)
    return verdict


def errors(verdict: Verdict) -> Counter[str]:
    """The error codes and how often each is raised."""
    return Counter(violation.code for violation in verdict.errors)


def codes(verdict: Verdict) -> set[str]:
    """Every code of whatever level."""
    return {violation.code for violation in verdict.violations}


def one(verdict: Verdict, code: str) -> Any:
    """The only violation of a code."""
    (violation,) = (v for v in verdict.violations if v.code == code)
    return violation


def points_at(verdict: Verdict, where: str) -> int:
    """The points a place adds to the total."""
    return sum(part.value for part in verdict.points.parts if part.where == where)


def factions(verdict: Verdict) -> list[str | None]:
    """The effective faction of every entry."""
    return [piece.faction for piece in verdict.pieces]


def facts(verdict: Verdict, topic: str) -> dict[str, Any]:
    """The facts of a check that was asked."""
    (check,) = (check for check in verdict.checks if check.topic == topic)
    return check.facts


def read_unit(data: Any) -> tuple[Unit, list[Problem]]:
    """The figure of a record and what contradicts the rule book; raises Unreadable."""
    return unit_of(read_typed(data, FigureRecord), "$")

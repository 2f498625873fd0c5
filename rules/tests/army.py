"""Short hands for tests of army building: write a group, judge it, name what came out."""

from collections import Counter
from functools import cache
from typing import Any

from rules import (
    GAME_SYSTEMS,
    BattleGroup,
    Catalogue,
    Verdict,
    read_catalogue,
    read_group,
    validate,
)
from rules.__main__ import ROOT, read_records

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


def judge(data: Any, of: Catalogue | None = None) -> Verdict:
    """The verdict on a parsed file, or on a group."""
    return validate(data if isinstance(data, BattleGroup) else read_group(data), of or catalogue())


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


def facts(verdict: Verdict, topic: str) -> dict[str, Any]:
    """The facts of a check that was asked."""
    (check,) = (check for check in verdict.checks if check.topic == topic)
    return check.facts

"""Figures written into a list: unofficial, and compared with the record of their number."""

from typing import Any

import pytest

from rules.age_of_destruction import read_group, repair_message, repairs
from rules.tests.army import (
    catalogue,
    codes,
    errors,
    figure,
    group,
    judge,
    mech,
    one,
    points_at,
    record,
)
from rules.tests.repairing import first, repaired, replace

HAWK = {"id": "AOD-141", "name": "Crimson Hawk", "type": "mech", "points": 1, "unique": False}
LISTED = "CA-081"  # number and name are all that is recorded


@pytest.mark.rule("AOD-BUILD-004")
@pytest.mark.parametrize("number", ["AOD-141", "aod-141", "AOD-0141"])
def test_the_points_of_the_record_count(number: str) -> None:
    verdict = judge(group({"unit": HAWK | {"id": number}}))
    violation = one(verdict, "POINTS_DIFFER_FROM_CATALOGUE")
    assert errors(verdict) == {"POINTS_DIFFER_FROM_CATALOGUE": 1}
    assert violation.where == ("units[0]",)
    assert violation.params == {"entry": "AOD-141 Crimson Hawk", "stated": 1, "expected": 130}
    assert points_at(verdict, "units[0]") == 130
    full = group({"unit": HAWK | {"id": number}}, {"unit": figure(points=320)})
    assert "OVER_POINTS" not in codes(judge(full))
    over = group({"unit": HAWK | {"id": number}}, {"unit": figure(points=321)})
    assert one(judge(over), "OVER_POINTS").params["excess"] == 1


def test_a_number_of_the_catalogue_is_known_by_set_and_number_too() -> None:
    hawk = HAWK | {"id": "my-hawk-1", "set": "AOD", "collector_number": "141"}
    assert errors(judge(group({"unit": hawk}))) == {"POINTS_DIFFER_FROM_CATALOGUE": 1}


@pytest.mark.parametrize("points", [{}, {"points": 130}])
def test_what_the_record_says_too_is_no_fault(points: dict[str, int]) -> None:
    hawk = {key: value for key, value in HAWK.items() if key != "points"} | points
    verdict = judge(group({"unit": hawk}))
    assert (verdict.legal, verdict.points.total) == (True, 130)
    assert "INLINE_FIGURE_IN_CATALOGUE" in codes(verdict)


def test_two_wrong_statements_of_one_figure_are_one_fault() -> None:
    assert errors(judge(group({"unit": HAWK, "points": 2}))) == {"POINTS_DIFFER_FROM_CATALOGUE": 1}
    right = HAWK | {"points": 130}
    assert errors(judge(group({"unit": right, "points": 2}))) == {"POINTS_DIFFER_FROM_CATALOGUE": 1}
    assert errors(judge(group({"unit": right, "points": 130}))) == {}


@pytest.mark.rule("AOD-BUILD-007", "AOD-UNIT-011")
@pytest.mark.parametrize("others", [[{"unit": HAWK}], ["AOD-141"]])
def test_the_star_of_the_record_counts(others: list[Any]) -> None:
    right = {"unit": HAWK | {"points": 130}}
    twice = judge(group(right, *others))
    assert "DUPLICATE_UNIQUE_COLLECTOR_NUMBER" in errors(twice)


def test_a_star_the_record_does_not_have_is_not_believed() -> None:
    starred = {"unit": record("AOD-051", rank=None, unique=True)}
    assert errors(judge(group(starred, starred))) == {}


def test_nothing_else_of_it_is_believed() -> None:
    """AOD-097 is of the Steel Wolves; the pride card is of the Highlanders."""
    turned = {"unit": record("AOD-097", faction="Highlanders")}
    verdict = judge(group(turned, cards=("HSE-F-005",)))
    assert errors(verdict) == {"PRIDE_FACTION_MISSING": 1}
    assert verdict.pieces[0].faction == "Steel Wolves"


def test_it_tells_what_a_record_leaves_open() -> None:
    known = catalogue().unit(LISTED)
    assert known is not None and known.points is None
    told = figure(id=LISTED, name="Whatever", type=known.type, points=17)
    verdict = judge(group({"unit": told}))
    assert (verdict.legal, verdict.points.total) == (True, 17)
    assert verdict.pieces[0].title == known.title
    assert not verdict.pieces[0].official


@pytest.mark.parametrize(
    ("said", "legal"),
    [({}, None), ({"faction": "Dragon's Fury"}, True), ({"label": "Mercenary"}, False)],
)
def test_what_it_does_not_tell_stays_open(said: dict[str, str], legal: bool | None) -> None:
    """The pride card asks for a 'Mech of its faction; of DA-087 no faction is recorded."""
    told = {"id": "DA-087", "name": "AgroMech", "type": "mech", "points": 60} | said
    verdict = judge(group({"unit": told}, cards=("HSE-F-003",)))
    assert verdict.legal is legal
    assert ("UNIT_RECORD_INCOMPLETE" in codes(verdict)) is (not said)


def test_every_inline_figure_is_unofficial() -> None:
    verdict = judge(group({"unit": figure()}, "AOD-051", {"unit": record("AOD-051")}))
    assert [piece.official for piece in verdict.pieces] == [False, True, False]


def test_the_figure_of_the_catalogue_takes_its_place() -> None:
    data = group({"unit": HAWK}, "AOD-102")
    assert first(data) == [replace("units[0]", "AOD-141")]
    said = repair_message(
        repairs(read_group(data), catalogue())[0], read_group(data), catalogue(), "en"
    )
    assert said == "Take AOD-141 Crimson Hawk from the catalogue."
    assert repaired(group({"unit": HAWK, "count": 2}, "AOD-102"))


@pytest.mark.rule("AOD-STD-008")
def test_an_event_may_forbid_them() -> None:
    event = {"name": "cup", "title": "Test cup", "catalogue_only": True}
    verdict = judge(group("AOD-102", {"unit": figure()}, event=event))
    violation = one(verdict, "INLINE_NOT_ALLOWED_BY_FORMAT")
    assert errors(verdict) == {"INLINE_NOT_ALLOWED_BY_FORMAT": 1}
    assert violation.where == ("units[1]",)
    assert violation.params == {"unit": "TST-1 Test tank", "event": "Test cup"}
    assert judge(group("AOD-102", event=event)).legal
    free = judge(group("AOD-102", {"unit": figure()}, event=event | {"catalogue_only": False}))
    assert free.legal
    hawk = {"unit": HAWK | {"points": 130}}
    assert first(group(hawk, event=event)) == [replace("units[0]", "AOD-141")]


def test_an_inline_mech_of_a_known_number_bears_what_the_recorded_one_bears() -> None:
    assert judge(group(mech(record("AOD-102", slots=False), pilot="AOD-P-005"))).legal

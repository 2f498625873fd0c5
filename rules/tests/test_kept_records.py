"""Records kept with a group: they come back as they were, and say what changed since."""

from typing import Any

import msgspec
import pytest

from rules.age_of_destruction import (
    read_group,
    read_record,
    record_change_message,
    record_changes,
    validate,
    with_records,
    write_record,
)
from rules.age_of_destruction.army.earlier_records import _UNTOLD, WORDS
from rules.age_of_destruction.records.cards import Card
from rules.age_of_destruction.records.units import Unit
from rules.core.wording import LANGUAGES
from rules.tests.army import catalogue, group

HATCHETMAN = catalogue().units["AOD-102"]


def told(after: Unit | Card | None, language: str = "en") -> list[str]:
    changes = record_changes("AOD-102", HATCHETMAN, after)
    return [record_change_message(change, language) for change in changes]


def altered(**fields: Any) -> Unit:
    return msgspec.structs.replace(HATCHETMAN, **fields)


def test_every_record_comes_back_as_it_was() -> None:
    known = catalogue()
    records: list[Unit | Card] = [*known.units.values(), *known.cards.values()]
    for record in records:
        assert read_record(write_record(record)) == record


def test_a_field_the_record_does_not_need_is_not_kept() -> None:
    assert "dials_refused" not in write_record(HATCHETMAN)


@pytest.mark.parametrize("data", [{}, {"kind": "tank"}, {"kind": "unit", "id": 3}])
def test_anything_else_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        read_record(data)


def test_a_cost_that_changed() -> None:
    assert told(altered(points=131)) == ["AOD-102 Hatchetman now costs 131 instead of 129."]
    assert told(altered(points=None), "pl") == [
        "AOD-102 Hatchetman kosztuje teraz nieznaną liczbę punktów zamiast 129."
    ]


def test_a_click_that_changed() -> None:
    clicks = list(HATCHETMAN.dial)
    clicks[3] = msgspec.structs.replace(clicks[3], attack=1, equipment={})

    assert told(altered(dial=tuple(clicks)))[0] == (
        "AOD-102 Hatchetman, click 4: attack is now 1 instead of 8."
    )
    assert told(altered(dial=tuple(clicks[:-1])))[0] == (
        f"AOD-102 Hatchetman: the dial now has {len(clicks) - 1} clicks instead of {len(clicks)}."
    )


def test_a_record_that_went_and_one_that_came() -> None:
    assert told(None) == ["AOD-102 Hatchetman is no longer in the catalogue."]
    (came,) = record_changes("AOD-102", None, HATCHETMAN)
    assert record_change_message(came) == "AOD-102 Hatchetman is in the catalogue now."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_field_has_a_name(language: str) -> None:
    fields = {*Unit.__struct_fields__, *Card.__struct_fields__}
    told_apart = {"points", "dial", "heat_dial"} | _UNTOLD
    for field in fields - told_apart:
        assert WORDS.word("record_field", field, language) != field, field


def test_a_catalogue_judges_by_the_records_laid_over_it() -> None:
    known = catalogue()
    before = with_records(known, {"AOD-102": altered(points=100), "AOD-033": None}, "sha256:then")

    verdict = validate(read_group(group("AOD-102", "AOD-033")), before)

    assert verdict.catalogue == "sha256:then"
    assert verdict.points.total == 100
    assert [violation.code for violation in verdict.errors] == ["UNKNOWN_UNIT"]
    assert known.units["AOD-102"].points == 129

"""Reading by types: every fault of a document with its path and sentence, in the type's order."""

from typing import Annotated, Any, Literal

import msgspec
import pytest

from rules import Unreadable
from rules.age_of_destruction import CatalogueRefused, read_catalogue
from rules.core.typed import MOST_FAULTS, Written, others, read_typed
from rules.tests.army import records

Small = Annotated[int, msgspec.Meta(ge=0, le=9)]


class Dot(Written, frozen=True, tag_field="shape", tag="dot"):
    """Something round."""

    radius: Small


class Bar(Written, frozen=True, tag_field="shape", tag="bar"):
    """Something long."""

    width: Small
    length: Small


class Part(Written, frozen=True):
    """A part of the file."""

    id: str
    kind: Literal["low", "high"] = "low"
    at: Annotated[tuple[float, ...], msgspec.Meta(min_length=2, max_length=2)] = (0, 0)
    form: Dot | Bar | None = None


class File(Written, frozen=True):
    """A file."""

    name: str
    parts: tuple[str | Part, ...] = ()
    counts: dict[Literal["a", "b"], Small] = msgspec.field(default_factory=dict)


class Strict(msgspec.Struct, frozen=True):
    """A part where null is a value like another."""

    name: str
    size: int = 0


def faults(data: Any, kind: Any = File) -> list[tuple[str, str]]:
    """The path and code of everything that is wrong with a document."""
    with pytest.raises(Unreadable) as refusal:
        read_typed(data, kind)
    return [(fault.path, fault.code) for fault in (refusal.value, *refusal.value.beside)]


def test_every_fault_is_found_at_once_in_the_order_of_the_fields() -> None:
    data = {
        "counts": {"b": 10, "c": 1},
        "parts": [
            "one",
            7,
            {"id": 3, "kind": "wide", "at": [1, 2, 3]},
            {"form": {"radius": 1}},
            {"id": "x", "form": {"shape": "bar", "width": True, "length": 1.5}},
            {"id": "y", "form": {"shape": "star"}, "at": ["1", float("nan")]},
        ],
    }
    assert faults(data) == [
        ("$", "MISSING"),
        ("$.parts[1]", "WRONG_TYPE"),
        ("$.parts[2].id", "WRONG_TYPE"),
        ("$.parts[2].kind", "NOT_ONE_OF"),
        ("$.parts[2].at", "OUT_OF_RANGE"),
        ("$.parts[3]", "MISSING"),
        ("$.parts[3].form", "MISSING"),
        ("$.parts[4].form.width", "WRONG_TYPE"),
        ("$.parts[4].form.length", "WRONG_TYPE"),
        ("$.parts[5].at[0]", "WRONG_TYPE"),
        ("$.parts[5].at[1]", "OUT_OF_RANGE"),
        ("$.parts[5].form.shape", "NOT_ONE_OF"),
        ("$.counts.b", "OUT_OF_RANGE"),
        ("$.counts.c", "NOT_ONE_OF"),
    ]


def test_null_says_as_much_as_nothing_where_a_part_may_be_silent() -> None:
    written = {"name": "x", "parts": [{"id": "y", "kind": None, "at": None}], "counts": None}
    assert read_typed(written, File) == File("x", (Part("y"),))
    assert faults({"name": None}) == [("$.name", "WRONG_TYPE")]
    assert faults({"name": "x", "size": None}, Strict) == [("$.size", "WRONG_TYPE")]
    assert faults({}, Strict) == [("$.name", "MISSING")]


@pytest.mark.parametrize("text", ["\ud800", "a\udfff"])
def test_half_characters_are_found_where_they_are_read(text: str) -> None:
    assert faults({"name": text}) == [("$.name", "BROKEN_TEXT")]
    assert read_typed({"name": "x", "unknown": text}, File) == File("x")


def test_huge_numbers_are_nobody_s() -> None:
    assert faults({"name": "x", "size": 10**12}, Strict) == [("$.size", "OUT_OF_RANGE")]
    assert faults({"name": "x", "else": [10**12]}, Strict) == [("$.else[0]", "OUT_OF_RANGE")]
    assert read_typed({"name": "x", "else": 10**30}, File) == File("x")


def test_a_file_full_of_faults_names_the_first_hundred() -> None:
    assert len(faults({"name": "x", "parts": [0] * 5_000})) == MOST_FAULTS


def test_fields_without_a_name_are_left_over() -> None:
    assert others({"id": "x", "at": None, "colour": "red"}, Part) == {"colour": "red"}


def test_a_catalogue_names_every_fault_of_a_record() -> None:
    figures = records()["figures/AOD.json"]["figures"]
    bad = figures[0] | {"points": "40", "rank": "general", "name": 5}
    changed = records() | {"figures/AOD.json": {"figures": [bad, *figures[1:]]}}
    with pytest.raises(CatalogueRefused) as refusal:
        read_catalogue(changed)
    assert [found.problem.path for found in refusal.value.problems] == [
        "$.figures[0].rank",
        "$.figures[0].name",
        "$.figures[0].points",
    ]

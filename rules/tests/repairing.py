"""Short hands for tests of repairs: repair a group, check every offer, write edits."""

from typing import Any

from rules import parse_json
from rules.__main__ import ROOT
from rules.age_of_destruction import (
    Catalogue,
    Repair,
    apply_changes,
    read_change,
    read_group,
    repairs,
    write_change,
    write_group,
)
from rules.tests.army import catalogue, judge

SAMPLES = sorted((ROOT / "fixtures" / "samples" / "groups").glob("*.json"))


def sample(name: str) -> Any:
    """A committed sample group."""
    return read_group(parse_json((ROOT / "fixtures/samples/groups" / name).read_bytes()))


def repaired(data: Any, of: Catalogue | None = None) -> tuple[Repair, ...]:
    """The repairs of a parsed file, each checked to give a legal group that can be written."""
    read = read_group(data)
    offered = repairs(read, of or catalogue())
    for repair in offered:
        after = apply_changes(read, repair.changes)
        verdict = judge(after, of)
        assert verdict.legal is True, repair
        assert verdict.points.total == repair.total
        assert read_group(write_group(after)) == after
        assert tuple(read_change(write_change(c)) for c in repair.changes) == repair.changes
    return offered


def first(data: Any, of: Catalogue | None = None) -> list[dict[str, Any]]:
    """The edits of the smallest repair as verdict/1 writes them."""
    return [write_change(change) for change in repaired(data, of)[0].changes]


def remove(where: str) -> dict[str, Any]:
    """The edit that takes something out."""
    return {"op": "remove", "where": where}


def replace(where: str, other: str) -> dict[str, Any]:
    """The edit that puts another figure or card in a place."""
    return {"op": "replace", "where": where, "with": other}


def move(where: str, to: str) -> dict[str, Any]:
    """The edit that puts a card on another figure."""
    return {"op": "move", "where": where, "to": to}


def add(unit: str, **more: Any) -> dict[str, Any]:
    """The edit that brings a figure."""
    return {"op": "add", "where": "units", "entry": {"unit": unit, **more}}


def set_field(where: str, field: str, value: Any) -> dict[str, Any]:
    """The edit that changes a choice."""
    return {"op": "set", "where": where, "field": field, "value": value}


def total(value: int) -> dict[str, Any]:
    """The edit that agrees on another build total."""
    return set_field("build_total", "build_total", value)

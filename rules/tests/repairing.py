"""Short hands for tests of repairs: break a group, repair it, check every offer, write edits."""

import copy
import random
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
from rules.tests.army import catalogue, group, judge

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


# Broken groups at random --------------------------------------------------------------------------

UNITS, CARDS = sorted(catalogue().units), sorted(catalogue().cards)
FACTIONS = catalogue().factions


def random_group(rnd: random.Random) -> dict[str, Any]:
    """A sample group, or some figures together."""
    if rnd.random() < 0.5:
        data: dict[str, Any] = parse_json(rnd.choice(SAMPLES).read_bytes())
    else:
        data = group(*(rnd.choice(UNITS) for _ in range(rnd.randint(1, 8))))
    return data


def random_card(rnd: random.Random) -> dict[str, Any]:
    """Any card, a gunslinger with anybody who recruits."""
    card: dict[str, Any] = {"card": rnd.choice(CARDS)}
    if "-GS-" in card["card"]:
        card["recruit"] = rnd.choice([None, rnd.choice(FACTIONS), rnd.sample(FACTIONS, 2)])
    return card


def break_it(data: dict[str, Any], rnd: random.Random) -> None:
    """Change a group in a way that may break a rule."""
    units = data["units"]
    entry = rnd.choice(units)
    single = entry.get("count", 1) == 1
    kind = rnd.randrange(8)
    if kind == 0:
        data["build_total"] = rnd.choice([None, 0, 150, 400, 600])
    elif kind == 1:
        units.append({"unit": rnd.choice([*UNITS, "AOD-999", "X"])})
    elif kind == 2:
        units.append(copy.deepcopy(entry))
    elif kind == 3 and single:
        entry.setdefault("gear", []).append(random_card(rnd))
    elif kind == 4 and single:
        entry["pilot"] = rnd.choice([random_card(rnd), [random_card(rnd), random_card(rnd)]])
    elif kind == 5:
        data["cards"] = [*data.get("cards", []), rnd.choice(CARDS)]
    elif kind == 6 and single:
        entry["points"] = rnd.randint(0, 99)
    else:
        data["event"] = rnd.choice(["standard-450", "standard-300", {"pure": True}])


def broken(seed: int) -> dict[str, Any]:
    """A group that a few changes at random have most likely made illegal."""
    rnd = random.Random(seed)
    data = random_group(rnd)
    for _ in range(rnd.randint(1, 6)):
        break_it(data, rnd)
    return data

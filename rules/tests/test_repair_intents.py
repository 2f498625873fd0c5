"""Ways out of an illegal group, and what each says it keeps."""

import json
from collections import Counter
from typing import Any

import pytest

from rules.__main__ import ROOT
from rules.age_of_destruction import (
    BattleGroup,
    WayOut,
    apply_changes,
    read_group,
    ways_out,
    write_way_out,
)
from rules.age_of_destruction.army.intents import INTENTS, Intent, intent_message
from rules.tests.army import catalogue, group, judge
from rules.tests.repairing import broken, sample
from rules.tests.test_repair_points import by_lot

#: Steel and silk with a helicopter more: two 'Mechs with cards, three vehicles, an emplacement.
LADEN = json.loads((ROOT / "fixtures/samples/groups/dragons-fury-450.json").read_text("utf-8"))


def with_one_more(unit: str) -> Any:
    return LADEN | {"units": [*LADEN["units"], {"unit": unit}]}


def figures(of: BattleGroup) -> Counter[str]:
    counts: Counter[str] = Counter()
    for entry in of.units:
        counts[entry.unit] += entry.count
    return counts


def offered(data: Any) -> list[WayOut]:
    """The ways out of a group, each checked to be legal and to come to what it says."""
    read = read_group(data)
    ways = ways_out(read, catalogue())
    for way in ways:
        after = apply_changes(read, way.repair.changes)
        verdict = judge(after)
        assert verdict.legal is True
        assert verdict.points.total == way.repair.total
        assert way.left == (None if verdict.limit is None else verdict.limit - way.repair.total)
    return list(ways)


@pytest.mark.parametrize("excess", [25, 130, 328])
@pytest.mark.parametrize("seed", range(8))
def test_no_two_ways_that_give_something_up_mean_the_same(seed: int, excess: int) -> None:
    ways = offered(by_lot(seed, excess))
    meant = [way.intent for way in ways if way.intent.code != "keep_everything"]

    assert len(set(meant)) == len(meant)
    assert len({repr(way.repair) for way in ways}) == len(ways)


@pytest.mark.parametrize("seed", range(12))
def test_what_a_way_says_it_keeps_is_kept(seed: int) -> None:
    for data in (by_lot(seed, 40), by_lot(seed, 200), broken(seed)):
        before = read_group(data)
        if judge(before).legal is not False:
            continue
        had = figures(before)
        for way in offered(data):
            left = figures(apply_changes(before, way.repair.changes))
            gone, come = had - left, left - had
            units = catalogue().units
            match way.intent.code:
                case "keep_everything" | "keep_every_figure" | "another_total" | "another_format":
                    assert not gone
                case "keep_number" | "keep_fewer":
                    assert left.total() == way.intent.number
                case "keep_mechs":
                    assert not any(item in units and units[item].is_mech for item in gone)
                case "other_versions":
                    assert {units[item].name for item in gone} <= {units[i].name for i in come}
                case "fewer_heavier":
                    assert left.total() < had.total()
                case "lighter":
                    assert any(item in units for item in gone)


def test_a_laden_group_over_its_points_is_offered_to_keep_its_figures() -> None:
    """Cards off, a cheaper figure, without a vehicle: each once, and never a larger game first."""
    ways = offered(with_one_more("AOD-021"))
    codes = [way.intent.code for way in ways]

    assert codes[0] == "keep_every_figure"
    assert {"keep_number", "keep_mechs"} < set(codes)
    assert codes[-1] == "another_total"


def test_choices_that_give_nothing_up_all_stand() -> None:
    """A gear card without a 'Mech may go on either of two."""
    loose = group("AOD-102", "AOD-103", cards=("AOD-G-005",))
    codes = [way.intent.code for way in offered(loose)]

    assert codes.count("keep_everything") == 2


def test_a_legal_group_has_no_way_out() -> None:
    assert offered(LADEN) == []


def test_the_file_says_what_a_repair_keeps_and_leaves() -> None:
    read = sample("illegal-300-over-points.json")
    way = ways_out(read, catalogue())[0]
    written = write_way_out(way, read, catalogue(), "pl")

    assert written["intent"] == way.intent.code
    assert written["keeps"] == intent_message(way.intent, "pl")
    assert written["left"] == 300 - written["total"]


@pytest.mark.parametrize("code", INTENTS)
@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_intent_has_its_words(code: str, language: str) -> None:
    assert len(intent_message(Intent(code, 3), language)) > 3


def test_no_way_out_gives_up_what_only_another_of_its_edits_called_for() -> None:
    data = group("AOD-032", "AOD-081", total=150, cards=("HSE-MC-003",))
    read = read_group(data)
    for way in offered(data):
        for dropped in way.repair.changes:
            fewer = tuple(change for change in way.repair.changes if change is not dropped)
            assert not fewer or judge(apply_changes(read, fewer)).legal is not True, way

"""Repairs are judged legal, bounded, and there for broken groups."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import Unreadable, parse_json
from rules.__main__ import ROOT
from rules.age_of_destruction import (
    Change,
    apply_changes,
    read_change,
    read_group,
    repair_message,
    repairs,
    system,
)
from rules.age_of_destruction.army.edits import parse_place
from rules.age_of_destruction.army.repair import MOST_VERDICTS, Search
from rules.age_of_destruction.army.verdict import Judgement
from rules.tests.army import card, catalogue, catalogue_with, figure, group, judge, mech
from rules.tests.repairing import UNITS, broken, first, repaired, replace
from rules.tests.running import examples


def test_over_points_a_larger_repair_may_give_up_less() -> None:
    data = parse_json((ROOT / "fixtures/samples/groups/illegal-300-over-points.json").read_bytes())
    sizes = [len(repair.changes) for repair in repaired(data)]
    assert sizes == sorted(sizes)
    assert len(sizes) > 1


def test_a_cheaper_pilot_is_found_by_its_price_on_this_mech() -> None:
    by_class = card("TST-P-001", cost="L=9, M=20")
    preferred = card("TST-P-002", cost="5 OR 60", preferred_mech="AOD-102")
    dear = card("TST-P-003", cost="21")
    pack = catalogue_with(by_class, preferred, dear)
    tank = {"unit": figure(points=151)}
    data = group(mech("AOD-102", pilot="TST-P-003"), tank, total=300)
    assert judge(read_group(data), pack).points.total == 301
    assert first(data, pack) == [replace("units[0].pilot", "TST-P-001")]


def test_an_undecided_requirement_can_be_confirmed() -> None:
    falcon = next(u for u in catalogue().units.values() if u.faction == "Clan Jade Falcon")
    data = group(falcon.id, cards=("HSE-F-006",))
    assert judge(data).legal is None
    assert first(data)[0]["field"] == "confirmed"


def test_a_legal_group_needs_no_repair() -> None:
    assert repaired(group("AOD-001")) == ()


def test_many_independent_faults_get_a_repair_without_needless_edits() -> None:
    data = group(
        mech("AOD-102", "AOD-G-001", pilot="AOD-P-001"),
        mech("AOD-001", "AOD-G-002"),
        {"unit": "AOD-014", "points": 1},
        "AOD-115",
        "AOD-115",
        "AOD-0333",
        cards=("AOD-PC-006", "AOD-PC-007", "HSE-F-001"),
        total=400,
    )
    read = read_group(data)
    best = repaired(data)[0]
    for dropped in best.changes:
        fewer = tuple(change for change in best.changes if change is not dropped)
        assert judge(apply_changes(read, fewer)).legal is not True


def test_owned_pieces_come_first() -> None:
    data = group()
    owned = {"owned": {"AOD-060": 1}}
    assert first(data | owned)[0]["entry"] == {"unit": "AOD-060"}


# Edits --------------------------------------------------------------------------------------------


def test_places_are_those_before_any_edit_and_loads_follow() -> None:
    before = read_group(
        group("AOD-001", "AOD-014", "AOD-055", loads=[{"transport": 2, "passengers": [1]}])
    )
    after = apply_changes(
        before,
        (
            Change("remove", "units[0]"),
            Change("replace", "units[1]", replacement="AOD-015"),
            Change("add", "units", entry={"unit": "AOD-002"}),
        ),
    )
    assert [entry.unit for entry in after.units] == ["AOD-015", "AOD-055", "AOD-002"]
    assert (after.loads[0].transport, after.loads[0].passengers) == (1, (0,))


def test_a_moved_card_keeps_its_old_place_for_further_edits() -> None:
    before = read_group(group(mech("AOD-001", "AOD-G-005"), "AOD-102"))
    after = apply_changes(
        before,
        (
            Change("set", "units[0].gear[0]", field="weapon", value="secondary"),
            Change("move", "units[0].gear[0]", to="units[1]"),
        ),
    )
    assert after.units[0].gear == ()
    assert after.units[1].gear[0].weapon == "secondary"


@pytest.mark.parametrize(
    "change",
    [
        Change("remove", "units[9]"),
        Change("remove", "elsewhere"),
        Change("remove", "units[0].gear[0]"),
        Change("set", "units[0]", field="name", value="x"),
        Change("move", "units[0]", to="units[0]"),
    ],
)
def test_a_place_that_is_not_there_is_refused(change: Change) -> None:
    with pytest.raises(ValueError):
        apply_changes(read_group(group("AOD-001")), (change,))


@pytest.mark.parametrize("data", [{}, {"op": "burn", "where": "units[0]"}, {"op": "set"}, []])
def test_an_unreadable_edit_is_refused(data: Any) -> None:
    with pytest.raises(Unreadable):
        read_change(data)


# Words and the published form ---------------------------------------------------------------------


def test_one_of_two_equal_figures_is_named_by_its_row() -> None:
    read = read_group(group("AOD-102", "AOD-115", "AOD-115"))
    removals = {
        repair.changes[0].where: repair_message(repair, read, catalogue(), "en")
        for repair in repairs(read, catalogue())
        if len(repair.changes) == 1 and repair.changes[0].op == "remove"
    }
    assert removals
    for where, message in removals.items():
        row = parse_place(where).number + 1  # type: ignore[operator]
        assert message == f"Remove AOD-115 Nyx “Kolyu” (row {row})."


def test_the_verdict_lists_repairs() -> None:
    verdict = system.judge(group("AOD-001X"), catalogue(), "en")
    assert verdict["repairs"][0]["changes"] == [replace("units[0]", "AOD-001")]


# Broken groups at random --------------------------------------------------------------------------


@examples(40, derandomize=True)
@given(st.integers(min_value=1_000, max_value=1_000_000))
def test_every_repair_of_a_broken_group_is_legal(seed: int) -> None:
    repaired(broken(seed))


def test_nearly_every_broken_group_gets_a_repair() -> None:
    illegal = [data for data in map(broken, range(200)) if judge(data).legal is not True]
    assert len(illegal) > 150
    without = [data for data in illegal if not repairs(read_group(data), catalogue())]
    assert len(without) <= len(illegal) * 0.05, without


def test_the_same_group_gets_the_same_repairs() -> None:
    for seed in range(10):
        read = read_group(broken(seed))
        assert repairs(read, catalogue()) == repairs(read, catalogue())


@pytest.mark.parametrize("entries", [1, 12, 300, 3_000])
def test_the_search_judges_so_many_groups_and_no_more(entries: int) -> None:
    read = read_group(group(*(UNITS[i % len(UNITS)] for i in range(entries)), total=1))
    search = Search(Judgement(read, catalogue()))
    search.smallest(5)
    assert search.verdicts <= MOST_VERDICTS
    assert search.verdicts * entries <= 40_000

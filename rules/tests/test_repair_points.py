"""Groups that cost too much: what is offered first, and what is not offered at all."""

import random
from typing import Any

import pytest

from rules.age_of_destruction import Repair, read_group, repair_message
from rules.tests.army import catalogue, figure, group, judge, mech
from rules.tests.repairing import repaired

KNOWN = [unit for unit in catalogue().units.values() if unit.known and unit.points]


def by_lot(seed: int, excess: int, total: int = 450) -> dict[str, Any]:
    """A group of real figures that costs so much too much, or nearly."""
    lot = random.Random(seed)
    units: list[str] = []
    left = total + excess
    while left > 15 and len(units) < 14:
        fitting = [u for u in KNOWN if (u.points or 0) <= left and u.id not in units]
        if not fitting:
            break
        unit = lot.choice(fitting)
        units.append(unit.id)
        left -= unit.points or 0
    data: dict[str, Any] = group(*units, total=total)
    return data


def raises(repair: Repair) -> bool:
    return any(change.field == "build_total" for change in repair.changes)


@pytest.mark.parametrize("excess", [60, 130, 210, 328, 489])
@pytest.mark.parametrize("seed", range(6))
def test_points_are_kept_before_the_build_total_is_raised(seed: int, excess: int) -> None:
    data = by_lot(seed, excess)
    verdict = judge(data)
    if verdict.points.total <= 450:
        return
    offered = repaired(data)
    assert offered
    upper = -(-verdict.points.total // 150) * 150
    near = verdict.points.total >= 0.9 * upper
    firsts = [number for number, repair in enumerate(offered) if raises(repair)]
    assert near or firsts in ([], [len(offered) - 1])
    kept = [repair.total for repair in offered[:3] if not raises(repair)]
    assert max(kept) > 450 - 30


@pytest.mark.parametrize("excess", [60, 328, 489])
def test_near_identical_offers_are_one(excess: int) -> None:
    data = by_lot(3, excess)
    offered = repaired(data)
    for repair in offered:
        said = repair_message(repair, read_group(data), catalogue(), "en")
        for sentence in said.split(". "):
            before, _, after = sentence.removeprefix("Replace ").partition(" with ")
            assert before != after.removesuffix(".")
    edits = [sorted((change.op, change.where) for change in repair.changes) for repair in offered]
    assert len({repr(each) for each in edits}) == len(edits)


def test_a_swap_keeps_what_a_removal_would_waste() -> None:
    data = group(*({"unit": figure(id=f"TST-{n}", points=200)} for n in range(3)))
    (first, *_) = repaired(data)
    (change,) = first.changes
    assert (change.op, first.total > 450 - 10) == ("replace", True)


def test_a_whole_laden_mech_is_replaced_in_one_edit() -> None:
    laden = mech("AOD-109", "AOD-G-032", "AOD-G-011")
    data = group(laden, {"unit": figure(points=200)}, total=300)
    swaps = [r for r in repaired(data) if r.changes[0].where == "units[0]"]
    (change,) = swaps[0].changes
    assert change.op == "replace"
    assert change.entry is not None
    assert set(change.entry) == {"unit"}


def test_a_whole_mech_with_several_wrong_cards_may_go_in_one_edit() -> None:
    wrong = mech("AOD-109", "AOD-G-001", "AOD-G-005")
    offers = [[(c.op, c.where) for c in r.changes] for r in repaired(group(wrong, "AOD-102"))]
    assert [("remove", "units[0]")] in offers


@pytest.mark.parametrize("points", [539, 540])
def test_a_group_within_a_tenth_of_the_next_total_may_be_played_there(points: int) -> None:
    costs = [45] * 11 + [points - 495]
    data = group(*({"unit": figure(id=f"TST-{n}", points=cost)} for n, cost in enumerate(costs)))
    offered = [raises(repair) for repair in repaired(data)]
    assert offered[0] is (points == 540)

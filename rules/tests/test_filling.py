"""Fillings and versions at another total come near the fullest, which is counted exactly."""

import random
from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from rules.age_of_destruction import (
    apply_changes,
    closest_at,
    fill,
    read_group,
    repair_message,
    validate,
)
from rules.age_of_destruction.army.filling import Room
from rules.age_of_destruction.army.muster import Muster
from rules.age_of_destruction.army.stock import Stock
from rules.tests.army import catalogue, group, judge, mech
from rules.tests.repairing import SAMPLES, sample

KNOWN = [u for u in catalogue().units.values() if u.known and u.points]
COMMON = [u for u in KNOWN if not u.unique]
PLENTY = 1_000_000
CARDS = [c for c in catalogue().cards.values() if c.is_gear or c.is_pilot]


def owning(seed: int) -> dict[str, Any]:
    """A small group of a small collection, with cards in it."""
    lot = random.Random(seed)
    begun = lot.sample(COMMON, 2)
    owned = {unit.id: 1 for unit in begun}
    owned |= {unit.id: lot.randint(1, 2) for unit in lot.sample(KNOWN, lot.randint(3, 25))}
    owned |= {card.id: 1 for card in lot.sample(CARDS, 7)}
    total = lot.choice([300, 450, 600, 900, 1500])
    data: dict[str, Any] = group(*(unit.id for unit in begun), total=total, owned=owned)
    return data


def most_possible(data: dict[str, Any]) -> int:
    """What the fullest additions come to: for each set of cards used, every sum of points that
    copies of figures with and without cards make, as bits; what a 'Mech may bear is asked of the
    verdict on it alone."""
    read = read_group(data)
    muster, stock = Muster(read, catalogue()), Stock(read, catalogue())
    rest = (read.build_total or 0) - muster.total
    cards = [card.id for card in CARDS if stock.left(card.id) > 0]
    reached = {0: 1}
    for piece in muster.pieces:
        if piece.unit:
            worn = loadouts(piece.unit.id, tuple(cards))
            reached = dealt(reached, {mask: cost for mask, cost in worn.items() if mask}, rest)
    for unit in stock.units:
        here = sum(piece.count for piece in muster.pieces if piece.entry.unit == unit.id)
        copies = min(stock.left(unit.id), (1 - here) if unit.unique else PLENTY)
        for _ in range(max(copies, 0)):
            worn = loadouts(unit.id, tuple(cards))
            costs = {mask: cost + (unit.points or 0) for mask, cost in worn.items()}
            reached = dealt(reached, costs, rest)
    return muster.total + max(sums.bit_length() for sums in reached.values()) - 1


@cache
def loadouts(unit: str, cards: tuple[str, ...]) -> dict[int, int]:
    """What the sets of at most two cards cost that a figure may bear by itself, by bits."""
    found = {0: 0}
    bare = judge(group(unit, total=9000)).points.total
    for worn in (*combinations(range(len(cards)), 1), *combinations(range(len(cards)), 2)):
        known = [catalogue().cards[cards[number]] for number in worn]
        gear = [card.id for card in known if card.is_gear]
        pilots = [{"card": card.id} for card in known if card.is_pilot]
        entry: dict[str, Any] = {"unit": unit} | ({"gear": gear} if gear else {})
        if pilots:
            entry["pilot"] = pilots
        verdict = judge(group(entry, total=9000))
        if verdict.legal:
            found[sum(1 << number for number in worn)] = verdict.points.total - bare
    return found


def dealt(reached: dict[int, int], costs: dict[int, int], rest: int) -> dict[int, int]:
    """The sums reached by each set of cards used, with one more figure in each way or none."""
    more = dict(reached)
    for used, sums in reached.items():
        for mask, cost in costs.items():
            if not used & mask:
                grown = (sums << cost) & ((1 << (rest + 1)) - 1)
                more[used | mask] = more.get(used | mask, 0) | grown
    return {used: sums for used, sums in more.items() if sums}


@pytest.mark.parametrize("seed", range(60))
def test_fillings_out_of_a_collection_come_near_the_fullest(seed: int) -> None:
    data = owning(seed)
    best = most_possible(data)
    read = read_group(data)
    if best == judge(data).points.total:
        return
    found = fill(read, catalogue())
    assert found
    assert found[0].total >= 0.97 * best
    for filling in found:
        filled = apply_changes(read, filling.changes)
        verdict = validate(filled, catalogue())
        assert (verdict.legal, verdict.points.total) == (True, filling.total)
        assert not [v for v in verdict.violations if v.code == "NOT_OWNED"]


@pytest.mark.parametrize("total", [150, 300, 450, 600, 900, 1500, 3000, 15_000])
def test_fillings_out_of_the_whole_catalogue_leave_next_to_nothing(total: int) -> None:
    read = read_group(group("AOD-030", total=total))
    assert fill(read, catalogue())[0].total >= total - 3


@pytest.mark.parametrize("total", [150, 300, 450, 600, 900, 1500])
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_versions_at_another_total_come_near_it(path: Any, total: int) -> None:
    read = sample(path.name)
    closest = closest_at(read, catalogue(), total)
    assert closest
    assert closest[0].total >= 0.97 * total
    for version in closest:
        after = apply_changes(read, version.changes)
        assert after.build_total == total
        assert judge(after).legal is True
        assert judge(after).points.total == version.total


def test_a_full_list_takes_more_copies_and_cards_only() -> None:
    cheap = [{"unit": "AOD-030"}] * 149
    read = read_group(group(mech("AOD-102"), *cheap, total=15_000))
    found = fill(read, catalogue(), room=Room(entries=0, cards=150))
    assert found[0].total > 14_900
    assert all(len(apply_changes(read, filling.changes).units) == 150 for filling in found)
    for filling in fill(read, catalogue(), room=Room(entries=0, cards=0)):
        after = apply_changes(read, filling.changes)
        assert not any(entry.gear or entry.pilots for entry in after.units)


def test_no_two_gear_that_conflict_and_no_second_pilot_come_together() -> None:
    data = group(mech("AOD-109"), total=300, owned={"AOD-109": 1} | {c.id: 2 for c in CARDS})
    for filling in fill(read_group(data), catalogue(), most=20):
        (entry,) = apply_changes(read_group(data), filling.changes).units
        assert len(entry.pilots) <= 1
        assert len(entry.gear) + len(entry.pilots) <= 2


def test_copies_that_come_one_by_one_are_counted_in_words() -> None:
    read = read_group(group("AOD-057", "AOD-061", total=450))
    for filling in fill(read, catalogue(), most=20):
        came = [c.entry for c in filling.changes if c.entry and not c.entry.get("gear")]
        copies = Counter({e["unit"]: 0 for e in came if "unit" in e})
        for entry in came:
            copies[entry["unit"]] += entry.get("count", 1)
        said = repair_message(filling, read, catalogue(), "en")
        for unit, number in copies.items():
            assert f"Add {unit} " in said if number == 1 else f"Add {number} × {unit} " in said

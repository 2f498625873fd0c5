"""Repairs are the smallest of their code, judged legal, bounded, and there for broken groups."""

import copy
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules import (
    Change,
    Repair,
    Unreadable,
    apply_changes,
    closest_at,
    fill,
    parse_json,
    read_change,
    read_group,
    repair_message,
    repairs,
    write_change,
    write_group,
    write_repair,
)
from rules.__main__ import ROOT
from rules.age_of_destruction.army.edits import parse_place
from rules.age_of_destruction.army.repair import MOST_VERDICTS, Search
from rules.tests.army import SYSTEM, catalogue, errors, figure, group, judge, mech

SAMPLES = sorted((ROOT / "fixtures" / "samples" / "groups").glob("*.json"))


def repaired(data: Any) -> tuple[Repair, ...]:
    """The repairs of a parsed file, each checked to give a legal group that can be written."""
    read = read_group(data)
    offered = repairs(read, catalogue())
    for repair in offered:
        after = apply_changes(read, repair.changes)
        verdict = judge(after)
        assert verdict.legal is True, repair
        assert verdict.points.total == repair.total
        assert read_group(write_group(after)) == after
        assert tuple(read_change(write_change(c)) for c in repair.changes) == repair.changes
    return offered


def first(data: Any) -> list[dict[str, Any]]:
    """The edits of the smallest repair as verdict/1 writes them."""
    return [write_change(change) for change in repaired(data)[0].changes]


def remove(where: str) -> dict[str, Any]:
    return {"op": "remove", "where": where}


def set_field(where: str, field: str, value: Any) -> dict[str, Any]:
    return {"op": "set", "where": where, "field": field, "value": value}


def total(value: int) -> dict[str, Any]:
    return set_field("build_total", "build_total", value)


#: A broken group by the code it breaks, and the smallest repair.
SMALLEST: dict[str, tuple[dict[str, Any], list[dict[str, Any]]]] = {
    "LIMIT_MISSING": (group("AOD-033", total=None), [total(450)]),
    "LIMIT_NOT_MULTIPLE_OF_150": (group("AOD-033", total=400), [total(450)]),
    "LIMIT_NOT_ALLOWED_BY_FORMAT": (
        group("AOD-033", total=600, event="standard-300"),
        [total(300)],
    ),
    "OVER_POINTS": (
        group(
            {"unit": figure(id="TST-1", points=100)},
            {"unit": figure(id="TST-2", points=60)},
            {"unit": figure(id="TST-3", points=20)},
            total=150,
        ),
        [remove("units[1]")],
    ),
    "EMPTY_BATTLE_GROUP": (
        group(),
        [{"op": "add", "where": "units", "entry": {"unit": "DA-003"}}],
    ),
    "POINTS_DIFFER_FROM_CATALOGUE": (
        group({"unit": "AOD-001", "points": 99}),
        [set_field("units[0]", "points", 10)],
    ),
    "SCALED_COST_WRONG": (
        group("AOD-117", cards=({"card": "HSE-F-001", "points": 10},)),
        [set_field("cards[0]", "points", 30)],
    ),
    "UNKNOWN_CARD": (
        group("AOD-001", cards=("AOD-PC-001X",)),
        [{"op": "replace", "where": "cards[0]", "with": "AOD-PC-001"}],
    ),
    "UNKNOWN_UNIT": (
        group("AOD-001X"),
        [{"op": "replace", "where": "units[0]", "with": "AOD-001"}],
    ),
    "DUPLICATE_UNIQUE_COLLECTOR_NUMBER": (
        group("AOD-115", mech("AOD-115", pilot="AOD-LP-001")),
        [remove("units[0]")],
    ),
    "CARD_ON_NON_MECH": (
        group(mech("AOD-001", "AOD-G-005"), "AOD-102"),
        [{"op": "move", "where": "units[0].gear[0]", "to": "units[1]"}],
    ),
    "CARD_UNASSIGNED": (
        group("AOD-102", cards=("AOD-P-010",)),
        [{"op": "move", "where": "cards[0]", "to": "units[0]"}],
    ),
    "TOO_MANY_CARDS_OF_TYPE": (
        group("AOD-001", cards=("AOD-PC-006", "AOD-PC-007")),
        [remove("cards[0]")],
    ),
    "PRIDE_FACTION_MISSING": (group("AOD-001", cards=("HSE-F-001",)), [remove("cards[0]")]),
    "CARD_TYPE_NOT_ALLOWED": (
        group("AOD-001", cards=("AOD-PC-006",), event={"card_types": ["G"]}),
        [remove("cards[0]")],
    ),
    "UNIT_NOT_LEGAL_IN_FORMAT": (
        group("AOD-001", "AOD-102", event={"types": ["infantry"]}),
        [remove("units[1]")],
    ),
    "UNIT_COUNT_OUT_OF_RANGE": (
        group({"unit": "AOD-001", "count": 5}, event={"unit_counts": [{"most": 2}]}),
        [set_field("units[0]", "count", 2)],
    ),
    "NOT_FACTION_PURE": (
        group("AOD-102", "AOD-002", event={"pure": True}),
        [{"op": "replace", "where": "units[1]", "with": "AOD-001"}],
    ),
    "NOT_A_TRANSPORT": (
        group("AOD-001", "AOD-014", loads=[{"transport": 0, "passengers": [1]}]),
        [remove("loads[0]")],
    ),
    "RECRUITMENT_ON_OTHER_PILOT": (
        group(mech("AOD-102", pilot="AOD-P-010", recruit="Highlanders")),
        [set_field("units[0].pilot", "recruit", None)],
    ),
}


@pytest.mark.parametrize("code", SMALLEST)
def test_the_first_repair_is_the_smallest_of_its_code(code: str) -> None:
    data, expected = SMALLEST[code]
    assert code in errors(judge(data))
    assert first(data) == expected


def test_gear_of_the_wrong_class_becomes_the_same_equipment_of_the_right_one() -> None:
    heavy = mech("AOD-117", "AOD-G-004")
    assert errors(judge(group(heavy))) == {"GEAR_CLASS_MISMATCH": 1}
    assert first(group(heavy)) == [
        {"op": "replace", "where": "units[0].gear[0]", "with": "AOD-G-012"}
    ]


def test_gear_moves_to_a_mech_with_the_weapon_it_needs() -> None:
    needs = {"GEAR_WEAPON_TYPE_MISSING", "GEAR_WRONG_WEAPON", "GEAR_WEAPON_NOT_CHOSEN"}
    mediums = [u.id for u in catalogue().units.values() if u.slots and u.mech_class == "Medium"]
    for unit in mediums:
        data = group(mech(unit, {"card": "AOD-G-007", "weapon": "secondary"}), total=600)
        if needs & errors(judge(data)).keys():
            assert len(repaired(data)[0].changes) == 1


def test_one_of_two_pilots_goes() -> None:
    pilots = [{"card": "AOD-P-010"}, {"card": "AOD-P-008"}]
    data = group({"unit": "AOD-102", "pilot": pilots})
    assert errors(judge(data)) == {"TWO_PILOTS": 1}
    assert first(data) == [remove("units[0].pilot[1]")]


def test_a_passenger_stays_in_the_first_transport() -> None:
    loads = [{"transport": 0, "passengers": [2]}, {"transport": 1, "passengers": [2]}]
    data = group("AOD-055", "AOD-055", "AOD-014", loads=loads)
    assert errors(judge(data)) == {"PASSENGER_TWICE": 1}
    assert first(data) == [remove("loads[1]")]


def test_a_needed_recruitment_is_paid() -> None:
    data = group(mech("AOD-109", pilot="AOD-GS-007", recruit=None))
    assert "RECRUITMENT_REQUIRED" in errors(judge(data))
    assert first(data) == [set_field("units[0].pilot", "recruit", "Highlanders")]


def test_over_points_a_larger_repair_may_give_up_less() -> None:
    data = parse_json((ROOT / "fixtures/samples/groups/illegal-300-over-points.json").read_bytes())
    sizes = [len(repair.changes) for repair in repaired(data)]
    assert sizes == sorted(sizes)
    assert len(sizes) > 1


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


@pytest.mark.parametrize("code", SMALLEST)
def test_every_repair_has_words_in_every_language(code: str) -> None:
    read = read_group(SMALLEST[code][0])
    for repair in repairs(read, catalogue()):
        for language in ("en", "pl"):
            assert repair_message(repair, read, catalogue(), language)
        written = write_repair(repair, read, catalogue(), "en")
        assert written.keys() == {"changes", "total", "message"}


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
    verdict = SYSTEM.judge(SMALLEST["UNKNOWN_UNIT"][0], catalogue(), "en")
    assert verdict["repairs"][0]["changes"] == SMALLEST["UNKNOWN_UNIT"][1]


# Broken groups at random --------------------------------------------------------------------------

UNITS, CARDS = sorted(catalogue().units), sorted(catalogue().cards)
FACTIONS = catalogue().factions


def random_group(rnd: random.Random) -> dict[str, Any]:
    if rnd.random() < 0.5:
        data: dict[str, Any] = parse_json(rnd.choice(SAMPLES).read_bytes())
    else:
        data = group(*(rnd.choice(UNITS) for _ in range(rnd.randint(1, 8))))
    return data


def random_card(rnd: random.Random) -> dict[str, Any]:
    card: dict[str, Any] = {"card": rnd.choice(CARDS)}
    if "-GS-" in card["card"]:
        card["recruit"] = rnd.choice([None, rnd.choice(FACTIONS), rnd.sample(FACTIONS, 2)])
    return card


def break_it(data: dict[str, Any], rnd: random.Random) -> None:
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
    rnd = random.Random(seed)
    data = random_group(rnd)
    for _ in range(rnd.randint(1, 6)):
        break_it(data, rnd)
    return data


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
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
    search = Search(read, catalogue(), judge(read))
    search.smallest(5)
    assert search.verdicts <= MOST_VERDICTS
    assert search.verdicts * entries <= 40_000


# Suggestions --------------------------------------------------------------------------------------


def sample(name: str) -> Any:
    return read_group(parse_json((ROOT / "fixtures/samples/groups" / name).read_bytes()))


def test_fillings_spend_the_rest_and_stay_legal() -> None:
    read = sample("starter-mercenaries-450.json")
    offered = fill(read, catalogue())
    assert offered[0].total == 450
    assert [r.total for r in offered] == sorted((r.total for r in offered), reverse=True)
    for filling in offered:
        assert judge(apply_changes(read, filling.changes)).legal is True
        assert len(filling.changes) <= 3


def test_fillings_keep_to_the_pool() -> None:
    read = sample("starter-mercenaries-450.json")
    for filling in fill(read, catalogue(), pool={"DA-003"}):
        assert [change.entry for change in filling.changes] == [{"unit": "DA-003"}]


def test_fillings_keep_to_what_is_owned() -> None:
    read = read_group(group("AOD-102", owned={"AOD-102": 1, "AOD-001": 2}))
    for filling in fill(read, catalogue()):
        assert {change.entry["unit"] for change in filling.changes if change.entry} == {"AOD-001"}


def test_the_closest_group_at_another_total_is_legal_there() -> None:
    for path in SAMPLES:
        read = read_group(parse_json(path.read_bytes()))
        for closest in closest_at(read, catalogue(), 300):
            after = apply_changes(read, closest.changes)
            assert after.build_total == 300
            assert judge(after).legal is True


def test_an_event_gives_way_to_the_standard_format_of_the_other_total() -> None:
    read = sample("starter-mercenaries-450.json")
    after = apply_changes(read, closest_at(read, catalogue(), 300)[0].changes)
    assert after.event is not None
    assert after.event.name == "standard-300"

"""Fillings spend the rest, and groups fit another total."""

from rules import apply_changes, closest_at, fill, read_group
from rules.tests.army import catalogue, group, judge
from rules.tests.repairing import SAMPLES, sample


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
        read = sample(path.name)
        for closest in closest_at(read, catalogue(), 300):
            after = apply_changes(read, closest.changes)
            assert after.build_total == 300
            assert judge(after).legal is True


def test_an_event_gives_way_to_the_standard_format_of_the_other_total() -> None:
    read = sample("starter-mercenaries-450.json")
    after = apply_changes(read, closest_at(read, catalogue(), 300)[0].changes)
    assert after.event is not None
    assert after.event.name == "standard-300"

"""Fillings spend the rest, and groups fit another total."""

from rules.age_of_destruction import apply_changes, closest_at, fill, read_group
from rules.tests.army import catalogue, group, judge
from rules.tests.repairing import SAMPLES, sample


def test_fillings_spend_the_rest_and_stay_legal() -> None:
    for path in SAMPLES:
        read = sample(path.name)
        for filling in fill(read, catalogue()):
            verdict = judge(apply_changes(read, filling.changes))
            assert verdict.legal is True
            assert verdict.points.total == filling.total <= (read.build_total or 0)
    assert fill(sample("starter-mercenaries-450.json"), catalogue())[0].total == 450


def test_one_figure_of_the_own_faction_leads() -> None:
    read = read_group(group("AOD-097", total=150))
    best, *others = fill(read, catalogue())
    unit = catalogue().unit(best.changes[0].entry["unit"])  # type: ignore[index]
    assert unit is not None
    assert (unit.faction, best.total, len(best.changes)) == ("Steel Wolves", 150, 1)
    added = [c.entry["unit"] for f in (best, *others) for c in f.changes if c.where == "units"]  # type: ignore[index]
    factions = {known.faction for item in added if (known := catalogue().unit(item))}
    assert factions <= {"Steel Wolves", None}


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


def test_a_version_with_more_edits_keeps_more_points() -> None:
    closest = closest_at(sample("highlanders-450-contract.json"), catalogue(), 300)
    assert (len(closest[0].changes), closest[0].total) == (2, 300)


def test_the_closest_versions_are_distinct_and_those_that_leave_little_lead() -> None:
    for path in SAMPLES:
        read = sample(path.name)
        wanted = (read.build_total or 450) - 150
        closest = closest_at(read, catalogue(), wanted)
        fullest = max(version.total for version in closest)
        order = [
            (fullest - version.total > 0.02 * wanted, len(version.changes), -version.total)
            for version in closest
        ]
        assert 1 <= len(closest) <= 3
        assert order == sorted(order)
        assert len({repr(version.changes) for version in closest}) == len(closest)

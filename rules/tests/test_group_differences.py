"""What differs between two states of a group, in words."""

import pytest

from rules.age_of_destruction import BattleGroup, difference_message, differences, read_group
from rules.tests.army import catalogue, group, mech

HATCHETMAN, VTOL = "AOD-102", "AOD-033"


def told(before: BattleGroup, after: BattleGroup, language: str = "en") -> list[str]:
    return [difference_message(d, language) for d in differences(before, after, catalogue())]


def state(*units: object, **more: object) -> BattleGroup:
    return read_group(group(*units, **more))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("before", "after", "sentences"),
    [
        (state(), state(HATCHETMAN), ["AOD-102 Hatchetman added."]),
        (state(HATCHETMAN), state(), ["AOD-102 Hatchetman removed."]),
        (state(HATCHETMAN), state("AOD-081"), ["AOD-102 Hatchetman replaced by AOD-081 Mongoose."]),
        (
            state({"unit": VTOL, "count": 3}),
            state({"unit": VTOL, "count": 2}),
            ["AOD-033 DI Multipurpose Light VTOL: 2 instead of 3."],
        ),
        (
            state(),
            state(mech(HATCHETMAN, "AOD-G-005")),
            ["AOD-102 Hatchetman added with AOD-G-005 Full Strike."],
        ),
        (
            state(mech(HATCHETMAN, pilot="AOD-P-010")),
            state(mech(HATCHETMAN, "AOD-G-005")),
            [
                "Gear added to AOD-102 Hatchetman: AOD-G-005 Full Strike.",
                "Pilot taken off AOD-102 Hatchetman: AOD-P-010 Lance Corporal.",
            ],
        ),
        (
            state(mech("AOD-114", pilot="AOD-GS-002")),
            state(mech("AOD-114", pilot="AOD-GS-002", recruit="Spirit Cats")),
            ["AOD-GS-002 {gunslinger} on AOD-114 {firestarter} recruited by Spirit Cats."],
        ),
        (state(HATCHETMAN, VTOL), state(VTOL, HATCHETMAN), ["The order of the lines changed."]),
        (
            state(HATCHETMAN, VTOL, "AOD-081"),
            state(VTOL, "AOD-081"),
            ["AOD-102 Hatchetman removed."],
        ),
        (state(), state("NO-1"), ["NO-1 added."]),
        (state(), state(cards=("AOD-PC-001",)), ["Card added: AOD-PC-001 Ice Field."]),
        (state(total=450), state(total=300), ["Build total 300 instead of 450."]),
        (state(), state(event="standard-450"), ["Event format: Standard 450."]),
        (state(notes="a"), state(notes="b"), ["Notes changed."]),
    ],
)
def test_each_change_is_one_sentence(
    before: BattleGroup, after: BattleGroup, sentences: list[str]
) -> None:
    known = catalogue()
    names = {"gunslinger": known.cards["AOD-GS-002"].name, "firestarter": "Firestarter “Cinders”"}
    assert told(before, after) == [sentence.format(**names) for sentence in sentences]


def test_a_swapped_pilot_is_no_new_figure() -> None:
    before = state(mech(HATCHETMAN, "AOD-G-005", pilot="AOD-P-010"))
    after = state(mech(HATCHETMAN, "AOD-G-005", pilot="AOD-P-011"))

    (sentence,) = told(before, after)

    assert sentence.startswith("Pilot of AOD-102 Hatchetman swapped: AOD-P-010 Lance Corporal for")
    assert told(before, after, "pl")[0].startswith("AOD-102 Hatchetman – zamiana pilota:")


def test_equal_groups_do_not_differ() -> None:
    same = state(mech(HATCHETMAN, "AOD-G-005"), VTOL, cards=("AOD-PC-001",))

    assert told(same, same) == []

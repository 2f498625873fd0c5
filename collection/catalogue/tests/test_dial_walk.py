"""A dial told click by click in words."""

import pytest

from collection.catalogue.present.dial_walk import chosen_click, walk
from collection.catalogue.present.values import Click, Dial, Equipment, Weapon

EVADE = Equipment("red", "EV", "Evade")
JUMP = Equipment("blue", "JJ", "Jump Jets", "circle")
DIAL = Dial(
    name="Testudo",
    weapons=(Weapon("ballistic", 0, 8),),
    clicks=(
        Click(1, 8, 9, 18, (3,), "start", {"speed": EVADE}),
        Click(2, 8, 10, 17, (3,), None, {"speed": JUMP}),
        Click(3, 8, 10, 17, (3,), None, {"speed": JUMP}),
        Click(4, 8, 10, 17, (3,), "repair_limit"),
    ),
)


def test_a_click_shows_values_equipment_and_marker() -> None:
    assert walk(DIAL)[0].shown == (
        "Speed 8, Attack 9, Defense 18, Damage 3, Evade (speed), starting marker"
    )


def test_the_next_click_is_told_by_what_it_takes_and_gives() -> None:
    steps = walk(DIAL)

    assert steps[0].changes == (
        "loses Evade (speed)",
        "gains Jump Jets (speed, single use)",
        "Attack 10, up from 9",
        "Defense 17, down from 18",
    )
    assert steps[1].changes == ()
    assert steps[2].changes == ("loses Jump Jets (speed, single use)", "reaches the repair marker")


def test_only_the_last_click_is_followed_by_elimination() -> None:
    assert [step.is_last for step in walk(DIAL)] == [False, False, False, True]


@pytest.mark.parametrize(
    ("asked", "click"), [("3", 3), ("", 1), ("0", 1), ("99", 1), ("x", 1), ("٣", 1)]
)
def test_the_address_names_a_click_or_means_the_first(asked: str, click: int) -> None:
    assert chosen_click(asked, DIAL) == click

"""What is said of dice that people throw at their own table."""

import pytest

from armybuilder.skirmishes.present.dice import Asked, Typed
from armybuilder.systems.age_of_destruction.present.tables import read_order
from armybuilder.systems.age_of_destruction.present.throws import in_words
from armybuilder.systems.age_of_destruction.tests.test_plans import table
from rules.tests.artillery_cases import MARKER, gun
from rules.tests.skirmishes import END, Json, move, ranged, squad, tank, weapon

pytestmark = pytest.mark.usefixtures("catalogue")


def worded(
    units: list[Json], order: Json, *faces: int, together: int = 3, **state: object
) -> Asked:
    """The die asked for after some faces of the first throw, in words."""
    plain = Asked(
        seat="red",
        player="Red",
        says="",
        typed=tuple(Typed("d6", str(face)) for face in faces),
        faces=" ".join(map(str, faces)),
        title="d6",
        choices=(),
        fault="",
        together=together,
        before=len(faces),
    )
    return in_words(table(*units, **state), read_order(order, "en"), plain)


def test_a_shot_names_who_shoots_whom_what_it_needs_and_which_die() -> None:
    units = [tank("r1", (18, 10)), tank("b1", (18, 16), 180, defense=19)]
    asked = worded(units, ranged("r1", "b1"), 4, 3)
    assert asked.needs == (
        "Shoot: Test unit r1 at Test unit b1. Three dice must show 11 or more together."
    )
    assert asked.title == "Black die"
    assert [die.title for die in asked.typed] == ["First white die", "Second white die"]


def test_each_of_two_targets_has_its_number() -> None:
    both = tank("r1", (18, 10), gun=weapon("primary", "ballistic", 10, targets=2))
    units = [both, squad("b1", (16, 16), 180), tank("b2", (20, 16), 180)]
    needs = str(worded(units, ranged("r1", "b1", "b2")).needs)
    assert "At Test unit b1 8 or more is needed." in needs
    assert "At Test unit b2 10 or more is needed." in needs


def test_one_die_that_decides_whether_a_unit_leaves_says_so() -> None:
    units = [squad("r1", (5, 5)), squad("b1", (3.5, 5)), tank("b3", (5, 12))]
    asked = worded(units, move("r1", (5, 8)), together=1)
    assert asked.needs == "Leave contact: Test unit r1. It needs 4 or more."
    assert asked.title == "d6"


def test_a_salvo_that_comes_down_is_named() -> None:
    units = [gun("r1"), tank("b1", (30, 30), 180)]
    asked = worded(units, END, active="blue", turn=2, markers=[MARKER])
    assert asked.needs == "Fire artillery: Test unit r1."


def test_the_dice_for_the_first_turn_are_all_alike() -> None:
    units = [tank(name, (0, 0)) | {"at": None} for name in ("r1", "b1")]
    asked = worded(units, END, 4, stage="setup", active=None)
    assert asked.needs == "Roll for the first player."
    assert [asked.title, *(die.title for die in asked.typed)] == ["d6", "d6"]

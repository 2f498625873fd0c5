"""Calculators: the vectors of the specification, and what dice bring."""

from fractions import Fraction

import pytest

from rules.core.calculators import Worked
from rules.warzone.system import WARZONE

rule = pytest.mark.rule


def work(name: str, *faces: int, **typed: object) -> Worked:
    (calculator,) = (each for each in WARZONE.calculators if each.name == name)
    found = calculator.work({key: str(value) for key, value in typed.items()}, faces, "en")
    assert not found.faults, found.faults
    return found


def told(worked: Worked) -> str:
    return " ".join(said.text for said in worked.said)


@rule("WZ-035", "WZ-037", "WZ-053", "WZ-054")
def test_unfinished_climbs() -> None:
    """W15: MV 4, Size 2, wall 6, two actions, then 16 or 17."""
    asked = work("climb")
    assert asked.headline == "4″ up, actions still to go: 1"
    assert [(each.faces, each.chance) for each in asked.prospects] == [
        ("1 … 16", Fraction(4, 5)),
        ("17 … 20", Fraction(1, 5)),
    ]
    assert "stays on the wall, 4″ up" in told(work("climb", 16))
    assert "damage 9×2 (product 18), then prone" in told(work("climb", 17))


@rule("WZ-036", "WZ-037", "WZ-054")
def test_climbs_to_the_top() -> None:
    """W16: the third action reaches the top, then 20."""
    assert "damage 11×3" in told(work("climb", 20, actions=3))
    assert "damage 11×2" in told(work("climb", 20, actions=3, exact="less"))
    assert "stands at the top" in told(work("climb", 16, actions=3))
    assert work("climb", actions=3).headline == "At the top, actions: 3"
    on = work("climb", hangs=4, actions=1)
    assert on.headline == "At the top, actions: 1"


@rule("WZ-016", "WZ-034", "WZ-063")
def test_low_walls_and_darkness() -> None:
    assert work("climb", rise=2).headline == "2″: no climb"
    assert work("climb", dark="on").headline == "2″ up, actions still to go: 4"
    assert work("climb", mv=0).headline == "No movement"


@rule("WZ-043", "WZ-044", "WZ-045")
def test_jumps() -> None:
    """W19 and W20: MV 4, gaps of 2, 3 and more than 4."""
    assert work("jump", width=2).headline == "Automatic"
    assert not work("jump", width=2).dice
    chances = [each.chance for each in work("jump").prospects]
    assert chances == [Fraction(9, 10), Fraction(1, 20), Fraction(1, 20)]
    assert "gets over" in told(work("jump", 18))
    assert "near edge" in told(work("jump", 19))
    assert "far edge" in told(work("jump", 20))
    assert "damage 10×2" in told(work("jump", 20))
    assert work("jump", width=4, width_part=25).headline == "Too wide"
    assert work("jump", width=3, dark="on").headline == "Too wide"


@rule("WZ-047", "WZ-048", "WZ-049", "WZ-050", "WZ-052")
def test_drops() -> None:
    """W21 and W22: Size 2 drops 2 and 5 inches."""
    safe = work("drop", height=2)
    assert safe.headline == "Safe, no test"
    assert "no damage" in told(safe)
    assert work("drop").headline == "Leadership 12 or less"
    assert "damage 10×2" in told(work("drop", 12))
    assert "the action is lost" in told(work("drop", 13))
    assert "damage" not in told(work("drop", 13))
    assert work("drop", immune="on").headline == "No test: immune to Morale"
    assert work("drop", ld=25).headline == "Leadership 19 or less"
    assert work("drop", ld=25, no_naturals="on").headline == "Leadership 20 or less"


@rule("WZ-051", "WZ-053", "WZ-055", "WZ-056")
@pytest.mark.parametrize(
    ("size", "height", "part", "damage"),
    [(2, 5, "0", "10×2"), (2, 3, "0", "8×1"), (1, 7, "50", "12×7"), (4, 4, "0", "No damage")],
)
def test_falls(size: int, height: int, part: str, damage: str) -> None:
    """W23 to W26."""
    assert work("fall", size=size, height=height, height_part=part).headline == damage


@rule("WZ-057", "WZ-058", "WZ-059")
def test_falls_onto_somebody() -> None:
    """W27: Size 3 falls 5 inches onto a waiting Size 2."""
    waits = work("fall", size=3, onto="on", waiting="on")
    assert not waits.dice
    assert "avoids without a roll" in told(waits)
    asked = work("fall", size=3, onto="on")
    assert [each.faces for each in asked.prospects] == ["1 … 9", "10 … 20"]
    assert "takes damage 10×2" in told(work("fall", 10, size=3, onto="on"))
    assert "avoids it" in told(work("fall", 9, size=3, onto="on"))
    assert "cannot be hurt" in told(work("fall", height=2, onto="on"))
    both = work("drop", 12, 20, onto="on")
    assert [need.face for need in both.dice] == [12, 20]
    assert "takes damage 10×2" in told(both)
    assert not work("drop", 13, onto="on").waiting


def test_bad_faces_are_faults() -> None:
    (climb, *_) = WARZONE.calculators
    assert climb.work({}, (21,), "en").faults[0].message == "A d20 has no 21."
    assert climb.work({}, (3, 4), "en").faults
    assert climb.work({"size": "0"}, (), "pl").faults

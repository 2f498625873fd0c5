"""Angles and lengths of our own: near the true values, exact where games mostly are; guarded."""

import ast
import builtins
import math
import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import rules
from rules.age_of_destruction.bots import COMMANDERS, fight
from rules.age_of_destruction.bots.curves import left_after, of_a_lead
from rules.age_of_destruction.forecast.outlook import outlook
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.orders.ways import toward
from rules.age_of_destruction.playouts.play import Playouts
from rules.core.angles import direction, sine_and_cosine, span
from rules.core.dice import SeededDice
from rules.core.geometry import ahead, bearing, distance, turn_between
from rules.tests.skirmishes import catalogue, read, scenario, tank
from rules.tests.test_play_playouts import position

ROOT = Path(rules.__file__).parent
#: 40 digits of pi.
PI = Fraction(31415926535897932384626433832795028841971, 10**40)


def drawn(number: int, low: float, high: float) -> Iterator[float]:
    """Numbers from a range, half of them as short as players write them."""
    chance = random.Random(number)
    for index in range(number):
        found = chance.uniform(low, high)
        yield found if index % 2 else round(found, 3)


def series(degrees: float, term: Fraction, first: int) -> Fraction:
    """A sine (from 1) or a cosine (from 0) by its power series, far beyond floating point."""
    x = Fraction(degrees) * PI / 180
    total, power = Fraction(0), first
    term *= x**first
    while abs(term) > Fraction(1, 10**36):
        total += term
        term *= -x * x / ((power + 1) * (power + 2))
        power += 2
    return total


def units_off(found: float, true: Fraction) -> float:
    """How many units in the last place a number is from the true one."""
    return float(abs(Fraction(found) - true) / Fraction(math.ulp(float(true))))


def test_sines_and_cosines_are_good_to_a_unit_and_a_half_in_the_last_place() -> None:
    for degrees in drawn(600, -45, 45):
        sine, cosine = sine_and_cosine(degrees)
        assert units_off(sine, series(degrees, Fraction(1), 1)) < 1.5
        assert units_off(cosine, series(degrees, Fraction(1), 0)) < 1.5


def test_sines_and_cosines_are_within_a_unit_of_those_of_the_machine() -> None:
    for degrees in drawn(4000, -45, 45):
        sine, cosine = sine_and_cosine(degrees)
        usual = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
        assert abs(sine - usual[0]) <= math.ulp(usual[0])
        assert abs(cosine - usual[1]) <= math.ulp(usual[1])


def test_other_quarters_are_the_first_one_turned() -> None:
    for degrees in drawn(500, -45, 45):
        short = round(degrees * 64) / 64
        sine, cosine = sine_and_cosine(short)
        assert sine_and_cosine(-short) == (-sine, cosine)
        assert sine_and_cosine(short + 90) == (cosine, -sine)
        assert sine_and_cosine(short + 180) == (-sine, -cosine)
        assert sine_and_cosine(short - 90) == (-cosine, sine)
        assert sine_and_cosine(short + 720) == (sine, cosine)


def test_multiples_of_15_degrees_are_right_to_the_last_bit() -> None:
    for degrees in range(-720, 735, 15):
        sine, cosine = sine_and_cosine(float(degrees))
        rest = degrees % 360
        for found, first, term in ((sine, 1, 1), (cosine, 0, 1)):
            true = series(rest, Fraction(term), first)
            right = abs(true) < Fraction(1, 10**30) and found == 0
            assert right or units_off(found, true) <= 0.5
    assert sine_and_cosine(30)[0] == sine_and_cosine(60)[1] == 0.5
    assert [sine_and_cosine(d) for d in (0, 90, 180, 270)] == [(0, 1), (1, 0), (0, -1), (-1, 0)]


@pytest.mark.parametrize("times", [1e-9, 1.0, 17.3])
def test_directions_of_halves_and_quarters_are_exact(times: float) -> None:
    ways = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
    found = [direction(x * times, y * times) for x, y in ways]
    assert found == [0, 45, 90, 135, 180, 225, 270, 315]
    assert direction(0.0, 0.0) == direction(-0.0, 1.0) == direction(-1e-300, 1.0) == 0


def test_directions_are_those_of_the_machine_but_for_two_units() -> None:
    chance = random.Random(7)
    for _ in range(4000):
        x, y = chance.uniform(-40, 40), chance.uniform(-40, 40)
        found, usual = direction(x, y), math.degrees(math.atan2(x, y)) % 360
        assert 0 <= found < 360
        assert abs(found - usual) <= 2 * math.ulp(usual)


def test_lengths_are_within_two_units_of_the_true_ones() -> None:
    chance = random.Random(8)
    for _ in range(2000):
        x, y = chance.uniform(-40, 40), chance.uniform(-40, 40)
        square = Fraction(x) ** 2 + Fraction(y) ** 2
        found = Fraction(span(x, y))
        unit = 2 * Fraction(math.ulp(span(x, y)))
        assert (found - unit) ** 2 <= square <= (found + unit) ** 2
        assert span(x, 0.0) == abs(x)
    assert span(3, 4) == 5


def test_a_way_there_leads_in_its_direction() -> None:
    chance = random.Random(9)
    for _ in range(1000):
        start = chance.uniform(0, 36), chance.uniform(0, 36)
        degrees, inches = chance.uniform(0, 360), chance.uniform(0.1, 30)
        end = ahead(start, degrees, inches)
        assert distance(start, end) == pytest.approx(inches, abs=1e-13)
        assert turn_between(bearing(start, end), degrees) < 1e-10


def test_curves_of_commanders_are_near_those_they_stand_for() -> None:
    for index in range(-700, 701):
        assert of_a_lead(index / 100) == pytest.approx(math.tanh(index / 100), abs=2e-4)
        turns = abs(index) / 20
        assert left_after(0.85, turns) == pytest.approx(0.85**turns, abs=4e-3)
    assert [left_after(0.5, turns) for turns in (0, 1, 1.5, 2)] == [1, 0.5, 0.375, 0.25]


# What may not come in again

#: What of `math` is the same everywhere: exact, or rounded in one way only.
SAME_EVERYWHERE = {
    *("ceil", "floor", "trunc", "fmod", "fsum", "sqrt", "isfinite", "inf", "comb", "gcd", "prod"),
}
#: Modules whose numbers may differ from one machine or version to the next.
ELSEWHERE = {"cmath", "random", "statistics", "numpy"}
#: Where a power is one of whole numbers, beside those of numbers written there.
WHOLE_POWERS = {"core/branching.py", "age_of_destruction/forecast/outlook.py"}


def differing(source: str) -> list[str]:
    """What in a module may differ in the last bit between machines."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module == "math":
            found += [name.name for name in node.names if name.name not in SAME_EVERYWHERE]
        elif isinstance(node, ast.ImportFrom) and node.module in ELSEWHERE:
            found.append(node.module or "")
        elif isinstance(node, ast.Import):
            found += [name.name for name in node.names if name.name in ELSEWHERE]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id == "math" and node.attr not in SAME_EVERYWHERE:
                found.append(node.attr)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
            base = node.left.value if isinstance(node.left, ast.Constant) else None
            found += [] if isinstance(base, int) else ["**"]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            found += ["pow"] if node.func.id == "pow" else []
    return found


MODULES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in ROOT.rglob("*.py")
    if "tests" not in path.relative_to(ROOT).parts
)


#: What is measured and printed decides nothing.
PRINTED = {("log", "tools/bench_minds.py")}


@pytest.mark.parametrize("module", MODULES)
def test_nothing_decides_by_what_differs_between_machines(module: str) -> None:
    found = differing((ROOT / module).read_text("utf-8"))
    allowed = PRINTED | {("**", module) for module in WHOLE_POWERS}
    assert [what for what in found if (what, module) not in allowed] == []


@pytest.mark.parametrize(
    "source",
    [
        "import math\nx = math.sin(1)",
        "import math as m, random",
        "from math import hypot",
        "import math\nx = math.dist((0, 0), (1, 1))",
        "from statistics import mean",
        "def f(x): return x**0.5",
        "x = pow(1.5, 2.5)",
    ],
)
def test_the_guard_sees_what_it_guards_against(source: str) -> None:
    assert differing(source)


def test_no_float_is_added_up_as_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Since Python 3.12 `sum` adds floats otherwise than before; `fsum` is the same everywhere."""
    usual = sum

    def guarded(items: Any, /, start: Any = 0) -> Any:
        total = usual(items, start)
        assert not isinstance(total, float), "a bare sum of floats"
        return total

    monkeypatch.setattr(builtins, "sum", guarded)
    with pytest.raises(AssertionError):
        builtins.sum([0.5, 1])
    for _ in range(4):
        Playouts(catalogue(), seed=11, bound=60).play()
    for name in ("greedy", "searching"):
        start = read(position(4))
        both = {seat: COMMANDERS[name](SeededDice(2)) for seat in ("red", "blue")}
        taken = fight(start.setup, start.state, both, SeededDice(3))
        orders = [step.order for step, _ in zip(taken, range(12), strict=False)]
        outlook(start.setup, start.state, orders[0])
    clear = read(scenario([tank("r1", (18, 18)), tank("b1", (18, 24), 180)]))
    toward(Field(clear.setup, clear.state).piece("r1"), (3.0, 30.0), detours=True)

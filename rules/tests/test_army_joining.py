"""One more figure is judged as the whole group with it would be."""

import random
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from rules.age_of_destruction import BattleGroup, Entry, Joining, new_errors, read_group, validate
from rules.tests.army import catalogue
from rules.tests.repairing import UNITS, broken
from rules.tests.running import examples


def with_stated_cost(played: Any, rnd: random.Random) -> dict[str, Any]:
    """A card of a group that may say what it costs: it stays right only while its cost does."""
    card = {"card": played} if isinstance(played, str) else played
    return card | ({"points": rnd.choice([0, 5, 10, 15, 20, 30])} if rnd.random() < 0.5 else {})


def same_objections(judged: BattleGroup, figures: list[str]) -> None:
    """Check that each figure meets the objections that judging the whole group finds."""
    verdict = validate(judged, catalogue())
    faults = {violation.key for violation in verdict.errors}
    joining = Joining(judged, catalogue(), verdict)
    for figure in figures:
        whole = msgspec.structs.replace(judged, units=(*judged.units, Entry(figure)))
        expected = new_errors(validate(whole, catalogue()).violations, faults)
        assert joining.objections(catalogue().units[figure]) == expected, figure


@examples(60, derandomize=True)
@given(st.integers(min_value=1, max_value=1_000_000))
def test_figures_meet_the_objections_of_the_whole_group(seed: int) -> None:
    rnd = random.Random(seed)
    data = broken(seed)
    data["cards"] = [with_stated_cost(played, rnd) for played in data.get("cards", [])]
    same_objections(read_group(data), rnd.sample(UNITS, 40))

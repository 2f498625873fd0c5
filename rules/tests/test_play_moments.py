"""What is carried from moment to moment is what a fresh look finds, and one reason is as good as
all of them for telling whether an order is legal."""

from itertools import permutations

import pytest

from rules.age_of_destruction.bots import RandomCommander, fight
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.orders.end_stage import EndStage
from rules.age_of_destruction.play.rules import advance, explain, is_legal
from rules.age_of_destruction.playouts.misfits import misfits
from rules.core.dice import SeededDice
from rules.core.geometry import Box, Point, span_in_box
from rules.tests.skirmishes import read
from rules.tests.test_play_playouts import position


def assert_same(carried: Field, fresh: Field) -> None:
    """Two looks at one moment see the same."""
    assert carried.bases.by_unit == fresh.bases.by_unit
    assert list(carried.bases.by_unit) == list(fresh.bases.by_unit)
    for piece in fresh.on_table:
        assert carried.touching(piece.id) == fresh.touching(piece.id)
    for unit_id in fresh.state.units:
        carried_on, looked_at = carried.piece(unit_id), fresh.piece(unit_id)
        assert [f.name for f in carried_on.working] == [f.name for f in looked_at.working]
        assert carried_on.is_salvage == looked_at.is_salvage
    for one, other in list(permutations(fresh.bases.by_unit, 2))[::7]:
        ends = carried.piece(one), carried.piece(other)
        assert carried.line(*ends) == fresh.line(fresh.piece(one), fresh.piece(other))


@pytest.mark.parametrize("seed", range(2))
def test_a_game_carries_on_only_what_still_holds(seed: int) -> None:
    setup, state = (start := read(position(seed))).setup, start.state
    commander, chance = RandomCommander(SeededDice(seed)), SeededDice(seed)
    before = state
    for number, taken in enumerate(
        fight(setup, state, {"red": commander, "blue": commander}, SeededDice(seed))
    ):
        assert_same(Field.of_moment(setup, taken.state), Field(setup, taken.state))
        assert_same(Field.of_moment(setup, before), Field(setup, before))
        for order in (taken.order, *misfits(taken.order, sorted(setup.figures), chance)):
            reasons = explain(setup, before, order)
            assert is_legal(Field(setup, before), order) == (reasons == ())
        before = taken.state
        if number == 25:
            break


def test_who_asks_again_after_trying_orders_sees_the_same_moment() -> None:
    start = read(position(0))
    asked = Field.of_moment(start.setup, start.state)
    after, _ = advance(start.setup, start.state, EndStage(), SeededDice(1))
    assert Field.of_moment(start.setup, start.state) is asked
    assert Field.of_moment(start.setup, after).state is after


@pytest.mark.parametrize(
    ("one", "other", "span"),
    [
        ((0, 1), (4, 1), (0.25, 0.75)),
        ((2, 1), (2, 5), (0.0, 0.25)),
        ((0, 0), (4, 4), (0.25, 0.5)),
        ((0, 3), (4, 3), None),
        ((5, 1), (9, 1), None),
        ((2, 1), (2, 1), (0.0, 1.0)),
    ],
)
def test_the_span_of_a_segment_in_a_box(
    one: Point, other: Point, span: tuple[float, float] | None
) -> None:
    box: Box = (1, 3, 0, 2)
    assert span_in_box(one, other, box) == span

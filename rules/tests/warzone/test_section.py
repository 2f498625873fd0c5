"""The view from the side."""

import pytest

from rules.core.geometry import Point
from rules.tests.warzone.scenes import WALL, block, box, model, scene, trench
from rules.warzone.guide.section import Section, section_of
from rules.warzone.match import WarzoneMatch
from rules.warzone.moment import Moment

rule = pytest.mark.rule


def cut(match: WarzoneMatch, to: Point | None = None, pace: str = "") -> Section:
    now = Moment(match.setup, match.game.state)
    assert match.hands is not None
    way = to and match.hands.way("r1", to, facing=None, pace=pace, along=(), language="en")
    return section_of(now, "r1", None, way or None)


@rule("WZ-034")
def test_a_section_shows_the_ground_with_its_heights() -> None:
    low = {"id": "pipe", "kind": "passage", "clearance": 1, "polygon": box(11, 6, 13, 7)}
    match = WarzoneMatch(scene(model("r1", [12, 8]), terrain=[WALL, low]), 1)
    seen = cut(match)
    assert [(each.height, each.name) for each in seen.surfaces] == [(0, ""), (6, "wall"), (0, "")]
    assert [each.end - each.start for each in seen.surfaces] == pytest.approx([6, 4, 3])
    assert [(beam.name, beam.height) for beam in seen.beams] == [("pipe", 1)]
    assert (seen.low, seen.high) == (0, 6)


@rule("WZ-033", "WZ-036")
def test_models_are_seen_at_their_heights() -> None:
    hangs = model("b1", [12.4, 9.5], climbing={"piece": "wall", "height": 4})
    lies = model("r2", [11.6, 5], posture="mp")
    far = model("r3", [20, 8])
    match = WarzoneMatch(scene(model("r1", [12, 8]), hangs, lies, far, terrain=[WALL]), 1)
    seen = {body.unit: body for body in cut(match).bodies}
    assert set(seen) == {"r1", "b1", "r2"}
    assert (seen["b1"].hangs, seen["r2"].tall, seen["r1"].tall) == (4, 1, 2)
    assert seen["r1"].along == pytest.approx(4)


@rule("WZ-035", "WZ-043", "WZ-050")
def test_ways_go_up_over_and_down() -> None:
    foot = WarzoneMatch(scene(model("r1", [12, 9.5], mv=12), terrain=[WALL]), 1)
    assert [mark.height for mark in cut(foot, (12, 10.4), "climb").path] == [0, 0, 6, 6]
    edge = WarzoneMatch(scene(model("r1", [12, 9.5]), terrain=[trench(2)]), 1)
    leap = [mark.height for mark in cut(edge, (12, 12.5), "jump").path]
    assert (leap[0], max(leap), leap[-1]) == (0, 0.8, 0)
    roof = [block("roof", 5, *box(8, 5, 16, 9.8))]
    above = WarzoneMatch(scene(model("r1", [12, 9.5], elevation=5), terrain=roof), 1)
    assert [mark.height for mark in cut(above, (12, 10.6), "drop").path] == [5, 5, 0]
    crate = [block("crate", 1, *box(8, 11, 16, 13))]
    steps = WarzoneMatch(scene(model("r1", [12, 9.5]), terrain=crate), 1)
    assert {mark.height for mark in cut(steps, (12, 12), "move").path} == {0, 1}


def test_a_section_ends_at_the_edge_of_the_table() -> None:
    match = WarzoneMatch(scene(model("r1", [12, 47])), 1)
    assert cut(match).length == pytest.approx(5)

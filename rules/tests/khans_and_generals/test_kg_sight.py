"""Who sees whom (section 10 of the rules)."""

from typing import Any

import pytest

from rules.khans_and_generals.moment.field import Field
from rules.khans_and_generals.moment.sight import BASE_SIGHT, base_sight, in_sight, sight
from rules.khans_and_generals.play.scenario import read_scenario
from rules.tests.khans_and_generals.scenes import area, order, play, refused, scene, unit

FIRE = order("ranged", "r1", target="b1")
TURNED, ROUND = {"facing": 8}, {"facing": 188}
FAR = {"name": "long rifle", "kind": "firearm", "range": 300}
LONG: dict[str, Any] = {
    "class": "line",
    "type": "infantry",
    "strength": 30,
    "training": 3,
    "attack": [5, 12],
    "defence": [2, 0],
    "movement": 20,
    "weapons": [FAR],
}


def field(*units: Any, **top: Any) -> Field:
    read = read_scenario(scene(*units, **top))
    return Field(read.setup, read.state)


def seen(
    at: Any,
    target: Any,
    *terrain: Any,
    others: Any = (),
    r1: Any = None,
    b1: Any = None,
    **top: Any,
) -> Any:
    units = (unit("r1", "INF", at, **(r1 or {})), unit("b1", "INF", target, **(b1 or {})), *others)
    return sight(field(*units, terrain=list(terrain), **top), "r1", "b1")


@pytest.mark.rule("KG-067", "KG-068")
@pytest.mark.parametrize("weather", BASE_SIGHT)
def test_base_sight(weather: str) -> None:
    expected = {
        "sunny": (100, 200, 100, 40),
        "cloudy": (100, 200, 100, 40),
        "fog": (50, 50, 50, 10),
        "rain": (80, 180, 80, 20),
        "snow": (70, 170, 70, 10),
    }
    for time, centimetres in zip(
        ("dawn", "day", "evening", "night"), expected[weather], strict=True
    ):
        now = field(unit("r1", "INF", (50, 20)), conditions={"time": time, "weather": weather})
        assert base_sight(now, (60.0, 60.0)) == centimetres


@pytest.mark.rule("KG-067", "KG-008")
def test_beyond_base_sight_the_shot_is_lost() -> None:
    units = (unit("r1", LONG, (50, 20)), unit("b1", "OLD", (50, 80)))
    found = play(*units, orders=[FIRE], conditions={"weather": "fog"})
    assert found["units"]["b1"]["strength"] == 30
    assert found["refused"] == []


@pytest.mark.rule("KG-045", "KG-067")
def test_fire_lights_the_night() -> None:
    units = (unit("r1", "INF", (50, 20)), unit("b1", "OLD", (50, 80)))
    dark = field(*units, conditions={"time": "night"})
    assert not in_sight(dark, dark.piece("r1"), dark.piece("b1"))
    lit = field(*units, conditions={"time": "night"}, fires=[{"at": [80, 80]}])
    assert in_sight(lit, lit.piece("r1"), lit.piece("b1"))


@pytest.mark.rule("KG-071", "KG-072")
def test_full_and_partial_sight() -> None:
    assert seen((50, 20), (50, 60)).full is True
    found = []
    for end in range(400, 600, 2):
        now = seen((50, 20), (50, 60), wall(end / 10), r1=TURNED, b1=ROUND)
        found.append((now.seen, now.full))
    assert sorted(found, reverse=True) == found
    assert set(found) == {(True, True), (True, False), (False, False)}


def wall(end: float) -> Any:
    """A wall between the units, from the left to some x."""
    return {"id": "w", "kind": "obstacle", "line": [[20, 40], [end, 40]], "blocks": True}


@pytest.mark.rule("KG-072", "KG-108")
def test_partial_sight_costs_three() -> None:
    units = (unit("r1", "INF", (50, 20), 8), unit("b1", "OLD", (50, 60), 188))
    ends = (end / 10 for end in range(400, 600, 2))
    sights = ((end, seen((50, 20), (50, 60), wall(end), r1=TURNED, b1=ROUND)) for end in ends)
    end = next(end for end, now in sights if now.seen and not now.full)
    found = play(*units, orders=[FIRE], dice=("d6:3", "d6:3"), terrain=[wall(end)])
    assert found["units"]["b1"]["strength"] == 30 - (12 - 3 - 2)


@pytest.mark.rule("KG-073", "KG-040")
def test_what_blocks_and_what_does_not() -> None:
    between = (50, 40)
    assert seen((50, 20), (50, 60), others=[unit("b2", "OLD", between)]).full is True
    tank = {"class": "vehicle", "type": "heavy_tank", "strength": 3, "training": 3, "base": [30, 8]}
    assert seen((50, 20), (50, 60), others=[unit("b2", tank, between)]).seen is False
    ridge = area("h", "hill", 0, 35, 120, 10, ridge=[[0, 40], [120, 40]])
    assert seen((50, 20), (50, 60), ridge).seen is False


@pytest.mark.rule("KG-048")
def test_the_smoke_of_a_fire_blocks() -> None:
    fires = [{"at": [x, 40]} for x in range(40, 60, 5)]
    assert seen((50, 20), (50, 60), fires=fires).seen is False


@pytest.mark.rule("KG-068", "KG-036", "KG-070")
@pytest.mark.parametrize(
    ("start", "end", "visible"),
    [(56, 130, True), (55, 130, False), (56, 119, True), (50, 115, False)],
)
def test_scrub_hides_its_depth(start: float, end: float, visible: bool) -> None:
    """A coefficient of 60 cm: through the scrub at most, into its depth less."""
    scrub = area("s", "scrub", 20, start, 60, end - start)
    deep = seen((50, 20), (50, 117.5), scrub)
    assert deep.seen is visible


@pytest.mark.rule("KG-069", "KG-036")
def test_woods_show_their_edge_only() -> None:
    woods = area("w", "woods", 30, 60, 40, 30)
    assert seen((50, 20), (50, 60), woods).seen is True
    assert seen((50, 20), (50, 63), woods).seen is False
    assert seen((50, 20), (50, 100), woods).seen is False
    assert seen((50, 66), (50, 79), woods).seen is True
    assert seen((50, 64), (50, 86), woods).seen is False


@pytest.mark.rule("KG-069")
def test_high_houses_are_like_woods() -> None:
    low = area("v", "built_up", 30, 40, 40, 10)
    assert seen((50, 20), (50, 63), low).seen is True
    assert seen((50, 20), (50, 63), low | {"high": True}).seen is False


@pytest.mark.rule("KG-040", "KG-068")
def test_from_a_hill_scrub_does_not_hide() -> None:
    scrub = area("s", "scrub", 0, 32, 120, 88)
    hill = area("h", "hill", 30, 5, 40, 25)
    assert seen((50, 20), (50, 110), scrub).seen is False
    assert seen((50, 20), (50, 110), scrub, hill).seen is True


@pytest.mark.rule("KG-066")
def test_nobody_attacks_what_is_not_seen() -> None:
    ridge = area("h", "hill", 0, 35, 120, 10, ridge=[[0, 40], [120, 40]])
    units = (unit("r1", "INF", (50, 20)), unit("b1", "OLD", (50, 60)))
    assert refused(*units, orders=[FIRE], terrain=[ridge]) == {"NOT_SEEN"}


@pytest.mark.rule("KG-013")
@pytest.mark.parametrize(
    ("at", "side"),
    [((50, 60), "front"), ((90, 21), "flank"), ((50, 2), "rear"), ((54.5, 22.5), "front")],
)
def test_sectors(at: Any, side: str) -> None:
    now = field(unit("r1", "INF", (50, 20)))
    assert now.piece("r1").base.side_towards(at) == side


@pytest.mark.rule("KG-013")
def test_sectors_of_round_bases() -> None:
    now = field(unit("r1", {"class": "support", "strength": 3, "training": 3, "base": 4}, (50, 20)))
    base = now.piece("r1").base
    assert base.is_round
    sides = [base.side_towards(at) for at in ((58, 29), (59, 28), (41, 12), (42, 11))]
    assert sides == ["front", "flank", "flank", "rear"]

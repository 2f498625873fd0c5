"""Orders on the map: as they are typed by the numbers of hexes, and as they are told."""

from typing import Any

import pytest

from rules.core.codec import Unreadable
from rules.core.system import Taken
from rules.nations_at_war.grid import Grid
from rules.nations_at_war.match import NationsMatch
from rules.nations_at_war.tabletop import Map, read_legs
from rules.tests.nations_at_war.scenes import mechanised, scene, tank
from rules.tests.nations_at_war.test_files import PLAY

rule = pytest.mark.rule


@pytest.fixture
def match() -> NationsMatch:
    units = [mechanised("a1", "A", [1, 0]), tank("a2", "A", [1, 0])]
    return NationsMatch(scene(*units) | {"stage": "impulse", "formation": "A"}, 1)


def drafted(match: NationsMatch, **typed: str) -> Any:
    return Map(match).drafted("move", typed)


@rule("NW-031")
def test_several_are_typed_with_a_way_of_their_own(match: NationsMatch) -> None:
    ways = "a1: 0301 0401 unload; a2: 0301"
    order = drafted(match, members="a1, a2", member_legs=ways)
    assert order["member_legs"] == {
        "a1": [{"travel": [[2, 0], [3, 0]]}, {"unload": True}],
        "a2": [{"travel": [[2, 0]]}],
    }
    assert not match.explain(order, "en")
    assert Map(match).says(order, "en") == "Move – a1: 0301, 0401, unload; a2: 0301"
    polish = drafted(match, members="a1, a2", member_legs="a1: 0301 rozładuj; a2: 0301")
    assert polish["member_legs"]["a1"][-1] == {"unload": True}


@rule("NW-031")
def test_several_go_one_way_together(match: NationsMatch) -> None:
    order = drafted(match, **{"members": "a1, a2", "legs.0.travel": "0301; 3, 0"})
    way = [{"travel": [[2, 0], [3, 0]]}]
    assert order["member_legs"] == {"a1": way, "a2": way}
    assert not match.explain(order, "en")


@rule("NW-034")
def test_what_is_no_hex_is_refused_as_it_was_typed(match: NationsMatch) -> None:
    off = drafted(match, **{"unit": "a1", "legs.0.travel": "0301; 90, 90"})
    assert match.explain(off, "en")[0]["code"] == "NO_SUCH_HEX"
    with pytest.raises(Unreadable, match="member_legs"):
        match.explain(drafted(match, members="a1", member_legs="a1: there"), "en")


def test_the_picture_names_hexes_and_objectives() -> None:
    data = scene(victory={"hexes": [[2, 0]]}, markers=[{"kind": "smoke", "at": [1, 1], "value": 2}])
    picture = Map(NationsMatch(data, 1)).picture("pl")
    assert [mark.label for mark in picture.marks] == ["cel scenariusza 0301", "dym 2"]
    assert picture.pieces[0].place == "heks 0101"
    assert picture.pieces[0].name == "ah, kwatera główna (HQ), A"


@rule("NW-028")
def test_what_ones_own_chart_says_of_a_hex_is_typed_with_it(match: NationsMatch) -> None:
    order = drafted(match, members="a2", member_legs="a2: 0301 0401/2.5 0501")
    assert order["member_legs"]["a2"] == [
        {"travel": [[2, 0], [3, 0], [4, 0]], "costs": [None, 2.5, None]}
    ]
    match.take(order)
    assert match.game.state.units["a2"].mp_left == 6 - 1 - 2.5 - 1


@rule("NW-001")
def test_a_reinforcement_is_typed_from_the_hex_it_comes_in_by() -> None:
    grid = Grid.of(NationsMatch(scene(), 1).setup.map)
    assert read_legs("0101/3 0201", grid, enters=True) == [
        {"enter": [0, 0], "cost": 3},
        {"travel": [[1, 0]]},
    ]


def reversed_fields(value: Any) -> Any:
    """JSON as a database may give it back: the fields of its objects in another order."""
    if isinstance(value, dict):
        return {name: reversed_fields(value[name]) for name in reversed(value)}
    return [reversed_fields(item) for item in value] if isinstance(value, list | tuple) else value


@pytest.mark.rule("NW-033")
def test_a_move_that_was_asked_about_is_followed_alike_however_it_was_kept() -> None:
    begun = next(PLAY.deals(3))
    match, follower = NationsMatch(begun, 5), NationsMatch(begun, 5)
    asked = 0
    for lot in range(60):
        match.take(match.ordered("random", lot))
        step = match.last()
        kept = Taken(step.order, step.faces, reversed_fields(step.events), step.fingerprint)
        follower.follow(kept)
        way, same = match.game.state.under_way, follower.game.state.under_way
        if way and same:
            asked += 1
            assert list(same.start.units) == list(way.start.units)
    assert asked

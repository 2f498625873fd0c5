"""What hands on the map light up is legal, and what is legal is lit up."""

from collections.abc import Iterator
from typing import Any

import pytest

from rules.__main__ import ROOT, read_records
from rules.nations_at_war.grid import Grid
from rules.nations_at_war.guide.briefing import brief, chance_of
from rules.nations_at_war.guide.roads import MANNERS, flip_leg, move_of, roads
from rules.nations_at_war.legs import Leg
from rules.nations_at_war.match import NationsMatch
from rules.nations_at_war.moment import Moment
from rules.nations_at_war.play import explain
from rules.nations_at_war.system import NATIONS_AT_WAR
from rules.nations_at_war.ways import reach
from rules.tests.nations_at_war.scenes import along, hq, mechanised, move, scene, tank

rule = pytest.mark.rule
PLAY = NATIONS_AT_WAR.edition(read_records(ROOT / "fixtures" / NATIONS_AT_WAR.fixtures)).play
STARTS = [opening.start for opening in PLAY.openings]


def begun(start: Any, seed: int = 5) -> NationsMatch:
    """A match in the first impulse that comes."""
    match = NationsMatch(start, seed)
    while match.game.state.stage == "draw":
        match.take({"order": "draw"})
    return match


def impulse(*units: dict[str, Any], **fields: Any) -> NationsMatch:
    """A match in the impulse of formation A."""
    return NationsMatch(scene(*units, **fields) | {"stage": "impulse", "formation": "A"}, 1)


def played() -> Iterator[tuple[NationsMatch, Moment]]:
    """Moments of games by lot in which somebody may move."""
    for number, start in enumerate(STARTS):
        match = NationsMatch(start | {"prompts": "auto"}, number)
        for lot in range(60):
            if not match.actors():
                break
            if match.game.state.stage == "impulse" and lot % 3 == 0:
                yield match, Moment(match.setup, match.game.state)
            match.take(match.ordered("random", lot))


def movers(match: NationsMatch) -> tuple[str, ...]:
    return match.setup.formations[match.game.state.formation or ""].units


def is_legal(match: NationsMatch, order: Any) -> bool:
    return not explain(match.setup, match.game.state, order)


@rule("NW-028", "NW-034", "NW-038", "NW-041")
def test_every_lit_hex_is_entered_by_the_order_that_is_ready() -> None:
    lit = 0
    for match, now in played():
        for unit in movers(match):
            shown = {pace.name: pace for pace in match.hands.reach(unit, (), "en").paces}
            for manner in MANNERS:
                found = roads(now, (unit,), manner)
                assert bool(found) == (manner in shown)
                for at, road in found.items():
                    assert is_legal(match, road.order) == shown[manner].legal, (unit, at)
                    assert road.hexes[-1] == at
                    lit += shown[manner].legal
    assert lit > 1000


@rule("NW-028", "NW-032", "NW-040", "NW-045")
def test_every_legal_way_by_the_rules_own_count_is_lit() -> None:
    flips = 0
    for match, now in played():
        for unit in movers(match):
            if now.unit(unit).at is None:
                continue
            by_rules = reach(now, unit)
            assert set(roads(now, (unit,))) == set(by_rules)
            lit, flip = roads(now, (unit,), "travel_flip"), flip_leg(now.unit(unit).side)
            ahead = roads(now, (unit,), "flip_travel")
            free = is_legal(match, move_of({unit: (flip,)})) or not match.setup.two_sided(unit)
            for at, way in by_rules.items() if free else ():
                order = move_of({unit: (Leg(travel=way), flip)})
                assert is_legal(match, order) == (at in lit)
                after = move_of({unit: (flip, Leg(travel=way))})
                assert not is_legal(match, after) or at in ahead
                flips += at in lit
    assert flips > 50


@rule("NW-031")
def test_those_who_go_together_come_as_far_as_each_of_them_on_one_way() -> None:
    for match, now in played():
        for place in brief(now, match.setup.formations[match.game.state.formation or ""]).hexes:
            if len(place.units) < 2:
                continue
            pair = place.units[:2]
            together = roads(now, pair)
            for at, road in together.items():
                assert set(road.order.ways) == set(pair)
                assert is_legal(match, road.order) == all(
                    is_legal(match, move_of({unit: (Leg(travel=road.hexes),)})) for unit in pair
                ), at
            for at, road in roads(now, pair[:1]).items():
                both = dict.fromkeys(pair, (Leg(travel=road.hexes),))
                assert not is_legal(match, move_of(both)) or at in together


@rule("NW-001", "NW-021")
def test_a_reinforcement_is_lit_from_its_entry_on() -> None:
    entry = {"turn": 1, "hexes": [[0, 2]]}
    match = impulse(tank("a1", "A", None, reinforcement=entry))
    found = roads(Moment(match.setup, match.game.state), ("a1",))
    assert found[(0, 2)].left == ((5,),) and found[(1, 2)].left == ((5,), (4,))
    assert is_legal(match, found[(1, 2)].order)
    (line,) = (each for each in match.hands.menu("a1", "a1", (), "en").lines if each.legal)
    assert (line.kind, line.order["legs"]) == ("enter", ({"enter": (0, 2)},))


@rule("NW-001")
def test_nothing_is_lit_for_a_reinforcement_before_its_turn() -> None:
    match = impulse(tank("a1", "A", None, reinforcement={"turn": 2}))
    found = match.hands.reach("a1", (), "en")
    assert (found.acts, found.paces) == (False, ())
    assert match.hands.way("a1", (0, 0), facing=None, pace="", along=(), language="en") is None


@rule("NW-028")
def test_a_way_stops_where_the_points_do_and_says_so() -> None:
    match = impulse(tank("a1", "A", [0, 0], movement=3))
    grid = Grid.of(match.setup.map)
    way = match.hands.way("a1", grid.middle((9, 0)), facing=None, pace="", along=(), language="en")
    assert way is not None and way.is_clamped and way.at == grid.middle((3, 0))
    assert (way.spent, way.most, way.why) == (3, 3, "too few points")
    assert not match.explain(way.order, "en")


@rule("NW-028")
def test_a_way_says_what_bars_it() -> None:
    match = impulse(tank("a1", "A", [0, 0]), rows=".l........ .x........ ..........")
    grid = Grid.of(match.setup.map)
    for at, why in (((1, 0), "impassable"), ((1, 1), "cost not supplied")):
        way = match.hands.way("a1", grid.middle(at), facing=None, pace="", along=(), language="en")
        assert way is not None and way.why == why


@rule("NW-033")
def test_a_way_names_the_hexes_and_who_could_fire_there() -> None:
    match = impulse(tank("a1", "A", [0, 0]))
    grid = Grid.of(match.setup.map)
    way = match.hands.way("a1", grid.middle((2, 0)), facing=None, pace="", along=(), language="en")
    assert way is not None
    (said,) = (each for each in way.says if "Opportunity" in each)
    assert "0201, 0301" in said and "ch, c1" in said


@rule("NW-032")
def test_an_enemys_hex_is_an_assault_that_the_source_does_not_describe() -> None:
    match = impulse(tank("a1", "A", [7, 0]))
    (line, *_) = match.hands.menu("a1", "c1", (), "en").lines
    assert (line.kind, line.legal) == ("assault", True)
    assert "does not describe" in line.result
    events = match.take(line.order)
    assert "assault_or_overrun" in {event.get("what") for event in events}


@rule("NW-030", "NW-027")
def test_aims_follow_the_rules_and_leave_the_rest_to_charts() -> None:
    match = impulse(tank("a1", "A", [1, 0]))
    aims = match.hands.reach("a1", (), "en").aims
    assert {aim.piece for aim in aims if aim.legal} == {"ch", "c1"}
    assert all("your own charts" in aim.says for aim in aims)
    match.take({"order": "move", "unit": "a1", "legs": [{"travel": [[2, 0]]}]})
    refused = match.hands.reach("a1", (), "en").aims
    assert {aim.why for aim in refused} == {"Ops Complete"}


@rule("NW-033")
def test_at_a_question_the_possible_firers_act_and_the_movers_are_their_aims() -> None:
    match = impulse(tank("a1", "A", [1, 0]), prompts="ask")
    match.take({"order": "move", "unit": "a1", "legs": [{"travel": [[2, 0], [3, 0]]}]})
    found = match.hands.reach("c1", (), "en")
    assert found.acts and [aim.piece for aim in found.aims] == ["a1"]
    lines = match.hands.menu("c1", "a1", (), "en").lines
    assert [line.kind for line in lines] == ["answer"] * 4 and all(line.legal for line in lines)
    match.take(lines[1].order)
    assert match.game.state.units["a1"].disrupted
    match.take({"order": "answer", "to": "opportunity_fire", "rest": True})
    assert match.game.state.under_way is None and match.game.state.units["a1"].at == (3, 0)


@rule("NW-038", "NW-039", "NW-044")
def test_loading_is_offered_in_place_or_says_why_not() -> None:
    match = impulse(mechanised("a1", "A", [1, 0], side="dismounted"))
    (line, *_) = match.hands.menu("a1", "a1", (), "en").lines
    assert (line.kind, line.legal) == ("load", True) and "hard" in line.result
    match = impulse(mechanised("a1", "A", [1, 0], side="dismounted", disrupted=True))
    (line, *_) = match.hands.menu("a1", "a1", (), "pl").lines
    assert (line.legal, line.why) == (False, "rozproszona")
    assert line.reasons[0].rules == ("NW-039",)


@rule("NW-016", "NW-017", "NW-018")
def test_the_briefing_says_who_is_in_command_and_what_the_others_need() -> None:
    data = scene(tank("a1", "A", [4, 0]), tank("a2", "A", [5, 0]), tank("a3", "A", [5, 0]))
    match = NationsMatch(data, 1)
    found = brief(Moment(match.setup, match.game.state), match.setup.formations["A"])
    said = [(place.units, place.why, place.away, place.needed) for place in found.hexes]
    assert said == [
        (("ah",), "headquarters", 0, None),
        (("a1",), "range", 4, None),
        (("a2", "a3"), "far", 5, 7),
    ]
    assert [place.chance for place in found.hexes] == [1, 1, 21 / 36]


@rule("NW-024", "NW-026")
def test_the_briefing_sums_what_a_rally_takes() -> None:
    data = scene(
        hq("ah", "A", [0, 0], disrupted=True),
        tank("a1", "A", [2, 0], disrupted=True),
        tank("a2", "A", [8, 0], disrupted=True),
    )
    match = NationsMatch(data, 1)
    found = brief(Moment(match.setup, match.game.state), match.setup.formations["A"])
    led, near, far = found.rallies
    assert (led.modifier, led.needed, led.chance) == (-2, 9, chance_of(9))
    assert (near.modifier, near.needed, near.chance) == (0, 7, chance_of(7))
    # Beyond range: 21 of 36 pass and need 7, the others are Out Of Command and need 6.
    assert far.out_of_command == pytest.approx(15 / 36)
    assert far.chance == pytest.approx((21 * 21 + 15 * 15) / 36 / 36)


@rule("NW-047")
def test_links_lead_from_the_headquarters_to_its_counters_or_break() -> None:
    match = impulse(tank("a1", "A", [4, 0]), tank("a2", "A", [5, 0]))
    links = match.hands.reach("ah", (), "en").links
    assert [(link.holds, link.label) for link in links] == [
        (True, "4 of 4: in command"),
        (False, "5, range 4: rolls 7 or less"),
    ]
    (sector,) = match.hands.reach("a1", (), "en").sectors
    assert (sector.kind, sector.maximum) == ("command", 4)


@pytest.mark.parametrize("layout", ["pointy", "flat"])
def test_hexes_lie_where_their_names_and_corners_say(layout: str) -> None:
    hexes = {(q, r): None for q in range(-3, 4) for r in range(-2, 5)}
    grid = Grid(layout, hexes)
    for at in hexes:
        assert grid.at(grid.middle(at)) == at == grid.named(grid.number(at))
        assert grid.named(f"{at[0]}, {at[1]}") == at
        assert set(grid.corners(at)) == set(grid.outline([at])[0])
    assert grid.named("9999") is None and grid.named("here") is None
    hole = grid.outline(at for at in hexes if at != (0, 1))
    assert sorted(map(len, hole))[0] == 6 and len(hole) == 2


def test_hands_know_no_counter_there_is_not() -> None:
    match = impulse()
    for ask in (
        lambda: match.hands.reach("nobody", (), "en"),
        lambda: match.hands.menu("ah", "nobody", (), "en"),
    ):
        with pytest.raises(KeyError):
            ask()


@rule("NW-034")
def test_refusals_at_the_table_call_hexes_as_the_map_does() -> None:
    match = NationsMatch(scene(tank("a1", "A", [1, 0])) | {"stage": "impulse", "formation": "A"}, 1)
    far, here = match.grid.number((3, 0)), match.grid.number((1, 0))
    (refused,) = match.explain(move("a1", along([3, 0])), "en")
    assert (refused["params"]["at"], refused["params"]["from"]) == ([3, 0], [1, 0])
    assert refused["message"].startswith(f"{far} is not next to {here}:")
    (beyond,) = match.explain(move("a1", along([1, 99])), "en")
    assert beyond["message"] == "The map has no hex 1, 99."

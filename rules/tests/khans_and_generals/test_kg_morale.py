"""Reluctance, rout, recovery, commanders (sections 19 and 20 of the rules)."""

from typing import Any

import pytest
from msgspec.structs import replace

from rules.khans_and_generals.moment.morale import reduced, with_effect
from rules.khans_and_generals.state.state import Effect
from rules.tests.khans_and_generals.scenes import (
    END,
    WHOLE_TURN,
    changed,
    effect,
    locked,
    move,
    order,
    play,
    unit,
)

EVEN = ("d6:3", "d6:3")


def after_a_turn(*units: Any, **top: Any) -> dict[str, Any]:
    found: dict[str, Any] = play(*units, orders=WHOLE_TURN, **top)["units"]
    return found


@pytest.mark.rule("KG-157", "KG-163")
@pytest.mark.parametrize(("strength", "routed"), [(13, False), (12, True)])
def test_rout_when_reluctance_is_more(strength: int, routed: bool) -> None:
    shaken = unit(
        "r1", "OLD", (60, 60), strength=strength, effects=[effect("under_firearms", 3, "b9")]
    )
    assert play(shaken)["units"]["r1"]["routed"] is False
    acted = play(shaken, orders=[move("r_far", (6, 5))])["units"]["r1"]
    assert (acted["routed"], acted["formation"] == "disordered") == (routed, routed)


@pytest.mark.rule("KG-159")
@pytest.mark.parametrize(("rout_at", "routed"), [(3, True), (4, False), (None, False)])
def test_thresholds_of_support(rout_at: int | None, routed: bool) -> None:
    section = changed("MG", rout_at=rout_at, strength=9, defence=[20, 0])
    units = (unit("r1", "INF", (50, 20)), unit("b1", section, (50, 60)))
    found = play(*units, orders=[order("ranged", "r1", target="b1")], dice=EVEN)["units"]["b1"]
    assert (found["reluctance"], found["routed"]) == (3, routed)


@pytest.mark.rule("KG-160")
def test_effects_end_after_the_next_turn() -> None:
    shaken = unit("r1", "OLD", (60, 60), effects=[effect("air_raid", 6, "b9", 2)])
    assert after_a_turn(shaken)["r1"]["reluctance"] == 16
    later = play(shaken, orders=(*WHOLE_TURN, *WHOLE_TURN))["units"]["r1"]
    assert later["reluctance"] == 10
    permanent = unit("r1", "OLD", (60, 60), effects=[effect("commander_killed", 3, "b9", None)])
    assert play(permanent, orders=(*WHOLE_TURN, *WHOLE_TURN))["units"]["r1"]["reluctance"] == 13


@pytest.mark.rule("KG-162", "KG-009")
def test_fleeing_friends_frighten_within_ten_centimetres() -> None:
    flight = {"routed": True, "effects": [effect("air_raid", 30, "x", 9)]}
    near = unit("r2", "ELI", (50, 74.9), strength=4, **flight)
    far = unit("r2", "ELI", (50, 76), strength=4, **flight)
    man = unit("r1", "OLD", (50, 60))
    assert play(man, near)["units"]["r1"]["reluctance"] == 11
    assert play(man, far)["units"]["r1"]["reluctance"] == 10


@pytest.mark.rule("KG-162", "KG-010", "KG-161")
def test_an_hq_beside_calms() -> None:
    staff = unit("rh", "HQ", (50, 55.5), supreme=True)
    assert play(unit("r1", "OLD", (50, 60), hq="rh"), staff)["units"]["r1"]["reluctance"] == 8


COMMAND_TANK = changed("TANK", command=4, initiative=2)


@pytest.mark.rule("KG-153", "KG-162")
def test_a_wreck_neither_frightens_nor_calms() -> None:
    man = unit("r1", "OLD", (50, 60), hq="rh")
    tank = unit("rh", COMMAND_TANK, (50, 53.5), supreme=True)
    assert play(man, tank)["units"]["r1"]["reluctance"] == 10 - 2
    fleeing = tank | {"routed": True, "effects": [effect("charged", 40, None, 9)]}
    assert play(man, fleeing)["units"]["r1"]["reluctance"] == 10 - 2 + 1
    wreck = fleeing | {"abandoned": True}
    assert play(man, wreck)["units"]["r1"]["reluctance"] == 10 + 2


@pytest.mark.rule("KG-153", "KG-163")
@pytest.mark.parametrize(("abandoned", "y"), [(False, 43.5), (True, 20)])
def test_nobody_flees_to_a_wreck(abandoned: bool, y: float) -> None:
    found = play(
        unit("r1", "OLD", (60, 40), routed=True, effects=[effect("charged", 40, None, 9)], hq="rh"),
        unit("rh", COMMAND_TANK, (60, 50), supreme=True, abandoned=abandoned),
        orders=WHOLE_TURN,
    )
    assert found["units"]["r1"]["at"] == pytest.approx([60, y], abs=0.01)


@pytest.mark.rule("KG-155", "KG-162")
@pytest.mark.parametrize(("face", "dead"), [(1, True), (2, False)])
def test_an_hq_that_loses_men(face: int, dead: bool) -> None:
    units = (
        unit("r1", "INF", (50, 20)),
        unit("bh", "HQ", (50, 60), supreme=True),
        unit("b1", "OLD", (50, 70), hq="bh"),
        unit("b2", "OLD", (80, 70)),
    )
    shot = order("ranged", "r1", target="bh")
    found = play(*units, orders=[shot], dice=(*EVEN, f"d4:{face}"))["units"]
    assert found["bh"]["commander"] == ("dead" if dead else "alive")
    assert found["b1"]["reluctance"] == (15 if dead else 10)
    assert found["b2"]["reluctance"] == (15 if dead else 10)


@pytest.mark.rule("KG-155", "KG-157")
def test_a_destroyed_hq_loses_its_commander_without_a_die() -> None:
    units = (
        unit("r1", changed("INF", attack=[5, 60]), (50, 20)),
        unit("bh", "HQ", (50, 60)),
        unit("b1", "OLD", (50, 90), hq="bh"),
    )
    found = play(*units, orders=[order("ranged", "r1", target="bh")], dice=EVEN)["units"]
    assert (found["bh"]["eliminated"], found["bh"]["commander"]) == (True, "dead")
    assert found["b1"]["reluctance"] == 10 + 3 + 2


@pytest.mark.rule("KG-162", "KG-161")
def test_breaking_the_last_of_a_formation_gives_heart() -> None:
    shaken = unit("r1", "INF", (50, 20), effects=[effect("under_artillery", 5, "x")])
    target = unit("b1", "OLD", (50, 60), strength=12)
    found = play(shaken, target, orders=[order("ranged", "r1", target="b1")], dice=EVEN)["units"]
    assert (found["b1"]["routed"], found["r1"]["reluctance"]) == (True, 10 + 5 - 2)


@pytest.mark.rule("KG-162", "KG-161")
@pytest.mark.parametrize(("others", "eased"), [({}, 0), ({"routed": True}, 2)])
def test_while_others_of_a_formation_stand_nobody_takes_heart(
    others: dict[str, Any], eased: int
) -> None:
    """The enemy formation has to be routed whole, its HQ with it."""
    fear = [effect("air_raid", 40, "x", 9)] if others else []
    units = (
        unit("r1", "INF", (50, 20), effects=[effect("under_artillery", 5, "x")]),
        unit("b1", "OLD", (50, 60), strength=12, hq="bh"),
        unit("b2", "OLD", (90, 110), hq="bh", effects=fear, **others),
        unit("bh", "HQ", (110, 110), effects=fear, **others),
    )
    found = play(*units, orders=[order("ranged", "r1", target="b1")], dice=EVEN)["units"]
    assert (found["b1"]["routed"], found["r1"]["reluctance"]) == (True, 10 + 5 - eased)


@pytest.mark.rule("KG-162")
def test_the_same_from_the_same_unit_is_prolonged_and_never_less() -> None:
    known = (Effect("under_fire", 2, "b1", 4), Effect("pinned", 2, "b1", 4))
    (prolonged, other) = with_effect(known, "under_fire", "b1", 7)
    assert (prolonged, other) == (Effect("under_fire", 2, "b1", 8), known[1])
    worse, _ = with_effect(known, "under_fire", "b1", 7, 5)
    milder, _ = with_effect((worse, other), "under_fire", "b1", 7, 1)
    assert (worse.value, milder.value) == (5, 5)
    assert with_effect(known, "under_fire", "b2", 7)[2] == Effect("under_fire", 2, "b2", 8)


@pytest.mark.rule("KG-161")
def test_what_is_permanent_is_not_reduced_and_the_oldest_goes_first() -> None:
    lasting, first = Effect("crew_hit", 3, "a", None), Effect("under_fire", 2, "b", 5)
    effects = (lasting, first, Effect("under_artillery", 5, "c", 5))
    assert reduced(effects, 1) == (lasting, replace(first, value=1), effects[2])
    assert reduced(effects, 4) == (lasting, replace(effects[2], value=3))
    assert reduced(effects, 99) == (lasting,)


FLIGHT = {"routed": True, "formation": "disordered"}


@pytest.mark.rule("KG-163", "KG-166")
def test_where_the_routed_run() -> None:
    staff = unit("rh", "HQ", (60, 60))
    effects = [effect("under_artillery", 15, "x", 9)]
    regular = unit("r1", "OLD", (60, 80), hq="rh", strength=20, effects=effects, **FLIGHT)
    assert after_a_turn(staff, regular)["r1"]["at"] == pytest.approx([60, 64.5], abs=0.01)
    conscript = unit("r1", "CON", (40, 60), hq="rh", strength=20, effects=effects, **FLIGHT)
    assert after_a_turn(staff, conscript)["r1"]["at"] == [20, 60]
    elite = unit("r1", "ELI", (100, 60), strength=10, effects=effects, **FLIGHT)
    assert after_a_turn(elite)["r1"]["at"] == [100, 60]
    worn = unit("r1", "OLD", (60, 90), hq="rh", strength=9, **FLIGHT)
    assert after_a_turn(staff, worn)["r1"]["at"] == [60, 110]


@pytest.mark.rule("KG-163", "KG-171")
def test_at_the_edge_they_are_gone() -> None:
    worn = unit("r1", "OLD", (60, 15), strength=9, **FLIGHT)
    tokens = {"red": {"limit": 9, "tokens": []}}
    found = play(worn, orders=WHOLE_TURN, dice=["token:3"], assessment=tokens)
    assert (found["units"]["r1"]["left"], found["units"]["r1"]["eliminated"]) == (True, True)
    assert found["assessment"]["red"] == {"limit": 9, "tokens": [3], "total": 3}


@pytest.mark.rule("KG-156", "KG-163")
def test_routed_headquarters() -> None:
    shaken = {"routed": True, "effects": [effect("under_artillery", 15, "x", 9)]}
    higher = unit("rh", "HQ", (60, 60), supreme=True)
    lower = unit("r2", "HQ", (60, 90), hq="rh", **shaken)
    assert after_a_turn(higher, lower)["r2"]["at"] == [60, 70]
    supreme = unit("rh", "HQ", (60, 70), supreme=True, **shaken)
    assert after_a_turn(supreme)["rh"]["at"] == [60, 90]


@pytest.mark.rule("KG-165")
@pytest.mark.parametrize(("attacked", "cooled"), [(None, True), (1, True), (2, False)])
def test_cooling(attacked: int | None, cooled: bool) -> None:
    calm = unit("r1", "OLD", (60, 60), routed=True, last_attacked=attacked)
    found = play(calm, orders=WHOLE_TURN, turn=3)["units"]["r1"]
    assert found["routed"] is not cooled
    shaken = unit("r1", "OLD", (60, 60), routed=True, effects=[effect("air_raid", 6, "x", 9)])
    assert play(shaken, orders=WHOLE_TURN, turn=3)["units"]["r1"]["routed"] is True


@pytest.mark.rule("KG-165", "KG-130")
@pytest.mark.parametrize(("turns", "cooled"), [(2, False), (3, True)])
def test_a_vehicle_does_not_cool_under_fire(turns: int, cooled: bool) -> None:
    units = (unit("r1", "INF", (50, 20)), unit("b1", "TANK", (50, 60), 0, routed=True))
    orders = [order("ranged", "r1", target="b1"), *WHOLE_TURN * turns]
    found = play(*units, orders=orders, dice=["d8:1"])["units"]["b1"]
    assert found["routed"] is not cooled


@pytest.mark.rule("KG-162")
def test_the_same_gun_shakes_a_crew_once() -> None:
    known = effect("crew_hit", 3, "r1", None)
    target = unit("b1", "TANK", (50, 60), effects=[known])
    shot = order("ranged", "r1", target="b1")
    found = play(unit("r1", "INF", (50, 20)), target, orders=[shot], dice=["d8:7"])["units"]["b1"]
    assert (found["strength"], found["reluctance"]) == (2, 3 + 3)


@pytest.mark.rule("KG-153")
def test_a_gun_without_men_is_abandoned() -> None:
    units = (unit("r1", changed("INF", attack=[5, 60]), (50, 20)), unit("b1", "GUN", (50, 60)))
    found = play(*units, orders=[order("ranged", "r1", target="b1")], dice=EVEN)["units"]["b1"]
    assert (found["abandoned"], found["eliminated"]) == (True, False)


@pytest.mark.rule("KG-098", "KG-157")
def test_one_routed_by_the_blow_does_not_answer() -> None:
    units = (
        unit("r1", changed("OLD", attack=[24, None]), (50, 50), locked=locked("b1")),
        unit("b1", "OLD", (50, 55)),
    )
    found = play(*units, orders=[END, END], dice=EVEN)["units"]
    assert (found["b1"]["routed"], found["r1"]["strength"]) == (True, 30)


@pytest.mark.rule("KG-092", "KG-163")
def test_who_flees_stands_on_nobody() -> None:
    units = (
        unit("r1", "OLD", (60, 30), routed=True, effects=[effect("charged", 40, None, 9)]),
        unit("r2", "OLD", (60, 10)),
    )
    found = play(*units, orders=WHOLE_TURN)
    assert found["units"]["r1"]["at"] == [60, 15]


@pytest.mark.rule("KG-092", "KG-163")
def test_nobody_flees_through_an_enemy() -> None:
    units = (
        unit("r1", "OLD", (60, 12), routed=True, effects=[effect("charged", 40, None, 9)]),
        unit("b1", "OLD", (60, 4), 0),
    )
    found = play(*units, orders=WHOLE_TURN)
    assert not found["units"]["r1"]["left"]
    assert found["units"]["r1"]["at"] == pytest.approx([60, 9], abs=0.5)


HILL = {
    "id": "h",
    "kind": "hill",
    "polygon": [[0, 60], [120, 60], [120, 90], [0, 90]],
    "ridge": [[0, 75], [120, 75]],
}


@pytest.mark.rule("KG-167")
@pytest.mark.parametrize(("terrain", "y"), [([HILL], 40), ([], 10)])
def test_a_routed_vehicle_stays_where_nobody_sees_it(terrain: Any, y: float) -> None:
    tank = unit("r1", "TANK", (60, 40), routed=True, effects=[effect("charged", 40, None, 9)])
    found = play(tank, orders=WHOLE_TURN, terrain=terrain)
    assert found["units"]["r1"]["at"] == [60, y]


@pytest.mark.rule("KG-166", "KG-167")
@pytest.mark.parametrize(("training", "left"), [(4, True), (5, False)])
def test_an_elite_crew_does_not_back_off_the_table(training: int, left: bool) -> None:
    card = changed("TANK", training=training)
    tank = unit("r1", card, (60, 20), routed=True, effects=[effect("charged", 40, None, 9)])
    found = play(tank, orders=WHOLE_TURN)
    assert found["units"]["r1"]["left"] is left

"""Small arms: effect, defence, pinning, losses, smoke (section 15 of the rules)."""

from typing import Any

import pytest

from rules.tests.khans_and_generals.scenes import (
    BOW,
    END,
    MG_WEAPON,
    RIFLE,
    area,
    changed,
    codes,
    effect,
    move,
    order,
    play,
    refused,
    unit,
)

FIRE = order("ranged", "r1", target="b1")
EVEN = ("d6:3", "d6:3")


def shot(target: Any, *dice: str, shooter: Any = "INF", far: float = 40, **top: Any) -> Any:
    """The target after one shot from so many centimetres between the centres."""
    units = (unit("r1", shooter, (50, 20)), unit("b1", target, (50, 20 + far), **top.pop("b1", {})))
    return play(*units, orders=[FIRE], dice=dice, **top)["units"]["b1"]


@pytest.mark.rule("KG-007", "KG-107", "KG-108", "KG-110")
def test_distance_and_dice_count() -> None:
    assert shot("OLD", "d6:5", "d6:2")["strength"] == 30 - (12 + 3 - 2)
    assert shot("OLD", "d6:2", "d6:5", far=20)["strength"] == 30 - (12 - 3 + 3 - 2)
    assert shot("OLD", *EVEN, far=80)["strength"] == 30 - (12 - 2 - 2)


@pytest.mark.rule("KG-108")
def test_no_effectiveness_below_zero() -> None:
    assert shot(changed("OLD", defence=[20, 0]), *EVEN)["strength"] == 30


@pytest.mark.rule("KG-008")
def test_out_of_range_the_order_is_spent() -> None:
    units = (unit("r1", "INF", (50, 10)), unit("b1", "OLD", (50, 100)))
    found = play(*units, orders=[FIRE, FIRE])
    assert found["units"]["b1"]["strength"] == 30
    assert codes(found) == {1: {"ORDER_SPENT"}}
    assert "order_lost" in {event["event"] for event in found["events"]}


@pytest.mark.rule("KG-109")
@pytest.mark.parametrize(("shooter", "lost"), [("ARC", 9 - 6), ("INF", 12 - 2)])
def test_armour_stops_arrows_only(shooter: str, lost: int) -> None:
    target = changed("OLD", defence=[2, 4])
    assert shot(target, *EVEN, shooter=shooter)["strength"] == 30 - lost


@pytest.mark.rule("KG-111")
def test_no_bonus_for_distance_after_moving() -> None:
    for shooter, bonus in (("INF", 0), (changed("INF", abilities=["skirmisher"]), 3)):
        units = (unit("r1", shooter, (50, 20)), unit("b1", "OLD", (50, 42)))
        orders = [move("r1", (50, 22)), FIRE]
        found = play(*units, orders=orders, dice=EVEN)
        assert found["units"]["b1"]["strength"] == 30 - (12 + bonus - 2)


@pytest.mark.rule("KG-111")
def test_turning_is_not_moving() -> None:
    units = (unit("r1", "INF", (50, 20), 90), unit("b1", "OLD", (50, 40)))
    orders = [order("move", "r1", legs=[{"rotate": -90}]), FIRE]
    found = play(*units, orders=orders, dice=EVEN)
    assert found["units"]["b1"]["strength"] == 30 - (12 + 3 - 2)


@pytest.mark.rule("KG-151")
def test_lost_figures_weaken() -> None:
    units = (unit("r1", "INF", (50, 20), strength=19), unit("b1", "OLD", (50, 60)))
    assert play(*units, orders=[FIRE], dice=EVEN)["units"]["b1"]["strength"] == 30 - (12 - 2 - 2)


FORMATIONS = {"standard": 0, "disordered": -2, "column": -3, "loose": 2, "skirmish": 4, "close": -2}


@pytest.mark.rule("KG-094", "KG-108")
@pytest.mark.parametrize("formation", FORMATIONS)
def test_formations_under_fire(formation: str) -> None:
    defence = 2 + FORMATIONS[formation]
    assert shot("OLD", *EVEN, b1={"formation": formation})["strength"] == 30 - (12 - defence)


@pytest.mark.rule("KG-026", "KG-036")
@pytest.mark.parametrize(
    ("kind", "bonus"),
    [("scrub", 2), ("rocks", 1), ("marsh", 0), ("shallow_water", -1), ("ice", -3)],
)
def test_terrain_helps_on_its_edge(kind: str, bonus: int) -> None:
    terrain = [area("a", kind, 30, 60, 40, 20)]
    assert shot("OLD", *EVEN, terrain=terrain)["strength"] == 30 - (12 - 2 - bonus)


@pytest.mark.rule("KG-014")
def test_only_to_the_front() -> None:
    units = (unit("r1", "INF", (50, 20), 90), unit("b1", "OLD", (50, 60)))
    assert refused(*units, orders=[FIRE]) == {"NOT_IN_FRONT"}
    parthian = changed("INF", abilities=["parthian_shot"])
    units = (unit("r1", parthian, (50, 20), 180), unit("b1", "OLD", (50, 60)))
    assert refused(*units, orders=[FIRE], dice=EVEN) == set()


@pytest.mark.rule("KG-017", "KG-016")
def test_cyclists_dismount_to_shoot() -> None:
    units = (unit("r1", "CYC", (50, 20)), unit("b1", "OLD", (50, 60)))
    assert refused(*units, orders=[FIRE]) == {"MOUNTED"}
    found = play(*units, orders=[order("dismount", "r1"), FIRE])
    assert codes(found) == {1: {"ORDER_SPENT"}}
    assert found["units"]["r1"]["mounted"] is False


@pytest.mark.rule("KG-175")
def test_who_ran_does_not_shoot() -> None:
    units = (unit("r1", "INF", (50, 10)), unit("b1", "OLD", (50, 70)))
    assert refused(*units, orders=[move("r1", (50, 45), run=True), FIRE]) == {"RAN"}


@pytest.mark.rule("KG-112", "KG-113", "KG-162")
@pytest.mark.parametrize(("face", "pinned"), [(5, False), (6, True)])
def test_pinning_of_regulars(face: int, pinned: bool) -> None:
    hit = shot("INF", *EVEN, f"d10:{face}")
    assert hit["pinned"] is pinned
    assert hit["reluctance"] == 10 + 3 + (2 if pinned else 0)


PINNING = [
    ("CON", 3, {}, []),
    ("ELI", 7, {}, []),
    ("INF", 5 + 4, {}, [area("a", "built_up", 30, 55, 40, 20)]),
    ("INF", 5 - 3, {}, [area("a", "road", 30, 55, 40, 20)]),
    ("INF", 5 + 1, {}, [area("a", "scrub", 30, 60, 40, 20)]),
    ("INF", 5 + 2, {"in_position": "z"}, [area("z", "zone", 40, 55, 20, 10)]),
    ("INF", 5 + 3, {"in_position": "z"}, [area("z", "zone", 40, 55, 20, 10, weight="heavy")]),
]


@pytest.mark.rule("KG-112")
@pytest.mark.parametrize(("target", "most", "state", "terrain"), PINNING)
def test_the_pinning_table(target: str, most: int, state: Any, terrain: Any) -> None:
    for face in (most, most + 1):
        if 1 <= face <= 10:
            hit = shot(target, *EVEN, f"d10:{face}", b1=state, terrain=terrain)
            assert hit["pinned"] is (face > most)


@pytest.mark.rule("KG-112")
def test_machine_guns_pin_better() -> None:
    gunner = changed("INF", weapons=[MG_WEAPON])
    assert shot("INF", *EVEN, "d10:5", shooter=gunner)["pinned"] is True
    assert shot("INF", *EVEN, "d10:4", shooter=gunner)["pinned"] is False


@pytest.mark.rule("KG-112", "KG-162")
def test_arrows_never_pin() -> None:
    hit = shot("INF", *EVEN, shooter="ARC")
    assert (hit["pinned"], hit["reluctance"]) == (False, 12)


@pytest.mark.rule("KG-113", "KG-094")
def test_pinned_riders_dismount_and_the_pinned_defend_better() -> None:
    rider = shot("CAV", *EVEN, "d10:10")
    assert (rider["pinned"], rider["mounted"]) == (True, False)
    formations = {"wedge": "standard", "loose": "loose"}
    for formation, left in formations.items():
        hit = shot("CAV", "d6:1", "d6:6", "d10:10", far=80, b1={"formation": formation})
        assert (hit["pinned"], hit["formation"]) == (True, left)
    assert shot("INF", *EVEN, b1={"pinned": True})["strength"] == 30 - (12 - 4)


@pytest.mark.rule("KG-113")
def test_the_pinned_take_no_orders_not_even_for_points() -> None:
    units = (unit("r1", "INF", (50, 20), pinned=True), unit("b1", "INF", (50, 60)))
    for kind in (move("r1", (50, 22)), FIRE, order("position", "r1", terrain="z")):
        assert "PINNED" in refused(*units, orders=[kind])


LOSSES = [
    (2, 0),
    (3, 0),
    (5, 1),
    (8, 2),
    (11, 3),
    (14, 4),
    (17, 5),
    (20, 6),
    (24, 7),
    (25, 9),
    (26, 9),
]


@pytest.mark.rule("KG-114", "KG-115")
@pytest.mark.parametrize(("effectiveness", "lost"), LOSSES)
def test_losses_of_support(effectiveness: int, lost: int) -> None:
    section = changed("MG", strength=9, defence=[0, 0])
    shooter = changed("INF", attack=[1, effectiveness])
    hit = shot(section, *EVEN, shooter=shooter)
    assert hit["strength"] == 9 - lost


@pytest.mark.rule("KG-048", "KG-018")
def test_black_powder_leaves_a_cloud_that_lasts_a_turn() -> None:
    units = (unit("r1", "RIF", (50, 20)), unit("b1", "OLD", (50, 60)))
    found = play(*units, orders=[FIRE], dice=EVEN)
    assert [cloud["until"] for cloud in found["smoke"]] == [2]
    assert found["smoke"][0]["at"] == [50, 22.5]
    next_turn = play(*units, orders=[FIRE, *[END] * 2], dice=EVEN)
    assert next_turn["smoke"] == found["smoke"]
    later = play(*units, orders=[FIRE, *[END] * 4], dice=EVEN)
    assert later["smoke"] == []


@pytest.mark.rule("KG-048", "KG-018")
@pytest.mark.parametrize("shooter", ["INF", changed("RIF", weapons=[BOW])])
def test_only_firearms_with_black_powder_smoke(shooter: Any) -> None:
    units = (unit("r1", shooter, (50, 20)), unit("b1", "OLD", (50, 60)))
    assert play(*units, orders=[FIRE], dice=EVEN)["smoke"] == []


@pytest.mark.rule("KG-048")
@pytest.mark.parametrize("kind", ["powder", "screen", "dust"])
def test_smoke_beside_the_line_of_fire_hinders_nobody(kind: str) -> None:
    smoke = [{"kind": kind, "at": [80, 40], "until": 3}]
    assert shot("OLD", *EVEN, smoke=smoke)["strength"] == 30 - (12 - 2)


@pytest.mark.rule("KG-048")
def test_smoke_costs_two_however_thick() -> None:
    smoke = [{"kind": "powder", "at": [50, y], "until": 3} for y in (30, 40)]
    assert shot("OLD", *EVEN, smoke=smoke)["strength"] == 30 - (12 - 2 - 2)


@pytest.mark.rule("KG-048", "KG-150")
@pytest.mark.parametrize("kind", ["screen", "dust"])
def test_a_screen_needs_a_training_test(kind: str) -> None:
    smoke = [{"kind": kind, "at": [50, 35], "until": 3, "radius": 9}]
    assert shot("OLD", "d6:3", *EVEN, smoke=smoke)["strength"] == 30 - (12 - 3 - 2)
    assert shot("OLD", "d6:4", smoke=smoke)["strength"] == 30


@pytest.mark.rule("KG-041")
def test_fire_from_a_hill() -> None:
    hill = [area("h", "hill", 30, 5, 40, 25)]
    assert shot("OLD", *EVEN, terrain=hill)["strength"] == 30 - (12 + 1 - 2)
    assert shot("OLD", *EVEN, shooter="ARC", far=60, terrain=hill)["strength"] == 30 - (9 + 1 - 3)
    assert shot("OLD", shooter="ARC", far=60)["strength"] == 30


@pytest.mark.rule("KG-162")
def test_the_same_enemy_prolongs_and_another_adds() -> None:
    old = [effect("under_firearms", 3, "r1", 1)]
    assert shot("OLD", *EVEN, b1={"effects": old})["reluctance"] == 10 + 3
    other = [effect("under_firearms", 3, "r9", 2)]
    assert shot("OLD", *EVEN, b1={"effects": other})["reluctance"] == 10 + 6


@pytest.mark.rule("KG-162", "KG-066")
def test_fire_from_hiding_shakes_more_and_betrays() -> None:
    units = (unit("r1", "INF", (50, 20), hidden=True), unit("b1", "OLD", (50, 60)))
    found = play(*units, orders=[FIRE], dice=EVEN)
    assert found["units"]["b1"]["reluctance"] == 10 + 3 + 2
    assert found["units"]["r1"]["hidden"] is False


@pytest.mark.rule("KG-066")
def test_what_is_hidden_or_own_is_no_target() -> None:
    units = (unit("r1", "INF", (50, 20)), unit("r2", "OLD", (50, 60)))
    assert "TARGET_WRONG" in refused(*units, orders=[order("ranged", "r1", target="r2")])
    units = (unit("r1", "INF", (50, 20)), unit("b1", "OLD", (50, 60), hidden=True))
    assert refused(*units, orders=[FIRE]) == {"NOT_SEEN"}


def test_who_cannot_shoot() -> None:
    units = (unit("r1", "OLD", (50, 20)), unit("b1", "OLD", (50, 60)))
    assert refused(*units, orders=[FIRE]) == {"CANNOT_SHOOT"}
    other = order("ranged", "r1", target="b1", weapon="crossbow")
    units = (unit("r1", "INF", (50, 20)), unit("b1", "OLD", (50, 60)))
    assert refused(*units, orders=[other]) == {"CANNOT_SHOOT"}
    guns = (unit("r1", "GUN", (50, 20)), unit("b1", "OLD", (50, 60)))
    assert refused(*guns, orders=[FIRE]) == {"TARGET_WRONG"}


@pytest.mark.rule("KG-059")
@pytest.mark.parametrize(("deployed", "expected"), [(False, {"NOT_DEPLOYED"}), (True, set())])
def test_a_packed_gun_does_not_fire(deployed: bool, expected: set[str]) -> None:
    units = (unit("r1", "MG", (50, 20), deployed=deployed), unit("b1", "OLD", (50, 60)))
    dice = EVEN if deployed else ()
    assert refused(*units, orders=[FIRE], dice=dice) == expected


@pytest.mark.rule("KG-042")
def test_flaming_arrows_and_flamethrowers_light_the_ground() -> None:
    scrub = [area("s", "scrub", 30, 50, 40, 30)]
    units = (unit("r1", "ARC", (50, 40)), unit("b1", "OLD", (50, 60)))
    orders = [order("flaming_arrows", "r1"), FIRE]
    found = play(*units, orders=orders, dice=(*EVEN, "d12:7"), terrain=scrub)
    assert found["fires"] == [{"at": [50, 60]}]
    units = (unit("r1", "FLAME", (50, 52)), unit("b1", "OLD", (50, 60)))
    found = play(*units, orders=[FIRE], dice=(*EVEN, "d12:9"), terrain=scrub)
    assert (found["fires"], found["units"]["b1"]["reluctance"]) == ([], 17)


@pytest.mark.rule("KG-038")
def test_a_position_helps_and_needs_no_turning() -> None:
    trench = [area("z", "zone", 40, 55, 20, 10, weight="heavy", defence=3)]
    assert shot("OLD", *EVEN, b1={"in_position": "z"}, terrain=trench)["strength"] == 30 - (12 - 5)
    units = (unit("r1", "INF", (50, 60), 90, in_position="z"), unit("b1", "OLD", (50, 90)))
    assert refused(*units, orders=[FIRE], dice=EVEN, terrain=trench) == set()


def test_a_shooter_may_name_its_weapon() -> None:
    armed = changed("INF", weapons=[RIFLE, MG_WEAPON])
    units = (unit("r1", armed, (50, 20)), unit("b1", "OLD", (50, 60)))
    named = order("ranged", "r1", target="b1", weapon="mg")
    assert play(*units, orders=[named], dice=EVEN)["units"]["b1"]["reluctance"] == 14


@pytest.mark.rule("KG-109", "KG-094")
@pytest.mark.parametrize(
    ("facing", "shooter", "defence"), [(180, "ARC", 8), (0, "ARC", 6), (180, "INF", 2)]
)
def test_a_shield_wall_stops_arrows_from_before(facing: int, shooter: str, defence: int) -> None:
    wall = changed("OLD", defence=[2, 4], formations=["shield_wall"])
    found = play(
        unit("r1", shooter, (60, 20)),
        unit("b1", wall, (60, 40), facing, formation="shield_wall"),
        orders=[order("ranged", "r1", target="b1")],
        dice=["d6:1", "d6:6"],
    )
    assert [e["defence"] for e in found["events"] if e["event"] == "shot"] == [defence]

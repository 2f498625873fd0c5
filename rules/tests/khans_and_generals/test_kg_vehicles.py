"""Vehicles under fire, in assault and in command (sections 14, 17 and 19 of the rules)."""

from typing import Any

import pytest

from rules.tests.khans_and_generals.scenes import (
    CARDS,
    END,
    area,
    changed,
    effect,
    gunned,
    order,
    play,
    refused,
    unit,
)

FIRE = order("ranged", "r1", target="b1")
EVEN = ("d6:3", "d6:3")


def hit(
    shooter: Any, target: Any, *dice: str, far: float = 40, facing: float = 180, **b1: Any
) -> Any:
    units = (unit("r1", shooter, (50, 20)), unit("b1", target, (50, 20 + far), facing, **b1))
    return play(*units, orders=[FIRE], dice=dice)["units"]["b1"]


AP = gunned("GUN", calibre=50, ammunition=["ap"], penetration=[[60, 3]])


@pytest.mark.rule("KG-103", "KG-048", "KG-025")
def test_a_tank_charge_raises_dust() -> None:
    units = (unit("r1", "TANK", (50, 20)), unit("b1", "GUN", (50, 41)))
    run = order("tank_charge", "r1", target="b1")
    found = play(*units, orders=[run], dice=["d8:1"], conditions={"ground": "very_dry"})
    assert [cloud["at"] for cloud in found["smoke"]] == [[50, 20], [50, 30]]


@pytest.mark.rule("KG-129", "KG-016")
@pytest.mark.parametrize(
    ("face", "field", "value"),
    [
        (2, "broken", []),
        (3, "broken", ["optics"]),
        (4, "strength", 1),
        (5, "immobilised", True),
        (6, "eliminated", True),
    ],
)
def test_bullets_on_a_lorry(face: int, field: str, value: Any) -> None:
    assert hit("INF", "LORRY", *EVEN, f"d6:{face}")[field] == value


@pytest.mark.rule("KG-129", "KG-162")
def test_bullets_below_the_defence_only_frighten() -> None:
    found = hit(changed("INF", attack=[0, 3]), "LORRY", *EVEN)
    assert (found["strength"], found["reluctance"]) == (2, 3)


@pytest.mark.rule("KG-130", "KG-135")
@pytest.mark.parametrize(
    ("face", "hatches", "strength", "broken"),
    [(6, "open", 3, []), (7, "open", 2, []), (7, "closed", 3, []), (8, "closed", 3, ["optics"])],
)
def test_bullets_on_armour(face: int, hatches: str, strength: int, broken: list[str]) -> None:
    found = hit("INF", "CAR", f"d8:{face}", hatches=hatches)
    assert (found["strength"], found["broken"]) == (strength, broken)


@pytest.mark.rule("KG-131")
@pytest.mark.parametrize(("dice", "gone"), [(("d6:1", "d6:6"), True), (("d6:1", "d6:6"), False)])
def test_shells_on_a_lorry(dice: Any, gone: bool) -> None:
    gun = gunned("GUN", explosion=14 if gone else 8)
    assert hit(gun, "LORRY", "d10:6", *dice)["eliminated"] is gone


@pytest.mark.rule("KG-132")
@pytest.mark.parametrize(("calibre", "gone"), [(50, False), (75, True)])
def test_passengers(calibre: int, gone: bool) -> None:
    units = (
        unit("r1", gunned("GUN", calibre=calibre), (50, 20)),
        unit("b1", "LORRY", (50, 60)),
        unit("b2", "INF", None, aboard="b1"),
    )
    found = play(*units, orders=[FIRE], dice=("d10:6", *EVEN))["units"]["b2"]
    assert found["eliminated"] is gone
    assert (found["at"], found["pinned"], found["aboard"]) == ([50, 60], not gone, None)


@pytest.mark.rule("KG-133", "KG-134", "KG-121")
@pytest.mark.parametrize(
    ("location", "face", "expected"),
    [
        (1, 1, {"broken": ["optics"]}),
        (1, 2, {"immobilised": True}),
        (1, 3, {"broken": ["weapon"]}),
        (1, 6, {"eliminated": True}),
        (2, 6, {"eliminated": True}),
    ],
)
def test_piercing_shot(location: int, face: int, expected: dict[str, Any]) -> None:
    found = hit(AP, "TANK", "d10:6", f"d6:{location}", f"d8:{face}")
    assert {name: found[name] for name in expected} == expected


@pytest.mark.rule("KG-133", "KG-134")
def test_sides_and_distance_of_penetration() -> None:
    weak = gunned("GUN", calibre=50, ammunition=["ap"], penetration=[[60, 2]])
    assert hit(weak, "TANK", "d10:6", "d6:1", "d8:8")["eliminated"] is False
    side = hit(weak, "TANK", "d10:6", "d6:1", "d8:6", facing=90)
    assert side["eliminated"] is True
    rear = hit(weak, "TANK", "d10:6", "d6:1", "d8:5", facing=0)
    assert rear["eliminated"] is True
    beyond = hit(weak, "TANK", "d10:6", "d6:1", "d8:8", far=75, facing=0)
    assert beyond["eliminated"] is False


@pytest.mark.rule("KG-135", "KG-136", "KG-162")
def test_crews() -> None:
    assert hit(AP, "TANK", "d10:6", "d6:1", "d8:4", hatches="closed")["strength"] == 3
    driver = hit(AP, "TANK", "d10:6", "d6:1", "d8:4")
    assert (driver["strength"], driver["immobilised"], driver["reluctance"]) == (2, True, 8)
    turret = hit(AP, "TANK", "d10:6", "d6:2", "d8:5")
    assert (turret["broken"], turret["immobilised"]) == (["weapon"], False)
    gunner = changed("TANK", strength=4, hull_mg=True)
    assert hit(AP, gunner, "d10:6", "d6:1", "d8:4")["immobilised"] is False
    bare = {"hull": {"front": 0, "side": 0, "rear": 0, "top": 0}}
    shell = gunned("GUN", calibre=50, ammunition=["ap"], penetration=[])
    found = hit(shell, changed("CAR", armour=bare), "d10:6", "d8:4", hatches="closed")
    assert found["strength"] == 2


@pytest.mark.rule("KG-153")
def test_a_vehicle_without_a_crew_is_abandoned() -> None:
    found = hit(AP, changed("TANK", strength=1), "d10:6", "d6:1", "d8:4")
    assert (found["abandoned"], found["eliminated"]) == (True, False)


@pytest.mark.rule("KG-137")
def test_heavy_shells_on_armour() -> None:
    he = gunned("GUN", ammunition=["he"])
    assert hit(he, "TANK", "d10:6", "d6:1", "d8:6")["eliminated"] is True
    assert hit(he, "TANK", "d10:6", "d6:1", "d8:5")["eliminated"] is False
    thick = changed("TANK", armour={"hull": {"front": 4, "side": 4, "rear": 4, "top": 1}})
    units = (unit("r1", he, (50, 20)), unit("b1", thick, (50, 60)))
    assert refused(*units, orders=[FIRE]) == {"AMMUNITION_WRONG"}


@pytest.mark.rule("KG-138", "KG-133")
def test_what_small_guns_and_mortars_may_not() -> None:
    small = gunned("GUN", calibre=37, ammunition=["he"])
    mortar = gunned("GUN", kind="mortar", ammunition=["he"])
    for gun in (small, mortar):
        units = (unit("r1", gun, (50, 20)), unit("b1", "CAR", (50, 60)))
        assert refused(*units, orders=[FIRE]) == {"AMMUNITION_WRONG"}
        shelled = play(*units, orders=[order("shell", "r1", at=[50, 60])])
        assert shelled["units"]["b1"]["reluctance"] == 0
    assert hit(mortar, changed("CAR", open_topped=True), "d10:6", "d8:6")["eliminated"] is True


@pytest.mark.rule("KG-139", "KG-140")
@pytest.mark.parametrize(
    ("type_", "facing", "face", "expected"),
    [
        ("light_tank", 180, 5, {"immobilised": True}),
        ("light_tank", 90, 6, {"broken": ["weapon"]}),
        ("heavy_tank", 0, 8, {"eliminated": False, "strength": 3}),
        ("armoured_car", 180, 8, {"eliminated": True}),
        ("armoured_car", 180, 7, {"strength": 2}),
        ("medium_tank", 180, 2, {"strength": 3, "broken": []}),
    ],
)
def test_anti_tank_rifles(type_: str, facing: float, face: int, expected: Any) -> None:
    plate = 3 if type_ == "heavy_tank" else 1
    hull = dict.fromkeys(("front", "side", "rear", "top"), plate)
    target = changed("CAR", type=type_, armour={"hull": hull})
    found = hit("ATR", target, "d10:6", f"d8:{face}", far=30, facing=facing)
    assert {name: found[name] for name in expected} == expected
    assert found["eliminated"] or found["reluctance"] >= 3


@pytest.mark.rule("KG-139")
def test_a_flamethrower_needs_no_aim() -> None:
    found = hit("FLAME", "TANK", "d8:6", "d12:12", far=14)
    assert found["eliminated"] is True


@pytest.mark.rule("KG-104", "KG-105")
def test_assaults() -> None:
    rush = order("assault_vehicle", "r1", target="b1")
    beside = (50, 30.5)
    lorry = play(unit("r1", "INF", (50, 20)), unit("b1", "LORRY", beside), orders=[rush])
    assert lorry["units"]["b1"]["eliminated"] is True
    for face, field, value in (
        (3, "broken", []),
        (4, "immobilised", True),
        (5, "broken", ["optics"]),
        (6, "broken", ["weapon"]),
        (7, "strength", 2),
        (8, "eliminated", True),
    ):
        units = (unit("r1", "INF", (50, 20)), unit("b1", "CAR", beside))
        found = play(*units, orders=[rush], dice=["d6:2", f"d8:{face}"])["units"]["b1"]
        assert found[field] == value
    failed = play(
        unit("r1", "INF", (50, 20)), unit("b1", "CAR", beside), orders=[rush], dice=["d6:3"]
    )
    assert failed["units"]["b1"]["strength"] == 3
    far = (unit("r1", "INF", (50, 20)), unit("b1", "CAR", (50, 31.5)))
    assert refused(*far, orders=[rush]) == {"TOO_FAR"}
    assert "TARGET_WRONG" in refused(unit("r1", "GUN", (50, 20)), units[1], orders=[rush])


@pytest.mark.rule("KG-162")
def test_a_destroyed_vehicle_gives_heart() -> None:
    shaken = unit("r1", "INF", (50, 20), effects=[effect("under_artillery", 5, "x")])
    rush = order("assault_vehicle", "r1", target="b1")
    found = play(shaken, unit("b1", "LORRY", (50, 30.5)), orders=[rush])
    assert found["units"]["r1"]["reluctance"] == 11


@pytest.mark.rule("KG-103", "KG-106", "KG-162")
def test_tank_charges() -> None:
    charge = order("tank_charge", "r1", target="b1")
    tank, foot = unit("r1", "TANK", (50, 20)), unit("b1", "OLD", (50, 40))
    through = play(tank, foot, orders=[charge], dice=["d8:6", "d6:3"])["units"]
    assert (through["r1"]["at"], through["b1"]["reluctance"]) == ([50, 46.5], 16)
    assert through["b1"]["locked"] == []
    stopped = play(tank, foot, orders=[charge], dice=["d8:5", "d6:2", "d8:4"])["units"]
    assert stopped["r1"]["at"] == pytest.approx([50, 33.5], abs=0.01)
    assert stopped["r1"]["immobilised"] is True
    gun = play(tank, unit("b1", "GUN", (50, 40)), orders=[charge], dice=["d8:6"])
    assert gun["units"]["b1"]["eliminated"] is True
    for target in ("CAR", "LORRY"):
        assert "TARGET_WRONG" in refused(tank, unit("b1", target, (50, 40)), orders=[charge])
    assert "TARGET_WRONG" in refused(unit("r1", "LORRY", (50, 20)), foot, orders=[charge])
    assert "NOT_STRAIGHT" in refused(unit("r1", "TANK", (20, 20)), foot, orders=[charge])
    assert "TOO_FAR" in refused(tank, unit("b1", "OLD", (50, 60)), orders=[charge])


@pytest.mark.rule("KG-086", "KG-155")
def test_command_vehicles() -> None:
    boss = changed("TANK", command=3, initiative=1)
    units = (
        unit("r1", boss, (50, 20), supreme=True),
        unit("r2", "INF", (50, 35), hq="r1"),
    )
    step = order("move", "r2", legs=[{"travel": [[50, 38]]}])
    assert refused(*units, orders=[step]) == set()
    shut = (units[0] | {"hatches": "closed"}, units[1])
    assert "NO_COMMUNICATION" in refused(*shut, orders=[step])
    radio = (unit("r1", boss | {"radio": True}, (50, 20), supreme=True, hatches="closed"), units[1])
    assert refused(*radio, orders=[step]) == set()
    hatches = order("hatches", "r1", open=False)
    assert play(*units, orders=[hatches])["units"]["r1"]["hatches"] == "closed"
    assert refused(*units, orders=[order("hatches", "r1", open=True)]) == {"NOTHING_TO_DO"}
    killed = hit(AP, boss, "d10:6", "d6:1", "d8:4", "d4:1")
    assert killed["commander"] == "dead"


@pytest.mark.rule("KG-167")
def test_routed_vehicles_back_away() -> None:
    shaken = {"routed": True, "effects": [effect("air_raid", 20, "x", 9)]}
    found = play(unit("r1", "TANK", (50, 60), **shaken), orders=[END, END])["units"]["r1"]
    assert (found["at"], found["facing"]) == ([50, 30], 0)
    stuck = unit("r1", "TANK", (50, 60), immobilised=True, **shaken)
    assert play(stuck, orders=[END, END])["units"]["r1"]["abandoned"] is True
    assert CARDS["TANK"]["movement"] == 30


CHARGE = [order("tank_charge", "r1", target="b1")]


@pytest.mark.rule("KG-025", "KG-103")
def test_a_tank_charge_is_a_move_on_the_ground_there_is() -> None:
    units = (unit("r1", "TANK", (60, 20)), unit("b1", "OLD", (60, 46)))
    assert refused(*units, orders=CHARGE, conditions={"ground": "mud"}) == {"TOO_FAR"}


@pytest.mark.rule("KG-032", "KG-103")
def test_a_tank_charge_may_bog_in_scrub() -> None:
    scrub = [area("s", "scrub", 50, 30, 20, 4)]
    units = (unit("r1", "TANK", (60, 20)), unit("b1", "OLD", (60, 44)))
    found = play(*units, orders=CHARGE, dice=["d6:4"], terrain=scrub)
    assert found["units"]["r1"]["bogged"] == 1
    assert found["units"]["b1"]["effects"] == []


@pytest.mark.rule("KG-090", "KG-103")
def test_a_tank_charges_through_its_own_men() -> None:
    friend, gun = unit("r2", "OLD", (60, 30)), unit("r2", "GUN", (60, 30))
    units = (unit("r1", "TANK", (60, 20)), unit("b1", "OLD", (60, 45)))
    found = play(*units, friend, orders=CHARGE, dice=["d8:1", "d6:6"])
    assert found["units"]["r2"]["formation"] == "disordered"
    assert refused(*units, gun, orders=CHARGE) == {"PATH_BLOCKED"}


@pytest.mark.rule("KG-092", "KG-103")
def test_nobody_is_passed_onto_somebody_else() -> None:
    units = (
        unit("r1", "TANK", (60, 20)),
        unit("b1", "OLD", (60, 40)),
        unit("b2", "OLD", (60, 48)),
    )
    found = play(*units, orders=CHARGE, dice=["d8:8", "d6:6"])
    assert found["units"]["r1"]["at"] == pytest.approx([60, 33.5], abs=0.01)


@pytest.mark.rule("KG-104", "KG-152")
def test_the_last_man_of_a_section_assaults_nobody() -> None:
    one = unit("r1", "MG", (60, 20), strength=1)
    attack = [order("assault_vehicle", "r1", target="b1")]
    assert refused(one, unit("b1", "LORRY", (60, 28)), orders=attack) == {"IMMOBILE"}

"""Guns, missions off the map, destroyed works (sections 6 and 16 of the rules)."""

from typing import Any

import pytest

from rules.tests.khans_and_generals.scenes import (
    CARDS,
    END,
    FIELD_GUN,
    area,
    changed,
    codes,
    gunned,
    order,
    play,
    refused,
    unit,
)

EVEN = ("d6:3", "d6:3")
AT = [50, 60]
SHELL = order("shell", "r1", at=AT)
GUN = unit("r1", "GUN", (50, 10))
TARGET = unit("b1", "OLD", (50, 60))


@pytest.mark.rule("KG-116", "KG-117", "KG-118", "KG-120")
def test_each_unit_in_the_spread_is_tested() -> None:
    near = unit("b2", "OLD", (58, 60))
    found = play(GUN, TARGET, near, orders=[SHELL], dice=("d10:6", "d10:7", *EVEN))["units"]
    assert (found["b1"]["strength"], found["b1"]["reluctance"]) == (30 - 12, 15)
    assert (found["b2"]["strength"], found["b2"]["reluctance"]) == (30, 10)


@pytest.mark.rule("KG-117")
def test_own_units_are_hit_too_and_the_table_changes_accuracy() -> None:
    friend = unit("r2", "OLD", (50, 60))
    gun = unit("r1", gunned("GUN", fire_effect=[[60, -1], [150, -3]]), (50, 10))
    assert play(gun, friend, orders=[SHELL], dice=("d10:6",))["units"]["r2"]["strength"] == 30
    dice = ("d10:5", *EVEN)
    assert play(gun, friend, orders=[SHELL], dice=dice)["units"]["r2"]["strength"] == 18


@pytest.mark.rule("KG-118")
def test_strike_capacity_limits_damage_not_hits() -> None:
    near = unit("b2", "OLD", (58, 60))
    gun = unit("r1", gunned("GUN", strike_capacity=1), (50, 10))
    found = play(gun, TARGET, near, orders=[SHELL], dice=("d10:1", "d10:1", *EVEN))["units"]
    assert [found[name]["strength"] for name in ("b1", "b2")] == [18, 30]
    assert found["b2"]["reluctance"] == 15


@pytest.mark.rule("KG-119")
def test_area_ammunition_shares_its_damage() -> None:
    near = unit("b2", "OLD", (58, 60))
    shell = order("shell", "r1", at=AT, ammunition="area")
    how = unit("r1", "HOW", (50, 10))
    found = play(how, TARGET, near, orders=[shell], dice=("d10:6", *EVEN))["units"]
    assert [found[name]["strength"] for name in ("b1", "b2")] == [24, 24]


@pytest.mark.rule("KG-112")
@pytest.mark.parametrize(("calibre", "most"), [(75, 3), (105, 1)])
def test_shells_pin(calibre: int, most: int) -> None:
    gun = unit("r1", gunned("GUN", calibre=calibre), (50, 10))
    target = unit("b1", "INF", (50, 60))
    for face in (most, most + 1):
        dice = ("d10:6", *EVEN, f"d10:{face}")
        pinned = play(gun, target, orders=[SHELL], dice=dice)["units"]["b1"]["pinned"]
        assert pinned is (face > most)


@pytest.mark.rule("KG-121")
def test_ammunition_must_be_there() -> None:
    shell = order("shell", "r1", at=AT, ammunition="area")
    assert refused(GUN, TARGET, orders=[shell]) == {"AMMUNITION_WRONG"}
    assert refused(GUN, TARGET, orders=[SHELL | {"ammunition": "ap"}]) == {"AMMUNITION_WRONG"}


@pytest.mark.rule("KG-122", "KG-048")
def test_a_smoke_shell_makes_a_cloud_next_turn() -> None:
    shell = order("shell", "r1", at=AT, ammunition="smoke")
    now = play(GUN, TARGET, orders=[shell], dice=["d10:6"])
    assert now["smoke"] == []
    found = play(GUN, TARGET, orders=[shell, END, END], dice=["d10:6", "d4:3"])
    assert [(c["kind"], c["at"], c["until"], c["radius"]) for c in found["smoke"]] == [
        ("screen", AT, 4, 5)
    ]
    assert play(GUN, TARGET, orders=[shell, END, END], dice=["d10:7"])["smoke"] == []


@pytest.mark.rule("KG-123")
def test_illumination_lights_the_target_for_a_turn() -> None:
    rifles = unit("r2", "INF", (50, 12))
    light = order("shell", "r1", at=[70, 60], ammunition="illumination")
    gun, fire = unit("r1", "GUN", (70, 30)), order("ranged", "r2", target="b1")
    night = {"conditions": {"time": "night"}}
    found = play(gun, rifles, TARGET, orders=[light, fire], dice=("d10:6", *EVEN), **night)
    assert found["units"]["b1"]["strength"] == 30 - 10
    dark = play(gun, rifles, TARGET, orders=[fire], **night)
    assert dark["units"]["b1"]["strength"] == 30


@pytest.mark.rule("KG-124")
def test_canister_rakes_a_triangle() -> None:
    shell = order("shell", "r1", ammunition="canister")
    inside, outside = unit("b1", "OLD", (50, 24)), unit("b2", "OLD", (62, 24))
    behind = unit("b3", "OLD", (50, 32))
    found = play(GUN, inside, outside, behind, orders=[shell], dice=EVEN)["units"]
    assert [found[name]["strength"] for name in ("b1", "b2", "b3")] == [18, 30, 30]
    assert found["b1"]["reluctance"] == 15


@pytest.mark.rule("KG-116", "KG-014")
def test_direct_fire_needs_sight_and_front() -> None:
    ridge = [area("h", "hill", 0, 28, 120, 4, ridge=[[0, 30], [120, 30]])]
    assert refused(GUN, TARGET, orders=[SHELL], terrain=ridge) == {"NOT_SEEN"}
    assert refused(unit("r1", "GUN", (50, 10), 90), TARGET, orders=[SHELL]) == {"NOT_IN_FRONT"}
    far = unit("r1", gunned("GUN", range=40), (50, 10))
    found = play(far, TARGET, orders=[SHELL, SHELL])
    assert codes(found) == {1: {"ORDER_SPENT"}}


@pytest.mark.rule("KG-074", "KG-125", "KG-019")
def test_indirect_fire() -> None:
    ridge = [area("h", "hill", 0, 28, 120, 4, ridge=[[0, 30], [120, 30]])]
    gun = unit("r1", "HOW", (50, 10), observers="r2", hq="r3")
    eyes, staff = unit("r2", "OBS", (60, 40)), unit("r3", "HQ", (50, 24), supreme=True)
    shell = SHELL | {"mode": "indirect", "director": "r2"}
    dice = ("d10:6", *EVEN)
    found = play(gun, eyes, staff, TARGET, orders=[shell], dice=dice, terrain=ridge)
    assert found["units"]["b1"]["strength"] == 18
    by_staff = shell | {"director": "r3"}
    assert refused(gun, eyes, staff, TARGET, orders=[by_staff], terrain=ridge) == {"NOT_SEEN"}
    assert refused(gun, eyes, staff, TARGET, orders=[by_staff], dice=dice) == set()
    field = unit("r1", "GUN", (50, 10), observers="r2")
    assert refused(field, eyes, TARGET, orders=[shell]) == {"NOT_INDIRECT"}
    away = unit("r2", "OBS", (60, 58))
    assert "DIRECTOR_TOO_FAR" in refused(gun, away, staff, TARGET, orders=[shell])
    near = unit("b2", "OLD", (66, 28), 270)
    assert "DIRECTOR_CUT_OFF" in refused(gun, eyes, staff, TARGET, near, orders=[shell])
    water = [area("d", "deep_water", 40, 20, 40, 4)]
    cut = refused(gun, eyes, unit("r3", "HQ", (20, 10)), TARGET, orders=[shell], terrain=water)
    assert "DIRECTOR_CUT_OFF" in cut
    stranger = shell | {"director": "r_far"}
    assert "TARGET_WRONG" in refused(gun, eyes, staff, TARGET, orders=[stranger])


@pytest.mark.rule("KG-152")
def test_a_gun_served_by_one_man() -> None:
    alone = unit("r1", "GUN", (50, 10), strength=1)
    assert play(alone, TARGET, orders=[SHELL], dice=["d10:5"])["units"]["b1"]["strength"] == 30
    dice = ("d10:4", *EVEN)
    assert play(alone, TARGET, orders=[SHELL], dice=dice)["units"]["b1"]["strength"] == 18


# --- Off the map ----------------------------------------------------------------------------


def observers(level: str = "regiment", tubes: int = 1, **more: Any) -> Any:
    weapon = FIELD_GUN | {"kind": "howitzer", "range": 9999, "accuracy": 5}
    battery = {"level": level, "tubes": tubes, "missions": 2, "weapon": weapon}
    return CARDS["OBS"] | {"battery": battery} | more


MISSION = order("mission", "r1", markers=[AT])


@pytest.mark.rule("KG-126", "KG-127", "KG-128")
@pytest.mark.parametrize(
    ("level", "wait"), [("battalion", 0), ("regiment", 1), ("corps", 2), ("army", 3)]
)
def test_missions_and_their_wait(level: str, wait: int) -> None:
    eyes = unit("r1", observers(level), (50, 10))
    found = play(eyes, TARGET, orders=[MISSION], dice=("d6:3", "d10:5", *EVEN), turn=3)
    assert found["units"]["b1"]["strength"] == 18
    assert (found["units"]["r1"]["missions"], found["units"]["r1"]["next_mission"]) == (1, 4 + wait)
    failed = play(eyes, TARGET, orders=[MISSION, MISSION], dice=["d6:4"], turn=3)
    assert (failed["units"]["r1"]["missions"], failed["units"]["r1"]["next_mission"]) == (
        2,
        4 + wait,
    )
    assert "ORDER_SPENT" in codes(failed)[1]


@pytest.mark.rule("KG-127", "KG-119")
def test_a_battery_with_area_ammunition_shares_its_damage() -> None:
    card = observers()
    battery = card["battery"] | {"weapon": card["battery"]["weapon"] | {"ammunition": ["area"]}}
    eyes = unit("r1", card | {"battery": battery}, (50, 10))
    beside = unit("b2", "OLD", (59, 60))
    found = play(eyes, TARGET, beside, orders=[MISSION], dice=("d6:3", "d10:5", *EVEN))["units"]
    assert (found["b1"]["strength"], found["b2"]["strength"]) == (30 - 6, 30 - 6)


@pytest.mark.rule("KG-008", "KG-066")
def test_a_gun_that_measures_in_vain_stays_hidden() -> None:
    woods = [area("w", "woods", 20, 0, 60, 40)]
    gun = unit("r1", gunned("GUN", range=20), (50, 20), hidden=True)
    shot = order("shell", "r1", at=AT)
    assert play(gun, TARGET, orders=[shot], terrain=woods)["units"]["r1"]["hidden"] is True


@pytest.mark.rule("KG-127", "KG-128")
@pytest.mark.parametrize(
    ("markers", "fits"),
    [
        ([AT, [60, 60]], True),
        ([AT, [59, 60]], False),
        ([AT], False),
        ([AT, [60, 60], [50, 70]], False),
    ],
)
def test_markers_touch_the_first(markers: Any, fits: bool) -> None:
    eyes = unit("r1", observers(tubes=2), (50, 10))
    mission = order("mission", "r1", markers=markers)
    dice = ("d6:3", "d10:6", "d10:6") if fits else ()
    assert refused(eyes, TARGET, orders=[mission], dice=dice) == (
        set() if fits else {"MARKERS_WRONG"}
    )


@pytest.mark.rule("KG-127")
def test_a_failed_mission_ends_the_turn_even_for_command_points() -> None:
    staff = unit("rh", "HQ", (50, 24), supreme=True)
    eyes = unit("r1", observers(), (50, 10), hq="rh")
    column = order("formation", "r1", formation="column", cp="rh")
    theirs = order("move", "b1", legs=[{"travel": [[50, 59]]}])
    orders = [MISSION, END, theirs, column]
    failed = play(eyes, staff, TARGET, orders=orders, dice=["d6:4"])
    assert codes(failed) == {3: {"ORDER_SPENT"}}
    later = [*orders[:3], END, order("formation", "r1", formation="column")]
    assert codes(play(eyes, staff, TARGET, orders=later, dice=["d6:4"])) == {}


@pytest.mark.rule("KG-127", "KG-128")
def test_what_keeps_a_battery_silent() -> None:
    assert refused(unit("r1", "OBS", (50, 10)), TARGET, orders=[MISSION]) == {"CANNOT_SHOOT"}
    spent = unit("r1", observers(), (50, 10), missions=0)
    assert refused(spent, TARGET, orders=[MISSION]) == {"MISSIONS_SPENT"}
    pinned = unit("r1", observers(), (50, 10), pinned=True)
    assert "PINNED" in refused(pinned, TARGET, orders=[MISSION])
    waiting = unit("r1", observers(), (50, 10), next_mission=2)
    assert refused(waiting, TARGET, orders=[MISSION]) == {"MISSION_WAIT"}
    wired = unit("r1", observers(abilities=["telephone"]), (50, 10))
    assert refused(wired, TARGET, orders=[MISSION]) == {"NO_COMMUNICATION"}
    dice = ("d6:3", "d10:6")
    assert refused(wired, TARGET, orders=[MISSION], dice=dice, lines=[["r1", "off-map"]]) == set()


# --- Works ----------------------------------------------------------------------------------


@pytest.mark.rule("KG-037", "KG-039")
@pytest.mark.parametrize(
    ("weight", "more", "face", "gone"),
    [
        ("light", {}, 4, True),
        ("light", {}, 5, False),
        ("heavy", {}, 2, True),
        ("heavy", {}, 3, False),
        ("light", {"destroyed_on": 6}, 6, True),
    ],
)
def test_shells_destroy_works(weight: str, more: Any, face: int, gone: bool) -> None:
    work = [area("z", "zone", 40, 50, 20, 20, weight=weight, **more)]
    dice = ("d10:6", *EVEN, f"d8:{face}")
    found = play(GUN, TARGET, orders=[SHELL], dice=dice, terrain=work)
    assert found["destroyed_terrain"] == (["z"] if gone else [])


@pytest.mark.rule("KG-039")
@pytest.mark.parametrize("more", [{"indestructible": True}, {"calibre": 100}])
def test_what_shells_cannot_destroy(more: Any) -> None:
    work = [area("z", "zone", 40, 50, 20, 20, **more)]
    found = play(GUN, TARGET, orders=[SHELL], dice=("d10:6", *EVEN), terrain=work)
    assert found["destroyed_terrain"] == []


@pytest.mark.rule("KG-039")
@pytest.mark.parametrize(("face", "gone"), [(6, True), (7, False)])
def test_bombs_destroy_half_as_many_more(face: int, gone: bool) -> None:
    work = [area("z", "zone", 40, 50, 20, 20)]
    bombs = CARDS["BOMB"]["bombs"] | {"calibre": 100}
    plane = unit("r1", changed("BOMB", bombs=bombs, optics=3), None, airborne=True)
    target = unit("b1", "OLD", (50, 60))
    dice = ("d10:7", "d10:6", *EVEN, f"d8:{face}")
    found = play(
        plane,
        target,
        dice=dice,
        terrain=work,
        stage="change",
        orders=[order("answer", choice="b1")],
    )
    assert found["destroyed_terrain"] == (["z"] if gone else [])

"""Set-up, weather, fire, reserves, traps, aircraft, objectives, endings."""

from typing import Any

import pytest

from rules.tests.khans_and_generals.scenes import (
    CARDS,
    END,
    WHOLE_TURN,
    area,
    changed,
    codes,
    effect,
    gunned,
    later,
    move,
    order,
    play,
    refused,
    unit,
)

EVEN = ("d6:3", "d6:3")


# --- Set-up ---------------------------------------------------------------------------------


@pytest.mark.rule("KG-020", "KG-021", "KG-023", "KG-024", "KG-025", "KG-022")
def test_rolls() -> None:
    orders = [
        order("roll", what=what)
        for what in ("battle", "time", "weather", "weather_length", "ground")
    ]
    dice = ("d12:12", "d12:11", "d4:1", "d6:5", "d6:2", "d12:9", "d6:4")
    weathers = {"weathers": ["sunny", "cloudy", "fog"]}
    found = play(orders=orders, dice=dice, stage="setup", conditions=weathers)
    now = found["conditions"]
    assert (found["battle"], now["time"], now["weather"]) == ("siege", "dawn", "cloudy")
    assert (now["weather_left"], now["ground"]) == (9, "mud")


@pytest.mark.rule("KG-011", "KG-012", "KG-026")
def test_any_table_and_every_class_is_read() -> None:
    plan = {"table": {"width": 300, "depth": 90}}
    found = play(
        *(
            unit(f"r{n}", what, (20 + 20 * n, 20))
            for n, what in enumerate(CARDS)
            if "at" not in what
        ),
        **plan,
    )
    assert found["units"]["r0"]["strength"] == 30


@pytest.mark.rule("KG-021", "KG-058", "KG-059")
@pytest.mark.parametrize(
    ("battle", "name", "y", "inside"),
    [
        ("attack", "r1", 33.5, True),
        ("attack", "r1", 33.6, False),
        ("attack", "b1", 62.5, True),
        ("attack", "b1", 62.4, False),
        ("siege", "b1", 62.5, True),
        ("meeting", "r1", 27.5, True),
        ("meeting", "r1", 27.6, False),
        ("pitched", "b1", 86.5, True),
        ("pitched", "b1", 86.4, False),
    ],
)
def test_zones(battle: str, name: str, y: float, inside: bool) -> None:
    top: dict[str, Any] = {"stage": "setup", "battle": {"type": battle}}
    if battle in ("attack", "siege"):
        top["battle"]["attacker"] = "red"
    place = order("deploy", name, at=[50, y], facing=0)
    faults = refused(unit(name, "OLD", None), orders=[place], **top)
    assert faults == (set() if inside else {"OUTSIDE_ZONE"})


@pytest.mark.rule("KG-059", "KG-026")
def test_hiding_and_forming_up() -> None:
    scrub = [area("s", "scrub", 30, 10, 40, 20)]

    def deploy(what: str, at: Any, **more: Any) -> set[str]:
        place = order("deploy", "r1", at=at, facing=0, **more)
        return refused(unit("r1", what, None), orders=[place], stage="setup", terrain=scrub)

    assert deploy("INF", [50, 20], hidden=True, formation="loose") == set()
    assert deploy("INF", [90, 20], hidden=True) == {"NOT_HIDING"}
    assert deploy("GUN", [50, 20], hidden=True) == {"NOT_HIDING"}
    assert deploy("CAV", [50, 20], hidden=True) == {"NOT_HIDING"}
    assert deploy("INF", [50, 20], formation="wedge") == {"FORMATION_UNAVAILABLE"}
    assert deploy("INF", [6, 5]) == {"PLACE_FORBIDDEN"}
    out = refused(unit("r1", "INF", (50, 20)), orders=[order("deploy", "r1", at=[50, 20])])
    assert out == {"STAGE_WRONG"}


@pytest.mark.rule("KG-059", "KG-019", "KG-094")
def test_before_the_battle_units_form_up_set_up_and_lay_lines() -> None:
    """It takes nothing of the first turn, reaches those without a staff, and asks what the orders
    themselves ask."""
    field: Any = {"stage": "setup", "terrain": [area("w", "woods", 20, 20, 40, 20)]}
    people = (
        unit("r1", "INF", (90, 20), hq="r9"),
        unit("r2", "MG", (60, 10), hq="r9"),
        unit("r3", "INF", (40, 30)),
        unit("r9", "HQ", (100, 90), supreme=True),
    )
    line = order("telephone", "r2", to="off-map")
    orders = [order("formation", "r1", formation="loose"), order("set_up", "r2"), line]
    found = later(*people, orders=[*orders, order("pack_up", "r2")], **field)
    assert found.units["r1"].formation == "loose"
    assert found.units["r2"].deployed is False
    assert found.lines == (("r2", "off-map"),)
    assert not any(one.major or one.activated for one in found.units.values())
    into_woods = order("formation", "r3", formation="close")
    assert refused(*people, orders=[into_woods], **field) == {"FORMATION_FORBIDDEN"}
    assert refused(*people, orders=[order("ranged", "r1", target="r3")], **field) == {"STAGE_WRONG"}


@pytest.mark.rule("KG-059", "KG-064")
def test_traps_are_laid_before_the_battle() -> None:
    """Off the table, by those whom the ground hides; who is placed lies in no trap any more."""
    field: Any = {"stage": "setup", "terrain": [area("s", "scrub", 30, 10, 40, 20)]}

    def laid(what: Any, at: Any = None, **more: Any) -> set[str]:
        return refused(unit("r1", what, at), orders=[order("trap", "r1")], **(field | more))

    assert laid("GUN") == laid("CAV") == laid("INF", terrain=[]) == {"NOT_HIDING"}
    assert laid("TANK") == laid("INF", reserves={"g": ["r1"]}) == {"TARGET_WRONG"}
    assert laid("INF", (50, 20), stage="orders") == {"STAGE_WRONG"}
    assert laid("INF", traps={"red": ["r1"]}) == {"NOTHING_TO_DO"}
    theirs = refused(unit("b1", "INF", None), orders=[order("trap", "b1")], **field)
    assert theirs == {"NOT_YOUR_TURN"}
    lies = order("trap", "r1")
    for at in (None, (50, 20)):
        found = later(unit("r1", "INF", at), orders=[lies], **field)
        assert (found.units["r1"].at, found.traps) == (None, {"red": ("r1",)})
    back = [lies, order("deploy", "r1", at=[50, 20])]
    found = later(unit("r1", "INF", None), orders=back, **field)
    assert (found.units["r1"].at, found.traps) == ((50, 20), {"red": ()})


@pytest.mark.rule("KG-059", "KG-064")
def test_who_lies_in_a_trap_waits_in_no_reserve() -> None:
    scrub = [area("s", "scrub", 30, 10, 40, 20)]
    both = (unit("r1", "INF", None), unit("r2", "INF", None))
    found = later(*both, orders=[order("trap", "r1"), END], stage="setup", terrain=scrub)
    assert (found.traps, found.reserves) == ({"red": ("r1",)}, {"red 0": ("r2",)})


# --- Time, weather, smoke, fire -------------------------------------------------------------


@pytest.mark.rule("KG-023")
@pytest.mark.parametrize(
    ("time", "spent", "following"),
    [
        ("dawn", 3, "dawn"),
        ("dawn", 4, "day"),
        ("day", 8, "evening"),
        ("evening", 4, "night"),
        ("night", 8, "dawn"),
        ("night", 7, "night"),
    ],
)
def test_time_passes(time: str, spent: int, following: str) -> None:
    conditions = {"time": time, "dynamic_time": True, "time_turns": spent}
    found = play(stage="change", conditions=conditions)
    assert found["conditions"]["time"] == following
    still = play(stage="change", conditions=conditions | {"dynamic_time": False})
    assert still["conditions"]["time"] == time


@pytest.mark.rule("KG-023")
def test_a_day_from_dawn_to_dawn() -> None:
    seen = []
    for turns in (3, 4, 11, 12, 15, 16, 23, 24):
        orders = [*WHOLE_TURN] * turns
        found = play(orders=orders, conditions={"time": "dawn", "dynamic_time": True})
        seen.append(found["conditions"]["time"])
    assert seen == ["dawn", "day", "day", "evening", "evening", "night", "night", "dawn"]


@pytest.mark.rule("KG-024")
def test_weather_changes_when_its_turns_are_over() -> None:
    now = {"weather": "fog", "dynamic_weather": True, "weather_left": 2}
    assert play(stage="change", conditions=now)["conditions"]["weather"] == "fog"
    over = play(
        stage="change", conditions=now | {"weather_left": 1}, dice=("d6:6", "d6:4", "d12:7")
    )
    assert (over["conditions"]["weather"], over["conditions"]["weather_left"]) == ("rain", 7)


IGNITIONS = [
    ("scrub", "dry", "flamethrower", 8),
    ("woods", "wet", "flamethrower", 5),
    ("crops", "very_dry", "destroyed_flammable", 11),
    ("rocks", "dry", "destroyed_vehicle", 0),
    ("open", "dry", "incendiary_bombs", 6),
    ("scrub", "very_dry", "artillery", 5),
    ("woods", "dry", "flaming_arrows", 6),
]


@pytest.mark.rule("KG-042", "KG-043", "KG-025")
@pytest.mark.parametrize(("kind", "ground", "source", "most"), IGNITIONS)
def test_ignition(kind: str, ground: str, source: str, most: int) -> None:
    terrain = [area("a", kind, 40, 40, 20, 20)]
    spark = order("ignite", at=[52, 52], source=source)
    for face in (most, most + 1):
        if face >= 1:
            found = play(
                orders=[spark], dice=[f"d12:{face}"], terrain=terrain, conditions={"ground": ground}
            )
            assert found["fires"] == ([{"at": [50, 50]}] if face <= most else [])


@pytest.mark.rule("KG-042", "KG-043", "KG-025")
@pytest.mark.parametrize(
    ("kind", "ground", "source"),
    [
        ("scrub", "dry", "artillery"),
        ("marsh", "dry", "flamethrower"),
        ("ice", "dry", "flamethrower"),
        ("scrub", "mud", "flamethrower"),
        ("scrub", "snow", "flamethrower"),
    ],
)
def test_what_does_not_burn(kind: str, ground: str, source: str) -> None:
    terrain = [area("a", kind, 40, 40, 20, 20)]
    spark = order("ignite", at=[52, 52], source=source)
    assert refused(orders=[spark], terrain=terrain, conditions={"ground": ground}) == {
        "NOTHING_TO_DO"
    }


@pytest.mark.rule("KG-042")
@pytest.mark.parametrize(("weight", "most"), [("light", 7), ("heavy", 4)])
def test_works_burn_by_weight(weight: str, most: int) -> None:
    work = [area("z", "zone", 40, 40, 20, 20, weight=weight)]
    spark = order("ignite", at=[52, 52], source="flamethrower")
    assert play(orders=[spark], dice=[f"d12:{most}"], terrain=work)["fires"]
    assert not play(orders=[spark], dice=[f"d12:{most + 1}"], terrain=work)["fires"]


@pytest.mark.rule("KG-044", "KG-046")
def test_fire_spreads_where_it_burns_as_well() -> None:
    terrain = [area("s", "scrub", 40, 40, 15, 20), area("w", "woods", 55, 40, 15, 20)]
    top = {"stage": "change", "terrain": terrain}
    found = play(fires=[{"at": [50, 50]}], dice=("d4:2", "d8:1", "d8:3"), **top)
    assert [fire["at"] for fire in found["fires"]] == [[50, 50], [50, 55], [50, 45]]
    from_woods = play(fires=[{"at": [55, 50]}], dice=("d4:1", "d8:7"), **top)
    assert [fire["at"] for fire in from_woods["fires"]] == [[55, 50], [50, 50]]


@pytest.mark.rule("KG-044")
def test_a_large_fire_spreads_from_one_square() -> None:
    fires = [{"at": [50, 50]}, {"at": [55, 50]}, {"at": [60, 55]}]
    found = play(stage="change", fires=fires, dice=("d4:4", "d4:3", "d4:1", "d8:3"))
    assert [65, 55] in [fire["at"] for fire in found["fires"]]


@pytest.mark.rule("KG-044")
def test_every_fire_spreads_by_itself() -> None:
    fires = [{"at": [20, 20]}, {"at": [90, 90]}, {"at": [25, 25]}]
    dice = ("d4:2", "d4:1", "d8:3", "d4:1", "d8:1")
    found = play(stage="change", fires=fires, dice=dice)
    assert [fire["at"] for fire in found["fires"]][3:] == [[30, 25], [90, 95]]


@pytest.mark.rule("KG-044", "KG-144")
def test_a_lot_among_more_than_a_dozen_reaches_the_last() -> None:
    fires = [{"at": [5 * x, 50]} for x in range(14)]
    dice = ("d4:3", "d4:2", "d12:9", "d4:2", "d12:2", "d4:1", "d8:1")
    found = play(stage="change", fires=fires, dice=dice)
    assert found["fires"][-1]["at"] == [65, 55]


@pytest.mark.rule("KG-045")
@pytest.mark.parametrize("kind", ["road", "shallow_water", "cliff"])
def test_fire_breaks(kind: str) -> None:
    ring = [
        area("n", kind, 45, 55, 15, 5),
        area("s", kind, 45, 45, 15, 5),
        area("w", kind, 45, 50, 5, 5),
        area("e", kind, 55, 50, 5, 5),
    ]
    found = play(stage="change", fires=[{"at": [50, 50]}], dice=("d4:1", "d8:1"), terrain=ring)
    assert len(found["fires"]) == 1


@pytest.mark.rule("KG-047", "KG-045", "KG-162")
def test_caught_in_fire() -> None:
    man = unit("r1", "INF", (52, 46))
    spark = order("ignite", at=[52, 47], source="incendiary_bombs")
    orders = [
        spark,
        order("formation", "r1", formation="loose"),
        move("r1", (52, 36)),
        move("r1", (52, 42.5)),
    ]
    found = play(man, orders=orders, dice=["d12:6"])
    caught = found["units"]["r1"]
    assert {1: {"BURNING"}, 2: {"BURNING"}} == codes(found)
    assert (caught["reluctance"], caught["formation"]) == (14, "disordered")
    near = unit("r2", "INF", (52, 30))
    assert "BURNING" in refused(near, orders=[move("r2", (52, 46))], fires=[{"at": [50, 45]}])


@pytest.mark.rule("KG-047", "KG-157")
def test_fire_may_rout_at_once() -> None:
    man = unit("r1", "INF", (52, 46), strength=13)
    spark = order("ignite", at=[52, 47], source="incendiary_bombs")
    assert play(man, orders=[spark], dice=["d12:6"])["units"]["r1"]["routed"] is True


@pytest.mark.rule("KG-042")
def test_destroyed_vehicles_burn_where_that_is_played() -> None:
    units = (unit("r1", "INF", (50, 20)), unit("b1", "LORRY", (50, 60)))
    shot = order("ranged", "r1", target="b1")
    quiet = play(*units, orders=[shot], dice=(*EVEN, "d6:6"))
    assert quiet["fires"] == []
    played = play(*units, orders=[shot], dice=(*EVEN, "d6:6", "d12:2"), conditions={"fire": True})
    assert played["fires"] == [{"at": [50, 60]}]


# --- Reserves and traps ---------------------------------------------------------------------

STAFF = unit("rh", "HQ", (20, 15), supreme=True)
WAITING = unit("r1", "INF", None, hq="rh")


def call(at: Any, **more: Any) -> dict[str, Any]:
    place = {"unit": "r1", "at": at, "facing": 0}
    return order("call_reserves", player="red", group="a", places=[place]) | more


@pytest.mark.rule("KG-060", "KG-061", "KG-062", "KG-150")
def test_reserves() -> None:
    top = {"reserves": {"a": ["r1"]}}
    loose = order("formation", "r1", formation="loose")
    orders = [call([40, 17.5]), loose, call([60, 17.5]), END, END, loose]
    found = play(STAFF, WAITING, orders=orders, dice=["d6:4"], **top)
    assert {1, 2} == codes(found).keys()
    assert "NEWLY_ARRIVED" in codes(found)[1]
    assert found["units"]["r1"]["formation"] == "loose"
    failed = play(STAFF, WAITING, orders=[call([40, 17.5]), call([40, 17.5])], dice=["d6:5"], **top)
    assert failed["units"]["r1"]["at"] is None
    assert codes(failed) == {1: {"RESERVES_TWICE"}}
    assert refused(STAFF, WAITING, orders=[call([40, 17.6])], **top) == {"PLACE_FORBIDDEN"}
    enemy = unit("b1", "OLD", (40, 52.4))
    assert refused(STAFF, WAITING, enemy, orders=[call([40, 17.5])], **top) == {"PLACE_FORBIDDEN"}
    far = unit("rh", "HQ", (20, 25.1), supreme=True)
    assert refused(far, WAITING, orders=[call([40, 17.5])], **top) == {"NO_COMMUNICATION"}
    radio = unit("rh", "RHQ", (20, 60), supreme=True)
    assert refused(radio, WAITING, orders=[call([40, 17.5])], dice=["d6:1"], **top) == set()


def spring(at: Any) -> dict[str, Any]:
    return order("reveal", places=[{"unit": "b1", "at": at, "facing": 180}])


@pytest.mark.rule("KG-061", "KG-082")
def test_an_enemy_may_react_to_the_call_of_reserves() -> None:
    theirs = (unit("bh", "HQ", (90, 110), supreme=True), unit("b1", "INF", (90, 100), hq="bh"))
    react = order("formation", "b1", formation="loose", cp="bh")
    orders = [react, call((25, 17.5)), react]
    found = play(STAFF, WAITING, *theirs, orders=orders, dice=["d6:6"], reserves={"a": ["r1"]})
    assert codes(found) == {0: {"CP_TOO_EARLY"}}


@pytest.mark.rule("KG-064", "KG-065")
def test_traps() -> None:
    scrub = [area("s", "scrub", 30, 45, 90, 60), area("t", "scrub", 30, 0, 40, 20)]
    top = {"terrain": scrub, "traps": {"blue": ["b1"]}}
    red, ambush = unit("r1", "OLD", (50, 40)), unit("b1", "INF", None)
    shot = order("ranged", "b1", target="r1")
    found = play(red, ambush, orders=[spring([50, 55]), shot], dice=EVEN, **top)
    assert codes(found) == {}
    assert found["units"]["r1"]["strength"] == 30 - (12 + 3 - 2)
    assert refused(red, ambush, orders=[spring([50, 54.9])], **top) == {"TRAP_FORBIDDEN"}
    assert refused(red, ambush, orders=[spring([20, 60])], **top) == {"NOT_HIDING"}
    scout = unit("r1", changed("OLD", abilities=["scout"]), (50, 40))
    assert refused(scout, ambush, orders=[spring([50, 70])], **top) == {"TRAP_FORBIDDEN"}
    assert refused(red, ambush, orders=[spring([50, 10])], **top) == {"TRAP_FORBIDDEN"}
    partisan = unit("b1", changed("INF", abilities=["partisan"]), None)
    assert refused(red, partisan, orders=[spring([50, 10])], **top) == set()


# --- Aircraft -------------------------------------------------------------------------------

BOMBER = unit("r1", "BOMB", None, airborne=True)
FIGHTER = unit("r2", "FIGHT", None, airborne=True)


def raid(*dice: str, units: Any, orders: Any = (), **top: Any) -> dict[str, Any]:
    return play(*units, orders=orders, dice=dice, stage="change", **top)


@pytest.mark.rule("KG-141", "KG-150")
def test_calling_aircraft() -> None:
    staff, plane = unit("rh", "RHQ", (50, 20), supreme=True), unit("r1", "BOMB", None)
    ask = order("call_aircraft", "rh", aircraft="r1")
    found = play(staff, plane, orders=[ask, END, END], dice=("d6:4", "d10:5"))
    assert (found["units"]["r1"]["airborne"], found["units"]["r1"]["turns_left"]) == (True, 2)
    failed = play(
        staff, plane, orders=[ask, order("formation", "rh", formation="column")], dice=["d6:5"]
    )
    assert failed["activations"]["rh"] == 0
    assert "ORDER_SPENT" in codes(failed)[1]
    for conditions in ({"time": "night"}, {"weather": "rain"}):
        assert refused(staff, plane, orders=[ask], conditions=conditions) == {"WEATHER_FORBIDS"}
    deaf = unit("rh", "HQ", (50, 20), supreme=True)
    assert refused(deaf, plane, orders=[ask]) == {"NO_COMMUNICATION"}
    assert refused(staff, plane | {"left": True}, orders=[ask]) == {"NO_AIR_SUPPORT"}


@pytest.mark.rule("KG-142", "KG-143")
@pytest.mark.parametrize(("face", "sorties"), [(3, 1), (4, 1), (5, 2), (6, 2)])
def test_search_without_a_target(face: int, sorties: int) -> None:
    found = raid(f"d10:{face}", units=(BOMBER,))["units"]["r1"]
    assert (found["sorties"], found["turns_left"]) == (sorties, 2)


@pytest.mark.rule("KG-142")
def test_who_picks_the_target() -> None:
    target = unit("b1", "OLD", (60, 60))
    asks = {"prompts": "ask"}
    mine = raid("d10:10", units=(BOMBER, target), **asks)["waiting_for"]
    assert (mine["player"], "b1" in mine["options"]) == ("red", True)
    theirs = raid("d10:1", units=(BOMBER, target), **asks)["waiting_for"]
    assert (theirs["player"], theirs["options"]) == ("blue", ["r_far"])
    hidden = [area("s", "scrub", 40, 40, 40, 40)]
    openly = raid("d10:9", units=(BOMBER, target), terrain=hidden, **asks)["waiting_for"]
    assert openly["options"] == ["b_far"]
    optics = unit("r1", changed("BOMB", optics=2), None, airborne=True)
    assert raid("d10:8", units=(optics, target), **asks)["waiting_for"]["player"] == "red"


@pytest.mark.rule("KG-063")
def test_reserves_are_targets_of_aircraft_only() -> None:
    reserve = unit("b1", "OLD", None)
    top = {"reserves": {"a": ["b1"]}, "prompts": "ask"}
    assert "b1" in raid("d10:10", units=(BOMBER, reserve), **top)["waiting_for"]["options"]
    shot = order("ranged", "r5", target="b1")
    assert refused(unit("r5", "INF", (50, 20)), reserve, orders=[shot], **top) == {"UNIT_GONE"}


@pytest.mark.rule("KG-144", "KG-145", "KG-146", "KG-162", "KG-112")
def test_a_raid_at_random() -> None:
    target, other = unit("b1", "ELI", (60, 60)), unit("b2", "OLD", (64, 66))
    dice = ("d10:7", "d6:2", "d4:4", "d4:1", "d10:6", *EVEN, *EVEN, "d10:2")
    found = raid(*dice, units=(BOMBER, target, other))["units"]
    assert found["b1"]["strength"] == found["b2"]["strength"] == 30 - 14
    assert (found["b1"]["reluctance"], found["b2"]["reluctance"]) == (3 + 6, 10 + 6)
    assert found["b1"]["pinned"] is False
    assert (found["r1"]["sorties"], found["r1"]["bombs"]) == (1, 0)


@pytest.mark.rule("KG-145", "KG-146")
def test_weapons_of_aircraft() -> None:
    lorry = unit("b1", "LORRY", (60, 60))
    answer = [order("answer", choice="b1")]
    bombed = raid("d10:10", "d10:6", units=(BOMBER, lorry), orders=answer)
    assert bombed["units"]["b1"]["eliminated"] is True
    empty = BOMBER | {"bombs": 0}
    man = unit("b1", "OLD", (60, 60))
    strafed = raid("d10:10", *EVEN, units=(empty, man), orders=answer)["units"]["b1"]
    assert (strafed["strength"], strafed["reluctance"]) == (30 - (10 - 2), 16)
    cannon = changed("BOMB", cannon={"accuracy": 6, "explosion": 9, "penetration": 3})
    tank = unit("b1", "TANK", (60, 60))
    plane = unit("r1", cannon, None, airborne=True)
    hit = raid("d10:10", "d10:6", "d8:4", units=(plane, tank), orders=answer)["units"]["b1"]
    assert hit["eliminated"] is True


@pytest.mark.rule("KG-147", "KG-148")
@pytest.mark.parametrize(
    ("face", "expected"),
    [
        (1, {"eliminated": True}),
        (2, {"left": True}),
        (4, {"left": True}),
        (5, {"airborne": True, "sorties": 2}),
    ],
)
def test_fighters_fight_first(face: int, expected: dict[str, Any]) -> None:
    enemy = unit("b1", changed("BOMB", defensive_armament=None), None, airborne=True)
    dice = ["d6:4", "d6:1", *EVEN, f"d6:{face}"]
    found = raid(*dice, units=(FIGHTER, enemy))["units"]["b1"]
    assert {name: found[name] for name in expected} == expected


@pytest.mark.rule("KG-148")
def test_equal_totals_do_nothing() -> None:
    enemy = unit("b1", changed("BOMB", defensive_armament=None, agility=5), None, airborne=True)
    dice = (*EVEN, *EVEN, "d10:5")
    assert raid(*dice, units=(FIGHTER, enemy))["units"]["b1"]["airborne"] is True


@pytest.mark.rule("KG-147")
def test_others_fight_only_when_their_raids_are_over() -> None:
    slow = unit("b1", changed("BOMB", agility=1, defensive_armament=None), None, airborne=True)
    spent = unit("r1", "BOMB", None, airborne=True, sorties=0)
    dice = ("d6:6", "d6:1", "d6:1", "d6:6", "d6:1")
    assert raid(*dice, units=(spent, slow))["units"]["b1"]["eliminated"] is True
    assert raid("d10:5", "d10:5", units=(BOMBER, slow))["units"]["b1"]["airborne"] is True


@pytest.mark.rule("KG-149")
def test_anti_aircraft_fire() -> None:
    plane = unit("b1", changed("BOMB", agility=7), None, airborne=True)
    shot = order("anti_air", "r1", aircraft="b1")
    gun = unit("r1", gunned("GUN", explosion=8), (50, 20))
    assert play(gun, plane, orders=[shot], dice=("d10:6", "d6:3", "d6:4", "d6:1"))["units"]["b1"][
        "eliminated"
    ]
    assert play(gun, plane, orders=[shot], dice=("d10:6", "d6:3", "d6:5"))["units"]["b1"][
        "airborne"
    ]
    section = unit("r1", "MG", (50, 20))
    for face, field in ((1, "eliminated"), (2, "left"), (3, "airborne"), (6, "airborne")):
        assert (
            play(section, plane, orders=[shot], dice=[f"d6:{face}"])["units"]["b1"][field] is True
        )
    woods = [area("w", "woods", 20, 0, 60, 60)]
    assert refused(section, plane, orders=[shot], terrain=woods) == {"SKY_HIDDEN"}
    assert refused(unit("r1", "INF", (50, 20)), plane, orders=[shot]) == {"AMMUNITION_WRONG"}
    assert refused(section, plane | {"airborne": False}, orders=[shot]) == {"UNIT_GONE"}


@pytest.mark.rule("KG-149", "KG-111")
def test_distance_does_not_matter_in_the_sky() -> None:
    plane = unit("b1", "BOMB", None, airborne=True)
    gun = unit("r1", gunned("GUN", explosion=8, fire_effect=[[50, 3]]), (50, 20), moved=4)
    shot = order("anti_air", "r1", aircraft="b1")
    found = play(gun, plane, orders=[shot], dice=("d10:6", *EVEN, "d6:1"))
    assert found["units"]["b1"]["eliminated"] is True
    assert play(gun, plane, orders=[shot], dice=["d10:7"])["units"]["b1"]["airborne"] is True


# --- Objectives, tokens, endings ------------------------------------------------------------

GOAL = {"id": "o", "at": [50, 60]}


@pytest.mark.rule("KG-173", "KG-009", "KG-153")
@pytest.mark.parametrize(
    ("units", "holder"),
    [
        ((unit("r1", "OLD", (50, 47.6)),), "red"),
        ((unit("r1", "OLD", (50, 47.4)),), None),
        ((unit("r1", "OBS", (50, 55)),), None),
        ((unit("r1", "OLD", (50, 55)), unit("b1", "OLD", (50, 67))), None),
        ((unit("b1", "OLD", (50, 55), pinned=True),), "blue"),
        ((unit("b1", "OLD", (50, 55), strength=9, routed=True),), None),
        ((unit("r1", "OLD", (50, 55)), unit("b1", "GUN", (50, 67), abandoned=True)), "red"),
        ((unit("r1", "GUN", (50, 55), abandoned=True),), None),
    ],
)
def test_objectives(units: Any, holder: str | None) -> None:
    found = play(*units, orders=WHOLE_TURN, objectives=[GOAL])
    assert found["objectives"] == {"o": holder}


@pytest.mark.rule("KG-173", "KG-171", "KG-169")
def test_objectives_cost_and_earn_tokens() -> None:
    top = {
        "objectives": [GOAL | {"holder": "blue"}],
        "assessment": {"red": {"limit": 20, "tokens": [2, 4]}, "blue": {"limit": 20}},
    }
    found = play(unit("r1", "OLD", (50, 55)), orders=WHOLE_TURN, dice=("token:3", "token:2"), **top)
    assert found["assessment"]["red"]["tokens"] == [4]
    assert found["assessment"]["blue"]["tokens"] == [3]


@pytest.mark.rule("KG-171")
@pytest.mark.parametrize(
    ("what", "state", "number"), [("OLD", {}, 1), ("HQ", {}, 1), ("HQ", {"supreme": True}, 2)]
)
def test_losses_cost_tokens(what: str, state: Any, number: int) -> None:
    units = (
        unit("r1", changed("INF", attack=[5, 90]), (50, 20)),
        unit("b1", what, (50, 60), **state),
    )
    tokens = {"red": {"limit": 20, "tokens": [5]}, "blue": {"limit": 20}}
    dice = [*EVEN, *["token:1"] * number] + (["token:5"] if what == "HQ" else [])
    shot = order("ranged", "r1", target="b1")
    found = play(*units, orders=[shot, *WHOLE_TURN], dice=dice, assessment=tokens)["assessment"]
    assert found["blue"]["tokens"] == [1] * number
    assert found["red"]["tokens"] == ([] if what == "HQ" else [5])


@pytest.mark.rule("KG-171")
def test_escorted_units_cost_the_defender_more() -> None:
    units = (
        unit("r1", changed("INF", attack=[5, 90]), (50, 20)),
        unit("b1", "LORRY", (50, 60), escorted=True),
    )
    top = {"battle": {"type": "convoy", "attacker": "red"}, "assessment": {"blue": {"limit": 20}}}
    shot = order("ranged", "r1", target="b1")
    dice = (*EVEN, "d6:6", "token:1", "token:2")
    assert (
        play(*units, orders=[shot, *WHOLE_TURN], dice=dice, **top)["assessment"]["blue"]["total"]
        == 3
    )


@pytest.mark.rule("KG-168", "KG-169")
@pytest.mark.parametrize(("tokens", "winner"), [([5, 4, 1], None), ([5, 4, 1, 1], "blue")])
def test_too_many_tokens_lose(tokens: list[int], winner: str | None) -> None:
    found = play(orders=WHOLE_TURN, assessment={"red": {"limit": 10, "tokens": tokens}})
    assert (found["winner"], found["ended_by"]) == (winner, "assessment" if winner else None)


@pytest.mark.rule("KG-172", "KG-057")
def test_the_limit_follows_from_points_and_battle() -> None:
    top = {"battle": {"type": "siege", "attacker": "red"}}
    found = play(assessment={"red": {"points": 400}, "blue": {"points": 390}}, **top)
    assert [found["assessment"][player]["limit"] for player in ("red", "blue")] == [45, 20]


@pytest.mark.rule("KG-170")
def test_the_mix_of_tokens() -> None:
    from collections import Counter

    from rules.khans_and_generals.steps.resolution import TOKENS

    assert Counter(TOKENS.faces) == {1: 1, 2: 2, 3: 4, 4: 2, 5: 1}


@pytest.mark.rule("KG-168")
def test_endings() -> None:
    gave_up = play(orders=[order("withdraw", player="blue"), END])
    assert (gave_up["winner"], gave_up["ended_by"]) == ("red", "capitulation")
    assert codes(gave_up) == {1: {"STAGE_WRONG"}}
    gone = unit("b_far", "OLD", (110, 110), eliminated=True)
    assert play(gone, orders=WHOLE_TURN)["ended_by"] == "destroyed"
    down = unit("b_far", "OLD", (110, 110), pinned=True)
    helpless = play(down, orders=WHOLE_TURN)
    assert (helpless["winner"], helpless["ended_by"]) == ("red", "unable")
    tokens = {"red": {"limit": 20, "tokens": [3]}, "blue": {"limit": 20, "tokens": [2]}}
    late = play(orders=[order("end_stage", time_up=True)], assessment=tokens)
    assert (late["winner"], late["ended_by"]) == ("blue", "time")


@pytest.mark.rule("KG-168")
@pytest.mark.parametrize(
    ("what", "stuck", "time", "ended"),
    [
        ("TANK", True, "night", "unable"),
        ("TANK", True, "day", None),
        ("TANK", False, "night", None),
        (changed("TANK", command=2, initiative=1), True, "night", None),
        ("OLD", True, "night", None),
    ],
)
def test_vehicles_that_neither_move_nor_see_anybody_carry_out_nothing(
    what: Any, stuck: bool, time: str, ended: str | None
) -> None:
    last = unit("b_far", what, (110, 110), immobilised=stuck)
    assert play(last, orders=WHOLE_TURN, conditions={"time": time})["ended_by"] == ended


@pytest.mark.rule("KG-075")
def test_the_turn_goes_round() -> None:
    one = play(orders=[END])
    assert (one["turn"], one["active"]) == (1, "blue")
    two = play(orders=[END, END])
    assert (two["turn"], two["active"], two["stage"]) == (2, "red", "orders")
    shaken = unit("r1", "OLD", (60, 60), effects=[effect("air_raid", 6, "x", 1)])
    assert play(shaken, orders=[END])["units"]["r1"]["reluctance"] == 16
    assert play(shaken, orders=[END, END])["units"]["r1"]["reluctance"] == 10


@pytest.mark.rule("KG-060", "KG-092")
def test_reserves_come_in_side_by_side() -> None:
    staff = unit("rh", "RHQ", (60, 10), supreme=True)
    waiting = (unit("r1", "OLD", None), unit("r2", "OLD", None))
    places = [{"unit": "r1", "at": [30, 10]}, {"unit": "r2", "at": [34, 10]}]
    call = order("call_reserves", player="red", group="g", places=places)
    assert refused(staff, *waiting, orders=[call], reserves={"g": ["r1", "r2"]}) == {
        "PLACE_FORBIDDEN"
    }


@pytest.mark.rule("KG-064", "KG-153")
def test_abandoned_guns_keep_nobody_away() -> None:
    scrub = [area("s", "scrub", 40, 10, 40, 20)]
    gun = unit("b1", "GUN", (60, 22), abandoned=True)
    spring = order("reveal", places=[{"unit": "r1", "at": [60, 15]}])
    top: Any = {"traps": {"red": ["r1"]}, "terrain": scrub}
    assert refused(unit("r1", "INF", None), gun, orders=[spring], **top) == set()


@pytest.mark.rule("KG-064")
def test_a_trap_is_one_side_s() -> None:
    scrub = [area("s", "scrub", 40, 10, 40, 20), area("t", "scrub", 40, 90, 40, 20)]
    places = [{"unit": "r1", "at": [60, 15]}, {"unit": "b1", "at": [60, 100], "facing": 180}]
    top: Any = {"traps": {"red": ["r1"], "blue": ["b1"]}, "terrain": scrub}
    both = (unit("r1", "INF", None), unit("b1", "INF", None))
    assert refused(*both, orders=[order("reveal", places=places)], **top) == {"TRAP_FORBIDDEN"}

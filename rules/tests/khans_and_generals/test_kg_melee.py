"""Hand to hand (section 14 of the rules) and formations in it."""

from typing import Any

import pytest

from rules.tests.khans_and_generals.scenes import (
    WHOLE_TURN,
    area,
    changed,
    codes,
    effect,
    locked,
    move,
    order,
    play,
    refused,
    unit,
)

EVEN = ("d6:3", "d6:3")
BLOW, ANSWER = EVEN, EVEN


def melee(attacker: Any, defender: Any, *dice: str, sector: str = "front", **top: Any) -> Any:
    """Both units after the melee phase; the defender stands north of the attacker."""
    facing = {"front": 180, "flank": 90, "rear": 0}[sector]
    deep = 7 if sector == "flank" else 5
    lock = locked("b1", sector, charge=top.pop("charge", False))
    units = (
        unit("r1", attacker, (50, 50), locked=lock, **top.pop("r1", {})),
        unit("b1", defender, (50, 50 + deep), facing, **top.pop("b1", {})),
        *top.pop("others", ()),
    )
    orders = top.pop("orders", WHOLE_TURN)
    return play(*units, orders=orders, dice=dice, **top)["units"]


WEAK = changed("OLD", attack=[0, None])


@pytest.mark.rule("KG-097", "KG-098", "KG-099")
def test_blow_and_answer() -> None:
    found = melee("OLD", "CON", "d6:4", "d6:2", *ANSWER)
    assert found["b1"]["strength"] == 30 - (5 + 2 + (3 - 1) - 3)
    assert found["r1"]["strength"] == 30
    assert found["b1"]["locked"] == ["r1"]


@pytest.mark.rule("KG-015", "KG-001", "KG-003", "KG-162")
def test_flank_and_rear() -> None:
    flank = melee("OLD", "CON", "d6:4", "d6:2", *ANSWER, sector="flank")["b1"]
    assert (flank["strength"], flank["reluctance"]) == (30 - (14 - 3), 15 + 3)
    rear = melee("OLD", "CON", "d6:4", "d6:2", sector="rear")["b1"]
    assert (rear["strength"], rear["routed"]) == (30 - (18 - 3), True)


@pytest.mark.rule("KG-013", "KG-015", "KG-095", "KG-162")
@pytest.mark.parametrize(
    ("facing", "formation", "struck", "shaken"),
    [
        (180, "standard", 2, 0),
        (90, "standard", 8 - 3, 3),
        (0, "standard", 10 - 3, 6),
        (90, "hedgehog", 2, 0),
        (0, "square", 2, 0),
    ],
)
def test_where_a_unit_is_met_decides(facing: int, formation: str, struck: int, shaken: int) -> None:
    deep = 7 if facing == 90 else 5
    units = (
        unit("r1", "OLD", (50, 50)),
        unit("b1", "OLD", (50, 60 + deep), facing, formation=formation),
    )
    advance = order("advance", "r1", target="b1", legs=[{"travel": [[50, 60]]}])
    answer = () if shaken == 6 else ANSWER
    found = play(*units, orders=[advance, *WHOLE_TURN], dice=(*BLOW, *answer))["units"]["b1"]
    assert (found["strength"], found["reluctance"]) == (30 - struck, 10 + shaken)


@pytest.mark.rule("KG-001", "KG-002", "KG-003", "KG-004", "KG-005")
def test_arithmetic() -> None:
    from rules.khans_and_generals.arithmetic import percent, share

    assert percent(14, 50) == 21
    assert (percent(5, 50), percent(3, 50), percent(10, -75)) == (8, 4, 2)
    assert percent(10, 50, 50) == 20
    assert (percent(0, 100), percent(-4, 100)) == (0, -4)
    assert (share(7, 2), share(9, 2)) == (4, 4)


@pytest.mark.rule("KG-097")
def test_no_blow_heals() -> None:
    found = melee(WEAK, WEAK, "d6:1", "d6:6", "d6:1", "d6:6")
    assert found["b1"]["strength"] == found["r1"]["strength"] == 30


@pytest.mark.rule("KG-098")
def test_the_destroyed_do_not_answer() -> None:
    found = melee(changed("OLD", attack=[60, None]), "OLD", *BLOW)
    assert found["b1"]["eliminated"] is True
    assert found["r1"]["locked"] == []


@pytest.mark.rule("KG-100")
def test_one_against_two_shares_its_damage() -> None:
    second = unit("r2", WEAK, (50, 60), 180, locked=locked("b1", "front"))
    strong = changed("OLD", attack=[12, None])
    found = melee(WEAK, strong, *BLOW, *BLOW, *ANSWER, others=[second])
    assert found["r1"]["strength"] == found["r2"]["strength"] == 30 - round((12 - 3) / 2)


@pytest.mark.rule("KG-100", "KG-097")
def test_who_is_destroyed_is_struck_no_more() -> None:
    second = unit("r2", "OLD", (50, 60), 180, locked=locked("b1", "front"))
    found = melee(changed("OLD", attack=[60, None]), "OLD", *BLOW, others=[second])
    assert found["b1"]["eliminated"] is True
    assert (found["r1"]["locked"], found["r2"]["locked"]) == ([], [])


@pytest.mark.rule("KG-099", "KG-098")
def test_the_routed_fight_no_longer() -> None:
    found = melee(changed("OLD", attack=[24, None]), "OLD", *BLOW)
    assert (found["b1"]["strength"], found["b1"]["routed"]) == (30 - (24 - 3), True)
    assert (found["r1"]["locked"], found["b1"]["locked"]) == ([], [])


@pytest.mark.rule("KG-097", "KG-005")
def test_a_plain_blow_has_no_percentages() -> None:
    strong = changed("OLD", attack=[100, None])
    found = melee(strong, changed("OLD", strength=200), *BLOW, *ANSWER)
    assert found["b1"]["strength"] == 200 - (100 - 3)


@pytest.mark.rule("KG-160", "KG-162", "KG-099")
@pytest.mark.parametrize(
    ("card", "charge", "shaken"),
    [("OLD", True, 4), (changed("OLD", abilities=[{"advance": 2}]), False, 2)],
)
def test_only_the_first_blow_is_that_of_a_charge(card: Any, charge: bool, shaken: int) -> None:
    units = (unit("r1", card, (50, 40)), unit("b1", "OLD", (50, 65)))
    legs = [{"travel": [[50, 60]]}]
    rush = order("charge" if charge else "advance", "r1", target="b1", legs=legs)
    turn = (*BLOW, *ANSWER)
    once = play(*units, orders=[rush, *WHOLE_TURN], dice=turn)
    assert once["units"]["b1"]["reluctance"] == 10 + shaken
    twice = play(*units, orders=[rush, *WHOLE_TURN, *WHOLE_TURN], dice=turn * 2)
    assert twice["units"]["b1"]["reluctance"] == 10


@pytest.mark.rule("KG-099", "KG-162", "KG-164")
@pytest.mark.parametrize("by", ["charge", "blow", "answer"])
def test_who_panics_while_others_fight_is_still_fought(by: str) -> None:
    """The second pair fights after the first, in which somebody breaks beside one of its two."""
    frail = {"effects": [effect("air_raid", 20, "x", 9)], "strength": 30}
    edge = {"effects": [effect("air_raid", 20, "x", 9)]}
    strong = changed("OLD", attack=[30, None])
    first: dict[str, tuple[Any, ...]] = {
        "charge": ("OLD", WEAK, frail, BLOW + ANSWER),
        "blow": (strong, "OLD", {}, BLOW),
        "answer": (WEAK, strong, {}, BLOW + ANSWER),
    }
    one, other, state, dice = first[by]
    breaking = "r" if by == "answer" else "b"
    at_edge = {name: edge if name == breaking else {} for name in "rb"}
    found = play(
        unit("r1", one, (50, 50), locked=locked("b1", charge=by == "charge")),
        unit("b1", other, (50, 55), **state),
        unit("r2", "OLD", (60, 50), locked=locked("b2"), **at_edge["r"]),
        unit("b2", "OLD", (60, 55), **at_edge["b"]),
        orders=WHOLE_TURN,
        dice=(*dice, *BLOW, *ANSWER),
    )["units"]
    broken = found[f"{breaking}2"]
    disordered = 3 - 2
    assert (broken["routed"], broken["strength"]) == (True, 30 - (5 - round(disordered / 2)))


@pytest.mark.rule("KG-101")
def test_support_fights_as_line_units_do() -> None:
    section = changed("MG", strength=9, attack=[0, None], defence=[1, 0])
    assert melee("OLD", section, *BLOW, *ANSWER)["b1"]["strength"] == 9 - 4


@pytest.mark.rule("KG-102")
def test_weapons_against_types_and_spears_in_woods() -> None:
    hunters = changed("OLD", abilities=[{"against": {"cavalry": 4}}])
    assert melee(hunters, "CAV", *BLOW, *ANSWER)["b1"]["strength"] == 20 - (5 + 4 - 3)
    spears = changed("OLD", attack=[9, None], abilities=["spears"])
    woods = [area("w", "woods", 30, 40, 40, 40)]
    assert melee(spears, WEAK, *BLOW, *ANSWER)["b1"]["strength"] == 30 - (9 - 3)
    found = melee(spears, WEAK, *BLOW, *ANSWER, terrain=woods)
    assert found["b1"]["strength"] == 30 - (9 - 2 - 3)
    assert melee("OLD", WEAK, *BLOW, *ANSWER, terrain=woods)["b1"]["strength"] == 30 - (5 - 3)


@pytest.mark.rule("KG-094")
@pytest.mark.parametrize(
    ("formation", "defence"),
    [("disordered", -2), ("column", -3), ("loose", -2), ("close", 2), ("skirmish", 0)],
)
def test_formations_defend(formation: str, defence: int) -> None:
    found = melee(
        changed("OLD", attack=[10, None]), WEAK, *BLOW, *ANSWER, b1={"formation": formation}
    )
    assert found["b1"]["strength"] == 30 - (10 - 3 - defence)


@pytest.mark.rule("KG-094", "KG-095")
def test_special_formations() -> None:
    pikes = {"formation": "pike_wall"}
    found = melee("CAV", changed("OLD", attack=[6, None]), *BLOW, *ANSWER, b1=pikes)
    assert found["b1"]["strength"] == 30
    assert found["r1"]["strength"] == 20 - (12 - 3)
    front = melee(changed("OLD", attack=[15, None]), WEAK, *BLOW, *ANSWER, b1=pikes)
    assert front["b1"]["strength"] == 30 - (15 - 3 - 4)
    flank = melee(changed("OLD", attack=[6, None]), WEAK, *BLOW, *ANSWER, sector="flank", b1=pikes)
    assert flank["b1"]["strength"] == 30 - round((9 - 3) * 1.5)
    shields = {"formation": "shield_wall"}
    shielded = changed("OLD", attack=[0, None], defence=[2, 3])
    found = melee(changed("OLD", attack=[10, None]), shielded, *BLOW, *ANSWER, b1=shields)
    assert found["b1"]["strength"] == 30 - (10 - 2 - 4)
    close = melee("OLD", WEAK, *BLOW, *ANSWER, r1={"formation": "close"})
    assert close["b1"]["strength"] == 30 - (5 + 2 - 3)


@pytest.mark.rule("KG-095")
@pytest.mark.parametrize(("face", "at"), [(3, [50, 50]), (4, [50, 60])])
def test_a_wedge_passes_through(face: int, at: list[float]) -> None:
    wedge = {"formation": "wedge"}
    found = melee("CAV", WEAK, *BLOW, *ANSWER, f"d6:{face}", r1=wedge, charge=True)
    assert found["b1"]["strength"] == 30 - (12 - 3)
    assert found["b1"]["reluctance"] == 10 + 4
    assert found["r1"]["at"] == at
    assert found["r1"]["locked"] == (["b1"] if face == 3 else [])


@pytest.mark.rule("KG-095", "KG-092")
def test_a_wedge_passes_through_whichever_way_it_rides() -> None:
    def ridden(*others: Any) -> Any:
        rider = {"formation": "wedge", "locked": locked("b1", charge=True)}
        riders = unit("r1", "CAV", (30, 50), 90, **rider)
        target = unit("b1", WEAK, (35, 50), 270)
        dice = (*BLOW, *ANSWER, "d6:4")
        return play(riders, target, *others, orders=WHOLE_TURN, dice=dice)["units"]["r1"]

    passed = ridden()
    assert (passed["at"], passed["locked"]) == ([40, 50], [])
    blocked = ridden(unit("b2", "OLD", (42, 50), 270))
    assert (blocked["at"], blocked["locked"]) == ([30, 50], ["b1"])


@pytest.mark.rule("KG-095")
def test_a_wedge_has_nobody_left_to_pass_through() -> None:
    wedge = {"formation": "wedge"}
    found = melee(changed("CAV", attack=[12, None]), WEAK, *BLOW, r1=wedge, charge=True)
    assert (found["b1"]["routed"], found["r1"]["at"]) == (True, [50, 50])


@pytest.mark.rule("KG-164")
def test_the_routed_fight_at_half() -> None:
    routed = {"routed": True, "strength": 30, "effects": [effect("air_raid", 40, "x")]}
    strong = changed("OLD", attack=[20, None], defence=[4, 4])
    orders: dict[str, Any] = {"active": "blue", "orders": WHOLE_TURN[:1]}
    found = melee(changed("OLD", attack=[10, None]), strong, *BLOW, *ANSWER, b1=routed, **orders)
    assert found["b1"]["strength"] == 30 - (10 - 4)
    assert found["r1"]["strength"] == 30 - (10 - 3)


@pytest.mark.rule("KG-164")
def test_the_routed_break_off_in_their_turn() -> None:
    routed = {"routed": True, "strength": 5, "formation": "disordered"}
    units = (
        unit("r1", "OLD", (50, 50), locked=locked("b1")),
        unit("b1", "OLD", (50, 55), **routed),
    )
    found = play(*units, orders=[WHOLE_TURN[0]])
    assert found["units"]["b1"]["locked"] == []


@pytest.mark.rule("KG-096", "KG-009", "KG-010")
def test_an_advance_into_contact_locks() -> None:
    units = (unit("r1", "OLD", (50, 50)), unit("b1", "OLD", (50, 65)))
    advance = order("advance", "r1", target="b1", legs=[{"travel": [[50, 60]]}])
    found = play(*units, orders=[advance, move("r1", (50, 50))])
    assert found["units"]["r1"]["locked"] == ["b1"]
    assert codes(found) == {1: {"LOCKED"}}
    short = order("advance", "r1", target="b1", legs=[{"travel": [[50, 59]]}])
    assert refused(*units, orders=[short]) == {"NOT_IN_CONTACT"}


@pytest.mark.rule("KG-162", "KG-160")
def test_an_advance_bonus_shakes_the_target() -> None:
    drums = changed("OLD", abilities=[{"advance": 2}])
    units = (unit("r1", drums, (50, 50)), unit("b1", "OLD", (50, 65)))
    advance = order("advance", "r1", target="b1", legs=[{"travel": [[50, 60]]}])
    found = play(*units, orders=[advance, *WHOLE_TURN], dice=(*BLOW, *ANSWER))
    assert found["units"]["b1"]["reluctance"] == 12


@pytest.mark.rule("KG-089", "KG-175", "KG-078")
def test_charges() -> None:
    units = (unit("r1", "OLD", (50, 20)), unit("b1", "OLD", (50, 65)))

    def charge(*points: Any, turn: float = 0) -> dict[str, Any]:
        legs = ([{"rotate": turn}] if turn else []) + [{"travel": list(points)}]
        return order("charge", "r1", target="b1", legs=legs)

    found = play(*units, orders=[charge((50, 60)), order("formation", "r1", formation="close")])
    assert found["units"]["r1"]["locked"] == ["b1"]
    assert "ORDER_SPENT" in codes(found)[1]
    assert refused(*units, orders=[charge((50, 60))], conditions={"ground": "mud"}) >= {
        "CHARGE_FORBIDDEN"
    }
    woods = [area("w", "woods", 30, 35, 40, 10)]
    assert "CHARGE_FORBIDDEN" in refused(*units, orders=[charge((50, 60))], terrain=woods)
    assert "NOT_STRAIGHT" in refused(*units, orders=[charge((50, 40), (50, 60))])
    assert "NOT_STRAIGHT" in refused(*units, orders=[charge((50, 60), turn=95)])
    skirmish = (units[0], units[1] | {"formation": "skirmish"})
    assert "CHARGE_FORBIDDEN" in refused(*skirmish, orders=[charge((50, 60))])
    far = (unit("r1", "OLD", (50, 19)), units[1])
    assert "TOO_FAR" in refused(*far, orders=[charge((50, 60))])
    first = [move("r1", (50, 21)), charge((50, 60))]
    assert "ORDER_SPENT" in refused(*units, orders=first)


@pytest.mark.rule("KG-094")
@pytest.mark.parametrize(("way", "codes"), [(5, set()), (9, {"TOO_FAR"})])
def test_a_hedgehog_charges_no_farther_than_it_goes(way: int, codes: set[str]) -> None:
    hedgehog = unit("r1", "OLD", (50, 50), formation="hedgehog")
    charge = order("charge", "r1", target="b1", legs=[{"travel": [[50, 50 + way]]}])
    assert refused(hedgehog, unit("b1", "OLD", (50, 55 + way)), orders=[charge]) == codes


@pytest.mark.rule("KG-089")
def test_a_human_wave_walks_and_takes_both_orders() -> None:
    units = (unit("r1", "OLD", (50, 40)), unit("b1", "OLD", (50, 65)))
    wave = order("human_wave", "r1", target="b1", legs=[{"travel": [[50, 60]]}])
    found = play(*units, orders=[wave, *WHOLE_TURN], dice=(*BLOW, *ANSWER))
    assert found["units"]["b1"]["reluctance"] == 10
    assert found["units"]["b1"]["strength"] == 28


@pytest.mark.rule("KG-096", "KG-106", "KG-103")
def test_who_starts_no_melee() -> None:
    for what, target in (("GUN", "OLD"), ("TANK", "OLD"), ("OLD", "TANK")):
        units = (unit("r1", what, (50, 50)), unit("b1", target, (50, 65)))
        advance = order("advance", "r1", target="b1", legs=[{"travel": [[50, 56]]}])
        assert "TARGET_WRONG" in refused(*units, orders=[advance])


@pytest.mark.rule("KG-096", "KG-175", "KG-162")
def test_disengaging() -> None:
    units = (unit("r1", "OLD", (50, 50), locked=locked("b1")), unit("b1", "OLD", (50, 55)))
    away = order("disengage", "r1", legs=[{"travel": [[50, 30]]}])
    free = play(*units, orders=[away], dice=["d6:3"])["units"]["r1"]
    assert (free["at"], free["formation"], free["locked"]) == ([50, 30], "disordered", [])
    held = play(*units, orders=[away], dice=["d6:4"])["units"]["r1"]
    assert (held["locked"], held["reluctance"]) == (["b1"], 11)


@pytest.mark.rule("KG-096")
@pytest.mark.parametrize("kind", ["advance", "charge", "human_wave"])
def test_whoever_is_touched_is_fought(kind: str) -> None:
    pair = (unit("b1", "OLD", (55.4, 35)), unit("b2", "OLD", (64.6, 35)))
    rush = order(kind, "r1", target="b1", legs=[{"travel": [[60, 30]]}])
    found = play(unit("r1", "OLD", (60, 20)), *pair, orders=[rush])
    assert found["units"]["r1"]["locked"] == ["b1", "b2"]


@pytest.mark.rule("KG-096", "KG-175")
def test_who_disengages_ends_clear_of_every_enemy() -> None:
    fight = (unit("r1", "OLD", (60, 20), locked=locked("b1")), unit("b1", "OLD", (60, 25)))
    aside = order("disengage", "r1", legs=[{"travel": [[64, 20]]}])
    assert refused(*fight, orders=[aside]) == {"STILL_IN_CONTACT"}

"""Terms of the glossary and of the first chapters that play rests on (AOD-STD-014 to AOD-STD-017,
AOD-BUILD-015, AOD-BUILD-017, AOD-CARD-027, AOD-UNIT-030, AOD-UNIT-031)."""

from typing import Any

import pytest

from rules import Unreadable
from rules.age_of_destruction import AGE_OF_DESTRUCTION
from rules.age_of_destruction.moment.field import Field
from rules.core.geometry import distance
from rules.tests.skirmishes import (
    END,
    Json,
    aboard,
    assault,
    close,
    mech,
    move,
    play,
    ranged,
    read,
    scenario,
    spin,
    squad,
    tank,
    vent,
    woods,
)

rule = pytest.mark.rule
MISS = (2, 2, 1)
RED_AT, BLUE_AT = (18, 10), (18, 16)


@rule("AOD-STD-014")
@pytest.mark.parametrize(
    ("facing", "codes"), [(180, set()), (100, set()), (0, {"CANNOT_SPIN"}), (None, set())]
)
def test_a_free_spin_brings_whoever_came_partly_to_the_front(facing: Any, codes: set[str]) -> None:
    units = [tank("r1", (18, 15)), mech("b1", (18, 20), 0)]
    game = play(units, move("r1", (18, 17.475)), spin("b1", facing), prompts="ask")
    assert game.codes(1) == codes


def carried(*orders: Json) -> Any:
    carrier = tank("r1", (18, 10), transport_capacity=2)
    return play([carrier, squad("r2", (18, 7.875)), tank("b1", (30, 30))], *orders)


@rule("AOD-STD-015")
def test_running_is_part_of_a_move_order() -> None:
    game = play([mech("r1", RED_AT), tank("b1", (30, 30))], move("r1", (18, 19), run=True))
    assert (game.refused, game.r1.ordered, game.state.orders_left) == ({}, "move", 7)


@rule("AOD-STD-015")
def test_boarding_is_part_of_the_move_order_of_the_transport() -> None:
    legs = {"legs": [{"board": ["r2"]}, {"travel": [[18, 12]]}]}
    game = carried(move("r1") | legs)
    assert (game.refused, game.r2.aboard, game.state.orders_left) == ({}, "r1", 7)
    assert (game.r1.ordered, game.r2.ordered) == ("move", None)


@rule("AOD-STD-015", "AOD-BUILD-017")
@pytest.mark.parametrize("kind", ["run", "board", "disembark", "repair", "capture"])
def test_options_are_no_orders_of_their_own(kind: str) -> None:
    with pytest.raises(Unreadable):
        read(scenario([mech("r1", RED_AT)], {"order": kind, "unit": "r1"}))


@rule("AOD-STD-016")
@pytest.mark.parametrize(
    ("dice", "critical"), [((6, 6, 1), "hit"), ((6, 5, 6), ""), ((1, 1, 6), "miss")]
)
def test_the_white_dice_make_a_charge_critical(dice: Any, critical: str) -> None:
    units = [mech("r1", RED_AT), tank("b1", (18, 20), 180)]
    charge = {"order": "charge", "unit": "r1", "target": "b1", "path": [[18, 17.475]]}
    assert play(units, charge, dice=dice).events("AttackRolled")[0].critical == critical


@rule("AOD-STD-016")
def test_a_special_attack_is_an_attack_for_faction_abilities() -> None:
    units = [
        mech("r1", RED_AT, faction="House Liao"),
        tank("b1", (18, 20), 180, rank="green"),
    ]
    charge = {"order": "charge", "unit": "r1", "target": "b1", "path": [[18, 17.475]]}
    game = play(units, charge, dice=(4, 3, 3))
    assert [event.name for event in game.events("AbilityUsed")] == ["Ruthlessness"]


@rule("AOD-STD-017")
def test_the_glossary_is_the_fifteenth_chapter_and_the_last() -> None:
    sections = AGE_OF_DESTRUCTION.rulebook().sections
    assert sections["15"]["en"] == "Glossary"
    assert {int(key.split("/")[0]) for key in sections if key[0].isdigit()} == set(range(1, 16))


@rule("AOD-BUILD-015")
def test_a_transport_has_as_many_containers_as_its_capacity() -> None:
    """A unit aboard stands off the battlefield and goes by the name of its transport."""
    carrier = tank("r1", RED_AT, transport_capacity=2) | {"at": None}
    load = [aboard(squad(f"r{n}", (0, 0)), "r1") for n in (2, 3, 4)]
    full = read(scenario([carrier, *load[:2]], stage="setup"))
    assert {full.state.units[name].aboard for name in ("r2", "r3")} == {"r1"}
    bare = tank("r1", RED_AT) | {"at": None}
    for overloaded in ([carrier, *load], [bare, load[0]]):
        with pytest.raises(Unreadable):
            read(scenario(overloaded, stage="setup"))


BESIDE = (18, 11.9)
FIVE = {
    "move": (move("r1", (18, 9)), BLUE_AT),
    "vent": (vent("r1"), BLUE_AT),
    "ranged": (ranged("r1", "b1"), BLUE_AT),
    "close": (close("r1", "b1"), BESIDE),
    "assault": (assault("r1", "ranged", (18, 11), targets=["b1"]), BLUE_AT),
}


@rule("AOD-BUILD-017")
@pytest.mark.parametrize("kind", FIVE)
def test_a_mech_may_be_given_orders_of_five_kinds_one_a_turn(kind: str) -> None:
    order, at = FIVE[kind]
    units = [mech("r1", RED_AT, heat=2), squad("b1", at, 180), squad("b2", (30, 30))]
    dice = MISS if kind in ("ranged", "close", "assault") else ()
    game = play(units, order, order, dice=dice)
    assert (game.codes(0), game.r1.ordered) == (set(), kind)
    assert "ALREADY_ORDERED" in game.codes(1)


@rule("AOD-BUILD-017")
@pytest.mark.parametrize("kind", FIVE)
def test_a_vehicle_has_no_vent_no_close_combat_and_no_assault(kind: str) -> None:
    order, at = FIVE[kind]
    units = [tank("r1", (18, at[1] - 2.125)), squad("b1", at, 180), squad("b2", (30, 30))]
    if kind != "close":
        units[0]["at"] = list(RED_AT)
    dice = MISS if kind == "ranged" else ()
    assert bool(play(units, order, dice=dice).codes()) == (kind not in ("move", "ranged"))


@rule("AOD-CARD-027")
def test_an_order_that_cannot_be_carried_out_is_spent_without_effect() -> None:
    units = [squad("r1", RED_AT), squad("b1", (18, 11.5), 180)]
    game = play(units, move("r1", (18, 8)), dice=(1,))
    assert (game.refused, game.r1.at, game.state.orders_left) == ({}, (18, 10), 7)


@rule("AOD-CARD-027")
def test_a_cancelled_card_costs_no_order() -> None:
    both = {"conditions": ["AOD-PC-001", "AOD-PC-005"]}
    game = play([tank("r1", RED_AT), tank("b1", BLUE_AT)], **both)
    assert (game.state.conditions, game.state.orders_left) == (("AOD-PC-001",), 8)


@rule("AOD-UNIT-030")
@pytest.mark.parametrize(("inches", "codes"), [(10.0, set()), (10.1, {"OUT_OF_RANGE"})])
def test_distances_are_measured_from_dot_to_dot(inches: float, codes: set[str]) -> None:
    """The bases of two tanks at 10.1 inches are much nearer than 10."""
    units = [tank("r1", RED_AT), tank("b1", (18, 10 + inches), 180)]
    game = play(units, ranged("r1", "b1"), dice=() if codes else MISS)
    assert game.codes() == codes
    field = Field(game.outcome.setup, game.state)
    red, blue = field.piece("r1"), field.piece("b1")
    assert distance(red.at, blue.at) == pytest.approx(inches)
    assert red.outline.gap(blue.outline) < 8.1


@rule("AOD-UNIT-030")
@pytest.mark.parametrize("orders", [(), (END,), (move("r1", (18, 11)), END, END)])
def test_anything_may_be_measured_at_any_time_and_changes_nothing(orders: Any) -> None:
    wood = [woods("wood", (15, 12), (21, 14))]
    game = play([tank("r1", RED_AT), tank("b1", BLUE_AT, 180)], *orders, terrain=wood)
    before = game.state
    field = Field(game.outcome.setup, before)
    red, blue = field.piece("r1"), field.piece("b1")
    assert distance(red.at, blue.at) in (5, 6)
    assert red.faces(blue.at) and blue.faces(red.at)
    assert (field.line(red, blue).blocked, field.line(blue, red).blocked) == (False, False)
    assert field.state is before


@rule("AOD-UNIT-031")
def test_shallow_water_is_clear_for_a_mech() -> None:
    pond = [woods("pond", (15, 11), (21, 20), kind="shallow_water")]
    lake = [woods("lake", (15, 11), (21, 20), kind="deep_water")]
    units, way = [mech("r1", RED_AT), tank("b1", (30, 30))], move("r1", (18, 16))
    assert play(units, way, terrain=pond).codes() == set()
    assert play(units, way, terrain=lake).codes() >= {"MUST_STOP"}


@rule("AOD-UNIT-031")
def test_low_walls_are_no_kind_of_terrain() -> None:
    with pytest.raises(Unreadable) as unreadable:
        read(scenario([mech("r1", RED_AT)], terrain=[woods("w", (5, 5), (8, 6), kind="low_wall")]))
    assert unreadable.value.path == "$.terrain[0].kind"

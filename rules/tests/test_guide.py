"""What the guide tells players: options with their reasons, measured moves, ways towards others."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from rules.age_of_destruction.guide import March, Option, RepairOdds, measure, of_itself, options
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.orders import read_order
from rules.age_of_destruction.orders.move import Move
from rules.age_of_destruction.orders.ways import Halt, toward, towards_unit
from rules.age_of_destruction.play.rules import explain
from rules.age_of_destruction.play.scenario import Scenario
from rules.age_of_destruction.records.units import Unit
from rules.tests.artillery_cases import gun
from rules.tests.skirmishes import (
    Json,
    assault,
    catalogue,
    mech,
    move,
    read,
    scenario,
    squad,
    tank,
    vtol,
    woods,
)
from rules.tools.bench_skirmish import position

LORRY = tank("r1", (18, 10), mode="wheeled")
DIE = range(1, 7)
JUMP_JETS = {"speed": ("blue", "square")}


def field(*units: Json, **fields: Any) -> Field:
    found = read(scenario(list(units), **fields))
    return Field(found.setup, found.state)


def may(on: Field, unit: str) -> dict[tuple[str, str], Option]:
    """The options of a unit by kind and target; of several weapons the last."""
    return {(o.kind, o.target): o for o in options(on.setup, on.state, unit)}


def codes(option: Option) -> set[str]:
    return {violation.code for violation in option.refused}


# --- Options --------------------------------------------------------------------------------


def _workshop(damage: int, *, click: int = 8, **patient: Any) -> Field:
    medic = mech("r1", (18, 10), primary_damage=damage, equipment={"attack": ("green", "square")})
    return field(medic, tank("r2", (18, 12.525), defense=19, click=click, **patient))


def _repairs(damage: int, *, click: int = 8, **patient: Any) -> list[Option]:
    on = _workshop(damage, click=click, **patient)
    return [o for o in options(on.setup, on.state, "r1") if o.target == "r2"]


@pytest.mark.rule("AOD-REPAIR-001")
@pytest.mark.parametrize(("damage", "better"), [(0, "die"), (3, "die"), (4, "value"), (6, "value")])
def test_both_ways_to_repair_are_offered_and_the_better_one_first(damage: int, better: str) -> None:
    first, second = _repairs(damage)
    assert first.kind == f"repair_by_{better}"
    assert {first.kind, second.kind} == {"repair_by_value", "repair_by_die"}
    assert first.odds and second.odds
    assert first.odds.restored > second.odds.restored
    assert first.odds.success == second.odds.success


@pytest.mark.rule("AOD-REPAIR-001", "AOD-CRIT-005")
def test_the_odds_of_a_repair_count_criticals_and_the_limit_of_the_dial() -> None:
    """By hand: 10 of three dice; one more click with two sixes, one lost with two ones."""
    by_value = next(o for o in _repairs(2) if o.kind == "repair_by_value")
    throws = [(a, b, c) for a in DIE for b in DIE for c in DIE]
    wins = [t for t in throws if t[:2] == (6, 6) or (t[:2] != (1, 1) and sum(t) >= 10)]
    criticals = [t for t in wins if t[:2] == (6, 6)]
    restored = Fraction(2 * len(wins) + len(criticals) - 6, 216)
    assert by_value.odds == RepairOdds(Fraction(len(wins), 216), restored)
    near = next(o for o in _repairs(2, click=2) if o.kind == "repair_by_value")
    assert near.odds and near.odds.restored == Fraction(len(wins) - 6, 216)


@pytest.mark.rule("AOD-REPAIR-002")
def test_a_repair_the_rules_refuse_is_told_in_both_ways_with_its_reason() -> None:
    for option in _repairs(3, click=1):
        assert codes(option) == {"REPAIR_MARKER"} and option.odds is None


@pytest.mark.rule("AOD-REPAIR-001")
def test_a_friend_is_repaired_by_what_restores_something() -> None:
    for damage, kinds in ((0, ["repair_by_die"]), (3, ["repair_by_die", "repair_by_value"])):
        near = _workshop(damage)
        found = [option for option in of_itself(near, "r1") if "repair" in option.kind]
        assert [option.kind for option in found] == kinds
        assert {option.target for option in found} == {"r2"}


MENDERS = [
    (unit, number)
    for unit in catalogue().units.values()
    for number, click in enumerate(unit.dial, start=1)
    if "attack" in click.equipment and click.equipment["attack"].color == "green"
]


@pytest.mark.parametrize(("mender", "click"), MENDERS, ids=lambda one: getattr(one, "id", one))
def test_every_figure_with_repair_is_offered_both_ways(mender: Unit, click: int) -> None:
    medic = {"id": "r1", "owner": "red", "unit": mender.id, "at": [18, 10], "facing": 0}
    patient = squad if mender.attack_symbol == "cross" else tank
    apart = field(medic | {"click": click}, patient("r2", (18, 20), click=4))
    lengths = sum(apart.piece(name).figure.shape.length for name in ("r1", "r2")) / 2
    state = apart.moved("r2", at=(18, 10 + lengths + 0.02)).state
    found = [o for o in options(apart.setup, state, "r1") if "repair" in o.kind]
    assert {o.kind for o in found} == {"repair_by_die", "repair_by_value"}
    restored = [o.odds.restored for o in found if o.odds]
    assert restored == sorted(restored, reverse=True) and len(restored) == 2


def test_a_lone_mech_is_offered_what_it_can_do_by_itself() -> None:
    found = may(field(mech("r1", (18, 10))), "r1")
    assert {kind for kind, _ in found} == {"move", "run", "vent"}
    assert all(option.legal for option in found.values())


def test_what_cannot_be_done_is_there_with_its_reasons() -> None:
    near, far = tank("b1", (18, 17), 180), tank("b2", (18, 34), 180)
    found = may(field(mech("r1", (18, 10), heat=0), near, far), "r1")
    assert found["ranged", "b1"].legal
    assert codes(found["ranged", "b2"]) == {"OUT_OF_RANGE"}
    assert codes(found["assault_close", "b2"]) == {"TOO_FAR", "BASE_IN_WAY"}
    assert not found["assault_close", "b2"].from_elsewhere


def test_an_assault_with_a_shot_waits_for_a_way_only_where_one_leads_into_range() -> None:
    near, far = tank("b1", (18, 24), 180), tank("b2", (18, 34), 180)
    found = may(field(mech("r1", (18, 10), heat=0), near, far), "r1")
    assert found["assault_ranged", "b1"].from_elsewhere
    assert codes(found["assault_ranged", "b2"]) == {"OUT_OF_RANGE"}
    assert not found["assault_ranged", "b2"].from_elsewhere


def test_what_only_the_place_forbids_waits_for_a_way() -> None:
    wall = woods("rocks-1", (16, 12), (20, 13), kind="blocking")
    target = tank("b1", (18, 16.5), 180)
    asked = {
        ("artillery", ""): (gun("r1", (18, 10)), []),
        ("flight_shot", "b1"): (vtol("r1", (18, 30), level="cruising"), []),
        ("level", ""): (vtol("r1", (18, 12.5), level="cruising"), [wall]),
        ("charge", "b1"): (mech("r1", (18, 10)), [wall]),
        ("ram", "b1"): (tank("r1", (18, 10)), [wall]),
    }
    for kind, (unit, terrain) in asked.items():
        option = may(field(unit, target, terrain=terrain), "r1")[kind]
        assert option.refused and option.from_elsewhere, kind


def test_special_attacks_come_with_the_way_that_leads_into_contact() -> None:
    jumper = mech("r1", (18, 10), equipment=JUMP_JETS)
    found = may(field(jumper, tank("b1", (18, 15), 180)), "r1")
    for kind in ("charge", "death_from_above", "assault_close"):
        assert found[kind, "b1"].legal, kind
    assert may(field(tank("r1", (18, 10)), tank("b1", (18, 15), 180)), "r1")["ram", "b1"].legal


def test_infantry_in_contact_may_strike_or_capture() -> None:
    found = may(field(squad("r1", (18, 10)), squad("b1", (18, 11.5), 180)), "r1")
    assert found["close", "b1"].legal and found["capture", "b1"].legal


def test_a_unit_that_has_had_its_order_is_offered_nothing_legal() -> None:
    fresh = field(mech("r1", (18, 10)), tank("b1", (18, 17)))
    spent = Field(fresh.setup, msgspec.structs.replace(fresh.state, orders_left=0))
    legal = {kind for (kind, _), option in may(spent, "r1").items() if option.legal}
    assert not legal
    assert all("NO_ORDERS_LEFT" in codes(option) for option in may(spent, "r1").values())


def _in_the_thick_of_it() -> Scenario:
    return position(catalogue())


def test_in_a_crowded_game_an_option_is_legal_when_the_engine_says_so() -> None:
    game = _in_the_thick_of_it()
    for unit in game.state.units:
        for option in options(game.setup, game.state, unit):
            assert option.refused == explain(game.setup, game.state, option.order)


# --- Measuring ------------------------------------------------------------------------------


def measured(on: Field, order: Json) -> March:
    (march,) = measure(on.setup, on.state, read_order(order))
    return march


def test_a_move_is_measured_with_its_allowance_and_end() -> None:
    on = field(tank("r1", (18, 10)))
    march = measured(on, move("r1", (18, 13), (21, 13)))
    assert march.inches == pytest.approx(6)
    assert march.allowance.total == 8
    assert march.at == (21, 13)


def test_terrain_at_the_start_halves_the_allowance_with_a_reason() -> None:
    wood = woods("wood", (16, 8), (20, 12))
    march = measured(field(LORRY, terrain=[wood]), move("r1", (18, 11)))
    assert [part.what for part in march.allowance.parts] == ["base", "hindering"]


def test_contact_names_who_is_touched_and_who_may_turn() -> None:
    on = field(squad("r1", (18, 10)), squad("b1", (18, 13), 0), tank("b2", (22, 30)))
    way = towards_unit(on.piece("r1"), on.piece("b1"))
    assert way is not None
    (march,) = measure(on.setup, on.state, Move(unit="r1", legs=way.legs))
    assert march.touches == march.spins == ("b1",)


def test_leaving_contact_names_the_face_that_is_needed() -> None:
    on = field(tank("r1", (5, 5), 90), tank("b1", (5, 6.5), 90))
    assert measured(on, move("r1", (5, 3))).needs == 4


def test_an_assault_is_measured_at_half_its_speed() -> None:
    on = field(mech("r1", (18, 10)), tank("b1", (18, 20), 180))
    march = measured(on, assault("r1", "ranged", (18, 12), targets=["b1"]))
    assert march.allowance.total == 3


# --- Ways -----------------------------------------------------------------------------------


def test_the_way_leads_into_contact_where_nothing_hinders() -> None:
    on = field(tank("r1", (18, 10)), squad("b1", (18, 14), 180))
    way = towards_unit(on.piece("r1"), on.piece("b1"))
    assert way is not None and way.arrives and not way.kept_by
    assert way.facing == 0


def test_the_way_ends_where_the_wood_stops_it_and_says_so() -> None:
    wood = woods("wood", (14, 13), (22, 20))
    way = toward(field(LORRY, terrain=[wood]).piece("r1"), (18, 18))
    assert way is not None and not way.arrives
    assert [violation.code for violation in way.kept_by] == ["MUST_STOP"]
    assert 13 < way.at[1] < 18


def test_a_way_ends_after_the_inches_asked_for() -> None:
    on = field(tank("r1", (18, 10)), tank("b1", (18, 30), 180))
    way = towards_unit(on.piece("r1"), on.piece("b1"), halt=Halt(inches=6))
    assert way is not None and way.inches == pytest.approx(6)


def test_a_way_stops_before_terrain_and_leaves_what_the_unit_stands_in() -> None:
    wood = woods("wood", (14, 15), (22, 20))
    on = field(tank("r1", (18, 10)), terrain=[wood])
    way = toward(on.piece("r1"), (18, 24), halt=Halt(element="wood"))
    assert way is not None
    assert 15 - 1.7 < way.at[1] < 15 - 1.2
    inside = field(tank("r1", (18, 17)), terrain=[wood])
    out = toward(inside.piece("r1"), (18, 26), halt=Halt(element="wood"))
    assert out is not None and out.inches > 1


def test_a_detour_leads_around_what_blocks_the_straight_way() -> None:
    wall = woods("wall", (16, 12), (20, 13), kind="blocking")
    piece = field(vtol("r1", (18, 10)), terrain=[wall]).piece("r1")
    straight, around = toward(piece, (18, 16)), toward(piece, (18, 16), detours=True)
    assert around is not None and around.arrives
    assert straight is None or straight.left > around.left


def test_a_detour_leads_around_several_things_in_a_row() -> None:
    walls = [
        woods("one", (10, 12), (20, 13), kind="blocking"),
        woods("two", (17, 15), (27, 16), kind="blocking"),
    ]
    piece = field(vtol("r1", (18, 10), speed=20), terrain=walls).piece("r1")
    around = toward(piece, (18, 19), detours=True)
    assert around is not None and around.arrives
    assert len(around.legs[0].travel or ()) >= 4


@pytest.mark.rule("AOD-CONTACT-006")
@pytest.mark.parametrize("detours", [False, True])
def test_the_way_towards_somebody_it_touches_is_a_turn(detours: bool) -> None:
    on = field(mech("r1", (18, 10), 90), mech("b1", (18, 12.3), 180))
    way = towards_unit(on.piece("r1"), on.piece("b1"), detours=detours)
    assert way is not None and way.arrives
    assert [(leg.travel, leg.rotate) for leg in way.legs] == [(None, 0.0)]


@pytest.mark.parametrize("detours", [False, True])
def test_every_way_in_a_crowded_game_may_be_gone(detours: bool) -> None:
    game = _in_the_thick_of_it()
    on = Field(game.setup, game.state)
    movers = [p for p in on.of(game.state.active) if not p.opponents_in_contact]
    assert movers
    for piece in movers:
        for other in on.on_table:
            way = other is not piece and towards_unit(piece, other, detours=detours)
            if way:
                order = Move(unit=piece.id, legs=way.legs)
                assert not explain(game.setup, game.state, order), (piece.id, other.id)

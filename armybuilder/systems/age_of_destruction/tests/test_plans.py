"""Orders in the making: what the fields of an address mean, what a plan shows, what is offered."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.utils.translation import override

from armybuilder.skirmishes.present.beginnings import OrderUnreadable
from armybuilder.systems.age_of_destruction.present.choices import Group, choices, denials
from armybuilder.systems.age_of_destruction.present.drafts import draft
from armybuilder.systems.age_of_destruction.present.fields import way_form
from armybuilder.systems.age_of_destruction.present.plans import Plan, plan
from armybuilder.systems.age_of_destruction.present.queries import Query
from armybuilder.systems.age_of_destruction.present.setting_up import waiting_ground
from armybuilder.systems.age_of_destruction.present.tables import Table
from rules import SeededDice
from rules import age_of_destruction as aod
from rules.tests.artillery_cases import gun
from rules.tests.skirmishes import (
    Json,
    aboard,
    mech,
    read,
    scenario,
    squad,
    tank,
    vtol,
    weapon,
    woods,
)

JUMP_JETS = {"speed": ("blue", "square")}
SEATS = {seat: {"name": "", "commander": ""} for seat in ("red", "blue")}


def table(*units: Json, **fields: Any) -> Table:
    """A table with some units, red to act."""
    found = read(scenario(list(units), **fields))
    return Table(found.setup, found.state, SEATS)


def query(**fields: str | list[str]) -> Query:
    """The fields of an address."""
    return Query({name: [v] if isinstance(v, str) else v for name, v in fields.items()})


def planned(at: Table, **fields: str | list[str]) -> Plan:
    """The plan of some fields, there being one."""
    found = plan(at, query(**fields))
    assert found is not None
    return found


def carrier(**fields: Any) -> Json:
    return tank("r1", (18, 10), transport_capacity=4, **fields)


def facing_tanks() -> Table:
    return table(tank("r1", (18, 10)), tank("b1", (18, 17), 180))


# --- Drafts ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "order"),
    [
        (
            {"do": "move", "path": "18,12 19,13", "face": "90"},
            {"legs": [{"travel": [[18, 12], [19, 13]]}, {"rotate": 90}]},
        ),
        ({"do": "run", "path": "18,12"}, {"run": True, "legs": [{"travel": [[18, 12]]}]}),
        (
            {"do": "assault_ranged", "path": "18,12", "target": "b1", "weapon": "secondary"},
            {"kind": "ranged", "targets": ["b1"], "weapon": "secondary"},
        ),
        ({"do": "charge", "path": "18,15", "face": "0", "target": "b1"}, {"path": [[18, 15]]}),
        ({"do": "artillery", "path": "18,30 20,30"}, {"markers": [(18, 30), (20, 30)]}),
        ({"do": "face", "face": "45,5"}, {"order": "face", "facing": 45.5}),
        ({"do": "move", "off": ["Evade"], "on": ["Streak=b1"]}, {"on": {"Streak": "b1"}}),
    ],
)
def test_fields_of_an_address_mean_an_order(fields: Any, order: Json) -> None:
    at = table(mech("r1", (18, 10)), tank("b1", (18, 17), 180))
    drafted = draft(at, query(unit="r1", **fields))
    assert drafted is not None
    for name, value in order.items():
        assert [*drafted[name]] == value if name == "markers" else _plain(drafted[name]) == value


def _plain(value: Any) -> Any:
    """Tuples as lists, as JSON has them."""
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return {k: _plain(v) for k, v in value.items()} if isinstance(value, dict) else value


@pytest.mark.parametrize("kind", ["charge", "death_from_above", "assault_close"])
def test_a_strike_without_a_way_goes_straight_at_its_target(kind: str) -> None:
    at = table(mech("r1", (18, 10), equipment=JUMP_JETS), tank("b1", (18, 15), 180))
    found = planned(at, do=kind, unit="r1", target="b1")
    assert found.legal
    assert found.blows[0].target.endswith("b1")


def test_a_vehicle_rams_along_the_way_that_leads_into_contact() -> None:
    assert planned(
        table(tank("r1", (18, 10)), tank("b1", (18, 15), 180)), do="ram", unit="r1", target="b1"
    ).legal


def test_a_way_leads_toward_somebody_so_far_and_stops_at_the_wood() -> None:
    wood = woods("wood-1", (14, 17), (22, 20))
    at = table(tank("r1", (18, 10)), tank("b1", (18, 30), 180), terrain=[wood])
    aimed: Any = {"do": "move", "unit": "r1", "toward": "B1"}
    assert planned(at, **aimed, inches="3,5").legs[0].inches == "3.5"
    (leg,) = planned(at, **aimed, stop="wood", inches="8").legs
    assert 5.3 < float(leg.inches) < 6
    (leg,) = planned(at, **aimed | {"toward": "Wood"}).legs
    assert float(leg.inches) > 6
    for lost in ({"toward": "B7"}, {"stop": "river"}, {"inches": "far"}):
        with pytest.raises(OrderUnreadable):
            plan(at, query(**aimed | lost))


def test_passengers_come_aboard_before_the_way_and_are_set_down_after_it() -> None:
    at = table(carrier(), squad("r2", (18, 7.875)), tank("b1", (30, 30)))
    found = planned(at, do="board", unit="r1", path="18,12", **{"with": ["r2"]})
    assert found.legal and '"board":["r2"]' in found.order

    loaded = table(carrier(), aboard(squad("r2", (0, 0)), "r1"), tank("b1", (30, 30)))
    found = planned(
        loaded, do="disembark", unit="r1", path="18,12", when="after", **{"with": ["r2"]}
    )
    assert found.legal
    assert found.order.index("travel") < found.order.index("disembark")
    assert len(found.sketch.poses) == 1


def test_a_captive_is_led_to_where_its_captor_goes() -> None:
    held = squad("b1", (18, 11.5), 180, captive_of="r1")
    at = table(squad("r1", (18, 10)), held, tank("b2", (30, 30)))
    found = planned(at, do="lead", unit="r1", path="14,10")
    assert found.legal and "captive" in found.order


def test_who_may_go_no_inch_is_told_that_no_way_leads_there() -> None:
    at = facing_tanks()
    with pytest.raises(OrderUnreadable, match=r"^There is no way towards b1\.$"):
        draft(at, query(do="move", unit="r1", toward="b1", inches="0"))


def test_a_march_leads_everybody_the_same_way_or_some_their_own() -> None:
    trio = [squad(name, (x, 10)) for name, x in (("r1", 18), ("r2", 19.5), ("r3", 21))]
    at = table(*trio, tank("b1", (30, 30)))
    fields: Any = {"do": "march", "unit": "r1", "with": ["r1", "r2", "r3"], "path": "18,13"}
    found = planned(at, **fields)
    assert [leg.inches for leg in found.legs] == ["3", "3", "3"]
    apart = planned(at, **fields, **{"path-r3": "21,12"})
    assert [leg.inches for leg in apart.legs] == ["3", "3", "2"]


def test_a_flyer_changes_level_and_shoots_at_a_corner_of_its_way() -> None:
    at = table(vtol("r1", (18, 10), level="cruising"), tank("b1", (18, 20), 180))
    down = planned(at, do="level", unit="r1", path="18,12", when="after")
    assert down.order.index("travel") < down.order.index("level")
    shot = planned(at, do="flight_shot", unit="r1", target="b1", path="18,11 19,11", corner="1")
    assert shot.legal and shot.sketch.shot_from == (18, 25)
    assert planned(
        at, do="flight_shot", unit="r1", target="b1", path="18,11 19,11"
    ).sketch.shot_from == (19, 25)
    assert shot.order.index("18.0,11.0") < shot.order.index("shoot") < shot.order.index("19.0")


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "move", "path": "x"},
        {"do": "move", "face": "north"},
        {"do": "move", "path": "1,1 " * 300},
        {"order": "{"},
        {"order": "[]"},
        {"order": "x" * 5000},
        {"do": "flight_shot", "target": "b1", "corner": "-1"},
        {"do": "disembark", "with": ["b1"]},
        {"do": "lead"},
        {"do": "move", "path": "nan,inf"},
    ],
)
def test_what_cannot_be_read_is_said_not_guessed(fields: Any) -> None:
    with pytest.raises(OrderUnreadable):
        plan(facing_tanks(), query(unit="r1", **fields))


@pytest.mark.parametrize(
    "fields", [{}, {"do": "win"}, {"do": "move", "unit": "r9"}, {"do": "free_spin", "unit": "r1"}]
)
def test_a_query_about_nothing_plans_nothing(fields: Any) -> None:
    assert plan(facing_tanks(), query(**fields)) is None


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "board", "with": ["x"]},
        {"do": "march", "with": ["x", "b1"], "path": "18,12"},
        {"do": "assault_ranged", "target": "x", "weapon": "tertiary"},
        {"do": "charge", "target": "x"},
        {"do": "charge", "target": "r1"},
        {"do": "flight_shot", "target": "x"},
        {"do": "move", "off": ["x"], "on": ["x=y"], "more": ["x"]},
        {"order": '{"order":"ranged","unit":"r1","targets":["b1"],"weapon":"secondary"}'},
        {"order": '{"order":"move","unit":"r1","members":["x"]}'},
        {"order": '{"order":"deploy","unit":"x","at":[1,1]}'},
        {"order": '{"order":"face","unit":"x","facing":0}'},
        {"order": '{"order":"answer","to":"free_spin","unit":"x","facing":0}'},
        {"order": '{"order":"place_terrain","piece":"x","at":[1,1]}'},
        {"order": '{"order":"close","unit":"x","target":"y"}'},
    ],
)
def test_forged_fields_are_refused_with_reasons(fields: Any) -> None:
    try:
        found = planned(facing_tanks(), unit="r1", **fields)
    except OrderUnreadable:
        return
    assert found.refused and not found.legal


# --- Plans ----------------------------------------------------------------------------------


def test_a_blocked_shot_names_what_stands_in_the_way() -> None:
    rock = woods("rocks-1", (17, 13), (19, 14), kind="blocking")
    at = table(tank("r1", (18, 10)), tank("b1", (18, 17), 180), terrain=[rock])
    order = '{"order":"ranged","unit":"r1","targets":["b1"]}'
    found = planned(at, unit="r1", order=order)
    assert not found.legal
    assert found.where == "rocks-1"
    assert [reason.message for reason in found.refused] == [
        "The line of fire to b1 is blocked by “Rocks”."
    ]
    assert found.sketch.targets == ("b1",)


def test_more_targets_are_offered_to_a_weapon_that_takes_several() -> None:
    gun = weapon("primary", "ballistic", 10, targets=2)
    at = table(tank("r1", (18, 10), gun=gun), tank("b1", (16, 17), 180), tank("b2", (20, 17), 180))
    order = '{"order":"ranged","unit":"r1","targets":["b1"]}'
    (tick,) = planned(at, unit="r1", order=order).ticks
    assert (tick.field, tick.value, tick.taken) == ("more", "b2", False)
    both = planned(at, unit="r1", order=order, more=["b2"])
    assert [blow.target[-2:] for blow in both.blows] == ["b1", "b2"]
    assert both.ticks[0].taken


# --- Choices --------------------------------------------------------------------------------


def test_choices_tell_the_number_needed_and_fold_what_cannot_be() -> None:
    at = table(tank("r1", (18, 10)), tank("b1", (18, 17), 180), tank("b2", (18, 34), 180))
    found, denied = choices(at, at.field.piece("r1")), denials(at, at.field.piece("r1"))
    assert found.aims == {"b1": planned(at, order=_shot("b1")).blows[0].needed}
    assert found.refused == sum(len(each.labels) for each in denied)
    assert {"b2"} <= {target for each in denied for target in each.targets}


def _shot(target: str) -> str:
    return f'{{"order":"ranged","unit":"r1","targets":["{target}"]}}'


def test_an_assault_on_somebody_out_of_range_is_kept_for_after_a_way() -> None:
    at = table(mech("r1", (18, 10)), tank("b1", (18, 25), 180))
    found = choices(at, at.field.piece("r1"))
    assert _kinds(found.after_a_way) == {"assault_ranged"}
    assert "b1" not in found.aims


def test_artillery_is_offered_before_anybody_says_where_it_fires() -> None:
    at = table(gun("r1", (18, 10)), tank("b1", (18, 29), 180))
    assert "artillery" in _kinds(choices(at, at.field.piece("r1")).groups)
    aimed = planned(at, do="artillery", unit="r1", path="18,29")
    assert aimed.legal and aimed.sketch.markers == ((18, 7),)


def _beside_a_patient(damage: int) -> Table:
    medic = mech("r1", (18, 10), primary_damage=damage, equipment={"attack": ("green", "square")})
    return table(medic, tank("r2", (18, 12.525), defense=19, click=8))


@pytest.mark.parametrize(("damage", "better"), [(0, "die"), (6, "value")])
def test_both_repairs_are_offered_with_their_odds_the_better_one_first(
    damage: int, better: str
) -> None:
    at = _beside_a_patient(damage)
    found = choices(at, at.field.piece("r1"))
    (friend,) = (group for group in found.groups if group.target == "r2")
    assert friend.choices[0].kind == f"repair_by_{better}"
    assert {choice.kind for choice in friend.choices} == {"repair_by_value", "repair_by_die"}
    assert found.aims == {}
    for choice in friend.choices:
        (mending,) = planned(at, unit="r1", **choice.draft).mendings
        assert choice.promise == (
            f"{mending.success}, {mending.restored} clicks restored on average"
        )


def test_a_hidden_dial_keeps_what_a_repair_would_restore() -> None:
    seats = SEATS | {"red": {"name": "", "commander": "greedy"}}
    at = replace(_beside_a_patient(2), open_dials=False, seats=seats)
    found = choices(at, at.field.piece("r1"))
    repairs = [c for group in found.groups if group.target == "r2" for c in group.choices]
    assert [choice.promise for choice in repairs] == ["", ""]
    plans = [planned(at, unit="r1", **choice.draft) for choice in repairs]
    assert [mending.restored for each in plans for mending in each.mendings] == ["", ""]


def _kinds(groups: tuple[Group, ...]) -> set[str]:
    return {choice.kind for group in groups for choice in group.choices}


@pytest.mark.parametrize(
    ("fields", "title"),
    [
        ({"do": "move", "path": "18,11"}, "Move"),
        ({"do": "run", "path": "18,11"}, "Run"),
        ({"do": "assault_ranged", "target": "b1"}, "Assault with a shot"),
        ({"do": "charge", "target": "b1"}, "Charge"),
        ({"do": "disembark", "with": ["r2"]}, "Set down r2"),
        ({"do": "board", "with": ["r3"]}, "Take aboard r3"),
        ({"do": "level"}, "Change level"),
        ({"do": "flight_shot", "target": "b1"}, "Shoot in flight"),
        ({"do": "march", "with": ["r1", "r3"]}, "March together: r1, r3"),
        ({"order": '{"order":"ranged","unit":"r1","targets":["b1"]}'}, "Shoot"),
        (
            {"order": '{"order":"close","unit":"r1","members":["r1","r3"],"target":"b1"}'},
            "Close combat together: r1, r3",
        ),
        (
            {"order": '{"order":"close","unit":"r1","target":"b1","capture":true}'},
            "Capture",
        ),
    ],
)
def test_a_plan_is_headed_by_what_it_is_called(fields: Any, title: str) -> None:
    lorry = carrier(mode="vtol")
    passengers = (aboard(squad("r2", (0, 0)), "r1"), squad("r3", (18, 7.875)))
    at = table(lorry, *passengers, tank("b1", (18, 17), 180))
    found = planned(at, unit="r1", **fields)
    assert found.title == title


def test_the_other_sides_units_are_offered_nothing() -> None:
    at = facing_tanks()
    assert not choices(at, at.field.piece("b1"))


@pytest.mark.parametrize(
    ("fields", "clicks", "names"),
    [
        ({"do": "move"}, "way", ["toward", "inches", "stop", "path", "face"]),
        ({"do": "deploy"}, "spot", ["path", "face"]),
        ({"do": "deploy", "aboard": "r1"}, "", []),
        ({"do": "face"}, "turn", ["face"]),
        ({"do": "march", "unit": "r1", "with": ["r1", "r2"]}, "way", ["path", "face", "path-r2"]),
    ],
)
def test_every_plan_has_its_fields(fields: Any, clicks: str, names: list[str]) -> None:
    form = way_form(facing_tanks(), query(**fields))
    assert (form.clicks, [field.name for field in form.fields]) == (clicks, names)


# --- Questions ------------------------------------------------------------------------------


def asked(*units: Json, order: Json, dice: tuple[int, ...], **fields: Any) -> Table:
    """A table on which an order has led to a question."""
    at = table(*units, prompts="ask", **fields)
    given = aod.read_order(order)
    state, _ = aod.advance(at.setup, at.state, given, _Script(dice))
    question = Table(at.setup, state, SEATS)
    assert question.question is not None
    return question


class _Script:
    """Dice that show some faces one after the other."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.faces = list(faces)

    def roll(self, number: int) -> tuple[int, ...]:
        """The next faces."""
        rolled, self.faces = self.faces[:number], self.faces[number:]
        return tuple(rolled)


def test_a_free_spin_looks_at_whoever_came_unless_told_otherwise() -> None:
    at = asked(
        squad("r1", (18, 10)),
        squad("b1", (18, 13), 0),
        order=draft(
            table(squad("r1", (18, 10)), squad("b1", (18, 13), 0)),
            query(do="move", unit="r1", toward="b1"),
        )
        or {},
        dice=(),
    )
    found = planned(at, do="free_spin")
    assert found.is_answer
    assert found.legal and '"facing":180' in found.order
    assert found.sketch.poses[0].turn == 180
    assert not planned(at, do="free_spin", face="0").legal


def test_damage_is_split_by_numbers() -> None:
    gun = weapon("primary", "ballistic", 10, targets=2)
    units = [
        tank("r1", (18, 10), gun=gun),
        tank("b1", (16, 17), 180),
        tank("b2", (20, 17), 180),
    ]
    at = asked(
        *units, order={"order": "ranged", "unit": "r1", "targets": ["b1", "b2"]}, dice=(5,) * 3
    )
    form = way_form(at, query(do="split"))
    assert [field.name for field in form.fields] == ["share-b1", "share-b2"]
    assert planned(at, do="split", **{"share-b1": "1", "share-b2": "2"}).legal
    assert not planned(at, do="split", **{"share-b1": "9"}).legal


HEAVY = {"special_equipment": {"attack": {"color": "black", "shape": "square"}}}
TRIO = [tank(name, (x, 10)) for name, x in (("r1", 10), ("r2", 11.5), ("r3", 13))]
MARCH: Any = {"do": "march", "unit": "r1", "with": ["r1", "r2", "r3"], "path": "10,13"}


def wrecked() -> Table:
    """A transport shot to heavy damage, whose passenger has to leave."""
    lorry = tank("r1", (18, 17), transport_capacity=4, later=dict.fromkeys(range(4, 9), HEAVY))
    return asked(
        *(lorry, aboard(squad("r2", (0, 0)), "r1"), tank("b1", (18, 24), 180)),
        order={"order": "ranged", "unit": "b1", "targets": ["r1"]},
        dice=(5,) * 3,
        active="blue",
    )


def held() -> Table:
    """A march one of whose members fails to break away."""
    units = (*TRIO, tank("b1", (8.5, 10), 180))
    return asked(*units, order=draft(table(*units), query(**MARCH)) or {}, dice=(3,))


@pytest.mark.parametrize("click", ["20,14", "17,16", "18,12"])
def test_a_passenger_is_put_down_against_its_transport_on_the_side_of_the_click(click: str) -> None:
    found = planned(wrecked(), do="place", path=click)
    assert found.legal
    ((x, _),) = [pose.at for pose in found.sketch.poses]
    clicked = float(click.split(",")[0])
    assert (x > 18, x < 18) == (clicked > 18, clicked < 18) or clicked == 18


@pytest.mark.parametrize("form", ["free_spin", "split", "deactivate", "march", "move"])
def test_nothing_but_the_open_question_can_be_answered(form: str) -> None:
    assert plan(wrecked(), query(do=form, unit="r1", spinner="r1", path="20,14")) is None


def test_a_march_leaves_out_who_is_not_on_the_table() -> None:
    boarded = draft(
        table(*TRIO), query(do="march", unit="r1", path="18,12", **{"with": ["r1", "x"]})
    )
    assert boarded is not None and boarded["members"] == ["r1"]


def test_without_a_click_a_passenger_gets_the_first_place_with_room() -> None:
    found = planned(wrecked(), do="place")
    assert found.legal and '"at"' not in found.order


def test_those_who_broke_away_are_shown_the_march_they_are_told() -> None:
    at = held()
    form = way_form(at, query(do="march"))
    assert [field.name for field in form.fields] == ["path", "face", "path-r3"]
    found = planned(at, do="march", path="11.5,11")
    assert found.legal and found.sketch.unit == "r2"
    assert [leg.inches for leg in found.legs] == ["1", "1"]
    apart = planned(at, do="march", path="11.5,13")
    assert not apart.legal and len(apart.legs) == 2
    assert planned(at, do="march").legal


def test_equipment_is_switched_off_by_boxes_before_the_dice_fall() -> None:
    evader = mech("b1", (18, 16), 180, equipment={"speed": ("red", "circle")})
    shot = {"order": "ranged", "unit": "r1", "targets": ["b1"]}
    at = asked(tank("r1", (18, 10)), evader, order=shot, dice=())
    (tick,) = planned(at, do="deactivate").ticks
    assert (tick.field, tick.value, tick.taken) == ("off", "Evade", False)
    settled = planned(at, do="deactivate", off=["Evade"])
    assert settled.legal and settled.ticks[0].taken
    assert not planned(at, do="deactivate", off=["Heavy Armor"]).legal


def test_a_unit_is_offered_to_switch_off_what_it_shows_and_the_plan_can_be_given() -> None:
    at = table(tank("r1", (18, 10), equipment={"speed": ("red", "circle")}), tank("b1", (18, 30)))
    offered = [
        choice
        for group in choices(at, at.field.piece("r1")).groups
        for choice in group.choices
        if choice.kind == "switch"
    ]
    assert [str(choice.label) for choice in offered] == ["Switch off Evade"]
    found = planned(at, order=str(offered[0].draft["order"]))
    assert (str(found.title), found.legal, found.ticks) == ("Switch off Evade", True, ())
    assert not found.is_answer
    with override("pl"):
        found = planned(at, order=str(offered[0].draft["order"]))
        assert str(found.title) == "Wyłącz: Uniki"


def test_every_weapon_that_fires_is_declared() -> None:
    """So that no order is lost for want of a word (AOD-DMG-005)."""
    guns: Json = {"second": weapon("secondary", "ballistic", 20)}
    near = [mech(f"r{n}", (15.7 + 2.3 * n, 10), **guns) for n in (1, 2, 3)]
    at = table(*near, tank("b1", (18, 17), 180), tank("b2", (18, 24), 180))
    fired = [
        json.loads(str(choice.draft["order"]))
        for name in ("r1", "r2", "r3")
        for group in choices(at, at.field.piece(name)).groups
        for choice in group.choices
        if choice.kind in ("ranged", "indirect", "formation")
    ]
    assert {order.get("weapon") for order in fired} == {"primary", "secondary"}
    for do in ("assault_ranged", "assault_close"):
        order = draft(at, query(do=do, unit="r1", target="b1"))
        assert order is not None and order["weapon"] == "primary"


# --- The set-up -----------------------------------------------------------------------------


def setting_up(*units: Json, step: str = "deployment", **fields: Any) -> Table:
    """A table on which red deploys, or lays terrain."""
    at = table(*(unit | {"at": None} for unit in units), stage="setup", **fields)
    state, _ = aod.advance(
        at.setup, at.state, aod.read_order({"order": "end_stage"}), _Script((6, 1) * 9)
    )
    while (state.active, Table(at.setup, state, SEATS).step) != ("red", step):
        found = aod.RandomCommander(SeededDice(1)).choose(at.setup, state, state.active)
        state, _ = aod.advance(at.setup, state, found, SeededDice(1))
    return Table(at.setup, state, SEATS)


ARMY = (tank("r1", (0, 0), transport_capacity=4), squad("r2", (0, 0)), tank("b1", (0, 0)))


def test_a_unit_is_deployed_where_there_is_room_or_where_somebody_clicks() -> None:
    at = setting_up(*ARMY)
    kinds = [c.kind for group in choices(at, at.field.piece("r2")).groups for c in group.choices]
    assert kinds == ["deploy", "deploy_aboard"]
    proposed = planned(at, do="deploy", unit="r2")
    assert proposed.legal and len(proposed.sketch.poses) == 1
    (reason,) = planned(at, do="deploy", unit="r2", path="18,18").refused
    assert {rule.id for rule in reason.rules} >= {"AOD-SETUP-004"}
    assert planned(at, do="deploy", unit="r2", aboard="r1").legal


def test_terrain_is_laid_where_there_is_room_or_where_somebody_clicks() -> None:
    at = setting_up(*ARMY, pool=list(aod.pool_of(["rocks", "wood"])), step="terrain")
    piece = waiting_ground(at)[0].id
    proposed = planned(at, do="terrain", piece=piece)
    assert proposed.legal and proposed.sketch.ground
    assert not planned(at, do="terrain", piece=piece, path="1,1").legal
    assert plan(at, query(do="terrain", piece="castle")) is None


def test_every_form_of_an_order_has_its_words_but_what_a_question_or_a_piece_names() -> None:
    titled_by_their_question = {"free_spin", "place", "deactivate", "split", "choose"}
    laid_by_name = {"terrain"}
    nameless = {name for name, form in aod.FORMS.items() if form.label is None}
    assert nameless == titled_by_their_question | laid_by_name
    for form in aod.FORMS.values():
        for label in filter(None, (form.label, form.together)):
            assert label and label.polish


# --- What a preview says --------------------------------------------------------------------


def said_of(found: Plan, unit: str) -> tuple[str, ...]:
    """What a plan says may become of a unit."""
    (fate,) = (fate for fate in found.fates if fate.unit.endswith(unit))
    return fate.says


def test_a_preview_names_pushing() -> None:
    at = table(tank("r1", (18, 10), tokens=1), tank("b1", (18, 17), 180))
    found = planned(at, unit="r1", order='{"order":"ranged","unit":"r1","targets":["b1"]}')
    assert found.legal
    assert "of that 1 by pushing" in said_of(found, "r1")


def test_a_preview_says_each_chance_with_what_it_is_a_chance_of() -> None:
    found = planned(
        facing_tanks(), unit="r1", order='{"order":"ranged","unit":"r1","targets":["b1"]}'
    )
    for said in said_of(found, "b1"):
        assert re.fullmatch(r"[\d.]+\s?%: (no click|\d+ clicks?) lost", said)


def test_a_preview_of_heat_names_it() -> None:
    at = table(mech("r1", (18, 10), tokens=1), tank("b1", (18, 30), 180))
    found = planned(at, unit="r1", do="move", path="18,12")
    assert any(said.startswith("heat +") for said in said_of(found, "r1"))


def test_dice_never_have_to_show_less_than_three_ones() -> None:
    weak = tank("b1", (18, 17), 180, defense=4)
    at = table(tank("r1", (18, 10)), weak)
    assert choices(at, at.field.piece("r1")).aims == {"b1": 3}
    found = planned(at, unit="r1", order='{"order":"ranged","unit":"r1","targets":["b1"]}')
    assert [blow.needed for blow in found.blows] == [3]

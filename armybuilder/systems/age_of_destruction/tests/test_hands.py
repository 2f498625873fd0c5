"""What hands on the board are told: reach, ways, targets; nothing of hidden dials, no bad input."""

import json
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.utils.translation import override

from armybuilder.skirmishes.present.beginnings import OrderUnreadable
from armybuilder.skirmishes.present.menus import Line
from armybuilder.systems.age_of_destruction.present.courses import course
from armybuilder.systems.age_of_destruction.present.hands import hands
from armybuilder.systems.age_of_destruction.present.menus import menu_of
from armybuilder.systems.age_of_destruction.present.salvos import salvo
from armybuilder.systems.age_of_destruction.present.tables import Table, read_order
from armybuilder.systems.age_of_destruction.tests.test_plans import planned, query, table
from armybuilder.systems.age_of_destruction.tests.test_skirmishes import Player
from rules import age_of_destruction as aod
from rules.core.tally import Part
from rules.tests.artillery_cases import gun
from rules.tests.skirmishes import mech, squad, tank, woods

pytestmark = pytest.mark.usefixtures("catalogue")


def test_a_unit_shows_where_it_comes_and_whom_it_hits() -> None:
    wood = woods("wood-1", (16, 14), (20, 15))
    at = table(mech("r1", (18, 10)), tank("b1", (18, 17), 180), terrain=[wood])
    found = hands(at, "r1")
    assert [move["pace"] for move in found["moves"]] == ["move", "run"]
    assert found["moves"][0]["note"] == "6″" and found["moves"][0]["legal"]
    assert found["moves"][0]["d"].startswith("M")
    (aim,) = found["targets"]
    assert aim["legal"] and aim["needed"] and aim["chance"].endswith("%")
    assert aim["crosses"] == [{"at": (18.0, 21.5), "what": "Wood", "blocks": False, "says": "+1"}]
    assert json.loads(aim["order"])["targets"] == ["b1"]


def test_inches_that_are_not_those_of_the_dial_say_how_they_come_about() -> None:
    wood = woods("wood", (16, 8), (20, 12))
    plain = hands(table(mech("r1", (8, 10)), tank("b1", (18, 30), 180)), "r1")["moves"]
    assert [move["sum"] for move in plain] == ["", ""]
    at = table(mech("r1", (18, 10)), tank("b1", (18, 30), 180), terrain=[wood])
    walk, run = hands(at, "r1")["moves"]
    assert (walk["note"], walk["sum"]) == ("3″", "on the dial 6, hindering terrain −3")
    assert run["note"] == "6″" and run["sum"].endswith("hindering terrain −6")


def test_a_name_with_a_hyphen_keeps_it_in_a_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    at = table(mech("r1", (8, 10)), tank("b1", (18, 30), 180))
    (walk, *_) = aod.gaits(at.field.piece("r1"))
    parts = (Part("Dash-Wing", 6), Part("Anti-Lag+", -2), Part("Mag-Drive", 1))
    monkeypatch.setattr(aod, "gaits", lambda piece: [msgspec.structs.replace(walk, parts=parts)])
    (shown,) = hands(at, "r1")["moves"]
    assert shown["sum"] == "Dash-Wing 6, Anti-Lag+ −2, Mag-Drive +1"


def test_a_target_out_of_range_says_how_far() -> None:
    at = table(mech("r1", (18, 10)), tank("b1", (18, 23.7), 180))
    (aim,) = hands(at, "r1")["targets"]
    assert not aim["legal"] and aim["why"] == "3.7″ too far"


def test_a_unit_that_takes_no_order_says_why_and_what_comes_next() -> None:
    at = table(mech("r1", (18, 10)), mech("r2", (24, 10)), tank("b1", (18, 20), 180))
    at = replace(at, state=at.state.with_unit("r1", ordered="move"))
    assert hands(at, "r2")["why"] == ""
    said = "r1 has had its order this turn. It may have another in your next turn."
    assert hands(at, "r1")["why"] == said
    assert hands(at, "b1")["why"].endswith("Its turn is still to come.")
    blue = {"name": "Ada", "commander": "greedy"}
    against_a_bot = replace(at, seats={**at.seats, "blue": blue})
    said = hands(against_a_bot, "b1")["why"]
    assert said.startswith("Ada commands ") and "Press it to see what yours may do to it." in said


def test_a_way_asked_too_far_is_the_legal_part_of_it() -> None:
    at = table(mech("r1", (18, 10)), tank("b1", (30, 30)))
    found = course(at, query(unit="r1", to="18,0"))
    assert found["clamped"] and found["legal"]
    assert found["inches"] == pytest.approx(6, abs=0.01)
    assert json.loads(found["order"])["legs"][0]["travel"] == [[18, 15.998]]


def test_a_way_dropped_beside_somebody_ends_in_contact() -> None:
    at = table(mech("r1", (18, 10)), tank("b1", (18, 16), 90))
    found = course(at, query(unit="r1", to="18,22"))
    assert found["snapped"] == "b1" and found["legal"]


@pytest.mark.parametrize("asked", ["", "unit=nobody", "unit="])
def test_hands_of_nobody_are_refused_with_a_sentence(asked: str) -> None:
    player = Player()
    player.set_up()
    answer = player.client.get(f"{player.url}hands/?{asked}")
    assert answer.status_code == 400 and answer.json()["why"]


def a_unit_of(player: Player, seat: str) -> str:
    units = player.game.state["units"]
    return next(u for u, now in units.items() if u.lower().startswith(seat[0]) and now.get("at"))


def test_the_board_asks_for_reach_and_ways_in_few_queries(
    django_assert_max_num_queries: Any,
) -> None:
    player = Player()
    player.set_up()
    unit = a_unit_of(player, "red")
    x, y = player.game.state["units"][unit]["at"]
    with django_assert_max_num_queries(4):
        found = player.client.get(f"{player.url}hands/", {"unit": unit})
    assert found.status_code == 200 and "no-store" in found["Cache-Control"]
    assert found.json()["version"] == player.game.version
    with django_assert_max_num_queries(4):
        way = player.client.get(f"{player.url}way/", {"unit": unit, "to": f"{x},{36 - y - 3}"})
    assert way.status_code == 200 and way.json()["order"]


@pytest.mark.parametrize(
    "asked",
    [
        {"to": "1,2"},
        {"unit": "R1"},
        {"unit": "R1", "to": "here"},
        {"unit": "R1", "to": "1,2 3,4"},
        {"unit": "R1", "to": "nan,2"},
        {"unit": "R1", "to": "1,2", "pace": "swim"},
        {"unit": "R1", "to": "1,2", "face": "north"},
        {"unit": "R1", "to": "1,2", "via": "1,1 " * 20},
    ],
)
def test_ways_nobody_can_read_are_refused_with_a_sentence(asked: dict[str, str]) -> None:
    player = Player()
    player.set_up()
    if asked.get("unit"):
        asked = asked | {"unit": a_unit_of(player, "red")}
    answer = player.client.get(f"{player.url}way/", asked)
    assert answer.status_code == 400 and answer.json()["why"]


def test_nobody_else_is_told_anything() -> None:
    player = Player()
    player.set_up()
    for page in ("hands", "way"):
        assert Client().get(f"{player.url}{page}/", {"unit": "R1"}).status_code == 404


# --- Together, menus, secrets ---------------------------------------------------------------


def test_who_is_near_hears_what_it_lacks_to_join() -> None:
    row = [squad("r1", (18, 10)), squad("r2", (19.5, 10)), squad("r3", (16.4, 10))]
    found = hands(table(*row, tank("b1", (18, 30), 180)), "r1")
    assert found["companions"] == [
        {"unit": "r2", "legal": True, "kinds": ["march", "fire"], "why": ""},
        {"unit": "r3", "legal": False, "kinds": [], "why": "0.1″ short of a formation"},
    ]
    assert [(f["kind"], f["legal"], f["why"]) for f in found["formations"]] == [
        ("march", False, "1 more needed"),
        ("fire", False, "1 more needed"),
    ]


def test_with_those_who_join_the_reach_is_that_of_the_formation() -> None:
    row = [squad(f"r{n}", (16.5 + 1.5 * n, 10), speed=5 if n == 3 else 6) for n in (1, 2, 3)]
    at = table(*row, tank("b1", (18, 30), 180))
    lone = hands(at, "r1", ("r2",))["moves"]
    assert [(move["pace"], move["legal"]) for move in lone] == [("march", False)]
    assert lone[0]["why"]
    [march] = hands(at, "r1", ("r2", "r3"))["moves"]
    assert (march["pace"], march["label"], march["legal"]) == ("march", "Move in formation", True)
    assert march["note"] == "5″" and march["d"]


def test_a_formation_is_led_together_as_far_as_it_goes() -> None:
    row = [squad(f"r{n}", (16.5 + 1.5 * n, 10)) for n in (1, 2, 3)]
    at = table(*row, tank("b1", (18, 30), 180))
    found = course(at, query(unit="r1", to="18,20", **{"with": ["r2", "r3"]}))
    assert found["legal"] and [other["unit"] for other in found["others"]] == ["r2", "r3"]
    assert len(json.loads(found["order"])["member_legs"]) == 3
    with pytest.raises(OrderUnreadable):
        course(at, query(unit="r1", to="18,20", **{"with": ["b1"]}))


def menu_lines(at: Table, unit: str, target: str) -> tuple[Line, ...]:
    """The lines of a menu there is."""
    found = menu_of(at, unit, target)
    assert found is not None
    return found.lines


def test_the_menu_names_chance_result_and_price() -> None:
    at = table(mech("r1", (18, 10), speed=8, tokens=1), tank("b1", (18, 16), 180))
    shown = menu_lines(at, "r1", "b1")
    lines = {line.kind: line for line in shown}
    charge, shot = lines["charge"], lines["ranged"]
    promised = {
        line.order: aod.outlook(at.setup, at.state, read_order(json.loads(line.order), "en")).fates
        for line in shown
        if line.legal
    }
    fates = promised[charge.order]
    likeliest = max((c for c in fates["b1"].clicks if c), key=fates["b1"].clicks.__getitem__)
    assert charge.legal and charge.chance.endswith("%")
    assert charge.result == f"{likeliest} clicks"
    assert charge.risk == "pushing, heat +3, 2 clicks to itself"
    assert shot.legal and shot.risk.startswith("pushing")
    expected = [abs(each["b1"].expected) for each in promised.values() if "b1" in each]
    assert len(expected) > 1 and expected == sorted(expected, reverse=True)
    assert "assault_ranged" not in lines
    for line in shown:
        assert bool(line.order) == line.legal
        assert not line.legal or not at.refusals(read_order(json.loads(line.order), "en"))


def test_what_cannot_be_done_says_why_in_the_menu_with_its_rules() -> None:
    at = table(tank("r1", (18, 10)), tank("b1", (18, 23.7), 180))
    line = next(line for line in menu_lines(at, "r1", "b1") if line.kind == "ranged")
    assert (line.legal, line.why) == (False, "3.7″ too far")
    assert line.rules and line.says.endswith(".")


def test_a_menu_at_oneself_and_none_for_others() -> None:
    at = table(mech("r1", (18, 10), heat=2), tank("b1", (18, 16), 180))
    assert [(line.kind, line.result) for line in menu_lines(at, "r1", "r1")] == [
        ("vent", "heat −2")
    ]
    assert menu_of(at, "b1", "r1") is None


def test_a_gun_fires_by_the_menu_at_an_opponent_or_where_it_is_pointed() -> None:
    at = table(gun("r1", (18, 3)), tank("b1", (18, 20), 180))
    first = menu_lines(at, "r1", "b1")[0]
    assert (first.kind, first.legal, first.result) == ("artillery", True, "3 clicks")
    assert first.chance.endswith("%") and first.risk == "lands when your next turn begins"
    drawn = menu_lines(at, "r1", "r1")[0]
    assert (drawn.kind, drawn.order, drawn.draft) == ("artillery", "", "do=artillery")
    asked = planned(at, unit="r1", do="artillery")
    assert asked.waits and not asked.legal


def test_hidden_dials_are_kept_by_hands_and_menus() -> None:
    """Whatever follows the click in the window, the same is told."""
    seats = {"red": {"name": "", "commander": ""}, "blue": {"name": "", "commander": "greedy"}}
    told = []
    for later in ({}, {8: {"defense": 10, "speed": 0, "attack": 0}}):
        for clicks in (8, 12):
            target = tank("b1", (18, 16), 180, click=7, clicks=clicks, later=later)
            at = table(mech("r1", (18, 10)), target)
            hidden = Table(at.setup, at.state, seats, open_dials=False)
            seen = [hands(hidden, unit) for unit in ("r1", "b1")]
            way = course(hidden, query(unit="r1", to="16,24"))
            told.append((seen, way, menu_lines(hidden, "r1", "b1")))
    assert all(each == told[0] for each in told)
    (aim,) = told[0][0][0]["targets"]
    assert aim["needed"] and aim["clicks"] > 2
    nearly_gone = tank("b1", (18, 16), 180, click=7, clicks=8)
    (known,) = hands(table(mech("r1", (18, 10)), nearly_gone), "r1")["targets"]
    assert known["clicks"] < aim["clicks"]


def test_an_opponent_shows_what_it_threatens_and_whom() -> None:
    at = table(tank("r1", (18, 16)), mech("b1", (18, 24), 180))
    found = hands(at, "b1")
    assert found["threat"].startswith("M") and not found["acts"]
    (aim,) = found["targets"]
    assert aim["unit"] == "r1" and aim["needed"] and not aim["legal"]
    assert "threat" not in hands(at, "r1")


def test_while_a_bot_acts_its_units_threaten_and_those_of_the_person_do_not() -> None:
    at = table(squad("r1", (18, 16)), squad("r2", (19.5, 16)), mech("b1", (18, 24), 180))
    seats = {"red": {"name": "", "commander": "greedy"}, "blue": {"name": "", "commander": ""}}
    other = Table(at.setup, at.state, seats)
    assert "threat" in hands(other, "r1") and "threat" not in hands(other, "b1")
    assert hands(other, "b1")["companions"] == []


def test_hands_speak_polish() -> None:
    at = table(mech("r1", (18, 10)), tank("b1", (18, 23.7), 180))
    with override("pl"):
        (aim,) = hands(at, "r1")["targets"]
        assert aim["why"] == "o 3,7″ za daleko"


# --- Long-range fire ------------------------------------------------------------------------


def test_a_salvo_shows_where_it_may_come_down_and_on_whom() -> None:
    at = table(gun(), tank("b1", (18, 20), 180), squad("r2", (19.6, 21.2)))
    found = salvo(at, query(unit="r1", at="18,16"))
    assert found["legal"] and found["missed"] == "3%"
    (marker,) = found["markers"]
    assert marker["at"] == (18, 16)
    first = marker["landings"][0]
    assert (first["at"], first["drift"], first["chance"]) == ((18, 16), 0, "50%")
    assert first["struck"] == ["r2", "b1"] or first["struck"] == ["b1", "r2"]
    fates = {fate["unit"]: fate for fate in found["fates"]}
    assert fates["b1"]["clicks"] > 0 and fates["r2"]["clicks"] > 0


def test_the_plan_of_a_salvo_counts_everybody_in_the_blast() -> None:
    at = table(gun(), tank("b1", (18, 20), 180), squad("r2", (19.6, 21.2)))
    found = planned(at, do="artillery", unit="r1", path="18,20")
    assert {fate.unit.split()[-1] for fate in found.fates} >= {"b1", "r2"}
    assert any("next turn" in said for said in found.says)


@pytest.mark.parametrize("asked", [{}, {"unit": "r1"}, {"unit": "r1", "at": "1"}, {"unit": "r9"}])
def test_a_salvo_nobody_can_read_is_refused(asked: dict[str, str]) -> None:
    with pytest.raises(OrderUnreadable):
        salvo(table(gun(), tank("b1", (18, 20))), query(**asked))

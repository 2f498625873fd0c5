"""Armies in the making: the order of selection, what is offered and why not, ways to the limit."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules import Unreadable
from rules.core.army import Add, Choose, NoSuchPlace, Offer, Recount, Remove, Renew
from rules.khans_and_generals.records.card import SIGNS, card_of, sign_of
from rules.khans_and_generals.records.profile import read_profile
from rules.khans_and_generals.system import KHANS_AND_GENERALS

FORCES = Path(__file__).parents[3] / "fixtures" / "khans_and_generals" / "forces"
RECORDS = {f"forces/{path.name}": json.loads(path.read_text("utf-8")) for path in FORCES.iterdir()}
ARMY = KHANS_AND_GENERALS.edition(RECORDS).army
BUILDING = ARMY.building
PERIODS = ("preindustrial", "early", "modern")

OWN: dict[str, Any] = {
    "staff-1": {"name": "My staff", "class": "hq", "points": 9, "strength": 5, "training": 3}
    | {"command": 3},
    "men-2": {"name": "My men", "class": "line", "points": 11, "strength": 20, "training": 3},
    "priest-3": {"name": "My priest", "class": "attachment", "points": 2},
}


def made(*edits: Any, data: dict[str, Any] | None = None) -> dict[str, Any]:
    data = data or BUILDING.begin("Trial")
    for edit in edits:
        data = BUILDING.edited(data, edit, OWN)
    return data


def offered(data: dict[str, Any], to: str = "", words: str = "", **more: Any) -> dict[str, Offer]:
    offers = BUILDING.offers(data, words, to, 100, "en", **more).offers
    return {offer.id: offer for offer in offers}


def units(data: dict[str, Any]) -> list[tuple[str, int, str | None, str | None]]:
    return [(u["unit"], u["count"], u["formation"], u["hq"]) for u in data["units"]]


def legal(data: dict[str, Any]) -> bool:
    return bool(ARMY.judge(data, "en")["legal"])


@pytest.mark.rule("KG-052", "KG-053")
def test_a_formation_comes_with_its_hq_and_its_fewest_units() -> None:
    data = made(Add("formation:BN"))
    assert units(data) == [("STAFF", 1, "BN", None), ("RIFLES", 2, "BN", None)]
    assert legal(data)
    again = made(Add("formation:BN"), data=data)
    assert [formation["id"] for formation in again["formations"]] == ["BN", "BN 2"]


@pytest.mark.rule("KG-052", "KG-054")
def test_what_stands_alone_needs_a_formation_first() -> None:
    empty = BUILDING.begin("Trial")
    offers = offered(empty)
    assert list(offers)[:2] == ["formation:BN", "formation:STORM"]
    assert offers["formation:BN"].points == 62
    assert offers["formation:BN"].pieces == ("STAFF", "RIFLES", "RIFLES")
    assert offers["formation:BN"].reasons == ()
    assert "under no headquarters" in offers["TANK"].reasons[0]
    data = made(Add("formation:BN"))
    assert offered(data)["TANK"].reasons == ()
    assert units(made(Add("TANK"), data=data))[-1] == ("TANK", 1, None, "BN")


@pytest.mark.rule("KG-054")
def test_independent_units_go_where_command_allows() -> None:
    data = made(Choose("build_total", "800"), Add("formation:STORM"), Add("formation:BN"))
    data = made(Recount("units[1]", 8), data=data)
    data = made(*[Add("ATR")] * 6, Add("TANK"), data=data)
    assert units(data)[-2:] == [("ATR", 6, None, "STORM"), ("TANK", 1, None, "BN")]
    back = made(Choose("hq", "STORM", "units[5]"), data=data)
    assert not legal(back) and legal(data)
    assert "Command 14" in ARMY.judge(back, "en")["violations"][0]["message"]


@pytest.mark.rule("KG-049")
def test_offers_say_what_would_be_too_much() -> None:
    data = made(Add("formation:BN"), Choose("build_total", "70"))
    assert offered(data)["LORRY"].reasons == ()
    (reason,) = offered(data)["TANK"].reasons
    assert reason == "The army has 104 points, 34 more than the limit of 70."
    assert set(offered(data, words="light tank")) == {"TANK"}
    assert set(offered(data, words="CZOŁG lekki")) == {"TANK"}


@pytest.mark.rule("KG-056")
def test_a_formation_is_offered_its_slots_in_order() -> None:
    data = made(Add("formation:BN"))
    slots = offered(data, "formations[0]")
    assert list(slots)[:4] == ["RIFLES", "RESERVISTS", "MG", "MORTAR"]
    assert slots["RIFLES"].facts[-1] == "2 of 2 to 12"
    full = made(Recount("units[1]", 12), data=data)
    assert "at most 12" in offered(full, "formations[0]")["RIFLES"].reasons[0]
    grown = made(Add("MG", "formations[0]"), Add("TANK", "formations[0]"), data=data)
    assert units(grown)[-2:] == [("MG", 1, "BN", None), ("TANK", 1, None, "BN")]


@pytest.mark.rule("KG-055")
def test_a_section_joins_one_unit_of_several() -> None:
    data = made(Add("formation:BN"), Add("MEDICS", "units[1]"))
    assert [(u["count"], u["attached"]) for u in data["units"]] == [
        (1, []),
        (1, []),
        (1, ["MEDICS"]),
    ]
    assert offered(data, "units[2]") == {}
    assert set(offered(data, "units[1]")) == {"MEDICS"}
    assert made(Remove("units[2].attached[0]"), data=data)["units"][2]["attached"] == []


@pytest.mark.rule("KG-051")
def test_fortifications_come_from_their_purse() -> None:
    assert "WIRE" not in offered(BUILDING.begin("Trial"))
    siege = made(Choose("battle", "siege"), Choose("side", "defender"), Add("formation:BN"))
    assert offered(siege)["BUNKER"].reasons == ()
    dug = made(*[Add("BUNKER")] * 8, data=siege)
    assert dug["fortifications"] == [{"unit": "BUNKER", "count": 8, "points": None}]
    assert "holds 200" in offered(dug)["WIRE"].reasons[0]
    (gauge,) = ARMY.overview(dug, "en").gauges
    assert (gauge.used, gauge.most) == (200, 200)
    assert "50 %" in gauge.note


@pytest.mark.rule("KG-049")
def test_a_bonus_is_told_in_words() -> None:
    data = made(Choose("battle", "assault"), Choose("side", "attacker"))
    said = " ".join(ARMY.overview(data, "en").notes)
    assert "50 % more points, so 600 instead of 400" in said
    said = " ".join(ARMY.overview(made(Choose("battle", "assault")), "pl").notes)
    assert "wybierz też stronę" in said


@pytest.mark.rule("KG-049")
def test_units_of_a_convoy_are_escorted() -> None:
    data = made(Add("formation:BN"), Add("LORRY"))
    assert all(choice.name != "escorted" for e in ARMY.entries(data, "en") for choice in e.choices)
    convoy = made(Choose("battle", "convoy"), Choose("side", "defender"), data=data)
    lorry = ARMY.entries(convoy, "en")[-1]
    assert "escorted" in {choice.name for choice in lorry.choices}
    escorted = made(Choose("escorted", "yes", lorry.place), data=convoy)
    assert ARMY.judge(escorted, "en")["points"]["total"] == 62
    assert ARMY.entries(escorted, "en")[-1].aside


@pytest.mark.rule("KG-052", "KG-053")
def test_a_formation_goes_with_its_units_and_leaves_those_assigned() -> None:
    data = made(Add("formation:BN"), Add("TANK"), Add("formation:STORM"))
    rest = made(Remove("formations[0]"), data=data)
    assert [formation["id"] for formation in rest["formations"]] == ["STORM"]
    assert ("TANK", 1, None, "STORM") in units(rest)
    first = made(Choose("base", "yes", "formations[1]"), data=data)
    assert [formation["id"] for formation in first["formations"]] == ["STORM", "BN"]
    named = made(Choose("name", "Blue", "formations[0]"), data=data)
    assert {u["formation"] for u in named["units"] if u["formation"]} == {"Blue", "STORM"}
    with pytest.raises(Unreadable):
        made(Choose("name", "STORM", "formations[0]"), data=data)


@pytest.mark.rule("KG-052")
def test_another_list_brings_its_period_and_usual_size() -> None:
    data = made(Choose("army_list", "early"))
    assert (data["period"], data["build_total"], data["faction"]) == ("early", 300, "Varn")
    kept = made(Choose("build_total", "444"), Choose("army_list", "early"))
    assert kept["build_total"] == 444
    none = made(Choose("army_list", ""), data=data)
    assert none["army_list"] is None and none["profiles"] == {}
    with pytest.raises(Unreadable):
        made(Choose("army_list", "nowhere"))


@pytest.mark.rule("KG-056")
def test_units_of_ones_own_join_with_their_cards() -> None:
    data = made(Add("own:staff-1"), Add("own:men-2"), Add("own:priest-3", "units[1]"))
    assert set(OWN) <= data["profiles"].keys()
    assert legal(data), ARMY.judge(data, "en")["violations"]
    alone = made(Choose("army_list", ""), Add("own:staff-1"), Add("own:men-2", "formations[0]"))
    assert units(alone)[-1] == ("men-2", 1, "My staff", None)
    assert legal(alone)
    assert offered(BUILDING.begin("x"), words="my men", shelf=OWN)["own:men-2"].heading


def test_a_changed_unit_is_brought_up_to_date() -> None:
    data = made(Add("formation:BN"), Add("own:men-2"))
    assert BUILDING.outdated(data, OWN) == ()
    dearer = OWN | {"men-2": OWN["men-2"] | {"points": 14}}
    assert BUILDING.outdated(data, dearer) == ("men-2",)
    renewed = BUILDING.edited(data, Renew("men-2"), dearer)
    assert renewed["profiles"]["men-2"]["points"] == 14
    assert BUILDING.outdated(renewed, dearer) == ()


@pytest.mark.rule("KG-049", "KG-050", "KG-051", "KG-052", "KG-054")
@pytest.mark.parametrize("period", PERIODS)
@pytest.mark.parametrize("battle", ["", "assault", "siege"])
@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_an_army_is_completed_to_its_limit(period: str, battle: str, side: str) -> None:
    data = made(Choose("army_list", period), Choose("battle", battle), Choose("side", side))
    ways = BUILDING.fills(data, "en")
    assert ways
    for way in ways:
        filled = ARMY.repaired(data, way)
        points = ARMY.judge(filled, "en")["points"]
        assert legal(filled)
        assert points["total"] == way["total"]
        assert points["limit"] * 0.85 <= points["total"] <= points["limit"]
        assert points["purse"] - points["fortifications"] < 10


def test_an_army_with_faults_is_not_filled() -> None:
    broken = made(Add("formation:BN"), Recount("units[1]", 1))
    assert BUILDING.fills(broken, "en") == []
    assert BUILDING.fills(made(Choose("build_total", "")), "en") == []


def test_edits_of_what_is_not_there() -> None:
    data = made(Add("formation:BN"))
    for edit in (
        Add("nobody"),
        Add("formation:NOWHERE"),
        Add("own:ghost"),
        Add("RIFLES", "formations[4]"),
        Add("RIFLES", "elsewhere[0]"),
        Recount("formations[0]", 2),
        Recount("units[9]", 2),
        Remove("units[0].unit"),
        Remove("units[0].attached[0]"),
        Choose("colour", "red"),
        Choose("escorted", "yes", "formations[0]"),
        Renew("men-2"),
    ):
        with pytest.raises((NoSuchPlace, Unreadable)):
            BUILDING.edited(data, edit, OWN)


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("period", PERIODS)
def test_every_card_is_told_in_words(period: str, language: str) -> None:
    for name, record in RECORDS[f"forces/{period}.json"]["profiles"].items():
        profile = read_profile(record)
        card = card_of(profile, language)
        assert sign_of(profile) in SIGNS
        assert card.kind and all(value.text for value in card.values), name
        assert len(card.tables) == len(profile.weapons) + bool(profile.battery)


def test_repairs_name_what_they_change() -> None:
    data = made(Add("formation:BN"), Choose("build_total", "50"))
    messages = [repair["message"] for repair in ARMY.judge(data, "en")["repairs"]]
    assert all("units[" not in message for message in messages)

"""A new battle: what the page shows, how it begins."""

import json
import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from armybuilder.groups.models import BattleGroup
from armybuilder.skirmishes.models import Skirmish
from rules import khans_and_generals as kg

pytestmark = pytest.mark.django_db

NEW = "/en/skirmishes/khans-and-generals/new/"


def chosen(**more: str) -> dict[str, str]:
    """The form as it is sent, with some choices."""
    usual = {
        "period": "modern",
        "size": "small",
        "battle": "attack",
        "side": "red",
        "time": "day",
        "weather": "sunny",
        "ground": "dry",
        "season": "summer",
        "country": "temperate",
        "relief": "",
        "against": "random",
        "lot": "7",
    }
    return usual | more


def text(response: Any) -> str:
    found: str = response.content.decode()
    return found


def test_one_press_begins_a_battle_with_everybody_in_place(client: Client) -> None:
    page = text(client.get(NEW))
    (lot,) = re.findall(r'name="lot" value="(\d+)"', page)
    fields = dict(re.findall(r'name="(\w+)" value="(\w*)"[^>]* checked', page))
    assert fields == {
        "size": "small",
        "side": "red",
        "time": "day",
        "weather": "sunny",
        "ground": "dry",
    }
    client.post(NEW, chosen(lot=lot, play="1"))
    skirmish = Skirmish.objects.get()
    assert skirmish.system == "khans-and-generals"
    assert (skirmish.turn, skirmish.stage, skirmish.acting) == (1, "", "red")
    assert skirmish.seats["blue"]["commander"] == "random"
    placed = [unit["at"] for unit in skirmish.state["units"].values()]
    assert sum(place is not None for place in placed) >= 20


def test_ones_own_army_is_left_to_be_placed(client: Client) -> None:
    client.post(NEW, chosen(by_hand="1"))
    skirmish = Skirmish.objects.get()
    assert (skirmish.stage, skirmish.acting) == ("setup", "red")
    standing = {u["owner"] for u in skirmish.state["units"].values() if u["at"] is not None}
    assert standing == {"blue"}


def test_the_table_shown_is_the_one_that_is_played(client: Client) -> None:
    shown = text(client.post(NEW, chosen(show="1")))
    client.post(NEW, chosen(play="1"))
    state = Skirmish.objects.get().state["units"]
    placed = sum(unit["at"] is not None for unit in state.values())
    assert shown.count('class="kg-unit') == placed
    assert not Skirmish.objects.exclude(pk=Skirmish.objects.get().pk).exists()


@pytest.mark.parametrize("begun", ["en", "pl"])
@pytest.mark.parametrize(
    ("pressed", "called"),
    [
        ({"ready": "early-signal-hill", "against": "random"}, ("Signal Hill", "Wzgórze Sygnałowe")),
        (chosen(play="1"), ("Attack: ", "Atak: ")),
    ],
)
def test_a_battle_is_called_in_the_language_of_whoever_reads(
    client: Client, begun: str, pressed: dict[str, str], called: tuple[str, str]
) -> None:
    begins = client.post(NEW.replace("/en/", f"/{begun}/"), pressed)["Location"]
    for language, title in zip(("en", "pl"), called, strict=True):
        page = text(client.get(begins.replace(f"/{begun}/", f"/{language}/")))
        assert f"<title>{title}" in page


def test_every_choice_changes_the_table(client: Client) -> None:
    def table(**more: str) -> str:
        page = text(client.post(NEW, chosen(show="1", **more), headers={"HX-Request": "true"}))
        assert "<html" not in page
        return page[page.index("<svg") : page.index("</svg>")]

    tables = [
        table(),
        table(lot="8"),
        table(battle="meeting"),
        table(relief="ford"),
        table(size="large"),
        table(period="early"),
    ]
    assert len(set(tables)) == len(tables)


def test_what_is_rolled_is_told_with_its_dice(client: Client) -> None:
    page = text(
        client.post(NEW, chosen(show="1", battle="", side="", time="", weather="", ground=""))
    )
    assert page.count("rolled: d") >= 4
    for rule in ("KG-021", "KG-023", "KG-024", "KG-025"):
        assert f">{rule}<" in page


@pytest.mark.parametrize(
    ("battle", "said"),
    [
        ("assault", ["50 % more points", "25 % of the points for fortifications"]),
        ("ambush", ["10 % more points", "bears 10 less in the battle assessment"]),
        ("relief", ["25 % more points"]),
    ],
)
def test_the_bonus_of_a_battle_is_said_in_words(
    client: Client, battle: str, said: list[str]
) -> None:
    page = text(client.post(NEW, chosen(show="1", battle=battle)))
    assert [each for each in said if each not in page] == []


def test_what_season_and_country_bar_is_not_offered(client: Client) -> None:
    summer = text(client.post(NEW, chosen(show="1", weather="snow", ground="deep_snow")))
    assert 'value="snow"' not in summer
    assert "rolled: d6" in summer
    winter = text(client.post(NEW, chosen(show="1", season="winter", weather="snow")))
    assert re.search(r'name="weather" value="snow"[^>]* checked', winter)


def test_nobody_attacks_in_a_meeting_engagement(client: Client) -> None:
    page = text(client.post(NEW, chosen(show="1", battle="meeting")))
    assert "Attacks." not in page
    assert "First turn" in page


def test_a_formation_may_wait_in_reserve_and_a_company_in_ambush(client: Client) -> None:
    page = text(client.post(NEW, chosen(show="1", size="large")))
    trap = re.search(r'<option value="(units\[\d+\])"', page)
    assert trap and '<option value="2nd">' in page
    client.post(NEW, chosen(size="large", reserve="2nd", trap=trap[1], play="1"))
    state = Skirmish.objects.get().state
    assert list(state["reserves"]) == ["red 1"]
    assert state["traps"]["red"]


def test_a_battle_laid_out_ready_is_one_press(client: Client) -> None:
    page = text(client.get(NEW))
    names = re.findall(r'name="ready" value="([\w-]+)"', page)
    assert len(names) >= 6
    client.post(NEW, {"ready": names[0], "against": "random"})
    assert Skirmish.objects.get().seats["blue"]["commander"] == "random"


def kept(client: Client, **more: Any) -> BattleGroup:
    """An army of the visitor's own: early, small, for the defence, with some changes."""
    begun = {"system": "khans-and-generals", "name": "The Grey", "set-army_list": "early"}
    begun |= {"set-build_total": "300", "set-battle": "assault", "set-side": "defender"}
    client.post("/en/groups/new/?system=khans-and-generals", begun)
    group = BattleGroup.objects.get()
    path = settings.BASE_DIR / "fixtures/khans_and_generals/forces/early.json"
    army = kg.deal(json.loads(path.read_text("utf-8")), "small", 3)
    group.document = army | {"name": "The Grey", "battle": "assault", "side": "defender"} | more
    group.save()
    return group


def test_an_army_brings_what_it_was_built_for(client: Client) -> None:
    group = kept(client)
    army = text(client.get(f"/en/groups/{group.public_id}/"))
    assert f"{NEW}?group={group.public_id}" in army
    page = text(client.get(f"{NEW}?group={group.public_id}"))
    assert re.search(rf'<option value="{group.public_id}" selected>', page)
    assert '<option value="assault" selected>' in page
    assert '<option value="early" selected>' in page
    assert re.search(r'name="side" value="blue"[^>]* checked', page)
    assert "Defends." in page


def test_an_army_that_does_not_fit_is_played_only_knowingly(client: Client) -> None:
    group = kept(client, build_total=100)
    wished = chosen(army=group.public_id, army_was=group.public_id, period="early", play="1")
    refused = client.post(NEW, wished)
    assert refused.status_code == 422
    assert "The army of Red is not legal for this battle." in text(refused)
    assert "KG-049" in text(refused)
    assert not Skirmish.objects.exists()
    assert client.post(NEW, wished | {"agreed": "on"}).status_code == 302
    assert Skirmish.objects.exists()


def test_an_army_no_battle_can_be_made_of_is_said_so(client: Client) -> None:
    group = kept(client)
    group.document["units"][1]["count"] = 500
    group.save()
    wished = chosen(army=group.public_id, army_was=group.public_id, period="early", play="1")
    refused = client.post(NEW, wished | {"agreed": "on"})
    assert refused.status_code == 422
    assert "$.units" in text(refused)
    assert not Skirmish.objects.exists()


def test_two_bots_are_watched(client: Client) -> None:
    client.post(NEW, chosen(against="", watch="1"))
    seats = Skirmish.objects.get().seats
    assert seats["red"]["commander"] == seats["blue"]["commander"] != ""


def test_nonsense_begins_nothing(client: Client) -> None:
    response = client.post(NEW, chosen(play="1", battle="brawl", size="huge", lot="x"))
    assert response.status_code == 422
    for field in ("country", "season", "relief", "period", "side", "lot", "army", "against"):
        response = client.post(NEW, chosen(play="1", **{field: "-1"}))
        assert response.status_code in (302, 422), field
    Skirmish.objects.all().delete()
    assert client.post(NEW, {"ready": "none"}).status_code == 302
    assert not Skirmish.objects.exists()


@pytest.mark.parametrize(
    ("language", "title", "says"),
    [("en", "Signal Hill", "Attack: you attack"), ("pl", "Wzgórze Sygnałowe", "Atak: nacierasz")],
)
def test_battles_laid_out_ready_are_pictures_in_the_readers_language(
    client: Client, language: str, title: str, says: str
) -> None:
    page = text(client.get(NEW.replace("/en/", f"/{language}/")))
    cards = re.findall(r'<button class="draw-card" name="ready".*?</button>', page, re.DOTALL)
    assert len(cards) == 6
    assert all(card.count("drawn-piece") >= 8 for card in cards)
    told = [re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", card)) for card in cards]
    assert title in told[0] and says in told[0]
    assert not any("(sample)" in each for each in told)
    client.post(NEW.replace("/en/", f"/{language}/"), {"ready": "early-signal-hill"})
    assert Skirmish.objects.get().title == title

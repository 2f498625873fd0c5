"""Beginning a skirmish between chosen groups, the list of them, and what hidden dials hide."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape
from msgspec import structs
from pytest_django import DjangoAssertNumQueries

from armybuilder.groups.models import BattleGroup
from armybuilder.groups.tests.builder import Builder
from armybuilder.home.selectors.personal import personal_data
from armybuilder.site.models import User
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.words import COMMANDERS
from armybuilder.systems.age_of_destruction.present.promises import promise
from armybuilder.systems.age_of_destruction.present.rulings import QUESTIONS, switches
from armybuilder.systems.age_of_destruction.present.starting import (
    planetary_conditions,
    readiness,
)
from armybuilder.systems.age_of_destruction.present.tables import table_of
from armybuilder.systems.age_of_destruction.sample_groups import (
    FOLDER,
    QUICK,
    sample_group,
    sample_groups,
)
from armybuilder.systems.age_of_destruction.tests.test_skirmishes import Player, signed_in
from rules import age_of_destruction as aod

pytestmark = pytest.mark.usefixtures("catalogue")

NEW = "/en/skirmishes/age-of-destruction/new/"


def sent(players: int = 2, /, **changed: Any) -> dict[str, Any]:
    """The form as it is sent."""
    seats = ("red", "blue", "green", "yellow")[:players]
    form: dict[str, Any] = {
        "players": players,
        "total": 450,
        "terrain": "standard",
        "seed": 7,
        "conditions": "none",
        "open_dials": "on",
    }
    for seat in seats:
        form[f"{seat}-group"] = "sample:dragons-fury-450"
        form[f"{seat}-commander"] = ""
    return form | changed


def started(client: Client, **form: Any) -> Skirmish:
    """The skirmish a form begins."""
    answer = client.post(NEW, form)
    assert answer.status_code == 302, re.findall(
        r"errorlist.*?</ul>", answer.content.decode(), re.S
    )
    return Skirmish.objects.latest("pk")


@pytest.mark.parametrize("total", QUICK)
def test_quick_skirmishes_are_legal_and_balanced(total: int) -> None:
    samples = [sample_group(key) for key in QUICK[total]]
    ready = [readiness(sample.document) for sample in samples if sample]
    assert all(one.legal and not one.without_dials for one in ready)
    first, second = (one.report.standing.total for one in ready)
    assert abs(first - second) <= 5 and max(first, second) <= total


def test_what_is_agreed_is_played(client: Client) -> None:
    game = started(
        client,
        **sent(
            turn_limit=6,
            time_limit=60,
            terrain="chosen",
            pieces=["wood", "rocks"],
            conditions="AOD-PC-007",
            ruling_dfa_special_attack_heat="1",
            ruling_crits_on_all_attack_rolls="true",
            **{"red-name": "Anna", "blue-commander": "random"},
        ),
    )
    start = game.start
    assert (start["turn_limit"], start["time_limit"]) == (6, 60)
    assert start["rulings"] == {"dfa_special_attack_heat": 1}
    assert [piece["id"] for piece in start["pool"]] == ["wood-1", "rocks-2"]
    assert start["conditions"] == ["AOD-PC-007"]
    assert game.seats["red"]["name"] == "Anna" and game.seats["blue"]["commander"] == "random"


def test_four_players_in_two_teams(client: Client) -> None:
    teams = {"red-team": "red", "green-team": "red", "blue-team": "blue", "yellow-team": "blue"}
    game = started(client, **sent(4, **teams))
    setup = table_of(game).setup
    assert [setup.members(team) for team in setup.teams] == [("red", "green"), ("blue", "yellow")]
    page = client.get(f"/en/skirmishes/age-of-destruction/{game.public_id}/")
    assert page.status_code == 200


def test_a_team_needs_an_opponent(client: Client) -> None:
    teams = {f"{seat}-team": "red" for seat in ("red", "blue", "green")}
    answer = client.post(NEW, sent(3, **teams))
    assert answer.status_code == 422
    assert "somebody to play against" in answer.content.decode()


def test_the_lot_is_shown_and_drawn_anew(client: Client) -> None:
    before = client.post(NEW, sent(roll="1", turn_limit=9)).content.decode()
    assert not Skirmish.objects.exists()
    assert "The lot gives:" in before and 'value="9"' in before
    again = [started(client, **sent(seed=11)).start["pool"] for _ in range(2)]
    assert again[0] == again[1]


def test_another_number_of_players_loses_nothing_typed(client: Client) -> None:
    three = {"green-team": "red", "green-name": "Celina", "green-commander": ""}
    form = sent(**{"red-name": "Anna", "turn_limit": 9}, **three) | {"players": 3}
    two = client.post(NEW, form | {"seat": 2}).content.decode()
    assert 'value="Anna"' in two and 'value="9"' in two
    assert '<input type="hidden" name="green-name" value="Celina">' in two
    four = client.post(NEW, form | {"seat": 4}).content.decode()
    assert 'value="Celina"' in four and "yellow-name" in four
    assert re.search(r'name="yellow-group".*?selected', four, re.S)
    assert "errorlist" not in two + four
    assert not Skirmish.objects.exists()


def test_an_illegal_group_is_played_when_both_sides_agree(client: Client) -> None:
    owner = Builder(signed_in("owner@example.org"))
    owner.start("Too many", 150)
    owner.add("AOD-102")
    owner.add("AOD-104")
    group = BattleGroup.objects.get()
    form = sent(total=150, **{"red-group": f"own:{group.public_id}"})
    answer = owner.client.post(NEW, form)
    page = answer.content.decode()
    assert answer.status_code == 422 and "both sides have to agree" in page
    assert "Not legal" in page and "262" in page
    assert started(owner.client, **form | {"agreed": "on"}).title.startswith("Too many")


def test_another_persons_group_is_not_offered_and_a_link_opens_it() -> None:
    owner = Builder(signed_in("owner@example.org"))
    owner.start("Secret", 450)
    owner.add("AOD-102")
    group = BattleGroup.objects.get()
    stranger = Client()
    form = sent(agreed="on", **{"red-group": f"own:{group.public_id}"})
    assert stranger.post(NEW, form).status_code == 422
    owner.show_to("link")
    group.refresh_from_db()
    link = {"red-group": "", "red-link": f"http://example.org/en/g/{group.share_token}/"}
    assert started(stranger, **sent(agreed="on", **link)).title.startswith("Secret")
    broken = sent(**{"red-link": "x" * 299})
    assert stranger.post(NEW, broken).status_code == 422


@pytest.mark.parametrize(
    "changed",
    [
        {"total": 451},
        {"total": "x"},
        {"total": "9" * 400},
        {"seed": -1},
        {"seed": "9" * 40},
        {"terrain": "lava"},
        {"conditions": "AOD-G-001"},
        {"ruling_hindering_stop": "never"},
        {"red-commander": "general"},
        {"pieces": ["wood"] * 2 + ["castle"]},
        {"turn_limit": 10**9},
    ],
)
def test_what_nobody_can_agree_on_is_refused_at_its_field(
    client: Client, changed: dict[str, Any]
) -> None:
    answer = client.post(NEW, sent(**changed))
    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    assert not Skirmish.objects.exists()


@pytest.mark.parametrize(
    ("red", "blue", "total"),
    [
        ("steel-wolves-300", "swordsworn-300", 300),
        ("dragons-fury-450", "highlanders-450-contract", 450),
        ("spirit-cats-600-gunslinger", "bannsons-raiders-600", 600),
    ],
)
def test_the_build_total_follows_the_groups(
    client: Client, red: str, blue: str, total: int
) -> None:
    shown = client.get(NEW).content.decode()
    assert re.search(r'name="total"(?![^>]*value=)', shown)
    groups = {"red-group": f"sample:{red}", "blue-group": f"sample:{blue}"}
    assert started(client, **sent(total="", **groups)).start["build_total"] == total


@pytest.mark.parametrize("total", ["", 300, 450])
def test_a_larger_group_does_not_come_unnoticed(client: Client, total: Any) -> None:
    groups = {
        "red-group": "sample:steel-wolves-300",
        "blue-group": "sample:spirit-cats-600-gunslinger",
    }
    form = sent(total=total, **groups)
    answer = client.post(NEW, form)
    page = answer.content.decode()
    assert answer.status_code == 422 and "both sides have to agree" in page
    assert re.search(r"Blue brings 5\d\d points", page)
    assert started(client, **form | {"agreed": "on"}).start["build_total"] == (total or 600)


def test_a_planetary_condition_explains_itself_where_it_is_chosen(client: Client) -> None:
    page = client.get(NEW).content.decode()
    listed = page[page.index('class="conditions"') :]
    for condition in planetary_conditions():
        assert condition.text and escape(condition.text) in listed
    game = started(client, **sent(conditions="AOD-PC-007"))
    player = Player(client)
    player.url = f"/en/skirmishes/age-of-destruction/{game.public_id}/"
    Skirmish.objects.exclude(pk=game.pk).delete()
    player.set_up()
    page = client.get(player.url).content.decode()
    (chosen,) = (each for each in planetary_conditions() if each.id == "AOD-PC-007")
    assert escape(chosen.text) in page and 'href="/en/catalogue/cards/AOD-PC-007/"' in page


def test_every_switch_has_words() -> None:
    assert set(QUESTIONS) == set(aod.RULINGS)
    for switch in switches():
        assert len(switch.answers) > 1


def test_every_bot_has_a_name() -> None:
    assert set(COMMANDERS) == {"", *aod.COMMANDERS}


def test_the_list_says_whose_turn_it_is_and_asks_before_it_deletes(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    player = Player()
    for _ in range(3):
        Player(player.client)
    with django_assert_max_num_queries(8):
        page = player.client.get("/en/skirmishes/").content.decode()
    assert page.count("Placing terrain") == 2 * 4, "among those to go on with, and in the list"
    delete = f"{player.url}delete/"
    assert "go for good" in player.client.get(delete).content.decode()
    assert Skirmish.objects.count() == 4
    player.client.post(delete)
    assert Skirmish.objects.count() == 3


# --- Hidden dials ---------------------------------------------------------------------------


@pytest.fixture
def hidden() -> Player:
    """A skirmish of two people with hidden dials, set up."""
    player = Player(against="")
    game = player.game
    game.open_dials = False
    game.save()
    player.set_up()
    return player


def test_of_a_hidden_dial_nothing_but_the_window_is_sent(hidden: Player) -> None:
    mine = hidden.game.state["active"]
    theirs = "blue" if mine == "red" else "red"
    clicks = [
        len(figure.unit.dial)
        for figure in table_of(hidden.game).setup.figures.values()
        if figure.owner == theirs
    ]
    letter = theirs[0].upper()
    page = hidden.client.get(f"{hidden.url}?unit={letter}1").content.decode()
    assert "of this one you see the window" in page
    assert "The next click:" not in page and "dial-table" not in page
    assert page.count(">unhurt<") == len(clicks)
    strips = re.findall('class="life', page.split("battle-figures", 1)[1])
    assert len(strips) == len(table_of(hidden.game).setup.figures) - len(clicks)
    own = hidden.client.get(f"{hidden.url}?unit={mine[0].upper()}1").content.decode()
    assert "dial-table" in own


def test_no_page_of_a_game_tells_what_a_hidden_dial_holds(hidden: Player) -> None:
    mine = hidden.game.state["active"]
    theirs = [f for f in table_of(hidden.game).setup.figures.values() if f.owner != mine]
    pages = ["", "log/", *(f"?unit={f.id}" for f in theirs)]
    pages += [f"plan/?unit={mine[0].upper()}1&do=move&toward={f.id}" for f in theirs]
    for page in pages:
        said = hidden.client.get(hidden.url + page).content.decode()
        assert "dial-table" not in said and "The next click:" not in said
    for page in ("replay/", "record/"):
        assert hidden.client.get(hidden.url + page).status_code == 404


def shot_at(player: Player, mine: str, other: str) -> str:
    """What a shot of the active player's unit at an opponent's promises, face to face and alone, at
    the first distance at which it is legal."""
    game = player.game
    game.state["laid"] = []
    for number, unit in enumerate(game.state["units"].values()):
        unit["at"] = [3.0 + 3 * number, 3.0]
    tries = [(weapon, inches) for weapon in ("primary", "secondary") for inches in (4, 7, 10)]
    for weapon, inches in tries:
        game.state["units"][mine] |= {"at": [18.0, 16.0], "facing": 0.0}
        game.state["units"][other] |= {"at": [18.0, 16.0 + inches], "facing": 180.0}
        game.save()
        shot = {"order": "ranged", "unit": mine, "targets": [other], "weapon": weapon}
        order = json.dumps(shot)
        answer = player.client.get(f"{player.url}plan/", {"unit": mine, "order": order})
        if "three dice must show" in answer.content.decode():
            return answer.content.decode()
    raise AssertionError("the shot is never legal")


def test_of_a_hidden_dial_is_promised_what_its_window_allows(hidden: Player) -> None:
    mine = hidden.game.state["active"]
    units = table_of(hidden.game).setup.figures
    mech = next(name for name, f in units.items() if f.owner == mine and f.unit.is_mech)
    other = next(name for name, f in units.items() if f.owner != mine and f.unit.is_mech)
    said = shot_at(hidden, mech, other)
    assert f" {other}</th>" in said and "only the values in its window" in said
    (row,) = re.findall(rf" {other}</th>(.*?)</tr>", said, re.S)
    assert "lost" in row and "heat" not in row and "eliminated" not in row
    Skirmish.objects.update(open_dials=True)
    assert "only the values in its window" not in shot_at(hidden, mech, other)


def test_the_promise_is_the_same_whatever_a_hidden_dial_holds(hidden: Player) -> None:
    mine = hidden.game.state["active"]
    table = table_of(hidden.game)
    units = table.setup.figures
    mech = next(name for name, f in units.items() if f.owner == mine and f.unit.is_mech)
    other = next(name for name, f in units.items() if f.owner != mine and f.unit.is_mech)
    shot_at(hidden, mech, other)
    table = table_of(hidden.game)
    figure = table.setup.figures[other]
    weak = structs.replace(figure, unit=structs.replace(figure.unit, dial=figure.unit.dial[:1]))
    weaker = structs.replace(table.setup, figures={**units, other: weak})
    seen = []
    for setup in (table.setup, weaker):
        at = replace(table, setup=setup)
        for weapon in ("primary", "secondary"):
            order = aod.Ranged(unit=mech, targets=(other,), weapon=weapon)
            if not at.refusals(order):
                found = promise(at, order)
                assert found is not None
                seen.append((weapon, [fate for fate in found.fates if other in fate.unit]))
    assert seen and seen[: len(seen) // 2] == seen[len(seen) // 2 :]


def test_a_member_takes_their_skirmishes_along_with_their_data() -> None:
    client = signed_in("anna@example.org")
    player = Player(client)
    (kept,) = personal_data(user=User.objects.get())["skirmishes"]
    assert kept["id"] == player.game.public_id
    assert len(kept["steps"]) == player.game.steps.count()
    assert player.game.dice not in json.dumps(kept)


def test_samples_are_called_by_names_of_the_visitors_language(client: Client) -> None:
    legal = {path.stem for path in FOLDER.glob("*.json") if not path.stem.startswith("illegal")}
    assert {sample.key for sample in sample_groups()} == legal
    client.post("/pl/skirmishes/age-of-destruction/quick/", {"total": 300, "against": "random"})
    seats = Skirmish.objects.latest("pk").seats.values()
    assert {who["group"] for who in seats} == {"Wataha o świcie", "Honory dla krzyżowca"}
    assert "Wolf pack" not in client.get("/pl/").content.decode()

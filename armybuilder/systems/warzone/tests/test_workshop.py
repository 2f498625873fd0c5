"""The workshop: scenes opened by a press, seen from the side, set by hand, taken back."""

import json
from html import unescape
from typing import Any

import pytest
from django.test import Client

from armybuilder.skirmishes.models import Skirmish

pytestmark = pytest.mark.usefixtures("catalogue")
NEW = "/en/skirmishes/warzone/new/"


@pytest.fixture
def scene(client: Client) -> Skirmish:
    """The rooftops, opened by a visitor."""
    client.post(NEW, {"start": "rooftops"})
    return Skirmish.objects.get()


def at(scene: Skirmish, part: str = "") -> str:
    return f"/en/skirmishes/warzone/{scene.public_id}/{part}"


def order(client: Client, scene: Skirmish, given: dict[str, Any]) -> str:
    scene.refresh_from_db()
    sent = {"version": scene.version, "order": json.dumps(given), "unit": given.get("unit", "")}
    answer = client.post(at(scene, "order/"), sent, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return unescape(answer.content.decode())


@pytest.mark.django_db
def test_every_scene_is_opened_by_one_press(client: Client) -> None:
    page = client.get(NEW).content.decode()
    assert page.count('name="start"') == 6
    assert client.post(NEW, {"start": "nowhere"}).status_code == 404
    for name in ("rooftops", "trench-line", "gantries-at-night", "rescue-climb"):
        client.post(NEW, {"start": name})
        opened = Skirmish.objects.latest("pk")
        assert client.get(at(opened)).status_code == 200
        assert {who["commander"] for who in opened.seats.values()} == {""}


@pytest.mark.django_db
def test_a_scene_is_called_so_in_the_language_of_whoever_reads(
    client: Client, scene: Skirmish
) -> None:
    assert "<title>Three rooftops" in client.get(at(scene)).content.decode()
    polish = client.get(at(scene).replace("/en/", "/pl/")).content.decode()
    assert "<title>Trzy dachy" in polish


@pytest.mark.django_db
def test_the_plan_shows_heights_squads_and_postures(client: Client, scene: Skirmish) -> None:
    page = client.get(at(scene)).content.decode()
    assert page.count("wz-model") == 8
    assert page.count('class="wz-squad"') == 8
    assert "▼5″" in page
    assert "▲4″" in page
    assert "wz-waits" in page
    assert "-5″" in page


@pytest.mark.django_db
def test_both_sides_may_be_ordered(client: Client, scene: Skirmish) -> None:
    page = client.get(at(scene)).content.decode()
    assert page.count(" acts wz-done") + page.count(' acts" href') == 8


@pytest.mark.django_db
def test_the_side_follows_a_way(client: Client, scene: Skirmish) -> None:
    quiet = client.get(at(scene, "side/?unit=r1")).content.decode()
    assert "wz-way" not in quiet
    across = client.get(at(scene, "side/?unit=r1&to=11.6,10.5&pace=jump")).content.decode()
    assert "wz-way" in across
    assert "18 or less gets over" in across
    assert "2.8″" in across
    drop = client.get(at(scene, "side/?unit=r1&to=8.7,10.5&pace=drop")).content.decode()
    assert "Leadership 12 or less" in drop
    assert "↓5″ 10×2" in drop
    short = client.get(at(scene, "side/?unit=r1&to=11.6,10.5&pace=move")).content.decode()
    assert "has to jump" in short
    for asked, status in (("unit=nobody", 404), ("unit=r1&to=x", 400), ("unit=r1&to=1,2,3", 400)):
        assert client.get(at(scene, f"side/?{asked}")).status_code == status


@pytest.mark.django_db
@pytest.mark.parametrize("unit", ["r1", "r3", "b3", "b4"])
def test_every_height_beside_the_view_is_written_whole(
    client: Client, scene: Skirmish, unit: str
) -> None:
    side = client.get(at(scene, f"?unit={unit}")).context["side"]
    top = float(side.box.split()[1])
    assert min(y for y, _label in side.grid) - side.letters >= top


@pytest.mark.django_db
def test_the_dice_are_thrown_by_nobody_who_does_not_play(client: Client, scene: Skirmish) -> None:
    assert list(client.get(at(scene)).context["dice_wishes"]) == ["site", "all"]


@pytest.mark.django_db
def test_what_a_step_did_is_told_and_shown(client: Client, scene: Skirmish) -> None:
    page = order(client, scene, {"order": "climb", "unit": "r4", "piece": "alley"})
    assert "r4 climbs to 2″ on alley" in page
    film = json.loads(page.split('data-wz-film="')[1].split('" hidden')[0])
    assert film["side"]["r4"][0][1] == 5
    assert film["side"]["r4"][1][1] == 3
    assert "⇡-3″" in page


@pytest.mark.django_db
def test_a_scene_is_set_by_hand_and_reset(client: Client, scene: Skirmish) -> None:
    begun = scene.state
    placed = order(client, scene, {"order": "arrange", "unit": "r1", "at": [15, 15]})
    assert "The scene: r1 at 15″, 15″, height 4″" in placed
    dark = order(client, scene, {"order": "darkness", "dark": True})
    assert "wz-dark" in dark
    assert 'aria-pressed="true">Total darkness' in dark
    scene.refresh_from_db()
    sent = {"version": scene.version, "agreed": "1", "unit": "r1"}
    client.post(at(scene, "undo/"), sent)
    scene.refresh_from_db()
    assert "dark" not in scene.state
    stale = client.post(at(scene, "reset/"), {"version": 0, "unit": "r1"}, follow=True)
    assert "nothing was reset" in stale.content.decode()
    client.post(at(scene, "reset/"), {"version": scene.version, "unit": "r1"})
    scene.refresh_from_db()
    assert scene.state == begun
    assert not scene.steps.exists()
    assert client.post(at(scene, "reset/"), {}).status_code == 400


@pytest.mark.django_db
def test_a_model_tells_what_it_is_and_what_may_be_set(client: Client, scene: Skirmish) -> None:
    page = client.get(at(scene, "?unit=r4")).content.decode()
    for said in ("Leadership", "●●●", "on alley at 5″", "one action less", "Type every number"):
        assert said in page
    rising = client.get(at(scene, "menu/?unit=r4&target=r4")).content.decode()
    assert "Climb: alley" in rising
    assert "hangs 2″ up" in rising


@pytest.mark.django_db
def test_a_refused_order_says_why(client: Client, scene: Skirmish) -> None:
    given = {"order": "arrange", "unit": "r1", "at": [200, 15]}
    sent = {"version": scene.version, "order": json.dumps(given), "unit": "r1"}
    answer = client.post(at(scene, "order/"), sent, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    assert "The base of r1 would leave the table." in answer.content.decode()


@pytest.mark.django_db
def test_a_game_against_a_bot_is_not_reset(client: Client, scene: Skirmish) -> None:
    seats = scene.seats
    scene.seats = {seat: {**who, "commander": "random"} for seat, who in seats.items()}
    scene.save()
    answer = client.post(at(scene, "reset/"), {"version": scene.version}, follow=True)
    assert "nothing was reset" in answer.content.decode()


@pytest.mark.django_db
def test_a_replay_shows_the_plan(client: Client, scene: Skirmish) -> None:
    order(client, scene, {"order": "climb", "unit": "r4", "piece": "alley"})
    page = client.get(at(scene, "replay/?step=0")).content.decode()
    assert "wz-piece" in page
    assert page.count("wz-model") == 8
    log = client.get(at(scene, "log/")).content.decode()
    assert "r4 climbs to 2″ on alley" in log

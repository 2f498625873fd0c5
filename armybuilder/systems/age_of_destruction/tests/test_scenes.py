"""What happens becomes scenes: every kind of event, in both languages, nothing that is hidden."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from armybuilder.systems.age_of_destruction.present.scenes import SHOWN, UNSEEN, film
from armybuilder.systems.age_of_destruction.present.tables import Table
from armybuilder.systems.age_of_destruction.tests.test_skirmishes import Player, signed_in
from rules import age_of_destruction as aod
from rules.age_of_destruction.orders.answer import open_question
from rules.age_of_destruction.play.saved_game import read_record, rules_of
from rules.age_of_destruction.state import events
from rules.core.dice import ScriptedDice
from rules.tests.skirmishes import catalogue, scenario, squad, tank

GAMES = sorted((settings.BASE_DIR / "rules" / "tests" / "replays").glob("*.json"))
ANIMATOR = settings.BASE_DIR / "armybuilder" / "static" / "js" / "table-film.js"
#: A request of htmx.
PART = {"hx-request": "true"}
PEOPLE = {seat: {"name": "", "commander": ""} for seat in ("red", "blue")}


def _steps(path: Path) -> Iterator[tuple[aod.State, Table, list[dict[str, Any]]]]:
    """Every step of a recorded game: the state before it, the table after it, what happened."""
    start, record = read_record(json.loads(path.read_text("utf-8")))
    opened = aod.read_scenario({**start, "dice": [], "orders": []}, catalogue())
    rules, state = rules_of(opened.setup), opened.state
    seats = {player.id: PEOPLE["red"] for player in opened.setup.players}
    for order, faces, _ in record:
        before = state
        happened = tuple(rules.decide(state, order, ScriptedDice(faces)))
        for event in happened:
            state = rules.evolve(state, event)
        open_question(state)
        yield before, Table(opened.setup, state, seats), aod.write_events(happened)


def _attack(*, open_dials: bool = True, **blue: Any) -> dict[str, Any]:
    """The film of a tank that fires at another 6 inches away and rolls 5, 5 and 4."""
    units = [tank("r1", (10, 10), 0), tank("b1", (10, 16), 180, **blue)]
    begun = aod.read_scenario({**scenario(units), "dice": [], "orders": []}, catalogue())
    order = aod.read_order({"order": "ranged", "unit": "r1", "targets": ["b1"]})
    happened = tuple(rules_of(begun.setup).decide(begun.state, order, ScriptedDice((5, 5, 4))))
    seen_by = Table(begun.setup, begun.state, PEOPLE, open_dials)
    return film(begun.state, seen_by, [aod.write_events(happened)])


def _only(told: dict[str, Any], kind: str) -> dict[str, Any]:
    (scene,) = [scene for scene in told["scenes"] if scene["kind"] == kind]
    return dict(scene)


def test_every_kind_of_event_is_shown_or_said_to_be_without_a_picture() -> None:
    assert set(SHOWN) | set(UNSEEN) == set(get_args(aod.AnyEvent))
    assert not set(SHOWN) & set(UNSEEN)
    assert all(UNSEEN.values())


def _kinds_of_animator() -> set[str]:
    script = ANIMATOR.read_text("utf-8")
    shows = re.search(r"const SHOWS = \{(.*?)\n\};", script, re.DOTALL)
    told = re.search(r"const TOLD = \[(.*?)\];", script, re.DOTALL)
    assert shows and told
    return set(re.findall(r"^  (\w+)[,:]", shows[1], re.MULTILINE)) | set(
        re.findall(r'"(\w+)"', told[1])
    )


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_recorded_games_become_scenes_that_the_animator_knows(path: Path, language: str) -> None:
    known = _kinds_of_animator()
    met: Counter[str] = Counter()
    with translation.override(language):
        for before, after, happened in _steps(path):
            told = json.loads(json.dumps(film(before, after, [happened])))
            for scene in told["scenes"]:
                met[scene["kind"]] += 1
                assert not re.search(r"[a-z]_[a-z]|[{}]", scene.get("says", ""))
            assert set(told["start"]) <= set(after.setup.figures)
    assert set(met) <= known
    assert met["move"] and met["shot"] and met["loss"] and met["heat"]


def test_a_shot_is_dice_a_stroke_and_clicks_one_by_one() -> None:
    told = _attack()
    kinds = [scene["kind"] for scene in told["scenes"]]
    assert [kind for kind in kinds if kind in ("order", "dice", "shot", "loss")] == [
        *("order", "dice", "shot", "loss")
    ]
    order = _only(told, "order")
    assert (order["units"], order["targets"]) == (["r1"], ["b1"])
    dice = _only(told, "dice")
    assert dice["faces"] == [5, 5, 4] and dice["black"] and dice["good"]
    (aim,) = dice["aims"]
    assert aim["needed"] == 10 and aim["sum"].startswith("14 + 8") and aim["hit"]
    shot = _only(told, "shot")
    assert shot["how"] == "ballistic"
    assert shot["targets"] == [{"unit": "b1", "hit": True, "at": [10.0, 20.0]}]
    loss = _only(told, "loss")
    assert (loss["unit"], loss["from"], loss["to"], loss["clicks"]) == ("b1", 1, 4, 8)
    assert "salvage" not in loss
    assert told["start"]["b1"]["click"] == 1 and told["start"]["b1"]["at"] == [10.0, 20.0]


def test_numbers_that_change_on_the_dial_are_named_unless_it_is_hidden() -> None:
    later = {4: {"attack": 6, "defense": 17}}
    assert _only(_attack(later=later), "loss")["changes"] == [
        {"what": "Attack", "from": 8, "to": 6},
        {"what": "Defense", "from": 18, "to": 17},
    ]
    told = _attack(later=later, open_dials=False)
    loss = _only(told, "loss")
    assert loss["changes"] == [] and loss["clicks"] is None
    assert told["start"]["b1"]["clicks"] is None
    assert (loss["amount"], loss["to"]) == (3, 4)  # as the log says


def test_what_becomes_salvage_is_seen_to() -> None:
    salvage = {"special_equipment": {"attack": {"color": "black", "shape": "square"}}}
    assert _only(_attack(later=dict.fromkeys((4, 5, 6, 7, 8), salvage)), "loss")["salvage"]


def test_a_unit_that_goes_aboard_is_taken_to_its_transport() -> None:
    rider = squad("r2", (10, 7), 0)
    carrier = tank("r1", (10, 10), 0, capacity=1)
    opened = aod.read_scenario(
        {**scenario([carrier, rider, tank("b1", (10, 30), 180)]), "dice": [], "orders": []},
        catalogue(),
    )
    boarded = events.Boarded(unit="r2", transport="r1")
    after = Table(opened.setup, aod.evolve(opened.state, boarded), PEOPLE)
    told = film(opened.state, after, [aod.write_events([boarded])])
    (scene,) = told["scenes"]
    assert scene["kind"] == "board"
    assert scene["path"] == [[10.0, 29.0], [10.0, 26.0]]
    assert told["start"]["r2"]["at"] == [10.0, 29.0]


# --- On the site ----------------------------------------------------------------------------


def _till_red_acts(player: Player) -> None:
    for _ in range(40):
        if player.game.acting == "red" and not player.game.state.get("under_way"):
            return
        player.step()
    raise AssertionError("the bot does not end its turn")


def _at_reds_turn() -> Player:
    """Somebody who plays red, in a turn of red."""
    player = Player()
    player.set_up()
    _till_red_acts(player)
    return player


@pytest.mark.usefixtures("catalogue")
def test_a_step_comes_with_its_film_and_a_look_at_the_table_without() -> None:
    player = _at_reds_turn()
    posted = {"version": player.game.version, "order": '{"order":"end_stage"}'}
    answer = player.client.post(f"{player.url}order/", posted, headers=PART).content.decode()
    data = re.search(r"data-film-data hidden><script[^>]*>(.*?)</script>", answer)
    assert data
    kinds = [scene["kind"] for scene in json.loads(data[1])["scenes"]]
    assert "round" in kinds
    looked = player.client.get(player.url, headers=PART).content.decode()
    assert "data-film-data" not in looked
    undone = {"version": player.game.version, "agreed": "1"}
    taken_back = player.client.post(f"{player.url}undo/", undone, headers=PART).content.decode()
    assert "data-film-data" not in taken_back


@pytest.mark.usefixtures("catalogue")
def test_whoever_comes_back_is_told_what_happened_meanwhile() -> None:
    player = _at_reds_turn()
    last = player.game.steps.count()
    player.post("order", order='{"order":"end_stage"}')
    player.step()
    told = player.client.get(f"{player.url}film/", {"after": last}).json()
    assert told["steps"] == 2
    assert "round" in [scene["kind"] for scene in told["scenes"]]
    first = player.client.get(f"{player.url}film/", {"after": last, "until": last + 1}).json()
    assert first["steps"] == 1
    assert first["scenes"] == told["scenes"][: len(first["scenes"])]
    nothing = player.client.get(f"{player.url}film/", {"after": "9999"}).json()
    assert nothing["steps"] == 0 and nothing["scenes"] == [] and nothing["start"] == {}
    assert player.client.get(f"{player.url}film/", {"after": "x"}).status_code == 200
    assert signed_in("other@example.org").get(f"{player.url}film/").status_code == 404
    assert Client().get(f"{player.url}film/").status_code == 404


@pytest.mark.usefixtures("catalogue")
def test_what_a_bot_did_stays_until_the_next_order() -> None:
    player = _at_reds_turn()
    player.post("order", order='{"order":"end_stage"}')
    _till_red_acts(player)
    page = player.client.get(player.url).content.decode()
    assert "bots-turn" in page
    since = re.search(r"film/\?after=(\d+)", page)
    assert since
    told = player.client.get(f"{player.url}film/", {"after": since[1]}).json()
    assert told["steps"] == player.game.steps.count() - int(since[1])


@pytest.mark.usefixtures("catalogue")
def test_the_pace_is_kept_and_changes_nothing_on_the_table() -> None:
    player = Player()
    version = player.game.version
    assert (
        player.client.post(f"{player.url}pace/", {"pace": "at_once"}, headers=PART).status_code
        == 204
    )
    assert player.post("pace", pace="unheard") == 400
    assert player.game.version == version
    page = player.client.get(player.url).content.decode()
    assert re.search(r'value="at_once" data-rate="" data-pause="50" selected', page)

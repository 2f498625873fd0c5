"""A game the site knows nothing of but its package, from its first army to its files.

The toy of the rules is listed as a system, and walks through every page of groups.
"""

import io
import json
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from openpyxl import load_workbook

from armybuilder.groups.exports.packed import unpack
from armybuilder.groups.models import BattleGroup
from armybuilder.groups.tests.builder import Builder, import_list, preview_fields, text_of
from armybuilder.site.models import User
from rules import GAME_SYSTEMS
from rules.tests.squares import SQUARES
from rules.tests.squares_army import TEAM, Army

pytestmark = pytest.mark.usefixtures("catalogue")

FORMS = ("pdf", "xlsx", "txt", "csv", "md", "json", "verdict.json")


@pytest.fixture(autouse=True)
def squares(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAME_SYSTEMS, SQUARES.name, SQUARES)


@pytest.fixture
def builder() -> Builder:
    """A visitor with an empty team."""
    visitor = Builder()
    answer = visitor.client.post("/en/groups/new/", {"system": "squares", "name": "Racers"})
    assert answer.status_code == 302, answer.content.decode()
    visitor.url = answer["Location"]
    return visitor


def agree(builder: Builder, limit: str, name: str = "Racers") -> HttpResponse:
    """Set the name, and the points that were agreed."""
    fields: dict[str, Any] = {"name": name, "set-build_total": limit}
    return builder.edit("settings", **fields)


def units_of(builder: Builder) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = builder.group.document["units"]
    return found


def test_a_game_is_chosen_and_remembered(client: Client) -> None:
    page = client.get("/en/groups/new/").content.decode()
    assert 'href="/en/groups/new/?system=squares"' in page
    assert "?system=squares" in client.get("/en/groups/start/").content.decode()
    assert "Build total" in page

    client.post("/en/groups/new/", {"system": "squares", "name": "Racers"})

    assert client.get("/en/groups/start/")["Location"] == "/en/groups/new/"
    again = client.get("/en/groups/new/").content.decode()
    assert 'name="system" value="squares"' in again
    assert "Build total" not in again
    assert "Build total" in client.get("/en/groups/new/?system=age-of-destruction").content.decode()


def test_an_army_is_built_and_judged(builder: Builder) -> None:
    page = text_of(builder.page())
    assert "Squares" in page and "Nobody runs." in page and "Hare" in page

    assert builder.edit("add", id="hare").status_code == 302
    assert builder.edit("add", id="tortoise").status_code == 302
    assert builder.edit("add", id="shoes", to="units[0]").status_code == 302
    assert builder.edit("count", where="units[1]", count="4").status_code == 302
    answer = agree(builder, "6", "Slow racers")
    assert answer.status_code == 302

    page = text_of(builder.page())
    assert "Slow racers" in page and "The team costs 9; 6 is the most." in page
    assert "SQ-002" in page
    assert units_of(builder) == [
        {"unit": "hare", "shoes": True},
        {"unit": "tortoise", "count": 4},
    ]


def test_what_is_on_an_entry_is_offered_and_taken_off(builder: Builder) -> None:
    builder.edit("add", id="hare")
    assert "Shoes" not in text_of(builder.page())
    assert "Add to Hare" in text_of(page := builder.page("?to=units[0]")) and "Shoes" in page

    builder.edit("add", id="shoes", to="units[0]")
    builder.edit("remove", where="units[0].shoes")

    assert units_of(builder) == [{"unit": "hare"}]
    assert "Add to Hare" not in text_of(builder.page("?to=units[7]"))


def test_offers_are_searched_and_say_what_speaks_against_them(builder: Builder) -> None:
    agree(builder, "2")

    page = text_of(builder.page("?q=hare"))

    assert "The team costs 3; 2 is the most." in page
    assert "Tortoise" not in page
    assert "Nothing found" in text_of(builder.page("?q=horse"))


def test_a_change_that_cannot_be_is_refused_where_it_was_made(builder: Builder) -> None:
    builder.edit("add", id="hare")
    version = builder.group.version
    refused: tuple[tuple[dict[str, Any], str], ...] = (
        ({"action": "remove", "where": "units[3]"}, "The group has no such entry any more."),
        ({"action": "count", "where": "units[0]", "count": "0"}, "at least one figure"),
        ({"action": "settings", "name": ""}, "required"),
        ({"action": "change", "changes": '[{"remove": 0}]'}, "This offer cannot be read."),
    )
    for sent, message in refused:
        answer = builder.edit(**sent)
        assert answer.status_code == 422, sent
        assert message in text_of(answer.content.decode()), sent
    assert builder.edit("mount", index=0, card="x").status_code == 400
    assert builder.group.version == version


def test_a_repair_is_done_and_undone(builder: Builder) -> None:
    builder.edit("add", id="hare")
    builder.edit("add", id="tortoise")
    agree(builder, "3")
    page = text_of(builder.page())
    assert "Leave out the last runner." in page

    assert builder.edit("change", changes='[{"remove":1}]').status_code == 302
    assert units_of(builder) == [{"unit": "hare"}]
    builder.client.post(f"{builder.url}undo/", {"version": builder.group.version})
    assert units_of(builder) == [{"unit": "hare"}, {"unit": "tortoise"}]


def test_an_army_stands_in_the_lists_beside_battle_groups(builder: Builder, settings: Any) -> None:
    builder.edit("add", id="hare")
    team = builder.url
    builder.start("Patrol")
    page = text_of(builder.client.get("/en/groups/").content.decode())

    assert "Racers" in page and "Squares" in page and "Patrol" in page and "Legal" in page
    assert builder.client.get(team).status_code == 200
    assert "Racers" not in builder.client.get("/en/groups/add/AOD-001/").content.decode()
    assert "Racers" not in builder.client.get("/en/groups/print/").content.decode()


def test_what_an_army_went_through_is_told(builder: Builder) -> None:
    builder.edit("add", id="hare")
    agree(builder, "6")
    builder.edit("add", id="tortoise")

    page = text_of(builder.client.get(f"{builder.url}history/").content.decode())
    assert "Added: 1 × Hare." in page and "Points a team: 6 instead of –." in page
    then = text_of(builder.client.get(f"{builder.url}history/2/").content.decode())
    assert "Hare" in then and "Added: 1 × Tortoise." in then
    builder.client.post(f"{builder.url}restore/", {"version": builder.group.version, "number": 2})
    assert units_of(builder) == [{"unit": "hare"}]


def test_a_change_from_a_stale_page_is_asked_about(builder: Builder) -> None:
    builder.edit("add", id="hare")
    answer = builder.edit("add", id="tortoise", version=1)
    page = text_of(answer.content.decode())

    assert answer.status_code == 409
    assert "Hare" in page and "Tortoise" in page and "Removed: 1 × Hare." in page


def test_whoever_has_the_link_reads_takes_files_and_copies(builder: Builder) -> None:
    builder.edit("add", id="hare")
    builder.show_to("link")
    link = f"/en/g/{builder.group.share_token}/"
    assert link in builder.client.get(f"{builder.url}share/").content.decode()
    assert builder.page().count("<main") == 1
    other = Client()

    page = text_of(other.get(link).content.decode())
    assert "Hare" in page and "Legal" in page
    assert other.get(f"{link}sheet.json").status_code == 200
    assert other.get(f"{link}sheet.qr.svg").status_code == 200
    copied = other.post(f"{link}copy/")
    assert "Copy of Racers" in other.get(copied["Location"]).content.decode()


@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_file_says_what_the_army_is(builder: Builder, language: str) -> None:
    builder.edit("add", id="hare")
    builder.edit("add", id="shoes", to="units[0]")
    url = builder.url.replace("/en/", f"/{language}/")
    name, part = {"en": ("Hare", "Shoes"), "pl": ("Zając", "Buty")}[language]

    taken = {ending: builder.client.get(f"{url}sheet.{ending}") for ending in FORMS}
    assert {answer.status_code for answer in taken.values()} == {200}
    for ending in ("txt", "csv", "md"):
        text = taken[ending].content.decode()
        assert name in text and part in text and "5" in text, ending
    assert taken["pdf"].content.startswith(b"%PDF")
    (page,) = load_workbook(io.BytesIO(taken["xlsx"].content)).worksheets
    packed = builder.client.get(f"{url}sheet.packed.txt").content.decode()
    assert unpack(packed) == builder.group.document
    cells = [cell for row in page.iter_rows(values_only=True) for cell in row]
    assert name in cells and part in cells and 5 in cells
    assert json.loads(taken["json"].content) == builder.group.document
    assert json.loads(taken["verdict.json"].content)["points"]["total"] == 5
    assert builder.client.get(f"{url}sheet.qr.svg").status_code == 200
    assert builder.client.get(f"{url}sheet.cards.pdf").status_code == 404


@pytest.mark.parametrize("form", ["pdf", "xlsx", "text", "csv", "markdown", "json", "verdict"])
def test_every_file_is_looked_at_before(builder: Builder, form: str) -> None:
    builder.edit("add", id="hare")
    answer = builder.client.get(f"{builder.url}sheet/?form={form}")

    assert answer.status_code == 200
    assert "Racers" in text_of(answer.content.decode())


def test_its_json_is_read_back(client: Client) -> None:
    assert import_list(client, json.dumps(TEAM)).status_code == 302
    group = BattleGroup.objects.get()
    assert group.document == TEAM | {"name": TEAM["name"]}
    assert group.standing["legal"] is False


def test_an_army_goes_into_no_group_of_another_game() -> None:
    builder = Builder()
    builder.start("Patrol")
    answer = builder.client.post(f"{builder.url}import/", {"text": json.dumps(TEAM)})
    page = answer.content.decode()

    assert 'value="replace"' not in page and 'value="new"' in page
    sent = preview_fields(page) | {"build": "replace"}
    assert builder.client.post(f"{builder.url}import/", sent).status_code == 400


def test_a_file_takes_the_place_of_an_army(builder: Builder) -> None:
    answer = builder.client.post(f"{builder.url}import/", {"text": json.dumps(TEAM)})
    page = answer.content.decode()
    assert 'value="add"' not in page and "Added: 4 × Tortoise." in text_of(page)

    builder.client.post(f"{builder.url}import/", preview_fields(page) | {"build": "replace"})
    assert builder.group.document == TEAM


def test_programs_judge_mend_keep_and_take(client: Client, member: User) -> None:
    judged = client.post("/api/v1/validate/", json.dumps(TEAM), "application/json")
    assert judged.json()["points"]["total"] == 7
    (way,) = client.post("/api/v1/repair/", json.dumps(TEAM), "application/json").json()["results"]
    assert way["group"]["units"] == [{"unit": "hare"}]
    room = json.dumps(TEAM | {"build_total": 9})
    (way,) = client.post("/api/v1/fill/", room, "application/json").json()["results"]
    assert (way["total"], way["group"]["units"][-1]) == (9, {"unit": "tortoise", "count": 2})
    closest = client.post("/api/v1/closest/?build_total=300", json.dumps(TEAM), "application/json")
    assert closest.status_code == 422
    client.force_login(member)
    kept = client.post("/api/v1/groups/", json.dumps(TEAM), "application/json")
    assert kept.status_code == 201, kept.content
    url = f"/api/v1/groups/{kept.json()['id']}/"
    assert client.get(url).json()["document"] == TEAM
    assert client.get(f"{url}verdict/").json()["legal"] is False
    assert client.get(f"{url}sheet.txt").status_code == 200
    assert client.get(f"{url}sheet.cards.pdf").status_code == 404
    other = {"format": "battle-group/1", "system": "age-of-destruction", "units": []}

    def put(document: Any) -> Any:
        sent = json.dumps(document)
        return client.put(url, sent, "application/json", headers={"if-match": "*"})

    assert put(other).status_code == 422
    assert put(TEAM | {"name": "Late"}).json()["name"] == "Late"


def test_a_page_asks_the_database_as_often_however_long_the_army(
    builder: Builder, django_assert_num_queries: Any
) -> None:
    builder.edit("add", id="hare")
    builder.page()
    with django_assert_num_queries(3):
        builder.page()
    for _ in range(8):
        builder.edit("add", id="tortoise")
    with django_assert_num_queries(3):
        builder.page()


def test_an_army_that_is_only_read_is_shown_mended_and_taken(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game whose files come from elsewhere: nobody builds from nothing."""
    monkeypatch.setattr(
        Army, "building", property(lambda self: None, lambda self, value: None), raising=False
    )
    answer = import_list(client, json.dumps(TEAM))
    assert answer.status_code == 302, answer.content.decode()
    page = text_of(client.get(answer["Location"]).content.decode())

    assert "Squares" in page and "Tortoise × 4" in page and "7 / 6" in page and "SQ-002" in page
    assert "Add to" not in page and "Name and what was agreed" not in page
    assert "Tortoise" in client.get(f"{answer['Location']}sheet.txt").content.decode()
    assert "?system=squares" not in client.get("/en/groups/new/").content.decode()
    filled = client.post("/api/v1/fill/", json.dumps(TEAM), "application/json")
    assert filled.json()["results"] == []


@pytest.mark.parametrize("path", ["", "search/?q=racers", "groups/fieldable/", "groups/build/"])
def test_pages_over_all_groups_bear_an_army(
    builder: Builder, client: Client, member: User, path: str
) -> None:
    builder.edit("add", id="hare")
    builder.show_to("link")
    client.force_login(member)
    client.post(f"/en/g/{builder.group.share_token}/copy/")

    page = text_of(client.get(f"/en/{path}", follow=True).content.decode())

    assert ("Copy of Racers" in page) == (path in ("", "search/?q=racers"))


def test_an_army_is_in_the_download_of_its_owner(client: Client, member: User) -> None:
    client.force_login(member)
    client.post("/en/groups/new/", {"system": "squares", "name": "Racers"})

    answer = client.get("/en/account/data/")

    assert answer.status_code == 200
    assert BattleGroup.objects.get().system == "squares"


def test_everybody_finds_an_army_that_is_shown(client: Client, member: User) -> None:
    client.force_login(member)
    client.post("/en/groups/new/", {"system": "squares", "name": "Racers"})
    group = BattleGroup.objects.get()
    client.post(
        f"/en/groups/{group.public_id}/edit/", {"action": "add", "version": 1, "id": "hare"}
    )
    client.post(f"/en/groups/{group.public_id}/visibility/", {"visibility": "public"})

    page = text_of(Client().get("/en/groups/public/?q=zając").content.decode())

    assert "Racers" in page and "Squares" in page

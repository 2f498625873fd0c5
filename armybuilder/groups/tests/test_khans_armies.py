"""An army of Khans & Generals from an empty page to its limit."""

import html
import json
import re
from typing import Any

import pytest
from django.test import Client

from armybuilder.groups.tests.builder import Builder, text_of
from armybuilder.site.models import User

pytestmark = pytest.mark.usefixtures("catalogue")

SYSTEM = "khans-and-generals"


def begun(**settings: Any) -> Builder:
    """A visitor with an empty army."""
    visitor = Builder()
    fields = {"set-army_list": "modern", "set-build_total": "400", "set-period": "modern"}
    fields |= {"set-faction": "Kesh"}
    sent = fields | {f"set-{name.replace('__', '-')}": value for name, value in settings.items()}
    answer = visitor.client.post(
        "/en/groups/new/", {"system": SYSTEM, "name": "First army", **sent}
    )
    assert answer.status_code == 302, answer.content.decode()
    visitor.url = answer["Location"]
    return visitor


def units_of(builder: Builder) -> list[tuple[str, int]]:
    return [(unit["unit"], unit["count"]) for unit in builder.group.document["units"]]


def ways_of(page: str) -> list[str]:
    """The changes that buttons of ways send."""
    return [html.unescape(sent) for sent in re.findall(r'name="changes" value="([^"]*)"', page)]


def test_a_new_army_is_asked_for_its_list_and_size(client: Client) -> None:
    page = client.get(f"/en/groups/new/?system={SYSTEM}").content.decode()
    assert "Union of Kesh (sample)" in page and 'list="usual-build_total"' in page
    assert "Modern: small 400, medium 600, large 800" in page
    builder = begun(army_list="early", battle="siege", side="defender")
    document = builder.group.document
    assert (document["build_total"], document["faction"]) == (300, "Varn")
    assert (document["battle"], document["side"]) == ("siege", "defender")


def test_from_nothing_to_a_legal_army_of_four_hundred_points() -> None:
    builder = begun()
    page = builder.page("?ways=fill")
    assert "Empty add the first unit" in text_of(page)
    assert "Propose armies of 400 points" in text_of(page)
    builder.edit("change", changes=ways_of(page)[0])
    assert builder.group.standing["legal"]
    assert 380 <= builder.group.standing["total"] <= 400


def test_units_stand_under_their_headquarters() -> None:
    builder = begun()
    builder.edit("add", id="formation:BN")
    builder.edit("add", id="TANK")
    page = text_of(builder.page())
    assert "Battalion “BN”" in page and "base formation" in page
    assert re.search(r"Command \d+ / \d+", page)
    assert page.index("Battalion staff") < page.index("Light tank")
    assert "5/12" in page and "3 Regulars" in page and "to 20 cm" in page


def test_a_formation_is_named_added_to_and_taken_out() -> None:
    builder = begun()
    builder.edit("add", id="formation:BN")
    builder.edit("choose", where="formations[0]", setting="name", value="Grey")
    assert builder.group.document["formations"][0]["id"] == "Grey"
    page = builder.page("?add=army&to=formations[0]")
    assert "Add to Battalion “Grey”" in text_of(page)
    before = dict(units_of(builder))
    builder.edit("add", id="RIFLES", to="formations[0]")
    assert dict(units_of(builder))["RIFLES"] == before["RIFLES"] + 1
    builder.edit("remove", where="formations[0]")
    assert units_of(builder) == []


def test_a_purse_is_its_own_gauge() -> None:
    builder = begun(battle="siege", side="defender")
    builder.edit("add", id="formation:BN")
    builder.edit("add", id="BUNKER")
    page = text_of(builder.page())
    assert "Fortifications 25 / 200" in page
    assert "50 % of the agreed points for fortifications only" in page
    assert builder.group.standing["total"] == dict_total(builder) - 25


def dict_total(builder: Builder) -> int:
    """The points of everything in the file."""
    document = builder.group.document
    entries = [*document["units"], *document["fortifications"]]
    return sum(document["profiles"][e["unit"]]["points"] * e["count"] for e in entries)


def test_offers_are_searched_by_kind_and_said_no_to_with_reasons() -> None:
    builder = begun(build_total="80")
    builder.edit("add", id="formation:BN")
    page = text_of(builder.page("?q=czołg+lekki"))
    assert "Light tank" in page and "Armoured car" not in page
    assert "more than the limit of 80" in page


def test_a_repair_is_done_in_one_press() -> None:
    builder = begun()
    builder.edit("add", id="formation:BN")
    builder.edit("count", where="units[1]", count="1")
    page = builder.page()
    (way, *_others) = ways_of(page)
    assert "Rifle company" in text_of(page)
    builder.edit("change", changes=way)
    assert builder.group.standing["legal"]


@pytest.mark.parametrize(
    ("action", "sent"),
    [
        ("choose", {"where": "units[9]", "setting": "hq", "value": "BN"}),
        ("choose", {"where": "units[0]", "setting": "colour", "value": "red"}),
        ("add", {"id": "own:somebody"}),
        ("add", {"id": "formation:NOWHERE"}),
    ],
)
def test_what_cannot_be_is_refused(action: str, sent: dict[str, Any]) -> None:
    builder = begun()
    builder.edit("add", id="formation:BN")
    assert builder.edit(action, **sent).status_code == 422


def test_the_page_asks_the_database_as_often_however_long_the_army(
    django_assert_num_queries: Any,
) -> None:
    builder = begun()
    builder.edit("add", id="formation:BN")
    builder.page()
    with django_assert_num_queries(5):
        builder.page()
    page = builder.page("?ways=fill")
    builder.edit("change", changes=ways_of(page)[0])
    with django_assert_num_queries(5):
        builder.page()


def test_public_armies_are_found_by_their_game(client: Client, member: User) -> None:
    client.force_login(member)
    first = {"system": "age-of-destruction", "name": "Patrol", "build_total": "450"}
    for sent in ({"system": SYSTEM, "name": "Grey column"}, first):
        url = client.post("/en/groups/new/", sent)["Location"]
        client.post(f"{url}visibility/", {"visibility": "public"})
    page = text_of(Client().get(f"/en/groups/public/?system={SYSTEM}").content.decode())
    assert "Grey column" in page and "Patrol" not in page
    page = text_of(Client().get("/en/groups/public/").content.decode())
    assert "Grey column" in page and "Patrol" in page


def test_programs_judge_mend_fill_and_keep_an_army(client: Client, member: User) -> None:
    builder = begun()
    builder.edit("add", id="formation:BN")
    document = builder.group.document

    def post(path: str, sent: Any) -> Any:
        return client.post(f"/api/v1/{path}/", json.dumps(sent), "application/json").json()

    verdict = post("validate", document)
    assert verdict["legal"] and verdict["points"]["purse"] == 0
    (way, *_others) = post("fill", document)["results"]
    assert post("validate", way["group"])["points"]["total"] == way["total"] > 300
    short = document | {"build_total": 50}
    assert post("repair", short)["results"] == [] or post("validate", short)["legal"] is False
    schema = client.get("/api/v1/schemas/khans-and-generals.battle-group.1.json")
    assert schema.status_code == 200
    client.force_login(member)
    assert post("groups", document)["document"] == document

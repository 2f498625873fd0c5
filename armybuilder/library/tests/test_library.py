"""Somebody's own units and models: entered, brought, taken along, and used in armies."""

import io
import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import load_workbook

from armybuilder.groups.tests.builder import Builder, text_of
from armybuilder.library.models import OwnedModels, OwnUnit
from armybuilder.library.present.units import CLASSES
from armybuilder.site.models import User

pytestmark = pytest.mark.usefixtures("catalogue")

LIBRARY = "/en/library/khans-and-generals/"
MEN: dict[str, Any] = {"name": "My men", "strength": "20", "training": "3", "points": "11"}


def enter(client: Client, **fields: Any) -> OwnUnit:
    """A line unit of these fields, entered by form."""
    answer = client.post(f"{LIBRARY}new/", {"class": "line"} | MEN | fields)
    assert answer.status_code == 302, answer.content.decode()
    return OwnUnit.objects.latest("pk")


def preview(client: Client, text: str) -> tuple[str, str]:
    """What is shown of a file, and the rows its form sends on."""
    answer = client.post(f"{LIBRARY}import/", {"text": text})
    assert answer.status_code == 200, answer.content.decode()
    return text_of(answer.content.decode()), str(answer.context["sent"])


def army(client: Client) -> Builder:
    builder = Builder(client)
    fields = {"set-army_list": "modern", "set-build_total": "400", "set-period": "modern"}
    sent = {"system": "khans-and-generals", "name": "A"} | fields
    builder.url = client.post("/en/groups/new/", sent)["Location"]
    builder.edit("add", id="formation:BN")
    return builder


@pytest.mark.parametrize("unit_class", CLASSES)
def test_every_class_has_a_form_of_its_fields(client: Client, unit_class: str) -> None:
    page = client.get(f"{LIBRARY}new/?class={unit_class}").content.decode()
    assert ('name="sorties"' in page) == (unit_class == "aircraft")
    assert ('name="hull"' in page) == (unit_class == "vehicle")
    assert ('name="fire_effect_1"' in page) == (unit_class not in ("attachment", "fortification"))


def test_a_unit_is_entered_with_its_fire_table_and_changed(client: Client) -> None:
    weapon = {"weapon_1": "rifle", "kind_1": "firearm", "range_1": "80"}
    unit = enter(client, fire_effect_1="20: +3\r\n80: -2", **weapon, formations=["column", "loose"])
    assert unit.record["weapons"][0]["fire_effect"] == [[20, 3], [80, -2]]
    assert unit.record["formations"] == ["column", "loose"]
    assert unit.key.startswith("my-men-")
    page = client.get(f"{LIBRARY}units/{unit.public_id}/").content.decode()
    assert "20: +3" in page and 'value="column"' in page
    client.post(f"{LIBRARY}units/{unit.public_id}/", MEN | {"points": "12"})
    unit.refresh_from_db()
    assert unit.record["points"] == 12 and "weapons" not in unit.record


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"training": ""}, "training"),
        ({"strength": "many"}, "a number"),
        ({"kind_1": "firearm"}, "range"),
        ({"kind_1": "firearm", "range_1": "9", "fire_effect_1": "near"}, "20: +3"),
        ({"name": "x" * 200}, "120"),
    ],
)
def test_a_faulty_unit_is_refused_at_its_field(
    client: Client, fields: dict[str, str], message: str
) -> None:
    answer = client.post(f"{LIBRARY}new/", {"class": "line"} | MEN | fields)
    assert answer.status_code == 422
    assert message in text_of(answer.content.decode())
    assert not OwnUnit.objects.exists()


def test_a_sample_is_copied(client: Client) -> None:
    page = client.get(LIBRARY).content.decode()
    assert "like=modern%2FTANK" in page
    form = client.get(f"{LIBRARY}new/?like=modern/TANK").content.decode()
    assert "Light tank (sample), mine" in form and 'name="hull" value="3/2/1/1"' in form


def test_a_unit_goes(client: Client) -> None:
    unit = enter(client)
    url = f"{LIBRARY}units/{unit.public_id}/delete/"
    assert "Armies that hold it keep their copy" in client.get(url).content.decode()
    client.post(url)
    assert not OwnUnit.objects.exists()


# Files --------------------------------------------------------------------------------------------


def test_a_spreadsheet_is_read_row_by_row(client: Client) -> None:
    text = (
        "Name;class;Strength;Wyszkolenie;owned\n"
        "Good men;line;30;3;4\n"
        "Bad men;line;many;3;\n"
        "No class;;30;3;\n"
        "Light tank (sample);;;;2\n"
    )
    page, sent = preview(client, text)
    assert "2 rows are good , 2 are faulty" in page
    assert "strength : " in page and "a number" in page and "3 Bad men" in page
    client.post(f"{LIBRARY}import/", {"rows": sent})
    (unit,) = OwnUnit.objects.all()
    assert unit.record == {"name": "Good men", "class": "line", "strength": 30, "training": 3}
    owned = dict(OwnedModels.objects.values_list("name", "count"))
    assert owned == {"Good men": 4, "Light tank (sample)": 2}


def test_nothing_is_kept_where_all_was_wanted(client: Client) -> None:
    _page, sent = preview(client, "name,class\nBad,hero\nWire,fortification\n")
    client.post(f"{LIBRARY}import/", {"rows": sent, "all": "1"})
    assert not OwnUnit.objects.exists()


def test_a_row_of_a_unit_that_is_there_gives_it_another_card(client: Client) -> None:
    unit = enter(client)
    page, sent = preview(client, "name,class,strength,training,points\nMy men,line,20,4,15\n")
    assert "a new card for your unit" in page
    client.post(f"{LIBRARY}import/", {"rows": sent})
    unit.refresh_from_db()
    assert unit.record["points"] == 15 and OwnUnit.objects.count() == 1


@pytest.mark.parametrize("ending", ["xlsx", "csv", "json"])
def test_a_library_comes_back_from_its_own_file(client: Client, ending: str) -> None:
    unit = enter(
        client,
        abilities="scout, against cavalry 4",
        fire_effect_1="20: 3",
        **{"weapon_1": "=rifle", "kind_1": "firearm", "range_1": "80"},
    )
    client.post(f"{LIBRARY}models/", {"count-0": "3"})
    content = client.get(f"{LIBRARY}units.{ending}").content
    record = unit.record
    OwnUnit.objects.all().delete()
    OwnedModels.objects.all().delete()
    file = SimpleUploadedFile(f"units.{ending}", content)
    answer = client.post(f"{LIBRARY}import/", {"file": file, "text": ""})
    client.post(f"{LIBRARY}import/", {"rows": answer.context["sent"]})
    assert OwnUnit.objects.get().record == record
    assert OwnedModels.objects.get().count == 3


def test_a_workbook_has_a_column_for_every_field(client: Client) -> None:
    enter(client)
    (sheet,) = load_workbook(io.BytesIO(client.get(f"{LIBRARY}units.xlsx").content)).worksheets
    heads = [cell.value for cell in sheet[1]]
    assert heads[:4] == ["name", "class", "type", "faction"] and heads[-1] == "owned"
    assert "fire_effect_4" in heads


@pytest.mark.parametrize(
    "text",
    [
        "",
        "colour,size\nred,3\n",
        "[1, 2]",
        "{broken",
        '{"units": []}',
        '{"units": 5}',
        '{"units": "x"}',
        '[{"name": "\\ud800", "owned": 1}]',
        "[" * 5000,
    ],
)
def test_what_is_no_library_is_refused(client: Client, text: str) -> None:
    assert client.post(f"{LIBRARY}import/", {"text": text}).status_code == 422


@pytest.mark.parametrize("rows", ["", "{}", "[[1]]", '[["x", {}]]', "[[1e400, {}]]", "[" * 5000])
def test_rows_that_nobody_sent_are_refused(client: Client, rows: str) -> None:
    assert client.post(f"{LIBRARY}import/", {"rows": rows}).status_code == 400


@pytest.mark.parametrize(
    ("texts", "says"),
    [
        ({"owned": "9" * 5000}, "is no number of models"),
        ({"name": "x" * 121, "owned": "1"}, "1 to 120"),
        ({"name": "a\0b", "owned": "1"}, "U+0000"),
        ({"name": "turned \u202eround", "owned": "1"}, "U+202E"),
        ({"name": "a\u200bb", "class": "line", "training": 3, "strength": 30}, "U+200B"),
        ({"class": "line", "training": 3, "strength": 30, "faction": "a\0b"}, "U+0000"),
    ],
)
def test_what_cannot_be_kept_is_a_fault_of_its_row(
    client: Client, texts: dict[str, Any], says: str
) -> None:
    card = {"name": "Men"} | texts
    page, _sent = preview(client, json.dumps({"units": [card]}))
    assert "1 is faulty" in page and says in page
    half = {"name": "\ud800", "owned": "1"}
    client.post(f"{LIBRARY}import/", {"rows": json.dumps([[1, card], [2, half]])})
    assert not OwnUnit.objects.exists() and not OwnedModels.objects.exists()


# In armies ----------------------------------------------------------------------------------------


def test_a_unit_joins_an_army_and_is_brought_up_to_date(client: Client) -> None:
    builder = army(client)
    unit = enter(client)
    assert "From my units" in text_of(builder.page("?q=my+men"))
    assert builder.edit("add", id=f"own:{unit.key}", to="formations[0]").status_code == 302
    document = builder.group.document
    assert document["profiles"][unit.key]["points"] == 11
    assert "Bring up to date" not in builder.page()
    client.post(f"{LIBRARY}units/{unit.public_id}/", MEN | {"points": "14"})
    assert "Bring My men up to date" in builder.page()
    builder.edit("renew", id=unit.key)
    assert builder.group.document["profiles"][unit.key]["points"] == 14
    client.post(f"{LIBRARY}units/{unit.public_id}/delete/")
    assert builder.group.document["profiles"][unit.key]["points"] == 14


def test_what_is_owned_is_told_in_the_builder_and_narrows_the_offers(client: Client) -> None:
    builder = army(client)
    assert "own 0" not in text_of(builder.page())
    enter(client)
    client.post(
        f"{LIBRARY}import/",
        {"rows": json.dumps([[1, {"name": "Light tank (sample)", "owned": "1"}]])},
    )
    builder.edit("add", id="TANK")
    builder.edit("count", where=f"units[{len(builder.group.document['units']) - 1}]", count="2")
    assert "own 1 of 2" in text_of(builder.page())
    found = text_of(builder.page("?have=owned")).partition("Name or kind")[2]
    assert "Light tank" in found and "Armoured car" not in found


def test_armies_are_counted_together(client: Client) -> None:
    first, second = army(client), army(client)
    page = text_of(client.get(f"{LIBRARY}together/").content.decode())
    assert "Together they lack" in page
    needed = {unit["unit"]: unit["count"] for unit in first.group.document["units"]}
    names = {key: first.group.document["profiles"][key]["name"] for key in needed}
    rows = [
        [n, {"name": names[key], "owned": str(count)}]
        for n, (key, count) in enumerate(needed.items())
    ]
    client.post(f"{LIBRARY}import/", {"rows": json.dumps(rows)})
    alone = client.get(f"{LIBRARY}together/?army={second.group.public_id}").content.decode()
    assert "They can stand together." in text_of(alone)
    both = text_of(client.get(f"{LIBRARY}together/").content.decode())
    assert f"Together they lack {sum(needed.values())} models." in both


# Whose it is --------------------------------------------------------------------------------------


def test_nobody_opens_the_unit_of_another(client: Client) -> None:
    unit = enter(client)
    for path in ("", "delete/"):
        assert Client().get(f"{LIBRARY}units/{unit.public_id}/{path}").status_code == 404
    assert unit.name not in Client().get(LIBRARY).content.decode()


def test_a_library_comes_along_when_its_visitor_signs_in(client: Client, member: User) -> None:
    OwnedModels.objects.create(owner=member, system="khans-and-generals", name="My men", count=1)
    unit = enter(client)
    client.post(f"{LIBRARY}models/", {"count-0": "5"})
    client.force_login(member)
    unit.refresh_from_db()
    assert unit.owner == member and unit.visitor == ""
    assert OwnedModels.objects.get().count == 5
    told = client.get("/en/account/data/").content.decode()
    assert "My men" in told


def test_pages_ask_as_often_however_large_the_library(
    client: Client, django_assert_num_queries: Any
) -> None:
    enter(client)
    builder = army(client)
    builder.page()
    with django_assert_num_queries(5):
        builder.page()
    with django_assert_num_queries(3):
        client.get(LIBRARY)
    rows = [[n, MEN | {"class": "line", "name": f"Men {n}", "owned": "2"}] for n in range(20)]
    client.post(f"{LIBRARY}import/", {"rows": json.dumps(rows)})
    with django_assert_num_queries(5):
        builder.page()
    with django_assert_num_queries(3):
        client.get(LIBRARY)


def test_a_library_is_not_without_end(client: Client) -> None:
    rows = [[n, MEN | {"class": "line", "name": f"Men {n}"}] for n in range(301)]
    answer = client.post(f"{LIBRARY}import/", {"rows": json.dumps(rows)}, follow=True)
    assert "at most 300 units" in text_of(answer.content.decode())
    assert not OwnUnit.objects.exists()


def test_programs_read_the_library_of_their_member(client: Client, member: User) -> None:
    assert client.get("/api/v1/library/khans-and-generals/").status_code in (401, 403)
    client.force_login(member)
    unit = enter(client)
    client.post(f"{LIBRARY}models/", {"count-0": "3"})
    told = client.get("/api/v1/library/khans-and-generals/").json()
    assert told["units"] == [{"id": unit.public_id, "key": unit.key, "card": unit.record}]
    assert told["models"] == {"My men": 3}

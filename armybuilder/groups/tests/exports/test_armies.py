"""Files of an army of Khans & Generals, each read again by its own reader."""

import io
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import load_workbook
from pypdf import PdfReader

from armybuilder.groups.exports.packed import Unpackable, pack, unpack
from armybuilder.groups.models import BattleGroup
from armybuilder.groups.tests.builder import Builder, preview_fields, text_of

pytestmark = pytest.mark.usefixtures("catalogue")


@pytest.fixture
def builder() -> Builder:
    """A visitor with a battalion and a tank."""
    visitor = Builder()
    fields = {"set-army_list": "modern", "set-build_total": "400", "set-period": "modern"}
    sent = {"system": "khans-and-generals", "name": "Grey column", **fields}
    visitor.url = visitor.client.post("/en/groups/new/", sent)["Location"]
    visitor.edit("add", id="formation:BN")
    visitor.edit("add", id="TANK")
    return visitor


def read_again(content: bytes, name: str) -> dict[str, Any]:
    """The document that somebody else gets who imports a file."""
    client = Client()
    file = SimpleUploadedFile(name, content)
    answer = client.post("/en/groups/import/", {"file": file, "text": ""})
    assert answer.status_code == 200, answer.content.decode()
    sent = preview_fields(answer.content.decode()) | {"build": "new"}
    answer = client.post("/en/groups/import/", sent)
    assert answer.status_code == 302, answer.content.decode()
    key = answer["Location"].split("/")[3]
    document: dict[str, Any] = BattleGroup.objects.get(public_id=key).document
    return document


@pytest.mark.parametrize("ending", ["pdf", "xlsx", "txt", "json", "packed.txt"])
def test_a_file_is_read_back_whole(builder: Builder, ending: str) -> None:
    content = builder.client.get(f"{builder.url}sheet.{ending}").content
    assert read_again(content, f"army.{ending}") == builder.group.document


def test_text_has_values_and_fire_tables(builder: Builder) -> None:
    text = builder.client.get(f"{builder.url}sheet.txt").content.decode()
    assert "Rifle company (sample) (line, infantry)" in text
    assert "Attack 5/12, Defence 2/0, Strength 30" in text
    assert "Fire effect to 20 cm +3, to 50 cm 0, to 80 cm \u22122" in text


def test_paper_has_values_and_fire_tables(builder: Builder) -> None:
    content = builder.client.get(f"{builder.url}sheet.pdf").content
    said = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    assert "Rifle company" in said and "5/12" in said and "to 20 cm" in said


def test_a_workbook_has_a_sheet_of_cards(builder: Builder) -> None:
    content = builder.client.get(f"{builder.url}sheet.xlsx").content
    _army, cards = load_workbook(io.BytesIO(content)).worksheets
    heads = [cell.value for cell in cards[1]]
    assert heads[0] == "Name" and "Attack" in heads and heads[-1] == "Weapons"
    rows = {row[0]: row for row in cards.iter_rows(min_row=2, values_only=True)}
    assert rows["Light tank (sample)"][heads.index("Attack")] == "0/8"


def test_the_page_of_sheets_shows_the_cards(builder: Builder) -> None:
    page = text_of(builder.client.get(f"{builder.url}sheet/").content.decode())
    assert "Fire effect to 20 cm +3" in page


def test_an_address_holds_an_army(builder: Builder) -> None:
    line = pack(builder.group.document)
    assert re.fullmatch(r"mw2~[A-Za-z0-9_-]+", line)
    other = Client()
    page = text_of(other.get(f"/en/p/{line}/").content.decode())
    assert "Grey column" in page and "Battalion staff" in page
    copied = other.post(f"/en/p/{line}/copy/")
    assert "Grey column" in other.get(copied["Location"]).content.decode()
    assert other.get(f"/en/p/{line}/sheet.txt").status_code == 200


@pytest.mark.parametrize("line", ["mw2~", "mw2~AAAA", "mw2~####", "mw2~AAAA~BBBB"])
def test_a_broken_line_is_refused(line: str) -> None:
    with pytest.raises(Unpackable):
        unpack(line)


def test_a_line_that_unfolds_without_end_is_refused() -> None:
    bomb = pack({"system": "khans-and-generals", "name": "x" * 2_000_000})
    assert len(bomb) < 10_000
    with pytest.raises(Unpackable):
        unpack(bomb)

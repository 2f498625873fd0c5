"""Imports made to break something, slow the site down, or pass for something else."""

import json
import zipfile
from io import BytesIO
from time import process_time
from typing import Any

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from armybuilder.groups.importing.assembly import built
from armybuilder.groups.importing.sources import text_of
from armybuilder.groups.models import BattleGroup, GroupRevision
from armybuilder.groups.present.groups import Unfit, fit
from armybuilder.groups.selectors.imports import importer
from armybuilder.groups.tests.builder import preview_fields
from armybuilder.groups.tests.builder import text_of as words_of
from collection.common.tabular.limits import RefusedFile
from rules.tests.running import examples

pytestmark = pytest.mark.usefixtures("catalogue")

FIGURE = {"unit": "AOD-102"}


def written(**fields: Any) -> str:
    group = {"format": "battle-group/1", "system": "age-of-destruction", "units": []}
    return json.dumps(group | fields)


def imported(**sent: Any) -> Any:
    return Client().post(reverse("group_import"), sent)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (written(units=[FIGURE] * 10_000), "at most 150 entries"),
        (written(units=[FIGURE | {"count": 10**9}]), "outside 1 to 1000000"),
        (written(units=[FIGURE | {"gear": ["AOD-G-005"] * 10}] * 16), "at most 150 cards"),
        (
            written(units=[FIGURE], loads=[{"transport": 0, "passengers": []}] * 151),
            "at most 150 entries",
        ),
        (written(notes="x" * 2001), "at most 2000 characters"),
        (written(name="two\nlines"), "U+000A"),
        (written(name="turned \u202eround"), "U+202E"),
        ('+ other: {"house": NaN}', "NaN or Infinity"),
        ('+ other: {"house": "\\ud800"}', "half of a character"),
        ("+ other: " + '{"x":' * 500 + "1" + "}" * 500, "nested deeper"),
        ("1x [AOD-102]\n" * 1_000, "at most 150 entries"),
        ("1x [AOD-102]\n" * 10_000, "at most 2000 lines"),
        ("[" * 290_000, "nested"),
        ("x" * 400_000, "too long"),
        ("mw1~450~x~zzz", "Part 4"),
    ],
)
def test_what_the_site_does_not_keep_is_told_by_place(text: str, says: str) -> None:
    answer = imported(text=text)

    assert answer.status_code == 422
    assert says in words_of(answer.content.decode())
    assert not BattleGroup.objects.exists()


def workbook(cells: dict[str, Any]) -> bytes:
    book = openpyxl.Workbook()
    for place, value in cells.items():
        book.active[place] = value  # type: ignore[index]
    written = BytesIO()
    book.save(written)
    return written.getvalue()


def bomb() -> bytes:
    written = BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as target:
        target.writestr("xl/worksheets/sheet1.xml", bytes(100_000_000))
    return written.getvalue()


@pytest.mark.parametrize(
    "make",
    [
        lambda: b"PK\x03\x04" + bytes(500),
        lambda: b"%PDF-1.7 \xe2\xe3",
        lambda: b"",
        lambda: b"[" * 400_000,
        lambda: bytes(range(256)) * 20,
        lambda: b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20,
        lambda: workbook({"A1": "Name"})[:2_000],
        lambda: workbook({"A100000": "AOD-033"}),
        lambda: workbook({"A1": "x"}).ljust(50_000_000, b"\0"),
        bomb,
        lambda: b"AOD-033\n" * 100_000,
    ],
)
def test_a_file_of_another_kind_is_refused(make: Any) -> None:
    answer = imported(file=SimpleUploadedFile("group.json", make()))

    assert answer.status_code == 422
    assert not BattleGroup.objects.exists()


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe{\x00}\x00",
        "{}".encode("utf-16"),
        b'{"format": "battle-group/1", "units": [[[[]]]]}',
        b'{"units": 7}',
        b"[[], {}]",
        b"mw1~450~x~U" + b"W10" + b"~C" + b"e30",
        b"mw1~450~x~l0.0",
        b'+ LIST: x\n1. ["\\ud800"] y\n',
        b'+ OTHER: {"units": 3}\n1. [AOD 033] x\n',
        b"name,count\nHatchetman,1e999\nHatchetman,-5\nHatchetman,99999999999\n",
        b'"unclosed,\nname,number\n' + b'"' * 500,
        b"number;set\n" + b"7" * 5_000 + b";AOD\n",
        b"AOD-033\x00\x00\n\x1b[31mAOD-102\x07",
        b"999x AOD-033: AOD-G-005, AOD-G-005\n" * 100,
        b"# " * 5_000,
        "".join(map(chr, range(1, 0x3000))).encode("utf-8", "ignore"),
        "\u202e\u2066AOD-033 \u0663\u0663".encode(),
        (", ".join(["33"] * 5_000)).encode(),
        ("Hatchetmxn " * 5_000).encode(),
        b"http://x/g/" + b"A" * 60,
        b"http://x/g/%00/",
        b"<script>alert(1)</script>",
        workbook({"A1": "Name", "B1": "Count", "A2": "x" * 32_000, "B2": "y" * 32_000}),
        workbook({"A1": "Name", "B1": "Count", "A2": "=1+1", "B2": True}),
    ],
)
def test_no_content_breaks_the_page_or_is_half_kept(content: bytes) -> None:
    client = Client()
    url = reverse("group_import")
    answer = client.post(url, {"file": SimpleUploadedFile("list.txt", content)})

    assert answer.status_code in (200, 422)
    assert "<script>alert" not in answer.content.decode()
    assert not BattleGroup.objects.exists()
    if answer.status_code == 200:
        sent = preview_fields(answer.content.decode()) | {"build": "new"}
        assert client.post(url, sent).status_code in (302, 422)
    assert BattleGroup.objects.count() == GroupRevision.objects.count()


@examples(60)
@given(content=st.one_of(st.binary(max_size=300), st.text(max_size=200).map(str.encode)))
def test_no_bytes_break_the_reader(content: bytes) -> None:
    reads = importer()
    try:
        fit(built(reads.read(text_of(content)), reads.reader.finder, {}))
    except (RefusedFile, Unfit) as refused:
        assert str(refused)


@pytest.mark.parametrize(
    "text", ["Hatchetmxn qwert zuiop\n" * 2_000, "\n".join(f"zz{n} yyx{n}" for n in range(2_000))]
)
def test_the_longest_nonsense_is_read_in_a_second_or_two(text: str) -> None:
    reads = importer()
    began = process_time()
    reads.read(text)

    assert process_time() - began < 2


def test_one_address_imports_and_takes_sheets_at_a_bearable_pace() -> None:
    client = Client()
    page = client.post(reverse("group_import"), {"text": written(units=[FIGURE])})
    sent = preview_fields(page.content.decode()) | {"build": "new"}
    url = client.post(reverse("group_import"), sent)["Location"]

    imports = {client.post(reverse("group_import"), {"text": "{"}).status_code for _ in range(30)}
    sheets = [client.get(f"{url}sheet.json") for _ in range(61)]

    assert imports == {422, 429}
    assert [sheet.status_code for sheet in sheets] == [200] * 60 + [429]
    assert sheets[-1]["Retry-After"] == "60"
    assert "Wait a minute" in words_of(sheets[-1].content.decode())


@pytest.mark.parametrize("part", ["", "sheet.pdf", "copy/"])
def test_a_link_with_signs_no_token_has_leads_nowhere(part: str) -> None:
    send = Client().post if part == "copy/" else Client().get

    for token in ("%00", "a%00b", "%ff", "a%20b", "..%2f"):
        assert send(f"/en/g/{token}/{part}").status_code == 404

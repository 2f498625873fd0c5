"""Imports made to break something, slow the site down, or pass for something else."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from armybuilder.models import BattleGroup
from armybuilder.tests.groups import text_of

FIGURE = {"unit": "AOD-102"}


@pytest.fixture(autouse=True)
def catalogue(db: None) -> None:
    call_command("load_catalogue", verbosity=0)


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
        ("1x [AOD-102]\n" * 10_000, "at most 150 entries"),
        ("[" * 290_000, "nested"),
        ("+" * 290_000, "line 1"),
    ],
)
def test_what_the_site_does_not_keep_is_told_by_place(text: str, says: str) -> None:
    answer = imported(text=text)

    assert answer.status_code == 422
    assert says in text_of(answer.content.decode())
    assert not BattleGroup.objects.exists()


@pytest.mark.parametrize(
    "content",
    [b"PK\x03\x04" + bytes(500), b"\xff\xfe{\x00}\x00", b"%PDF-1.7 \xe2\xe3", b"", b"[" * 400_000],
)
def test_a_file_of_another_kind_is_refused(content: bytes) -> None:
    answer = imported(file=SimpleUploadedFile("group.json", content))

    assert answer.status_code == 422
    assert not BattleGroup.objects.exists()


def test_a_file_with_a_byte_order_mark_is_read() -> None:
    content = b"\xef\xbb\xbf" + written(units=[FIGURE]).encode()

    assert imported(file=SimpleUploadedFile("group.json", content)).status_code == 302


def test_one_address_imports_and_takes_sheets_at_a_bearable_pace() -> None:
    client = Client()
    url = client.post(reverse("group_import"), {"text": written(units=[FIGURE])})["Location"]

    imports = {client.post(reverse("group_import"), {"text": "{"}).status_code for _ in range(30)}
    sheets = [client.get(f"{url}sheet.json") for _ in range(61)]

    assert imports == {422, 429}
    assert [sheet.status_code for sheet in sheets] == [200] * 60 + [429]
    assert sheets[-1]["Retry-After"] == "60"
    assert "Wait a minute" in text_of(sheets[-1].content.decode())


@pytest.mark.parametrize("part", ["", "sheet.pdf", "copy/"])
def test_a_link_with_signs_no_token_has_leads_nowhere(part: str) -> None:
    send = Client().post if part == "copy/" else Client().get

    for token in ("%00", "a%00b", "%ff", "a%20b", "..%2f"):
        assert send(f"/en/g/{token}/{part}").status_code == 404

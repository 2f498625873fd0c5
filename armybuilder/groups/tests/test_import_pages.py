"""Importing a group: the preview, what is decided there, and what must never happen."""

import html
import re
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from armybuilder.groups.exports import export
from armybuilder.groups.models import BattleGroup, GroupRevision
from armybuilder.groups.tests.builder import Builder, preview_fields, text_of
from armybuilder.groups.tests.exports.sheets import sample, sheet

pytestmark = pytest.mark.usefixtures("catalogue")
LIST = "Evening patrol (450 points)\nAOD-102 Hatchetman (129)\n  Full Strike\n2x Gun Nest green\n"


class Desk:
    """Somebody at the import page, without JavaScript."""

    def __init__(self, builder: Builder | None = None) -> None:
        self.builder = builder
        self.client = builder.client if builder else Client()
        self.url = f"{builder.url}import/" if builder else reverse("group_import")

    def read(self, text: str = "", **sent: Any) -> str:
        """The preview of a text or file."""
        answer = self.client.post(self.url, {"text": text, **sent})
        assert answer.status_code == 200, text_of(answer.content.decode())
        return answer.content.decode()

    def decide(self, page: str, build: str = "new", **changed: Any) -> Any:
        """Send the preview's form with a decision."""
        sent = preview_fields(page) | {"build": build} | changed
        return self.client.post(self.url, {k: v for k, v in sent.items() if v is not None})


@pytest.fixture
def patrol() -> Builder:
    builder = Builder()
    builder.start("Evening patrol")
    builder.add("AOD-033", "AOD-102")
    return builder


def test_a_typed_list_becomes_a_group_after_a_look_at_it() -> None:
    desk = Desk()
    page = desk.read(LIST)

    assert not BattleGroup.objects.exists()
    assert "Hatchetman" in page and "Nothing is kept yet" in page
    assert desk.decide(page).status_code == 302
    group = BattleGroup.objects.get()
    assert (group.document["name"], group.document["build_total"]) == ("Evening patrol", 450)
    assert group.document["units"] == [
        {"unit": "AOD-102", "gear": [{"card": "AOD-G-005"}]},
        {"unit": "AOD-001", "count": 2},
    ]


@pytest.mark.parametrize(("count", "total"), [(2, 300), (3, 450), (5, 450)])
def test_a_list_without_a_build_total_is_judged_by_the_smallest_usual_one_that_holds_it(
    count: int, total: int
) -> None:
    """A CSV names none; 258, 387 and too many points."""
    desk = Desk()
    page = desk.read(f"count,set,number\n{count},AOD,102\n")
    assert f'value="{total}"' in page
    assert f"/ {total}" in text_of(page)
    assert "Unfinished" not in text_of(page)
    assert desk.decide(page).status_code == 302
    assert BattleGroup.objects.get().document["build_total"] == total


@pytest.mark.parametrize("form", ["compact", "markdown"])
@pytest.mark.parametrize("recruit", [{}, {"recruit": "Bannson's Raiders"}])
def test_the_check_code_agrees_whether_or_not_a_list_says_who_recruits(
    form: str, recruit: dict[str, str]
) -> None:
    pilot = {"card": "AOD-GS-006"} | recruit
    units = [{"unit": "AOD-124", "pilot": pilot}, {"unit": "AOD-064", "count": 2}]
    cygnus = sheet(sample("starter-mercenaries-450") | {"units": units, "loads": []})
    desk = Desk()
    page = desk.read(export(cygnus, form).content.decode())
    assert f"The check code {cygnus.check_code} agrees" in text_of(page)
    assert desk.decide(page).status_code == 302
    assert BattleGroup.objects.get().document["units"] == units


def test_a_guess_is_asked_about_and_the_answer_counts() -> None:
    desk = Desk()
    page = desk.read("Patrol (450)\nHatchetmann\nwhat is this\n")

    assert "Did you mean these?" in page
    chosen = desk.client.post(desk.url, preview_fields(page) | {"pick-2-0": "AOD-103"})
    assert "HCT-1F-M" in text_of(chosen.content.decode())
    assert desk.decide(chosen.content.decode()).status_code == 302
    document = BattleGroup.objects.get().document
    assert document["units"] == [{"unit": "AOD-103"}]
    assert document["notes"] == "what is this"


def test_a_choice_that_was_not_offered_is_none() -> None:
    desk = Desk()
    desk.decide(desk.read("Hatchetmann"), **{"pick-1-0": "AOD-141"})

    assert BattleGroup.objects.get().document["units"] == [{"unit": "AOD-101"}]


def test_an_item_may_be_left_out() -> None:
    desk = Desk()
    desk.decide(desk.read("AOD-033\nHatchetmann"), **{"pick-2-0": ""})

    assert BattleGroup.objects.get().document["units"] == [{"unit": "AOD-033"}]


def test_choices_made_for_another_text_are_not_taken() -> None:
    desk = Desk()
    answer = desk.decide(desk.read("Hatchetmann"), text="Gun Nesst", **{"pick-1-0": "AOD-103"})

    assert answer.status_code == 200
    assert not BattleGroup.objects.exists()


def test_a_list_takes_the_place_of_a_groups_contents_and_undo_brings_them_back(
    patrol: Builder,
) -> None:
    before = dict(patrol.group.document)
    desk = Desk(patrol)
    page = desk.read("2x AOD-071")

    assert "In place of what the group holds" in page
    assert desk.decide(page, "replace").status_code == 302
    assert patrol.group.document == before | {"units": [{"unit": "AOD-071", "count": 2}]}
    patrol.client.post(f"{patrol.url}undo/", {"version": patrol.group.version})
    assert patrol.group.document == before


def test_a_list_is_added_to_a_group(patrol: Builder) -> None:
    desk = Desk(patrol)
    desk.decide(desk.read("AOD-071\nAOD-PC-001"), "add")

    document = patrol.group.document
    assert [entry["unit"] for entry in document["units"]] == ["AOD-033", "AOD-102", "AOD-071"]
    assert document["cards"] == ["AOD-PC-001"]


@pytest.mark.parametrize("ending", ["pdf", "xlsx", "txt", "json", "packed.txt"])
def test_an_export_changes_nothing_when_it_comes_back(patrol: Builder, ending: str) -> None:
    content = patrol.client.get(f"{patrol.url}sheet.{ending}").content
    before = GroupRevision.objects.count()
    page = Desk(patrol).read(file=SimpleUploadedFile(f"patrol.{ending}", content))

    assert "Nothing would change." in page
    Desk(patrol).decide(page, "replace")
    assert GroupRevision.objects.count() == before


def test_of_an_edited_workbook_either_list_may_be_taken(patrol: Builder) -> None:
    book = load_workbook(BytesIO(patrol.client.get(f"{patrol.url}sheet.xlsx").content))
    book.worksheets[0]["C2"] = 3
    written = BytesIO()
    book.save(written)
    desk = Desk(patrol)
    page = desk.read(file=SimpleUploadedFile("edited.xlsx", written.getvalue()))
    assert "holds other pieces than its lines do" in page
    assert "What the list it was made from has otherwise" in page
    packed = re.search(r'name="other" value="([^"]+)"', page)
    assert packed
    other = desk.read(text="something", other=html.unescape(packed[1]))
    assert "A packed battle group" in other
    assert desk.decide(other, "replace").status_code == 302
    assert patrol.group.document["units"] == [{"unit": "AOD-033"}, {"unit": "AOD-102"}]


def test_a_shared_link_brings_its_group(patrol: Builder) -> None:
    patrol.client.post(f"{patrol.url}visibility/", {"visibility": "link"})
    link = f"https://elsewhere.example/en/g/{patrol.group.share_token}/"
    desk = Desk()

    desk.decide(desk.read(link), name="Mine now")

    mine = BattleGroup.objects.get(document__name="Mine now")
    assert mine.document["units"] == patrol.group.document["units"]


def test_a_link_of_a_private_group_brings_nothing(patrol: Builder) -> None:
    page = Desk().read(f"https://elsewhere.example/en/g/{patrol.group.public_id}/")

    assert "No figure and no card." in page


def test_the_check_code_of_a_sheet_is_compared(patrol: Builder) -> None:
    sheet = patrol.client.get(f"{patrol.url}sheet.txt").content.decode()

    assert "agrees" in Desk().read(sheet)
    assert "of the sheet is another" in Desk().read(f"{sheet}\nAOD-071\n")


def test_a_stale_preview_shows_both_states_and_loses_neither(patrol: Builder) -> None:
    desk = Desk(patrol)
    page = desk.read("AOD-071")
    patrol.add("AOD-048")

    answer = desk.decide(page, "replace")
    assert answer.status_code == 409
    both = text_of(answer.content.decode())
    assert "What yours would change" in both and "AOD-071" in both and "AOD-048" in both
    assert [entry["unit"] for entry in patrol.group.document["units"]][-1] == "AOD-048"

    copied = desk.decide(page, "replace", conflict="copy")
    assert copied.status_code == 302
    assert BattleGroup.objects.count() == 2
    desk.decide(page, "replace", conflict="mine")
    assert patrol.group.document["units"] == [{"unit": "AOD-071"}]


@pytest.mark.parametrize("build", ["replace", "add", "new", "nonsense"])
def test_nobody_else_reaches_a_group(patrol: Builder, build: str) -> None:
    before = patrol.group.document
    stranger = Client()

    assert stranger.get(f"{patrol.url}import/").status_code == 404
    assert stranger.post(f"{patrol.url}import/", {"text": "AOD-071"}).status_code == 404
    assert patrol.group.document == before


def test_a_way_the_page_does_not_offer_is_refused(patrol: Builder) -> None:
    desk = Desk(patrol)
    before = patrol.group.document

    assert desk.decide(desk.read("AOD-071"), "nonsense").status_code == 400
    assert patrol.group.document == before


def test_what_was_typed_is_never_lost() -> None:
    text = '{"format": "battle-group/1", "units": [{"unit": 7}]}'
    answer = Client().post(reverse("group_import"), {"text": text})

    assert answer.status_code == 422
    assert text in html.unescape(answer.content.decode())


def test_lines_that_do_not_fit_into_the_notes_are_told_before_anything_is_kept() -> None:
    desk = Desk()
    page = desk.read("AOD-033\n" + "nothing anybody knows\n" * 150)
    answer = desk.decide(page)

    assert answer.status_code == 422
    assert "Notes have at most 2000 characters" in answer.content.decode()
    assert not BattleGroup.objects.exists()
    assert desk.decide(page, keep_notes=None).status_code == 302

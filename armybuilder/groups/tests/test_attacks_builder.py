"""What the builder answers to requests none of its pages would send."""

import json
from typing import Any

import pytest

from armybuilder.groups.models import BattleGroup, Visibility
from armybuilder.groups.present.groups import fit
from armybuilder.groups.services import groups
from armybuilder.groups.services.sharing import set_visibility
from armybuilder.groups.tests.builder import Builder

pytestmark = pytest.mark.usefixtures("catalogue")

LONG_NUMBER = "9" * 5000


@pytest.fixture
def person() -> Builder:
    builder = Builder()
    builder.start()
    builder.add("AOD-102")
    return builder


@pytest.mark.parametrize(
    "changes",
    [
        "{",
        "null",
        "[null]",
        "[" * 100_000,
        '[{"op": "add", "where": "units", "entry": {"unit": "AOD-102", "house": NaN}}]',
        '[{"op": "add", "where": "units", "entry": {"unit": "AOD-102", "house": "\\ud800"}}]',
        '[{"op": "add", "where": "units", "entry": {"unit": "AOD-102", "\\ud800": 1}}]',
        '[{"op": "add", "where": "units", "entry": {"unit": "AOD-102", "house": "\\u0000"}}]',
        '[{"op": "set", "where": "units[0]", "field": "count", "value": 1e999}]',
        f'[{{"op": "remove", "where": "units[{LONG_NUMBER}]"}}]',
        '[{"op": "__init__", "where": "units[0]"}]',
        '[{"op": "set", "where": "units[0]", "field": "record", "value": {}}]',
    ],
)
def test_changes_made_up_by_hand_leave_the_group_alone(person: Builder, changes: str) -> None:
    answer = person.edit("change", changes=changes)

    assert answer.status_code == 422
    assert person.group.version == 2


@pytest.mark.parametrize("version", ["", "-1", "²", "1.0", "x", LONG_NUMBER])
def test_a_version_that_is_no_number_is_refused(person: Builder, version: str) -> None:
    sent = {"action": "remove", "where": "units[0]", "version": version}

    assert person.client.post(f"{person.url}edit/", sent).status_code == 400
    assert person.client.post(f"{person.url}undo/", sent).status_code == 400


def test_a_place_with_an_endless_number_is_no_place(person: Builder) -> None:
    assert person.edit("remove", where=f"units[{LONG_NUMBER}]").status_code == 422


@pytest.mark.parametrize(
    "query", [f"?add={LONG_NUMBER}", f"?most={LONG_NUMBER}", "?add=²", "?most=-1", "?q=%00%ff"]
)
def test_an_address_that_says_nonsense_shows_the_page(person: Builder, query: str) -> None:
    assert "Hatchetman" in person.page(query)


@pytest.mark.parametrize("address", ["http://[", "\0", "//", "x" * 9000])
def test_htmx_may_tell_any_address(person: Builder, address: str) -> None:
    answer = person.client.post(
        f"{person.url}edit/",
        {"action": "remove", "where": "units[9]", "version": 2},
        headers={"HX-Request": "true", "HX-Current-URL": address},
    )

    assert answer.status_code == 422


def test_notes_keep_their_lines(person: Builder) -> None:
    answer = person.edit(
        "settings", name="Evening", build_total=450, event="", notes="first\r\nsecond"
    )

    assert answer.status_code == 302
    assert person.group.document["notes"] == "first\nsecond"


@pytest.mark.parametrize("name", ["Evening \u202e", "Evening\u2066", "two\x85lines", "\x00"])
def test_a_name_turns_nothing_round_and_hides_no_line(person: Builder, name: str) -> None:
    answer = person.edit("settings", name=name, build_total=450, event="", notes="")

    assert answer.status_code == 422
    assert person.group.name == "Evening patrol"


@pytest.mark.parametrize("part", ["edit/", "undo/", "visibility/"])
def test_a_group_deleted_meanwhile_is_not_found(
    person: Builder, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    atomic = groups.transaction.atomic

    def delete_first(*args: Any) -> Any:
        monkeypatch.undo()
        BattleGroup.objects.all().delete()
        return atomic(*args)

    monkeypatch.setattr(groups.transaction, "atomic", delete_first)
    sent = {"action": "remove", "where": "units[0]", "version": 2, "visibility": "link"}

    assert person.client.post(f"{person.url}{part}", sent).status_code == 404


@pytest.mark.parametrize("card", ["", "a/b", "<i>", "?", ".."])
def test_a_card_whose_number_is_no_address_leads_nowhere(person: Builder, card: str) -> None:
    document = person.group.document
    units = [{**document["units"][0], "gear": [card], "pilot": card}]
    written = fit({**document, "units": units, "cards": [card]})
    groups.replace_document(group=person.group, document=written)
    token = set_visibility(group=person.group, visibility=Visibility.LINK).share_token
    shared = f"/en/g/{token}/"
    pages = [person.url, f"{person.url}?row=0", f"{person.url}sheet/", shared, f"{shared}sheet/"]
    for page in (*pages, *(f"{shared}sheet.{ending}" for ending in ("pdf", "txt", "csv", "json"))):
        assert person.client.get(page).status_code == 200, page
    answer = person.client.post("/en/groups/import/", {"text": json.dumps(written)})
    assert answer.status_code == 200 and b"<i>" not in answer.content

"""Completing and correcting the catalogue on its pages, as guest, member, stranger and editor."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from collection.apps import EDITORS
from collection.catalogue import game
from collection.catalogue.models import Contribution, EntryRevision, Figure, FigureReport
from collection.catalogue.tests.workbooks import foot_soldiers

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue")]

CONTRIBUTE = "/en/catalogue/contribute/"
SEND = f"{CONTRIBUTE}send/"
QUEUE = "/en/catalogue/contributions/queue/"
MINE = "/en/catalogue/contributions/"


def signed_in(name: str) -> Client:
    user = get_user_model().objects.create_user(f"{name}@example.org", display_name=name.title())
    if name == "editor":
        user.groups.add(Group.objects.get(name=EDITORS))
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture(autouse=True)
def no_rate_limit_reached() -> None:
    cache.clear()


@pytest.fixture
def guest() -> Client:
    return Client()


@pytest.fixture
def anna() -> Client:
    return signed_in("anna")


@pytest.fixture
def boris() -> Client:
    return signed_in("boris")


@pytest.fixture
def editor() -> Client:
    return signed_in("editor")


def upload(client: Client, book: bytes, code: str = "AN") -> Any:
    file = SimpleUploadedFile("figures.xlsx", book)
    return client.post(CONTRIBUTE, {"set": code, "file": file, "how_sure": "figure"})


def sent_by(client: Client, book: bytes | None = None) -> Contribution:
    preview = upload(client, book or foot_soldiers())
    client.post(SEND, {"figures": preview.context["signed"]})
    return Contribution.objects.get()


def decide(client: Client, row: Contribution, **fields: str) -> Any:
    return client.post(f"{MINE}{row.public_id}/decision/", fields)


def reported_by(client: Client, **fields: str) -> FigureReport:
    said = {"value": "infantry.points.0", "said": "11", "how_sure": "figure", **fields}
    client.post("/en/catalogue/figures/AOD-001/report/", said)
    return FigureReport.objects.get()


def proposed(count: int, model: Any, **fields: Any) -> None:
    """Proposals of the editor, one a minute."""
    editor = get_user_model().objects.get(email="editor@example.org")
    begin = timezone.now()
    model.objects.bulk_create(
        model(
            system=game.SYSTEM,
            catalogue_id=f"AN-{number:03}",
            how_sure="figure",
            proposed_by=editor,
            proposed_at=begin + timedelta(minutes=number),
            **fields,
        )
        for number in range(count)
    )


def propose_many(count: int) -> None:
    proposed(count, Contribution, record={"name": "Test Walkers"})


def report_many(count: int) -> None:
    proposed(count, FigureReport, value="infantry.points", said_there="11")


@pytest.mark.parametrize("known", ["", "on"])
def test_anybody_may_take_the_template(guest: Client, known: str) -> None:
    response = guest.get(f"{CONTRIBUTE}template/", {"set": "DA", "known": known})

    assert response.status_code == 200
    assert response["Content-Disposition"] == 'attachment; filename="DA.xlsx"'


@pytest.mark.parametrize("code", ["", "HSE", "no such set"])
def test_a_template_of_no_set_is_refused(guest: Client, code: str) -> None:
    assert guest.get(f"{CONTRIBUTE}template/", {"set": code}).status_code == 400


@pytest.mark.parametrize(
    "path", [MINE, QUEUE, "/en/catalogue/figures/AOD-001/report/", "/en/catalogue/reports/x/"]
)
def test_guests_are_asked_to_sign_in(guest: Client, path: str) -> None:
    response = guest.get(path)

    assert response.status_code == 302 and "/account/login/" in response["Location"]


def test_a_guest_uploads_nothing(guest: Client) -> None:
    assert upload(guest, foot_soldiers()).status_code == 302
    assert guest.post(SEND, {"figures": "x"}).status_code == 302
    assert not Contribution.objects.exists()


def test_a_preview_keeps_nothing(anna: Client) -> None:
    response = upload(anna, foot_soldiers())

    assert response.status_code == 200
    assert "AN-001" in response.content.decode()
    assert not Contribution.objects.exists()


def test_a_bad_file_is_answered_with_the_form_as_it_was(anna: Client) -> None:
    response = upload(anna, b"nothing", "DOM")

    assert response.status_code == 422
    page = response.content.decode()
    assert "no workbook" in page and '<option value="DOM" selected>' in page


def test_only_what_the_site_showed_a_member_can_be_sent(anna: Client, boris: Client) -> None:
    shown = upload(anna, foot_soldiers()).context["signed"]

    for sent in (shown, shown[:-1], ""):
        boris.post(SEND, {"figures": sent})
    assert not Contribution.objects.exists()


def test_from_a_proposal_to_the_catalogue(anna: Client, boris: Client, editor: Client) -> None:
    row = sent_by(anna)
    page = f"{MINE}{row.public_id}/"

    assert anna.get(page).status_code == editor.get(page).status_code == 200
    assert boris.get(page).status_code == 404
    for client in (anna, boris):
        assert decide(client, row).status_code == 403
        assert client.get(QUEUE).status_code == 403
    assert "AN-001" not in game.catalogue().units
    assert "AN-001" in editor.get(QUEUE).content.decode()

    decide(editor, row)

    assert game.catalogue().units["AN-001"].points == 12
    assert "accepted" in anna.get(MINE).content.decode()
    figure = Client().get("/en/catalogue/figures/AN-001/").content.decode()
    assert "Entered by Anna, from the figure itself" in figure
    assert "entered by an owner" in Client().get("/en/catalogue/?set=AN").content.decode()


def test_a_figure_is_declined_with_a_reason_only(anna: Client, editor: Client) -> None:
    row = sent_by(anna)

    assert decide(editor, row, decline="", reason="").status_code == 422
    decide(editor, row, decline="", reason="The photograph shows another one.")

    assert "The photograph shows another one." in anna.get(MINE).content.decode()
    assert "AN-001" not in game.catalogue().units


def test_an_editor_may_accept_at_once_and_a_member_may_not(anna: Client, editor: Client) -> None:
    for client in (anna, editor):
        shown = upload(client, foot_soldiers()).context["signed"]
        client.post(SEND, {"figures": shown, "accept": ""})
        assert ("AN-001" in game.catalogue().units) == (client is editor)


def test_a_reported_value_is_corrected(anna: Client, boris: Client, editor: Client) -> None:
    row = reported_by(anna, note="Read it twice.")
    page = f"/en/catalogue/reports/{row.public_id}/"
    assert (row.said_here, row.said_there, row.line) == ("10", "11", None)
    assert boris.get(page).status_code == 404
    assert anna.post(page, {"said": "11"}).status_code == 404

    assert editor.post(page, {"said": "many"}).status_code == 422
    editor.post(page, {"said": "12"})

    figure = Figure.objects.get(catalogue_id="AOD-001")
    assert figure.points == 12 and figure.entered
    assert set(figure.record["marks"]) == {"rank", "points"}
    assert "accepted" in anna.get(MINE).content.decode()


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("clicks.speed_equipment.1", "JJ Jump Jets"),
        ("clicks.primary_damage.3", "1"),
        ("clicks.marker.2", "repair marker"),
        ("infantry.primary_range_max.0", "8"),
        ("infantry.faction.0", ""),
    ],
)
def test_any_value_of_a_figure_can_be_corrected(
    anna: Client, editor: Client, value: str, said: str
) -> None:
    nothing = {} if said else {"nothing": "on"}
    row = reported_by(anna, value=value, said=said, **nothing)
    before = Figure.objects.get(catalogue_id="AOD-001").record

    editor.post(f"/en/catalogue/reports/{row.public_id}/", {"said": said})

    assert FigureReport.objects.get().decision == "accepted"
    assert Figure.objects.get(catalogue_id="AOD-001").record != before


def test_every_value_of_a_figure_can_be_pointed_at(anna: Client) -> None:
    for figure in ("AOD-001", "AOD-033", "AOD-102", "DA-105"):
        page = anna.get(f"/en/catalogue/figures/{figure}/report/")
        pointed = re.findall(r'href="\?value=([^"]+)"', page.content.decode())
        assert len(pointed) == len(set(pointed))
        values = page.context["form"].values
        unseen = {key for key, value in values.items() if value.here and key not in pointed}
        assert not unseen
        assert "<select" not in page.content.decode()


@pytest.mark.parametrize(
    ("value", "says", "asked"),
    [
        ("clicks.attack.3", "Click 4: Attack", '<input type="number" name="said"'),
        ("clicks.speed_equipment.0", "Click 1: Speed: equipment", '<select name="said"'),
        ("mechs.variant.0", "Variant", '<input type="text" name="said"'),
    ],
)
def test_the_form_asks_for_the_value_that_was_tapped(
    anna: Client, value: str, says: str, asked: str
) -> None:
    page = anna.get(f"/en/catalogue/figures/AOD-102/report/?value={value}").content.decode()
    assert f"<h2>{says}</h2>" in page
    assert asked in page
    assert f'<input type="hidden" name="value" value="{value}"' in page
    assert f'href="?value={value}" aria-current="true"' in page


def test_a_correction_the_rules_refuse_is_not_made(anna: Client, editor: Client) -> None:
    row = reported_by(anna, value="infantry.primary_targets.0", said="4")

    response = editor.post(f"/en/catalogue/reports/{row.public_id}/", {"said": "9"})

    assert response.status_code == 422
    assert "A weapon has one to four targets." in response.content.decode()
    assert FigureReport.objects.get().decision == "open"


@pytest.mark.parametrize(
    "fields",
    [
        {"said": ""},
        {"said": "10"},
        {"said": "many"},
        {"value": "mechs.points.0"},
        {"value": ""},
        {"how_sure": "guessed"},
        {"note": "x" * 1001},
    ],
)
def test_a_report_with_a_fault_keeps_what_was_typed(anna: Client, fields: dict[str, str]) -> None:
    said = {"value": "infantry.points.0", "said": "11", "how_sure": "figure", "note": "Mine."}
    response = anna.post("/en/catalogue/figures/AOD-001/report/", {**said, **fields})

    assert response.status_code == 422
    assert {**said, **fields}["note"] in response.content.decode()
    assert not FigureReport.objects.exists()


def test_the_name_of_a_listed_figure_can_be_corrected(anna: Client, editor: Client) -> None:
    anna.post(
        "/en/catalogue/figures/DA-105/report/",
        {"value": "mechs.name.0", "said": "Another Name", "how_sure": "figure"},
    )
    row = FigureReport.objects.get()

    editor.post(f"/en/catalogue/reports/{row.public_id}/", {"said": "Another Name"})

    figure = Figure.objects.get(catalogue_id="DA-105")
    assert (figure.name, figure.status) == ("Another Name", "listed")


def test_history_tells_what_changed_and_an_editor_undoes_it(
    guest: Client, anna: Client, editor: Client
) -> None:
    row = reported_by(anna)
    editor.post(f"/en/catalogue/reports/{row.public_id}/", {"said": "11"})
    history = "/en/catalogue/figures/AOD-001/history/"

    page = guest.get(history).content.decode()
    assert "<del>10</del>" in page and "<ins>11</ins>" in page and "Bring this back" not in page
    assert guest.post(f"{history}0/").status_code == 302
    assert anna.post(f"{history}0/").status_code == 403
    assert Figure.objects.get(catalogue_id="AOD-001").points == 11

    editor.post(f"{history}0/")
    assert Figure.objects.get(catalogue_id="AOD-001").points == 10
    editor.post(f"{history}1/")
    assert Figure.objects.get(catalogue_id="AOD-001").points == 11
    assert EntryRevision.objects.count() == 3
    assert editor.post(f"{history}9/").status_code == 404
    assert guest.get("/en/catalogue/figures/AOD-002/history/").status_code == 404


@pytest.mark.parametrize(("path", "oldest_first"), [(MINE, False), (QUEUE, True)])
def test_long_lists_are_read_page_by_page(
    editor: Client,
    path: str,
    oldest_first: bool,
    django_assert_max_num_queries: Callable[[int], AbstractContextManager[Any]],
) -> None:
    propose_many(60)
    report_many(30)
    seen: list[str] = []
    url = path
    while url:
        with django_assert_max_num_queries(13):
            shown = editor.get(url).context
        seen += [row.catalogue_id for row, _by in shown["contributions"]]
        assert [row.value for row, _name in shown["reports"]] == ["infantry.points"] * 25
        url = shown["figures_paging"]["more"]

    in_order = [f"AN-{number:03}" for number in range(60)]
    assert seen == (in_order if oldest_first else in_order[::-1])


def test_an_editor_goes_on_behind_a_figure_decided_on(editor: Client) -> None:
    propose_many(60)
    behind = editor.get(QUEUE).context["figures_paging"]["more"]
    last = Contribution.objects.get(catalogue_id="AN-024")

    decide(editor, last, decline="", reason="Twice.")

    assert editor.get(behind).context["contributions"][0][0].catalogue_id == "AN-025"


def test_a_member_takes_along_what_was_proposed(anna: Client, boris: Client) -> None:
    sent_by(anna)
    reported_by(anna, note="Read it twice.")

    taken = anna.get("/en/account/data/").json()["contributions"]
    assert [each["figure"] for each in taken["figures"]] == ["AN-001"]
    assert taken["figures"][0]["record"]["name"] == "Test Walkers"
    assert [each["note"] for each in taken["reports"]] == ["Read it twice."]
    assert boris.get("/en/account/data/").json()["contributions"] == {"figures": [], "reports": []}


def test_no_address_of_a_member_is_shown(anna: Client, editor: Client) -> None:
    get_user_model().objects.filter(email="anna@example.org").update(display_name="")
    decide(editor, sent_by(anna))

    page = Client().get("/en/catalogue/figures/AN-001/").content.decode()
    assert "Entered by a member" in page and "anna" not in page

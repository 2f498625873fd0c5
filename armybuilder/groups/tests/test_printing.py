"""Many lists on one print: a few at once, more beside the page, the same file either way."""

import io
import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from openpyxl import load_workbook
from pypdf import PdfReader

from armybuilder.groups import printing
from armybuilder.groups.models import BattleGroup
from armybuilder.groups.tests.builder import Builder
from armybuilder.home.selectors.personal import personal_data
from armybuilder.jobs.models import Job, JobAsk, State
from armybuilder.jobs.selectors import WORKER
from armybuilder.jobs.services import clearing
from armybuilder.jobs.services.carrying import carry
from armybuilder.site.models import User

pytestmark = pytest.mark.usefixtures("catalogue")
NAMES = ("Zażółć jaźń", "Second list", "Third list")


@pytest.fixture(autouse=True)
def few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two are drawn at once, and one a piece."""
    monkeypatch.setattr("armybuilder.groups.views.printing.AT_ONCE", 2)
    monkeypatch.setattr(printing, "PIECE", 1)


@pytest.fixture
def owner(member: User) -> Client:
    client = Client()
    client.force_login(member)
    for name in NAMES:
        person = Builder(client)
        person.start(name)
        person.add("AOD-102", "AOD-033")
    return client


@pytest.fixture
def worker() -> None:
    """A worker lives, so that pages carry nothing themselves."""
    cache.set(WORKER, 1, 60)


def chosen(lists: int = len(NAMES), /, **more: str) -> dict[str, Any]:
    ids = list(BattleGroup.objects.order_by("pk").values_list("public_id", flat=True)[:lists])
    return {"take": "1", "groups": ids, "form": "pdf", "paper": "a4", **more}


def asked_for(owner: Client, **more: str) -> str:
    """The address of a print of all that was asked for."""
    answer = owner.post("/en/groups/print/", chosen(**more))
    assert answer.status_code == 302, answer.content.decode()
    return str(answer["Location"])


def carried() -> Job:
    job = Job.objects.latest("pk")
    while carry(job.pk, seconds=0):
        pass
    job.refresh_from_db()
    return job


def read(content: bytes) -> str:
    return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)


@pytest.mark.usefixtures("worker")
def test_a_print_of_many_is_made_beside_the_page_and_taken_there(
    owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = asked_for(owner)
    waiting = owner.get(at).content.decode()
    assert "3 battle groups: PDF army sheet" in waiting and "0</strong> of 3" in waiting
    assert owner.get(f"{at}file/").status_code == 404
    job = Job.objects.get()
    assert carry(job.pk, seconds=0)
    assert "1</strong> of 3" in owner.get(at).content.decode()

    assert carried().state == State.DONE
    page = owner.get(at).content.decode()
    assert "It is ready" in page and f'href="{at}file/"' in page
    file = owner.get(f"{at}file/")
    assert file["Content-Disposition"] == 'attachment; filename="battle-groups.pdf"'
    assert all(name in read(file.content) for name in NAMES)
    monkeypatch.setattr("armybuilder.groups.views.printing.AT_ONCE", 3)
    assert owner.post("/en/groups/print/", chosen()).content == file.content, "the same at once"


def test_a_few_are_answered_at_once(owner: Client) -> None:
    taken = owner.post("/en/groups/print/", chosen(2))

    assert taken["Content-Type"] == "application/pdf"
    assert NAMES[1] in read(taken.content) and not JobAsk.objects.exists()


def test_an_address_of_many_is_the_form_filled_in(owner: Client) -> None:
    page = owner.get("/en/groups/print/", chosen()).content.decode()

    assert len(re.findall(r'name="groups"[^>]*checked', page)) == len(NAMES)
    assert not JobAsk.objects.exists()


def test_without_a_worker_whoever_looks_carries_it(owner: Client) -> None:
    at = asked_for(owner, form="xlsx")
    pages = [owner.get(at).content.decode() for _look in NAMES]

    assert "1</strong> of 3" in pages[0] and "It is ready" in pages[-1]
    book = load_workbook(io.BytesIO(owner.get(f"{at}file/").content))
    overview = list(book.worksheets[0].iter_rows(values_only=True))
    assert {row[1] for row in overview[1:]} == set(NAMES)
    assert [page.title for page in book][:3] == ["Battle groups", "Army 1", "Verdict 1"]


def test_a_signed_print_has_a_certificate_for_every_list_made_once(
    owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_for(owner, signed="on")
    signed: list[str] = []
    address = printing.certificate_address

    def kept_address(*said: Any) -> str:
        signed.append(address(*said))
        return signed[-1]

    monkeypatch.setattr(printing, "certificate_address", kept_address)

    job = Job.objects.get()
    carry(job.pk, seconds=0)
    assert Job.objects.get().kept["codes"] == signed and "/en/c/" in signed[0]
    assert carried().state == State.DONE
    assert len(set(signed)) == len(NAMES)


def test_a_print_is_for_whoever_asked_alone(owner: Client) -> None:
    at = asked_for(owner)
    carried()

    for address in (at, f"{at}file/"):
        assert Client().get(address).status_code == 404


def test_the_last_prints_are_kept_and_for_a_week(owner: Client) -> None:
    asked = []
    for event in ("one", "two", "three", "four"):
        asked.append(asked_for(owner, event=event))
        carried()

    assert owner.get(asked[0]).status_code == 404
    assert all(owner.get(at).status_code == 200 for at in asked[1:])
    assert JobAsk.objects.count() == Job.objects.count() == printing.MOST_KEPT
    assert "kept here for 7 days, of several your last 3" in owner.get(asked[3]).content.decode()

    week = timezone.now() + clearing.FILES_KEPT
    assert clearing.forget_old_files(now=week - timedelta(hours=1)) == 0
    assert clearing.forget_old_files(now=week) == printing.MOST_KEPT
    assert not Job.objects.exists() and owner.get(asked[3]).status_code == 404


def test_a_list_that_changes_meanwhile_is_printed_as_it_was(owner: Client) -> None:
    at = asked_for(owner)
    BattleGroup.objects.all().delete()

    carried()

    assert all(name in read(owner.get(f"{at}file/").content) for name in NAMES)


def test_a_catalogue_that_changes_meanwhile_is_said(
    owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = asked_for(owner)
    monkeypatch.setattr(printing, "todays", lambda: {"rules": "others", "catalogue": "others"})

    assert carried().state == State.FAILED
    assert "Ask for the print again" in owner.get(at).content.decode()


def test_who_has_too_much_under_way_is_told(owner: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armybuilder.jobs.services.asking.MOST_OPEN", 0)

    page = owner.post("/en/groups/print/", chosen(), follow=True).content.decode()

    assert "as much under way as the site allows" in page


def test_a_persons_data_names_the_file_and_does_not_hold_it(owner: Client, member: User) -> None:
    asked_for(owner)
    carried()

    (told,) = personal_data(user=member)["long_work"]
    assert told["result"] == {"file": {"name": "battle-groups.pdf", "type": "application/pdf"}}

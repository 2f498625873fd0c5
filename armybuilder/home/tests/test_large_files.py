"""Workbooks of large collections, as long work: the same file, for whoever sees the collection."""

import io
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from openpyxl import load_workbook

from armybuilder.home import large_files
from armybuilder.home.selectors.personal import personal_data
from armybuilder.jobs.models import Job, JobAsk, State
from armybuilder.jobs.selectors import WORKER
from armybuilder.jobs.services import asking, carrying, clearing
from armybuilder.site.models import User
from collection.catalogue.pieces import Piece
from collection.owning import edits
from collection.owning.exports.holdings import Holding
from collection.owning.models import Collection, Membership, Role
from collection.owning.services.changes import Edit, apply
from collection.owning.services.collections import create_collection
from collection.owning.tests.conftest import HATCHETMAN
from collection.owning.views import exports

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue")]

PIECES = [HATCHETMAN, *(Piece(HATCHETMAN.system, "AOD", number) for number in ("103", "104"))]


@pytest.fixture(autouse=True)
def small_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three rows are large, and two pieces are read at a time."""
    monkeypatch.setattr(exports, "is_large", lambda form, rows: form.at_once and rows > 2)
    monkeypatch.setattr(large_files, "PIECE", 2)


@pytest.fixture
def worker() -> None:
    """A worker lives, so that pages carry nothing themselves."""
    cache.set(WORKER, 1, 60)


@pytest.fixture
def own(client: Client, member: User) -> Client:
    client.force_login(member)
    return client


@pytest.fixture
def shelf(member: User) -> Collection:
    made = create_collection(owner=member, name="Shelf")
    add(made, member, *PIECES)
    return made


def add(shelf: Collection, member: User, *pieces: Piece) -> None:
    wanted = [Edit(piece, edits.add) for piece in pieces]
    apply(collection=shelf, actor=member, edits=wanted, now=timezone.now())


def asked_for(own: Client, shelf: Collection, language: str = "en") -> str:
    answer = own.get(f"/{language}/collection/{shelf.public_id}/export/xlsx")
    assert answer.status_code == 302
    return str(answer["Location"])


def carried() -> Job:
    job = Job.objects.latest("pk")
    while carrying.carry(job.pk, seconds=0):
        pass
    job.refresh_from_db()
    return job


@contextmanager
def between_two_readings(deed: Callable[[], object]) -> Iterator[None]:
    """Something happens once, when some pieces have been read and others have not."""
    read, left = large_files.some_holdings_of, [deed]

    def reading(shelf: Collection, first: int, length: int) -> list[Holding]:
        if first and left:
            left.pop()()
        return read(shelf, first, length)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(large_files, "some_holdings_of", reading)
        yield


def rows(content: bytes) -> list[Any]:
    return list(load_workbook(io.BytesIO(content)).worksheets[0].iter_rows(values_only=True))


@pytest.mark.usefixtures("worker")
def test_a_large_workbook_is_made_beside_the_page_and_is_the_same_as_at_once(
    own: Client, shelf: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = own.get(f"/en/collection/{shelf.public_id}/export/").content.decode()
    assert page.count("Your collection is large") == 1
    at = asked_for(own, shelf)
    assert asked_for(own, shelf) == at and JobAsk.objects.count() == 1, "asked for once"
    assert "0</strong> of 3" in own.get(at).content.decode()
    assert own.get(f"{at}file/").status_code == 404
    seen: list[str] = []
    with between_two_readings(lambda: seen.append(own.get(at).content.decode())):
        assert carried().state == State.DONE
    assert "2</strong> of 3" in seen[0]

    assert f'href="{at}file/"' in own.get(at).content.decode()
    file = own.get(f"{at}file/")
    assert file["Content-Disposition"].startswith('attachment; filename="collection-')
    monkeypatch.setattr(exports, "is_large", lambda _form, _rows: False)
    at_once = own.get(f"/en/collection/{shelf.public_id}/export/xlsx")
    assert rows(file.content) == rows(at_once.content)
    assert [row[2] for row in rows(file.content)[1:]] == ["102", "103", "104"]


def test_without_a_worker_whoever_looks_carries_it(own: Client, shelf: Collection) -> None:
    at = asked_for(own, shelf, "pl")
    assert f'href="{at}file/"' in own.get(at).content.decode()


def test_other_forms_are_answered_at_once(own: Client, shelf: Collection) -> None:
    for ending in ("csv", "json", "moxfield.csv", "deckbox.csv"):
        assert own.get(f"/en/collection/{shelf.public_id}/export/{ending}").status_code == 200
    assert not JobAsk.objects.exists()


@pytest.mark.usefixtures("worker")
def test_it_is_cancelled_while_it_is_written_and_begun_again(
    own: Client, shelf: Collection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    at = asked_for(own, shelf)
    ask = JobAsk.objects.get()
    with between_two_readings(lambda: own.post(f"/en/jobs/{ask.public_id}/cancel/")):
        assert carried().state == State.CANCELLED
    assert "It was cancelled" in own.get(at).content.decode()
    assert not list(tmp_path.iterdir()), "what was written is taken away"

    own.post(f"/en/jobs/{ask.public_id}/again/")
    assert carried().state == State.DONE
    assert len(rows(own.get(f"{at}file/").content)) == 4


@pytest.mark.usefixtures("worker")
def test_a_worker_killed_over_it_leaves_it_to_another(own: Client, shelf: Collection) -> None:
    at = asked_for(own, shelf)
    with pytest.raises(SystemExit), between_two_readings(sys.exit):
        carried()
    dead = Job.objects.get()
    assert (dead.state, dead.done, dead.kept) == (State.RUNNING, 2, {})
    Job.objects.update(heartbeat=timezone.now() - 2 * carrying.LEASE)

    assert carrying.look_after() == 1 and carried().state == State.DONE
    assert [row[2] for row in rows(own.get(f"{at}file/").content)[1:]] == ["102", "103", "104"]


@pytest.mark.usefixtures("worker")
def test_a_collection_that_changes_meanwhile_is_begun_anew(
    own: Client, shelf: Collection, member: User
) -> None:
    at = asked_for(own, shelf)
    with between_two_readings(lambda: add(shelf, member, HATCHETMAN)):
        carried()
    told = {row[2]: row[6] for row in rows(own.get(f"{at}file/").content)[1:]}
    assert told == {"102": 2, "103": 1, "104": 1}


@pytest.mark.usefixtures("worker")
def test_a_collection_deleted_meanwhile_ends_it(own: Client, shelf: Collection) -> None:
    at = asked_for(own, shelf)
    shelf.delete()
    assert carried().error == large_files.GONE
    assert own.get(at).status_code == 404


@pytest.mark.usefixtures("worker")
def test_it_is_for_who_asked_alone_and_only_while_they_see_the_collection(
    own: Client, shelf: Collection
) -> None:
    at = asked_for(own, shelf)
    ask = JobAsk.objects.get()
    other, viewer = (User.objects.create_user(f"{who}@example.org") for who in ("other", "viewer"))
    seen = Membership.objects.create(collection=shelf, user=viewer, role=Role.VIEWER)
    looking, stranger, guest = Client(), Client(), Client()
    looking.force_login(viewer)
    stranger.force_login(other)
    theirs = asked_for(looking, shelf)
    assert theirs != at and Job.objects.count() == 1, "the same work for both"
    carried()
    for client in (stranger, guest, looking):
        for page in (at, f"{at}file/"):
            answer = client.get(page)
            assert answer.status_code == 404 or "/account/login/" in answer["Location"]
        for deed in ("cancel", "again", "delete"):
            assert client.post(f"/en/jobs/{ask.public_id}/{deed}/").status_code == 404
    assert stranger.get(f"/en/collection/{shelf.public_id}/export/xlsx").status_code == 404

    assert looking.get(f"{theirs}file/").status_code == 200
    seen.delete()
    assert looking.get(theirs).status_code == looking.get(f"{theirs}file/").status_code == 404
    assert own.get(f"{at}file/").status_code == 200


@pytest.mark.usefixtures("worker")
def test_who_has_too_much_under_way_is_told(
    own: Client, shelf: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "MOST_OPEN", 0)
    page = own.get(f"/en/collection/{shelf.public_id}/export/xlsx", follow=True)
    assert "as much under way as the site allows" in page.content.decode()


@pytest.mark.usefixtures("worker")
def test_the_last_files_are_kept_and_for_a_week(
    own: Client, shelf: Collection, member: User
) -> None:
    asked = []
    for _time in range(4):
        add(shelf, member, HATCHETMAN)
        asked.append(asked_for(own, shelf))
        carried()
    assert [own.get(at).status_code for at in asked] == [404, 200, 200, 200]
    assert Job.objects.count() == large_files.MOST_KEPT

    now = timezone.now()
    assert clearing.forget_old_files(now=now + clearing.FILES_KEPT - timedelta(hours=1)) == 0
    assert clearing.forget_old_files(now=now + clearing.FILES_KEPT) == large_files.MOST_KEPT
    assert not JobAsk.objects.exists() and not Job.objects.exists()


@pytest.mark.usefixtures("worker")
def test_a_persons_data_names_the_file_and_does_not_hold_it(
    own: Client, shelf: Collection, member: User
) -> None:
    asked_for(own, shelf)
    carried()
    (told,) = personal_data(user=member)["long_work"]
    assert told["result"]["file"].keys() == {"name", "type"}

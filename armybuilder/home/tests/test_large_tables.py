"""Large tables into a collection, as long work: read, seen, made one change; nothing is lost."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from armybuilder.home.large_tables import APPLY_KIND, READ_KIND
from armybuilder.jobs.models import Job, JobAsk, State
from armybuilder.jobs.selectors import WORKER
from armybuilder.jobs.services import asking, carrying
from armybuilder.site.models import User
from collection.owning import edits
from collection.owning.importing import staging
from collection.owning.models import Change, Collection, StagedImport
from collection.owning.services.changes import Edit, apply
from collection.owning.services.collections import create_collection, set_locked
from collection.owning.tests.conftest import HATCHETMAN

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue")]

TABLE = "number,count\nAOD-102,2\nAOD-103,1\nAOD-104,3\nAOD-105,many\n"


@pytest.fixture(autouse=True)
def small_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(staging, "LARGE", 3)
    monkeypatch.setattr(staging.step, "__kwdefaults__", {"rows": 2})


@pytest.fixture
def own(client: Client, member: User) -> Client:
    client.force_login(member)
    return client


@pytest.fixture
def shelf(member: User) -> Collection:
    return create_collection(owner=member, name="Shelf")


@pytest.fixture
def worker() -> None:
    """A worker lives, so that pages carry nothing themselves."""
    cache.set(WORKER, 1, 60)


def hand_in(own: Client, shelf: Collection, text: str = TABLE, language: str = "en") -> str:
    own.post(f"/{language}/collection/{shelf.public_id}/import/", {"text": text, "mode": "set"})
    staged = StagedImport.objects.filter(collection=shelf).latest("pk")
    return f"/{language}/collection/{shelf.public_id}/import/{staged.public_id}/"


def carried(kind: str) -> Job:
    """The work of a kind that was asked for last, done as far as it goes."""
    job = Job.objects.filter(kind=kind).latest("pk")
    while carrying.carry(job.pk, seconds=0):
        pass
    job.refresh_from_db()
    return job


def owned(shelf: Collection) -> dict[str, int]:
    return {str(each.number): each.plain for each in shelf.holdings.all()}


@pytest.mark.usefixtures("worker")
def test_a_large_table_is_read_and_applied_beside_the_pages(own: Client, shelf: Collection) -> None:
    address = hand_in(own, shelf)

    page = own.get(address, follow=True)
    assert "Its rows are read and compared" in page.content.decode()
    assert own.get(address)["Location"] == page.redirect_chain[0][0], "asked for once"
    assert JobAsk.objects.count() == 1 and not owned(shelf)

    job = Job.objects.get(kind=READ_KIND)
    assert carrying.carry(job.pk, seconds=0)
    assert "2</strong> of 4" in own.get(page.redirect_chain[0][0]).content.decode()
    assert carried(READ_KIND).state == State.DONE
    seen = own.get(page.redirect_chain[0][0], follow=True).content.decode()
    assert "3 rows change something." in seen and "“many”" in seen

    page = own.post(f"{address}finish/", follow=True)
    assert "all of it at once" in page.content.decode() and not owned(shelf)
    carried(APPLY_KIND)
    done = own.get(page.redirect_chain[0][0], follow=True)
    assert "Imported: 3 pieces changed." in done.content.decode()
    assert owned(shelf) == {"102": 2, "103": 1, "104": 3}
    assert Change.objects.filter(collection=shelf).count() == 1


def test_without_a_worker_whoever_looks_carries_it(own: Client, shelf: Collection) -> None:
    address = hand_in(own, shelf)
    work = own.get(address)["Location"]
    for _look in range(3):
        page = own.get(work, follow=True)
    assert "3 rows change something." in page.content.decode()

    done = own.post(f"{address}finish/", follow=True)
    assert "Imported: 3 pieces changed." in done.content.decode()
    assert len(owned(shelf)) == 3


@pytest.mark.usefixtures("worker")
def test_a_worker_that_dies_after_the_change_makes_no_second_one(
    own: Client, shelf: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = hand_in(own, shelf)
    own.get(address)
    carried(READ_KIND)
    own.post(f"{address}finish/")
    with monkeypatch.context() as dying, pytest.raises(KeyboardInterrupt):
        dying.setattr(carrying, "_end", lambda *_a, **_k: (_ for _ in ()).throw(KeyboardInterrupt))
        carrying.carry(Job.objects.get(kind=APPLY_KIND).pk, seconds=0)
    Job.objects.filter(kind=APPLY_KIND).update(heartbeat=timezone.now() - 2 * carrying.LEASE)
    assert Change.objects.filter(collection=shelf).count() == 1

    carrying.look_after()
    job = carried(APPLY_KIND)

    assert job.state == State.DONE and job.result == {"change": 1}
    assert Change.objects.filter(collection=shelf).count() == 1


@pytest.mark.usefixtures("worker")
def test_cancelled_reading_goes_on_where_it_was(own: Client, shelf: Collection) -> None:
    address = hand_in(own, shelf)
    ask = JobAsk.objects.get() if own.get(address) else None
    assert ask is not None
    carrying.carry(ask.job_id, seconds=0)
    own.post(f"/en/jobs/{ask.public_id}/cancel/")

    page = own.get(address, follow=True).content.decode()
    assert "It was cancelled" in page and "Nothing has been changed yet." in page
    own.post(f"/en/jobs/{ask.public_id}/again/")
    carried(READ_KIND)
    assert "3 rows change something." in own.get(address).content.decode()


@pytest.mark.usefixtures("worker")
def test_what_changed_meanwhile_is_looked_at_again(
    own: Client, shelf: Collection, member: User
) -> None:
    address = hand_in(own, shelf)
    own.get(address)
    carried(READ_KIND)
    add = [Edit(HATCHETMAN, edits.add)]
    apply(collection=shelf, actor=member, edits=add, now=timezone.now())

    page = own.post(f"{address}finish/", follow=True)
    carried(APPLY_KIND)
    page = own.get(page.redirect_chain[0][0])
    assert "The collection has changed meanwhile." in page.content.decode()
    assert owned(shelf) == {"102": 1}

    own.post(f"{address}finish/")
    assert carried(APPLY_KIND).state == State.DONE
    assert owned(shelf) == {"102": 2, "103": 1, "104": 3}


@pytest.mark.usefixtures("worker")
def test_a_locked_collection_is_told_and_tried_again_once_open(
    own: Client, shelf: Collection, member: User
) -> None:
    address = hand_in(own, shelf, language="pl")
    own.get(address)
    carried(READ_KIND)
    set_locked(collection=shelf, actor=member, locked=True)
    page = own.post(f"{address}finish/", follow=True)
    assert carried(APPLY_KIND).state == State.FAILED
    told = own.get(page.redirect_chain[0][0]).content.decode()
    assert "zablokowana" in told and "locked" not in told

    set_locked(collection=shelf, actor=member, locked=False)
    own.post(f"{address}finish/")
    assert carried(APPLY_KIND).state == State.DONE and len(owned(shelf)) == 3


@pytest.mark.usefixtures("worker")
def test_amounts_meant_another_way_are_compared_anew(own: Client, shelf: Collection) -> None:
    address = hand_in(own, shelf)
    own.get(address)
    carried(READ_KIND)
    for mode in ("add", "set"):
        answer = own.post(f"{address}mode/", {"mode": mode}, headers={"HX-Request": "true"})
        assert answer["HX-Redirect"] == address
        assert own.get(address).status_code == 302
        carried(READ_KIND)
        assert own.get(address).status_code == 200
    assert JobAsk.objects.filter(job__kind=READ_KIND).count() == 3


@pytest.mark.usefixtures("worker")
def test_faults_are_told_in_the_language_of_who_asked(own: Client, shelf: Collection) -> None:
    address = hand_in(own, shelf, language="pl")
    own.get(address)
    carried(READ_KIND)
    assert "Wiersz" in StagedImport.objects.get().rows.get(outcome="bad").problem


@pytest.mark.usefixtures("worker")
def test_whoever_has_too_much_under_way_reads_at_the_page(
    own: Client, shelf: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "MOST_OPEN", 0)
    address = hand_in(own, shelf)
    page = own.get(address)
    assert page.status_code == 200 and "import-go-on" in page.content.decode()


@pytest.mark.usefixtures("worker")
def test_a_table_taken_away_ends_its_work(own: Client, shelf: Collection) -> None:
    address = hand_in(own, shelf)
    work = own.get(address)["Location"]
    own.post(f"{address}drop/")
    assert carried(READ_KIND).state == State.FAILED
    assert "This table is no more." in own.get(work, follow=True).content.decode()


def test_a_small_table_needs_no_work(own: Client, shelf: Collection) -> None:
    address = hand_in(own, shelf, "number\nAOD-102\n")
    assert own.get(address).status_code == 200
    own.post(f"{address}step/")
    own.post(f"{address}step/")
    own.post(f"{address}finish/")
    assert owned(shelf) == {"102": 1} and not JobAsk.objects.exists()

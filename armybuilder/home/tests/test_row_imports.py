"""Many rows of a program into a collection, as long work: told where it is, then row by row."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from armybuilder.groups.tests.test_api_groups import Program, refused, told
from armybuilder.home.row_imports import KIND, MOST_KEPT
from armybuilder.jobs.models import Job, JobAsk, State
from armybuilder.jobs.selectors import WORKER
from armybuilder.jobs.services import asking, carrying
from armybuilder.site.accounts.services import create_token
from armybuilder.site.models import User
from collection.owning import edits
from collection.owning.importing import staging
from collection.owning.models import Change, Collection, StagedImport
from collection.owning.services.changes import Edit, apply
from collection.owning.services.collections import create_collection, set_locked
from collection.owning.tests.conftest import HATCHETMAN

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue")]

ROWS = [
    {"id": "AOD-102", "count": 2},
    {"id": "AOD-103", "count": 1},
    {"id": "AOD-104", "count": 3},
    {"id": "AOD-105", "count": "many"},
    {"id": "AOD-O5", "count": 1},
]


@pytest.fixture(autouse=True)
def few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(staging, "LARGE", 3)
    monkeypatch.setattr(staging.step, "__kwdefaults__", {"rows": 2})


@pytest.fixture(autouse=True)
def worker() -> None:
    """A worker lives, so that who asks carries nothing."""
    cache.set(WORKER, 1, 60)


def program_of(member: User, *, writes: bool = True) -> Program:
    return Program(create_token(member=member, name="rows", days=1, may_write_collections=writes))


@pytest.fixture
def program(member: User) -> Program:
    return program_of(member)


@pytest.fixture
def shelf(member: User) -> Collection:
    return create_collection(owner=member, name="Shelf")


def hand_in(program: Program, shelf: Collection, **more: Any) -> dict[str, Any]:
    answer = program.ask(
        "post", f"collections/{shelf.public_id}/import/", {"rows": ROWS, "label": "All", **more}
    )
    found: dict[str, Any] = told(answer, 202, "ImportProgress")
    assert answer["Location"] == found["url"]
    return found


def seen(program: Program, of: dict[str, Any]) -> dict[str, Any]:
    path = of["url"].partition("/api/v1/")[2]
    found: dict[str, Any] = told(program.ask("get", path), 200, "ImportProgress")
    return found


def carried() -> Job:
    job = Job.objects.filter(kind=KIND).latest("pk")
    while carrying.carry(job.pk, seconds=0):
        pass
    job.refresh_from_db()
    return job


def owned(shelf: Collection) -> dict[str, int]:
    return {str(each.number): each.plain for each in shelf.holdings.all()}


def test_many_rows_are_brought_while_nobody_waits(program: Program, shelf: Collection) -> None:
    asked = hand_in(program, shelf)
    assert (asked["state"], asked["done"], asked["result"]) == ("waiting", 0, None)
    job = Job.objects.get(kind=KIND)
    assert carrying.carry(job.pk, seconds=0)
    assert seen(program, asked)["done"] == 2 and not owned(shelf)

    assert carried().state == State.DONE
    now = seen(program, asked)

    outcomes = [row["outcome"] for row in now["result"]["rows"]]
    assert outcomes == ["new", "new", "new", "bad", "unclear"]
    assert "many" in now["result"]["rows"][3]["problem"]
    assert now["result"]["counts"] == {"new": 3, "bad": 1, "unclear": 1}
    assert now["result"]["change"]["pieces"] == 3
    assert owned(shelf) == {"102": 2, "103": 1, "104": 3}


def test_few_rows_are_answered_at_once(program: Program, shelf: Collection) -> None:
    sent = {"rows": ROWS[:3]}
    told(program.ask("post", f"collections/{shelf.public_id}/import/", sent), 201, "Import")
    assert not JobAsk.objects.exists()


def test_many_rows_are_only_looked_at(program: Program, shelf: Collection) -> None:
    asked = hand_in(program, shelf, preview=True, take_unlisted=True)
    carried()

    now = seen(program, asked)
    assert now["result"]["counts"] == {"new": 4, "bad": 1}
    assert now["result"]["change"] is None
    assert not owned(shelf) and not StagedImport.objects.exists()


def test_without_a_worker_whoever_asks_carries_it(program: Program, shelf: Collection) -> None:
    cache.clear()
    asked = hand_in(program, shelf)
    states = [seen(program, asked)["state"] for _look in range(6)]
    assert states[-1] == "done" and len(owned(shelf)) == 3


@pytest.mark.parametrize("piece", range(1, 6))
def test_a_worker_that_dies_at_any_piece_makes_one_change(
    program: Program, shelf: Collection, monkeypatch: pytest.MonkeyPatch, piece: int
) -> None:
    """It did the piece and was killed before that was kept."""
    asked = hand_in(program, shelf)
    job = Job.objects.get(kind=KIND)
    for _before in range(piece - 1):
        carrying.carry(job.pk, seconds=0)
    with monkeypatch.context() as dying, pytest.raises(KeyboardInterrupt):

        def killed(*_said: object, **_more: object) -> None:
            raise KeyboardInterrupt

        dying.setattr(carrying, "_end", killed)
        dying.setattr(carrying, "_keep", killed)
        carrying.carry(job.pk, seconds=0)
    Job.objects.update(heartbeat=timezone.now() - 2 * carrying.LEASE)
    assert carrying.look_after() == 1

    assert carried().state == State.DONE
    assert seen(program, asked)["result"]["counts"] == {"new": 3, "bad": 1, "unclear": 1}
    assert seen(program, asked)["result"]["change"]["pieces"] == 3
    assert Change.objects.filter(collection=shelf).count() == 1


def test_a_collection_that_others_change_is_compared_again(
    program: Program, shelf: Collection, member: User
) -> None:
    asked = hand_in(program, shelf)
    job = Job.objects.get(kind=KIND)
    while "told" not in job.kept:
        carrying.carry(job.pk, seconds=0)
        job.refresh_from_db()
    apply(
        collection=shelf,
        actor=member,
        edits=[Edit(HATCHETMAN, lambda state: edits.set_amounts(state, owned=2))],
        now=timezone.now(),
    )

    assert carried().state == State.DONE
    outcomes = [row["outcome"] for row in seen(program, asked)["result"]["rows"]]
    assert outcomes[:3] == ["same", "new", "new"]


def test_what_cannot_be_says_why(program: Program, shelf: Collection, member: User) -> None:
    asked = hand_in(program, shelf)
    set_locked(collection=shelf, actor=member, locked=True)

    assert carried().state == State.FAILED
    now = seen(program, asked)
    assert (now["state"], "locked" in now["error"]) == ("failed", True)
    assert not owned(shelf)


def test_an_import_is_cancelled(program: Program, shelf: Collection) -> None:
    asked = hand_in(program, shelf)
    path = asked["url"].partition("/api/v1/")[2]

    assert program.ask("delete", path).status_code == 204

    carried()
    assert seen(program, asked)["state"] == "cancelled" and not owned(shelf)


def test_it_is_for_whoever_asked_with_a_token_that_may(
    program: Program, shelf: Collection, member: User
) -> None:
    path = hand_in(program, shelf)["url"].partition("/api/v1/")[2]
    other = User.objects.create_user("ola@example.org", "a long password", display_name="Ola")
    stranger = program_of(other)
    reads = program_of(member, writes=False)

    refused(stranger.ask("get", path), 404)
    refused(stranger.ask("delete", path), 404)
    refused(reads.ask("delete", path), 403)
    assert reads.ask("get", path).status_code == 200
    assert Program().ask("get", path).status_code == 401


def test_who_has_too_much_under_way_is_told(
    program: Program, shelf: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "MOST_OPEN", 0)
    refused(program.ask("post", f"collections/{shelf.public_id}/import/", {"rows": ROWS}), 409)
    assert not StagedImport.objects.exists()


def test_the_last_imports_are_kept(program: Program, shelf: Collection) -> None:
    for _each in range(MOST_KEPT + 1):
        hand_in(program, shelf, mode="add")
        carried()
    assert JobAsk.objects.count() == MOST_KEPT


def test_a_page_leads_to_what_came_of_it(program: Program, shelf: Collection, member: User) -> None:
    asked = hand_in(program, shelf)
    client = Client()
    client.force_login(member)
    at = f"/en/tables/{asked['id']}/"
    assert "Its rows are read and compared" in client.get(at).content.decode()
    carried()
    assert "Imported: 3 pieces changed." in client.get(at, follow=True).content.decode()

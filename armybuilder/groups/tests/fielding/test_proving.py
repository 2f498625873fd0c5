"""The best group beside the pages: asked for, carried piece by piece, cancelled, shown."""

import re
from collections import Counter
from collections.abc import Sequence

import pytest
from django.core.cache import cache
from django.test import Client

from armybuilder.groups import proving
from armybuilder.groups.fielding.building import Picks, Task
from armybuilder.groups.fielding.exact import Solution, is_installed
from armybuilder.groups.forms.building import BuildForm
from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present import building
from armybuilder.groups.present.building import Wishes, build
from armybuilder.groups.tests.builder import text_of
from armybuilder.groups.tests.fielding.test_pages import own, signed_in
from armybuilder.jobs.models import Job, JobAsk, State
from armybuilder.jobs.selectors import WORKER
from armybuilder.jobs.services.carrying import carry
from armybuilder.site.models import User
from collection.owning.services.collections import create_collection

PROVE = "/en/groups/build/prove/"
#: 'Mechs only so few that points are left.
WISHES = {"build_total": "450", "most_mechs": "1", "leave_reserved": "on"}


@pytest.fixture
def solver(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A solver that has one copy after the other of the task's figures, and how often it was
    asked; the real one where it is installed is asked by `test_the_solver_proves_what_it_finds`."""
    asked: list[int] = []

    def next_best(task: Task, found: Sequence[Picks], down: Sequence[Picks]) -> Solution:
        asked.append(len(found) + len(down))
        ranked = sorted(task.figures, key=lambda figure: -figure.points)
        left = ranked[len(found) + len(down) :]
        return Solution(Picks(((left[0], ()),)) if left else None, proved=True)

    monkeypatch.setattr(building, "is_installed", lambda: True)
    monkeypatch.setattr("armybuilder.groups.views.building.is_installed", lambda: True)
    monkeypatch.setattr(proving, "is_installed", lambda: True)
    monkeypatch.setattr(proving, "next_best", next_best)
    return asked


@pytest.fixture
def owner(catalogue: None, member: User) -> Client:
    own(create_collection(owner=member, name="Shelf"), n102=2, n033=3, n034=1)
    return signed_in(member)


@pytest.fixture
def worker() -> None:
    """A worker lives, so that pages carry nothing themselves."""
    cache.set(WORKER, 1, 60)


def test_what_leaves_points_may_be_proved_and_no_page_waits_for_it(
    owner: Client, solver: list[int]
) -> None:
    loose = build(Wishes(450, most_mechs=1), Counter({"AOD-102": 2, "AOD-033": 3}), "Built")
    assert loose.proposals[0].unused and loose.may_be_proved and not loose.proved

    page = owner.get("/en/groups/build/", WISHES).content.decode()
    form = page[page.index(f'action="{PROVE}"') :].partition("</form>")[0]
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    assert BuildForm(sent).is_valid()
    assert BuildForm(sent).data["leave_reserved"] == "True"
    assert "Find and prove the best" in form and "id=" not in form
    assert not solver


def test_where_no_worker_lives_the_page_carries_the_search(
    owner: Client, solver: list[int]
) -> None:
    at = owner.post(PROVE, WISHES)["Location"]
    assert not solver, "nothing is solved by asking"
    page = owner.get(at)
    for _ in range(5):
        if page.context["built"]:
            break
        assert page.context["progress"].is_open and "Cancel" in page.content.decode()
        page = owner.get(at)

    assert solver == sorted(set(solver)), "one solution a look"
    assert "Proved: no group" in text_of(page.content.decode())
    proposal = page.context["built"].proposals[0]
    answer = owner.post("/en/groups/build/keep/", {"document": proposal.written})
    assert answer["Location"] == f"/en/groups/{BattleGroup.objects.get().public_id}/"


@pytest.mark.usefixtures("worker")
def test_a_worker_carries_it_and_cancelling_ends_it(owner: Client, solver: list[int]) -> None:
    at = owner.post(PROVE, WISHES)["Location"]
    job = Job.objects.get()
    carry(job.pk, seconds=0)
    assert owner.get(at).context["progress"].done == 1
    owner.post(f"/en/jobs/{JobAsk.objects.get().public_id}/cancel/")

    carry(job.pk, seconds=60)
    assert solver == [0]
    page = owner.get(at).content.decode()
    assert "It was cancelled" in page and "Go on after all" in page


@pytest.mark.usefixtures("worker")
def test_what_others_look_for_is_neither_seen_nor_cancelled(
    owner: Client, solver: list[int]
) -> None:
    at = owner.post(PROVE, WISHES)["Location"]
    ask = JobAsk.objects.get()
    for other in (signed_in(User.objects.create_user("other@example.org", None)), Client()):
        assert other.get(at).status_code in (302, 404)
        for act in ("cancel", "again", "delete"):
            assert other.post(f"/en/jobs/{ask.public_id}/{act}/").status_code in (302, 404)
        other.post(PROVE, WISHES)

    ask.refresh_from_db()
    assert ask.state == State.WAITING and not ask.withdrawn


@pytest.mark.usefixtures("worker")
def test_nonsense_asks_for_nothing_and_much_is_refused(owner: Client, solver: list[int]) -> None:
    for wrong in ({"build_total": "x"}, {"must_have": "NO-1"}, {"most_mechs": "-1"}):
        assert owner.post(PROVE, WISHES | wrong)["Location"] == "/en/groups/build/"
    assert not Job.objects.exists()

    answers = [owner.post(PROVE, WISHES | {"most_mechs": str(n)}) for n in range(6)]
    assert answers[-1]["Location"] == "/en/jobs/"
    assert Job.objects.count() == 4
    assert "as much under way" in owner.get("/en/jobs/").content.decode()


def test_a_search_of_another_catalogue_is_not_shown(
    owner: Client, solver: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    at = owner.post(PROVE, WISHES)["Location"]
    while not owner.get(at).context["is_there"]:
        pass
    monkeypatch.setattr(proving, "todays", lambda: {"rules": "others", "catalogue": "other"})

    assert "changed meanwhile" in owner.get(at).content.decode()


@pytest.mark.skipif(not is_installed(), reason="the extra `solver` is not installed")
def test_the_solver_proves_what_it_finds(owner: Client) -> None:
    at = owner.post(PROVE, WISHES)["Location"]
    page = owner.get(at)
    while not page.context["is_there"]:
        page = owner.get(at)

    quick = owner.get("/en/groups/build/", WISHES).context["built"].proposals[0]
    best = page.context["built"]
    assert best.proved
    assert best.proposals[0].total >= quick.total

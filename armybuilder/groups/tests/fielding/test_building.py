"""The best group out of a collection: the searches, and the page."""

from collections import Counter
from itertools import product

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from armybuilder.groups.fielding.building import Answer, Figure, Picks, Task, search_plainly
from armybuilder.groups.fielding.exact import is_installed, next_best
from armybuilder.groups.forms.building import BuildForm
from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present.building import Wishes, build
from armybuilder.groups.present.groups import judge
from armybuilder.groups.tests.builder import Builder, text_of
from armybuilder.groups.tests.fielding.test_pages import own, signed_in
from armybuilder.site.models import User
from collection.owning.models import Collection
from collection.owning.services.collections import create_collection
from rules.tests.running import examples

needs_solver = pytest.mark.skipif(not is_installed(), reason="the extra `solver` is not installed")

FIGURES = st.lists(
    st.tuples(st.integers(1, 9), st.integers(1, 2), st.booleans()), min_size=1, max_size=4
).map(
    lambda drawn: tuple(
        Figure(f"f{place}", points, most, is_mech)
        for place, (points, most, is_mech) in enumerate(drawn)
    )
)
TASKS = st.builds(Task, st.integers(5, 25), FIGURES, most_mechs=st.none() | st.integers(0, 2))


def anything(_picks: Picks) -> bool:
    return True


def best_of_all(task: Task) -> int:
    """The most points of any set, by trying every one."""
    best = 0
    for counts in product(*(range(figure.most + 1) for figure in task.figures)):
        chosen = list(zip(task.figures, counts, strict=True))
        mechs = sum(count for figure, count in chosen if figure.is_mech)
        points = sum(figure.points * count for figure, count in chosen)
        if points <= task.total and (task.most_mechs is None or mechs <= task.most_mechs):
            best = max(best, points)
    return best


def keeps_to(task: Task, answer: Answer) -> bool:
    most = {figure.id: figure.most for figure in task.figures}
    return all(
        picks.points <= task.total
        and all(count <= most[item] for item, count in picks.figures.items())
        and (
            task.most_mechs is None
            or sum(figure.is_mech for figure, _cards in picks.copies) <= task.most_mechs
        )
        for picks in answer.picks
    )


@given(TASKS)
def test_the_plain_search_keeps_to_the_task(task: Task) -> None:
    answer = search_plainly(task, anything, most=3)

    assert keeps_to(task, answer)
    best = max((picks.points for picks in answer.picks), default=0)
    assert answer.proved == (best == task.total)
    assert bool(answer.picks) == bool(best_of_all(task))


@needs_solver
@given(TASKS)
@examples(40)
def test_the_solver_finds_what_trying_all_finds(task: Task) -> None:
    best = next_best(task, (), ())

    assert best.proved
    assert (best.picks.points if best.picks else 0) == best_of_all(task)
    if best.picks:
        assert keeps_to(task, Answer((best.picks,), proved=True))
        other = next_best(task, [best.picks], [])
        assert other.picks is None or not other.picks.figures >= best.picks.figures


@needs_solver
def test_what_was_turned_down_is_never_found_again() -> None:
    task = Task(10, (Figure("a", 6, 1, True), Figure("b", 4, 2, False)))
    turned_down: list[Picks] = []

    while picks := next_best(task, (), turned_down).picks:
        assert picks not in turned_down
        turned_down.append(picks)

    assert [each.points for each in turned_down] == [10, 8, 6, 4]


@pytest.fixture
def shelf(catalogue: None, member: User) -> Collection:
    collection = create_collection(owner=member, name="Shelf")
    own(collection, n102=2, n033=3, n034=1, n001=2, n060=1, n080=2)
    return collection


@pytest.mark.parametrize(
    "wishes",
    [
        Wishes(450),
        Wishes(300, most_mechs=0),
        Wishes(450, must_have=Counter({"AOD-033": 2})),
        Wishes(150, most_mechs=1),
    ],
)
def test_every_proposal_is_legal_and_out_of_what_is_free(shelf: Collection, wishes: Wishes) -> None:
    free = Counter({"AOD-102": 2, "AOD-033": 3, "AOD-034": 1, "AOD-001": 2, "AOD-G-005": 1})

    built = build(wishes, free, "Built")

    assert built.proposals
    for proposal in built.proposals:
        judged = judge(proposal.document)
        assert judged.verdict.legal
        assert judged.verdict.points.total == proposal.total <= wishes.build_total
        used = Counter({piece.id: count for count, piece in proposal.pieces})
        assert used <= free
        assert used >= wishes.must_have


def test_a_must_have_that_is_not_free_is_said(shelf: Collection) -> None:
    built = build(Wishes(450, must_have=Counter({"AOD-102": 1})), {"AOD-033": 1}, "Built")

    assert [piece.id for piece in built.lacking] == ["AOD-102"]
    assert not built.proposals


def test_a_proposal_opens_in_the_builder(shelf: Collection) -> None:
    client = signed_in(shelf.owner)

    page = client.get("/en/groups/build/", {"build_total": "300", "leave_reserved": "on"})

    text = text_of(page.content.decode())
    assert "Proved: no group" in text or "Found by a local search" in text
    assert "Why this one" in text
    proposal, *_others = page.context["built"].proposals
    answer = client.post("/en/groups/build/keep/", {"document": proposal.written})
    group = BattleGroup.objects.get()
    assert answer["Location"] == f"/en/groups/{group.public_id}/"
    assert group.standing["legal"]
    assert group.standing["total"] == proposal.total


def test_what_others_reserved_is_left_unless_asked_for(shelf: Collection) -> None:
    client = signed_in(shelf.owner)
    patrol = Builder(client)
    patrol.start()
    patrol.add("2x AOD-102")
    client.post(f"{patrol.url}copies/", {"hold": "reserved"})
    sent = {"build_total": "450", "must_have": "AOD-102"}

    kept = client.get("/en/groups/build/", sent | {"leave_reserved": "on"})
    taken = client.get("/en/groups/build/", sent)

    assert "Too few of these are free" in text_of(kept.content.decode())
    assert taken.context["built"].proposals


@pytest.mark.parametrize("said", ["AOD-102, AOD-033", "aod 102; AOD 033", "AOD-102 aod-33"])
def test_numbers_are_understood_as_people_write_them(shelf: Collection, said: str) -> None:
    form = BuildForm({"build_total": "450", "must_have": said})
    assert form.is_valid()
    assert form.wishes.must_have == Counter({"AOD-102": 1, "AOD-033": 1})


@pytest.mark.parametrize(
    "wrong",
    [
        {"must_have": "NO-1"},
        {"must_have": "AOD-G-005"},
        {"must_have": "AOD-102 " * 30},
        {"build_total": "7x"},
        {"most_mechs": "-1"},
        {"faction": "Nobody"},
    ],
)
def test_nonsense_is_told_where_it_was_typed(shelf: Collection, wrong: dict[str, str]) -> None:
    answer = signed_in(shelf.owner).get("/en/groups/build/", {"build_total": "450"} | wrong)

    assert answer.context["form"].errors
    assert answer.context["built"] is None


def test_a_guest_reads_what_it_is_and_a_mangled_proposal_is_refused(db: None) -> None:
    assert "Sign in" in Client().get("/en/groups/build/").content.decode()
    for document in ("", "{", '{"format": "battle-group/1"}'):
        Client().post("/en/groups/build/keep/", {"document": document})
    assert not BattleGroup.objects.exists()

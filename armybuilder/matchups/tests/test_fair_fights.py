"""Fair fights: pairs are tried until one is measured to be fair, then played or kept."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from armybuilder.groups.models import BattleGroup
from armybuilder.jobs.models import Job, State
from armybuilder.jobs.services.carrying import carry
from armybuilder.matchups import fairness
from armybuilder.matchups.fairness import FAIR_FIGHT
from armybuilder.matchups.piles import copies_in, piles
from armybuilder.matchups.present.fair import GAMES, is_fair, is_given_up, terms
from armybuilder.site.models import Owner, User
from armybuilder.skirmishes.models import Skirmish
from collection.owning import edits
from collection.owning.models import Membership, Role
from collection.owning.services import changes
from collection.owning.services.changes import Edit
from collection.owning.services.collections import create_collection
from collection.owning.tests.conftest import HATCHETMAN, NOW

pytestmark = pytest.mark.usefixtures("catalogue")
FORM = {"one": "all", "other": "all", "length": "1", "complexity": "1", "seed": "0"}


@pytest.fixture
def signed_in(member: User) -> Client:
    client = Client()
    client.force_login(member)
    return client


@pytest.fixture
def fought(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Any, int], int]], None]:
    """Let games be won as a test says, by the pair and the number of the game."""

    def let(wins: Callable[[Any, int], int]) -> None:
        def played(asked: Any, number: int) -> dict[str, Any]:
            served = [
                [{"damage": 1, "survived": True}] * sum(u.get("count", 1) for u in group["units"])
                for group in asked["groups"]
            ]
            return {
                **{"winner": wins(asked, number), "first": 0, "why": "turn_limit", "turns": 20},
                **{"decided_by": "conditions", "won": {"battlefield": 0}, "served": served},
            }

        monkeypatch.setattr(fairness, "one_game", played)

    return let


@pytest.mark.parametrize(
    ("won", "games", "given_up", "fair"),
    [
        *((24, 60, False, True), (36, 60, False, True), (37, 60, True, False)),
        *((20, 20, True, False), (2, 10, True, False), (3, 10, False, False)),
        *((7, 10, False, False), (9, 9, False, False), (23, 60, True, False)),
    ],
)
def test_what_is_fair(won: int, games: int, given_up: bool, fair: bool) -> None:
    assert (is_given_up(won, games), is_fair(won, games)) == (given_up, fair)


def test_pairs_are_tried_until_one_is_fair(
    signed_in: Client, fought: Callable[[Callable[[Any, int], int]], None]
) -> None:
    """The first pair is lopsided; the second one wins turn about, and is played and kept."""
    asked = signed_in.post("/en/fair-fights/", FORM)
    at = asked["Location"]
    job = Job.objects.get()
    first: list[Any] = []

    def wins(asked: Any, number: int) -> int:
        first[:] = first or [asked]
        return 0 if asked == first[0] else number % 2

    fought(wins)
    carry(job.pk, seconds=60)

    job.refresh_from_db()
    assert job.state == State.DONE and job.result is not None
    assert (job.result["fair"], job.result["tried"]) == (True, 2)
    assert job.result["asked"] != first[0] and job.result["shown"]["games"] == GAMES
    page = signed_in.get(at).content.decode()
    assert "Fair: in 60 games" in page and page.count('start-list"') == 2
    signed_in.post(f"{at}save/")
    kept = list(BattleGroup.objects.all())
    assert len(kept) == 2 and all(group.standing["legal"] for group in kept)
    signed_in.post(f"{at}play/", {"against": ""})
    skirmish = Skirmish.objects.get()
    assert skirmish.points == 300
    assert [who["commander"] for who in skirmish.seats.values()] == ["", ""]


def test_where_no_pair_is_fair_the_nearest_is_said_to_be_only_that(
    signed_in: Client, fought: Callable[[Callable[[Any, int], int]], None]
) -> None:
    at = signed_in.post("/en/fair-fights/", FORM)["Location"]
    fought(lambda asked, number: 0)

    carry(Job.objects.get().pk, seconds=60)

    assert "came nearest" in signed_in.get(at).content.decode()


def test_the_same_is_proposed_again() -> None:
    asked = terms(300, None, None, shared=False, complexity="simple", seed=0)
    begun = FAIR_FIGHT.begun(asked)

    assert FAIR_FIGHT.further(asked, begun) == FAIR_FIGHT.further(asked, begun)


def test_too_few_figures_are_said(signed_in: Client, member: User) -> None:
    shelf = create_collection(owner=member, name="Shelf")
    changes.apply(collection=shelf, actor=member, edits=[Edit(HATCHETMAN, edits.add)], now=NOW)
    own = {"one": shelf.public_id, "other": shelf.public_id}
    at = signed_in.post("/en/fair-fights/", FORM | own)["Location"]

    assert copies_in(Owner(member), shelf.public_id) == {HATCHETMAN.catalogue_id: 1}
    assert "too few figures" in signed_in.get(at).content.decode()


def test_only_collections_one_sees_are_taken_from(member: User) -> None:
    other = User.objects.create_user("bea@example.org")
    shelf = create_collection(owner=other, name="Hers")
    changes.apply(collection=shelf, actor=other, edits=[Edit(HATCHETMAN, edits.add)], now=NOW)
    assert [key for key, _name in piles(Owner(member))] == ["all"]
    assert copies_in(Owner(member), shelf.public_id) == {}

    Membership.objects.create(collection=shelf, user=member, role=Role.VIEWER)

    assert [str(name) for _key, name in piles(Owner(member))] == ["All figures", "Hers (borrowed)"]
    assert copies_in(Owner(member), shelf.public_id) == {HATCHETMAN.catalogue_id: 1}

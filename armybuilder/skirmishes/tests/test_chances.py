"""A position played on many times: what is counted, kept and shown."""

import pytest
from django.test import Client

from armybuilder.jobs.models import Job, State
from armybuilder.jobs.services.carrying import carry
from armybuilder.site.models import Owner, User
from armybuilder.skirmishes.chances import CHANCES, ask_for_chances
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.chances import chances

pytestmark = pytest.mark.usefixtures("catalogue")
BY_LOT = {"red": "random", "blue": "random"}


@pytest.fixture
def signed_in(member: User) -> Client:
    client = Client()
    client.force_login(member)
    return client


@pytest.fixture
def skirmish(signed_in: Client, same_lots: None) -> Skirmish:
    quick = "/en/skirmishes/age-of-destruction/quick/"
    signed_in.post(quick, {"total": "300", "against": "random", "by_hand": "1"})
    return Skirmish.objects.get()


def test_a_position_is_played_on_and_its_chances_are_shown(
    skirmish: Skirmish, signed_in: Client, member: User
) -> None:
    """Each game depends on its number alone; who asks again is answered at once."""
    before = Skirmish.objects.values("version", "state", "dice").get()
    asked = ask_for_chances(
        owner=Owner(member), skirmish=skirmish, step=1, commanders=BY_LOT, games=2
    )
    at = f"/en/skirmishes/chances/{asked.public_id}/"
    assert "1</strong> of 2" in signed_in.get(at).content.decode()
    first = Job.objects.get()
    carry(first.pk, seconds=0)

    job = Job.objects.get()
    assert job.result is not None and (job.state, job.result["games"]) == (State.DONE, 2)
    assert sum(job.result["won"].values()) == 2
    page = signed_in.get(at).content.decode()
    assert "2 games played on from here" in page and "share-range" in page
    begun = CHANCES.begun(job.payload)
    assert CHANCES.further(job.payload, begun).kept == first.kept
    again = ask_for_chances(
        owner=Owner(visitor="v"), skirmish=skirmish, step=1, commanders=BY_LOT, games=2
    )
    assert again.job_id == job.pk and again.state == State.DONE
    assert Skirmish.objects.values("version", "state", "dice").get() == before


def test_chances_come_with_their_ranges() -> None:
    seats = {"red": {"name": "Anna"}, "blue": {"name": ""}}
    found = {"games": 100, "won": {"blue": 60, "": 5, "red": 35}, "turns": 1000}

    told = chances(found, seats, {"red": "red", "blue": "blue"}, "nobody")

    assert [(row.name, row.games, row.percent) for row in told.sides] == [
        *(("Anna", 35, 35), ("Blue", 60, 60), ("nobody", 5, 5)),
    ]
    assert [(round(row.low), round(row.high)) for row in told.sides] == [
        (26, 45),
        (50, 69),
        (2, 11),
    ]
    assert told.mean_turn == 10

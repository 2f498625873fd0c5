"""Notices to devices of whoever's turn it has become."""

import pytest
from django.core.cache import cache
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from armybuilder.jobs.models import Job
from armybuilder.jobs.selectors import WORKER
from armybuilder.jobs.services.asking import begin
from armybuilder.jobs.services.carrying import carry
from armybuilder.push.models import PushDevice
from armybuilder.push.services import Notice, switch_on
from armybuilder.push.tests.test_push import AT, DEVICE
from armybuilder.site.models import Owner, User
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.seats import noticing
from armybuilder.skirmishes.tests.test_seats import WALK, Party, member, raced, toy

__all__ = ["toy"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue", "toy")]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> list[tuple[str, Notice]]:
    """What devices are sent, on a site where they may be."""
    settings.HTTPS = True
    cache.set(WORKER, 1)
    found: list[tuple[str, Notice]] = []

    def kept(*, device: PushDevice, notice: Notice) -> bool:
        found.append((device.address, notice))
        return True

    monkeypatch.setattr("armybuilder.push.noticing.send", kept)
    return found


def with_devices() -> Party:
    """A race in which Blue, who plays in Polish, wants notices on two devices."""
    race = raced()
    guest = member("ola")
    User.objects.update(language="pl")
    assert guest.post(race.link("blue"), {"name": "Ola"}, secure=True).status_code == 302
    for number in range(2):
        ola = Owner(User.objects.get(email__startswith="ola"))
        switch_on(owner=ola, address=f"{AT}/{number}", language="en", **DEVICE)
    return race


def carried() -> list[str]:
    for job in Job.objects.filter(kind=noticing.KIND, state="waiting"):
        carry(job.pk, seconds=9)
    return list(Job.objects.values_list("state", flat=True))


def red_walks(race: Party) -> None:
    order = {"version": race.game.version, "order": WALK % "red"}
    assert race.host.post(f"{race.url}order/", order, secure=True).status_code == 302


def test_each_device_of_whoever_is_away_is_told_once(
    sent: list[tuple[str, Notice]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    race = with_devices()
    with django_capture_on_commit_callbacks(execute=True):
        red_walks(race)
    assert carried() == ["done"] and carried() == ["done"]
    assert sorted(address for address, _ in sent) == [f"{AT}/0", f"{AT}/1"]
    notice = sent[0][1]
    assert notice.title == f"Twój ruch: {race.game}" and notice.about == race.game.public_id
    assert notice.path == f"/pl/skirmishes/{race.game.system}/{race.game.public_id}/"


def test_nobody_is_told_who_has_the_table_open_or_whose_turn_it_is_no_more(
    sent: list[tuple[str, Notice]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    race = with_devices()
    cache.set(f"here:{race.game.public_id}:blue", 1, 50)
    with django_capture_on_commit_callbacks(execute=True):
        red_walks(race)
    assert not Job.objects.exists()
    cache.clear()
    waiting = {"skirmish": race.game.public_id, "seat": "blue", "change": race.game.news}
    Skirmish.objects.update(acting="red")
    begin(kind=noticing.KIND, payload=waiting)
    assert carried() == ["done"] and not sent
    Skirmish.objects.update(acting="blue")
    begin(kind=noticing.KIND, payload=waiting | {"change": 0})
    assert carried() == ["done", "done"] and len(sent) == 2

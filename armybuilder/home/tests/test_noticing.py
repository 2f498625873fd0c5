"""Notices to devices of whoever something has begun to wait for."""

from functools import partial

import pytest
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from armybuilder.clubs.services import proposals
from armybuilder.clubs.tests import test_trading
from armybuilder.clubs.tests.test_trading import proposed
from armybuilder.home import noticing
from armybuilder.jobs.models import Job
from armybuilder.jobs.services.carrying import carry
from armybuilder.push.services import Notice, switch_on
from armybuilder.push.tests.test_push import AT, DEVICE
from armybuilder.site.blocks.services import block
from armybuilder.site.models import Owner, User
from armybuilder.skirmishes.tests import test_noticing
from collection.owning.models import Collection
from collection.owning.services import sharing

pytestmark = pytest.mark.usefixtures("catalogue")

two, sent = test_trading.two, test_noticing.sent

Two = tuple[Collection, Collection]


@pytest.fixture
def devices(two: Two) -> Two:
    """Two people who trade, each with a device of another language."""
    for collection, language in zip(two, ("pl", "en"), strict=True):
        owner = Owner(collection.owner)
        switch_on(owner=owner, address=f"{AT}/{language}", language=language, **DEVICE)
    return two


def carried() -> None:
    for job in Job.objects.filter(kind=noticing.KIND, state="waiting"):
        carry(job.pk, seconds=9)


def test_a_proposed_and_an_agreed_trade_are_told_to_whoever_is_to_act(
    devices: Two,
    sent: list[tuple[str, Notice]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    bert = devices[1]
    with django_capture_on_commit_callbacks(execute=True):
        proposal = proposed(devices)
    carried()
    [(address, notice)] = sent
    assert address == f"{AT}/en"
    assert notice.title == "1 trade waits for your answer"
    assert notice.path.startswith("/en/") and proposal.public_id in notice.path

    answer = partial(proposals.answer, proposal=proposal, actor=bert.owner, message="")
    with django_capture_on_commit_callbacks(execute=True):
        answer(accepted=True, now=timezone.now())
    carried()
    address, notice = sent[1]
    assert address == f"{AT}/pl" and len(sent) == 2
    assert notice.title == "1 uzgodniona wymiana czeka na zapisanie"
    assert notice.path.startswith("/pl/")


def test_nobody_is_told_what_was_answered_or_comes_from_somebody_blocked(
    devices: Two,
    sent: list[tuple[str, Notice]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    anna, bert = devices
    with django_capture_on_commit_callbacks(execute=True):
        proposal = proposed(devices)
    block(owner=Owner(bert.owner), other=Owner(anna.owner), name="Anna")
    carried()
    with django_capture_on_commit_callbacks(execute=True):
        proposals.withdraw(proposal=proposal, actor=anna.owner, now=timezone.now())
    carried()
    assert Job.objects.get().state == "done" and sent == []


def test_nobody_is_told_what_was_answered_because_another_trade_waits(
    devices: Two,
    sent: list[tuple[str, Notice]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    anna, _bert = devices
    proposed(devices)
    with django_capture_on_commit_callbacks(execute=True):
        proposal = proposed(devices)
    proposals.withdraw(proposal=proposal, actor=anna.owner, now=timezone.now())
    carried()
    assert Job.objects.get().state == "done" and sent == []


def test_nobody_is_told_of_an_invitation_withdrawn_because_another_waits(
    devices: Two,
    sent: list[tuple[str, Notice]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    anna, bert = devices
    User.objects.filter(pk=bert.owner.pk).update(proven_email=bert.owner.email)
    invite = partial(
        sharing.invite,
        collection=anna,
        actor=anna.owner,
        role="viewer",
        now=timezone.now(),
        email=bert.owner.email,
    )
    invite()
    with django_capture_on_commit_callbacks(execute=True):
        invitation = invite()
    sharing.withdraw(collection=anna, actor=anna.owner, token=invitation.token)
    carried()
    assert Job.objects.get().state == "done" and sent == []


@pytest.mark.parametrize("proven", [True, False])
def test_an_invitation_is_told_to_whoever_has_proven_the_address(
    devices: Two,
    sent: list[tuple[str, Notice]],
    proven: bool,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    anna, bert = devices
    User.objects.filter(pk=bert.owner.pk).update(proven_email=bert.owner.email if proven else "")
    with django_capture_on_commit_callbacks(execute=True):
        sharing.invite(
            collection=anna,
            actor=anna.owner,
            role="viewer",
            now=timezone.now(),
            email=bert.owner.email,
        )
    carried()
    assert [notice.title for _, notice in sent] == ["You are invited to 1 collection"] * proven

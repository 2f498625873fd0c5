"""Mails to those whose turn it is in a game of several days."""

from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.core.management import call_command
from django.utils import timezone
from pytest_django import Settings

from armybuilder.site.models import User
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.seats.calling import PATIENCE, call_players
from armybuilder.skirmishes.seats.clocks import wound
from armybuilder.skirmishes.tests.test_seats import SKIRMISHES, WALK, Party, member, raced, toy

__all__ = ["toy"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue", "toy")]


def by_days() -> Party:
    """A race over days, in which Red has walked and a member with a proven address is to."""
    race = raced()
    guest = member("ola")
    User.objects.update(proven_email="ola@example.org", language="pl")
    assert guest.post(race.link("blue"), {"name": "Ola"}).status_code == 302
    Skirmish.objects.update(clocks=wound("days", ("red", "blue")))
    assert race.does(race.host, "order", order=WALK % "red") == 302
    assert race.game.acting == "blue"
    return race


def later() -> datetime:
    return timezone.now() + PATIENCE + timedelta(seconds=5)


def test_whoever_is_waited_for_is_written_to_once_a_turn() -> None:
    race = by_days()
    assert call_players(now=timezone.now()) == 0, "they may sit at the screen"
    assert [call_players(now=later()) for _ in range(2)] == [1, 0]
    (sent,) = mail.outbox
    assert sent.to == ["ola@example.org"]
    assert sent.subject == f"Twój ruch: {race.game}"
    assert f"http://localhost/pl{SKIRMISHES.removeprefix('/en')}" in sent.body
    assert race.game.public_id in sent.body and "71 godzin" in sent.body
    assert "/pl/account/profile/" in sent.body
    assert race.game.version == 2, "nothing in the game has changed"


def test_nobody_is_written_to_who_is_a_guest_does_not_want_it_or_has_no_proven_address() -> None:
    race = by_days()
    for unwanted in ({"turn_mails": False}, {"proven_email": ""}):
        User.objects.update(turn_mails=True, proven_email="ola@example.org")
        User.objects.update(**unwanted)
        assert call_players(now=later()) == 0
        Skirmish.objects.update(clocks={**race.game.clocks, "called": None})
    User.objects.update(turn_mails=True, proven_email="ola@example.org")
    Skirmish.objects.update(over=True)
    assert call_players(now=later()) == 0
    Skirmish.objects.update(over=False, clocks={**race.game.clocks, "speed": "quick"})
    assert call_players(now=later()) == 0
    assert not mail.outbox


def test_a_mail_that_does_not_go_out_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    by_days()

    def fails(*_args: object) -> int:
        raise ConnectionRefusedError

    with monkeypatch.context() as broken:
        broken.setattr(EmailBackend, "send_messages", fails)
        assert call_players(now=later()) == 0
    assert call_players(now=later()) == 1


def test_the_command_calls_where_mail_is_delivered_and_the_profile_asks(
    settings: Settings,
) -> None:
    by_days()
    Skirmish.objects.update(
        clocks={
            **Skirmish.objects.get().clocks,
            "since": (timezone.now() - PATIENCE).isoformat(),
        }
    )
    client = member("jan")
    for delivered in (False, True):
        settings.MAIL_IS_DELIVERED = delivered
        said = StringIO()
        call_command("call_players", stdout=said)
        assert said.getvalue() == ("1 players called.\n" if delivered else "")
        page = client.get("/en/account/profile/").content.decode()
        assert ('name="turn_mails"' in page) is delivered

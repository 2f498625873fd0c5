"""Privacy and terms say what the site does, in the operator's name."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.home.views.legal import cookies
from armybuilder.jobs.services.clearing import FILES_KEPT, UNASKED
from armybuilder.site.models import User

pytestmark = pytest.mark.django_db


def test_the_operator_is_named_where_they_named_themselves(client: Client, settings: Any) -> None:
    assert "has not put their name here" in client.get(reverse("terms")).content.decode()
    settings.OPERATOR = "Club of Łódź, ul. Piotrkowska 1"
    settings.OPERATOR_CONTACT, settings.DATA_PLACE = "club@example.org", "Poland"
    settings.AUDIT_DAYS, settings.LOG_DAYS = 71, 9

    for page in ("privacy", "terms"):
        shown = client.get(reverse(page)).content.decode()
        assert "run by Club of Łódź, ul. Piotrkowska 1." in shown
        assert "mailto:club@example.org" in shown
    shown = client.get(reverse("privacy")).content.decode()
    assert all(told in shown for told in ("for 71 days", "for 9 days", "here: Poland."))
    assert f"beside the pages are kept for {FILES_KEPT.days} days" in shown
    assert f"go after {UNASKED.days} days without anybody who asks" in shown
    assert reverse("privacy") in client.get(reverse("help")).content.decode()


def test_every_cookie_that_is_set_is_told_of(client: Client, member: User) -> None:
    client.post(reverse("account_login"), {"login": member.email, "password": "a long password"})
    client.get(reverse("profile"))
    for key, value in {"theme": "dark", "contrast": "more", "targets": "large"}.items():
        client.post(reverse(f"set_{key}"), {key: value, "next": "/en/help/"})
    client.post(reverse("set_language"), {"language": "pl", "next": "/en/help/"})

    assert {*client.cookies} - {"messages"} == {each.name for each in cookies()} - {"messages"}

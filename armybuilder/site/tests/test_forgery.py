"""No cookie for who only reads, and no form that another site sends."""

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.site.models import User

HERE, ELSEWHERE = {"Origin": "http://testserver"}, {"Origin": "http://elsewhere.example"}
DARK = {"theme": "dark", "next": "/en/help/"}
READ = (
    *("home", "help", "games", "account_login", "public_groups", "formats", "skirmishes"),
    *("collection:catalogue", "collection:rules", "privacy", "terms"),
)


@pytest.fixture
def strict() -> Client:
    return Client(enforce_csrf_checks=True)


@pytest.mark.usefixtures("catalogue")
@pytest.mark.parametrize("name", READ)
def test_a_guest_who_only_reads_gets_no_cookie(client: Client, name: str) -> None:
    answer = client.get(reverse(name))

    assert answer.status_code == 200
    assert not answer.cookies
    assert "Cookie" in answer["Vary"]


def test_what_a_guest_sends_from_here_needs_no_cookie(strict: Client, db: None) -> None:
    answer = strict.post(reverse("set_theme"), DARK, headers=HERE)

    assert answer.status_code == 302
    assert set(answer.cookies) == {"theme"}


@pytest.mark.parametrize("headers", [ELSEWHERE, {"Origin": "null"}, {}])
def test_what_another_site_sends_is_refused(
    strict: Client, member: User, headers: dict[str, str]
) -> None:
    strict.force_login(member)
    strict.get(reverse("help"))

    assert strict.post(reverse("set_theme"), DARK, headers=headers).status_code == 403


def test_a_browser_that_says_nothing_needs_the_token_that_comes_with_a_session(
    strict: Client, member: User
) -> None:
    strict.force_login(member)
    page = strict.get(reverse("help")).content.decode()
    token = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]

    assert (
        strict.post(reverse("set_theme"), {**DARK, "csrfmiddlewaretoken": token}).status_code == 302
    )

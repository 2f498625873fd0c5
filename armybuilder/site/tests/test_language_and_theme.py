"""Language by address, and language and theme as a member or a visitor chose them."""

import re

import pytest
from django.test import Client

from armybuilder.site.models import User

pytestmark = pytest.mark.django_db


def test_the_bare_address_follows_the_browser(client: Client) -> None:
    assert client.get("/", headers={"accept-language": "pl"})["Location"] == "/pl/"
    assert client.get("/", headers={"accept-language": "fi"})["Location"] == "/en/"


def test_a_members_language_comes_before_the_browsers(client: Client, member: User) -> None:
    User.objects.update(language="pl")
    client.force_login(member)

    assert client.get("/", headers={"accept-language": "en"})["Location"] == "/pl/"
    assert client.get("/account/profile/")["Location"] == "/pl/account/profile/"


def test_the_address_decides_the_language_of_a_page(client: Client, member: User) -> None:
    User.objects.update(language="pl")
    client.force_login(member)

    response = client.get("/en/account/profile/", headers={"accept-language": "pl"})

    assert response["Content-Language"] == "en"


def test_changing_the_language_leads_to_the_same_page_in_it(client: Client) -> None:
    response = client.post(
        "/preferences/language", {"language": "pl", "next": "/en/account/login/?a=1"}
    )

    assert response["Location"] == "/pl/account/login/?a=1"
    assert client.get("/")["Location"] == "/pl/"


def test_a_member_keeps_language_and_theme_on_every_device(client: Client, member: User) -> None:
    client.force_login(member)

    client.post("/preferences/language", {"language": "pl", "next": "/en/"})
    client.post("/preferences/theme", {"theme": "dark", "next": "/en/"})

    member.refresh_from_db()
    assert (member.language, member.theme) == ("pl", "dark")


def test_a_visitors_theme_stays_in_a_cookie(client: Client) -> None:
    response = client.post("/preferences/theme", {"theme": "dark", "next": "/en/account/login/"})

    assert response["Location"] == "/en/account/login/"
    assert 'data-theme="dark"' in client.get("/en/account/login/").content.decode()


def linked(page: str) -> str | None:
    """The media for which a page links the tokens of high contrast; None where it does not."""
    found = re.search(r'more-contrast[^"]*"(?: media="([^"]+)")?>', page)
    return (found[1] or "all") if found else None


def test_contrast_follows_the_device_until_somebody_chooses(client: Client) -> None:
    path = "/en/account/login/"
    assert linked(client.get(path).content.decode()) == "(prefers-contrast: more)"
    client.post("/preferences/contrast", {"contrast": "more", "next": path})
    assert linked(client.get(path).content.decode()) == "all"
    client.post("/preferences/contrast", {"contrast": "usual", "next": path})
    assert linked(client.get(path).content.decode()) is None


def test_a_member_keeps_contrast_and_targets_on_every_device(client: Client, member: User) -> None:
    client.force_login(member)
    client.post("/preferences/contrast", {"contrast": "more", "next": "/en/"})
    client.post("/preferences/targets", {"targets": "large", "next": "/en/"})
    client.cookies.clear()
    client.force_login(member)
    page = client.get("/en/account/profile/").content.decode()
    assert linked(page) == "all"
    assert 'data-targets="large"' in page


def test_an_unknown_theme_in_the_cookie_is_as_the_device(client: Client) -> None:
    client.cookies["theme"] = '"><script>'

    assert "data-theme" not in client.get("/en/account/login/").content.decode()


@pytest.mark.parametrize("path", ["language", "theme", "contrast", "targets"])
def test_an_unknown_choice_is_refused(client: Client, path: str) -> None:
    assert client.post(f"/preferences/{path}", {path: "xx"}).status_code == 400


@pytest.mark.parametrize("target", ["https://elsewhere.example/", "//elsewhere.example", ""])
def test_the_way_back_stays_on_this_site(client: Client, target: str) -> None:
    theme = client.post("/preferences/theme", {"theme": "dark", "next": target})
    language = client.post("/preferences/language", {"language": "en", "next": target})

    assert theme["Location"] == "/"
    assert language["Location"] == "/"


@pytest.mark.parametrize("target", ["http://[", "//[", "https:elsewhere.example", "nowhere"])
def test_a_way_back_that_is_no_page_of_ours_breaks_no_sign_in(
    client: Client, member: User, target: str
) -> None:
    sign_in = "/en/account/login/"
    assert client.get(sign_in, {"next": target}).status_code == 200

    typed = {"login": member.email, "password": "a long password", "next": target}
    assert client.post(sign_in, typed)["Location"] == "/en/"
    assert client.post("/en/account/logout/", {"next": target})["Location"] == "/"


def test_a_sign_in_leads_to_the_page_one_came_from(client: Client, member: User) -> None:
    typed = {"login": member.email, "password": "a long password", "next": "/en/help/?a=1"}
    assert client.post("/en/account/login/", typed)["Location"] == "/en/help/?a=1"


@pytest.mark.parametrize("target", ["nowhere", "..", "a/b", "x/", b"\xed\xa0\x80"])
def test_a_way_back_that_is_no_address_leads_home(client: Client, target: object) -> None:
    response = client.post("/preferences/theme", {"theme": "dark", "next": target})

    assert response["Location"] == "/"

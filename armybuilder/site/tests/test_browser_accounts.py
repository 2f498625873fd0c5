"""A person in a real browser: signing up, passkeys, language and theme, the pages' quality."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.site.models import User

PASSWORD = "a long password"
Checks = Callable[[Page], None]


@pytest.fixture
def site(live_server: LiveServer) -> str:
    """The address of the running site, by the one name for which passkeys work without TLS."""
    return live_server.url.replace("127.0.0.1", "localhost")


def sign_in(page: Page, site: str, user: User) -> None:
    page.goto(f"{site}/en/account/login/")
    page.get_by_label("E-mail address").fill(user.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(f"{site}/en/")


def add_authenticator(page: Page) -> None:
    """Give the browser a passkey device of its own that always says yes."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )


@pytest.mark.parametrize(
    "path",
    ["login", "signup", "signup/passkey", "password/reset"],
)
def test_pages_for_guests(page: Page, site: str, page_checks: Checks, path: str) -> None:
    page.goto(f"{site}/en/account/{path}/")

    page_checks(page)


@pytest.mark.parametrize("path", ["profile", "email", "password/change", "2fa", "logout"])
def test_pages_for_members(
    page: Page, site: str, page_checks: Checks, member: User, path: str
) -> None:
    sign_in(page, site, member)
    page.goto(f"{site}/pl/account/{path}/")

    page_checks(page)


def test_signing_up_ends_where_one_was(page: Page, site: str) -> None:
    page.goto(f"{site}/en/help/")
    page.get_by_role("banner").get_by_role("link", name="Sign in").click()
    page.get_by_role("banner").get_by_role("link", name="Sign in").click()
    page.get_by_role("main").get_by_role("link", name="Sign up").first.click()
    page.get_by_label("E-mail address").fill("new@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up", exact=True).click()
    page.wait_for_url(f"{site}/en/help/")


def test_an_account_with_a_password(page: Page, site: str) -> None:
    page.goto(f"{site}/en/account/signup/?next=/en/account/profile/")
    page.get_by_label("E-mail address").fill("new@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up", exact=True).click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Profile")
    page.get_by_label("Display name").fill("Nowy")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Saved")
    assert User.objects.get().display_name == "Nowy"


def test_an_account_with_a_passkey_and_nothing_else(page: Page, site: str) -> None:
    add_authenticator(page)
    page.goto(f"{site}/en/account/signup/passkey/?next=/en/account/profile/")
    page.get_by_label("E-mail address").fill("key@example.org")
    page.get_by_role("button", name="Sign up", exact=True).click()
    page.get_by_role("button", name="Create", exact=True).click()
    page.wait_for_url("**/account/profile/")
    assert not User.objects.get().has_usable_password()

    page.context.clear_cookies()
    page.goto(f"{site}/en/account/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(f"{site}/en/")


def test_a_visitor_changes_language_and_theme(page: Page, site: str) -> None:
    page.goto(f"{site}/en/account/login/")
    page.get_by_role("button", name="Language and display").click()
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")

    page.get_by_role("button", name="Language and display").click()
    page.get_by_role("button", name="Polski").click()
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    expect(page).to_have_url(f"{site}/pl/account/login/")


@pytest.mark.expects_refusals
def test_the_page_for_what_is_not_there(page: Page, site: str, page_checks: Checks) -> None:
    page.goto(f"{site}/en/no-such-page/")

    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page_checks(page)

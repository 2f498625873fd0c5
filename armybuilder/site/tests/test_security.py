"""What protects every page, and who gets to see which."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from armybuilder import settings as site_settings
from armybuilder.site.models import User

POLICY = {
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
}
#: Workers, which begin an interpreter that is compiled where they run.
COMPILING = {"offline_thinker", "service_worker"}
PUBLIC = {
    "offline",
    "offline_thinker",
    "offline_token",
    "service_worker",
    "status",
    "root",
    "home",
    "help",
    "calculator",
    "skirmish_import",
    "game",
    "games",
    "healthz",
    "readyz",
    "robots",
    "account_login",
    "account_signup",
    "account_signup_by_passkey",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key_done",
    "account_inactive",
    "blocked_people",
    "privacy",
    "styleguide",
    "terms",
    "api_page",
    "api:root",
    "api:sets",
    "api:factions",
    "api:figures",
    "api:figure_facets",
    "api:cards",
    "api:equipment",
    "api:heat_effects",
    "api:rules",
    "api:schemas",
    "api_formats",
    "api_game",
    "api_games",
    "api_calculator",
    "collection:catalogue",
    "collection:cards",
    "collection:figure",
    "collection:card",
    "collection:rules",
    "collection:rule",
    "collection:equipment",
    "collection:factions",
    "collection:suggestions",
    "collection:compare",
    "collection:coverage",
    "collection:contribute",
    "collection:collection",
    "collection:keypad_door",
    "groups",
    "group_new",
    "group_start",
    "group_import",
    "groups_print",
    "scanned",
    "certificate_keys",
    "public_groups",
    "fieldable",
    "next_piece",
    "build_group",
    "formats",
    "format_new",
    "mfa_login_webauthn",
    "age-of-destruction:group_shown",
    "age-of-destruction:new",
    "library",
    "library_file",
    "library_import",
    "library_models",
    "library_new",
    "library_together",
    "khans-and-generals:new",
    "nations-at-war:new",
    "scenarios",
    "scenario_import",
    "search",
    "search_suggestions",
    "skirmish_new",
    "warzone:new",
    "skirmishes",
    "jobs",
    "fair_fights",
    "match_ups",
}


def routes(
    patterns: list[URLPattern | URLResolver], prefix: str = "", space: str = ""
) -> Iterator[tuple[str, str]]:
    """The name and the route of each address of the site."""
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            name = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from routes(pattern.url_patterns, route, name)
        else:
            yield f"{space}{pattern.name}", route


def filled(route: str) -> str:
    """The route as a path, with something that does not exist in its open places."""
    path = re.sub(r"<int:\w+>", "1", re.sub(r"<(\w+:)?\w+>", "nothing", route))
    return "/" + re.sub(r"[\^$]|\(\?P.*?\)", "", path).replace("\\", "")


ADDRESSES = sorted({(name, filled(route)) for name, route in routes(get_resolver().url_patterns)})


def policy_of(header: str) -> set[str]:
    return {part.strip() for part in header.split(";")}


def faults_met_by(client: Client, *, open_to_all: bool) -> list[str]:
    """What is wrong with the answers to everything one can ask for by address alone."""
    faults = []
    for name, path in ADDRESSES:
        response = client.get(path)
        if response.status_code >= 500:
            faults.append(f"{path} breaks with {response.status_code}")
        expected = POLICY - {"script-src 'self'"} if name in COMPILING else POLICY
        if not policy_of(response["Content-Security-Policy"]) >= expected:
            faults.append(f"{path} has a weaker policy")
        if response["X-Content-Type-Options"] != "nosniff" or response["X-Frame-Options"] != "DENY":
            faults.append(f"{path} lacks a protecting header")
        if response.status_code == 200 and not open_to_all and name not in PUBLIC:
            faults.append(f"{path} is open to guests; if that is meant, add {name!r} to PUBLIC")
    return faults


@pytest.mark.usefixtures("catalogue")
def test_a_guest_meets_no_fault_and_no_open_door(client: Client) -> None:
    client.raise_request_exception = False

    assert faults_met_by(client, open_to_all=False) == []


@pytest.mark.usefixtures("catalogue")
def test_a_member_meets_no_fault(client: Client, member: User) -> None:
    client.raise_request_exception = False
    client.force_login(member)

    assert faults_met_by(client, open_to_all=True) == []


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["profile", "download_data", "delete_account"])
def test_a_guest_is_asked_to_sign_in(client: Client, name: str) -> None:
    path = dict(ADDRESSES)[name].replace("//", "/en/")

    response = client.get(path)

    assert response.status_code == 302
    assert response["Location"].startswith("/en/account/login/?next=")


@pytest.mark.django_db
def test_the_admin_sends_its_login_to_the_one_with_a_rate_limit(client: Client) -> None:
    response = client.get("/en/admin/login/?next=/en/admin/")

    assert response.status_code == 302
    assert response["Location"].startswith("/en/account/login/")


@pytest.mark.django_db
def test_an_ordinary_member_does_not_enter_the_admin(client: Client, member: User) -> None:
    client.force_login(member)

    assert client.get("/en/admin/", follow=True).status_code == 403


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/preferences/language", "/preferences/theme"])
def test_nothing_changes_by_get_or_without_a_token(path: str) -> None:
    client = Client(enforce_csrf_checks=True)

    assert client.get(path).status_code == 405
    assert client.post(path, {"theme": "dark", "language": "pl"}).status_code == 403


def test_passwords_are_kept_with_argon2() -> None:
    assert site_settings.PASSWORD_HASHERS[0].endswith("Argon2")


@pytest.mark.django_db
def test_an_unknown_page_is_a_page_of_ours(client: Client) -> None:
    response = client.get("/en/no-such-page/")

    assert response.status_code == 404
    assert "<h1" in response.content.decode()
    assert 'lang="en"' in response.content.decode()


@pytest.mark.django_db
def test_guessing_a_password_is_slowed_down(client: Client, member: User) -> None:
    for _ in range(10):
        client.post("/en/account/login/", {"login": member.email, "password": "a wrong guess"})

    right = {"login": member.email, "password": "a long password"}
    response = client.post("/en/account/login/", right)

    assert response.status_code != 302


@pytest.mark.usefixtures("catalogue")
@pytest.mark.parametrize(
    "name",
    ["sessionid", "csrftoken", "messages", "django_language", "theme", "contrast", "targets"],
)
def test_a_cookie_of_somebody_elses_making_is_passed_over(client: Client, name: str) -> None:
    answer = client.get("/en/groups/", headers={"cookie": f'{name}="\\000abcdefghijklmnop"'})

    assert answer.status_code == 200
    assert answer.wsgi_request.COOKIES == {}


@pytest.mark.usefixtures("catalogue")
@pytest.mark.parametrize("path", ["/en/", "/en/catalogue/", "/api/v1/figures/", "/en/nothing"])
def test_too_many_parameters_are_told(client: Client, member: User, path: str) -> None:
    client.raise_request_exception = False
    query = "&".join(f"field{number}=1" for number in range(1_001))
    client.force_login(member)

    answer = client.get(f"{path}?{query}")

    assert answer.status_code == 400
    assert "A request has at most 1000 parameters." in answer.content.decode()


@pytest.mark.usefixtures("catalogue")
def test_too_many_fields_of_a_form_are_told(client: Client, member: User) -> None:
    client.raise_request_exception = False
    client.force_login(member)

    answer = client.post(reverse("clubs"), {f"field{number}": "1" for number in range(1_001)})

    assert answer.status_code == 400
    assert "A request has at most 1000 parameters." in answer.content.decode()

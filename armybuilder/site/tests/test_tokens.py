"""Personal tokens: made, shown once, used by programs, revoked."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from armybuilder.home.selectors.personal import personal_data
from armybuilder.site.accounts.services import create_token, revoke_token
from armybuilder.site.models import PersonalToken, User
from collection.common.quotas import most

pytestmark = pytest.mark.django_db

PAGE = "/en/account/tokens/"


@pytest.fixture
def token(member: User) -> str:
    return create_token(member=member, name="my sheet", days=30)


@pytest.fixture
def signed_in(client: Client, member: User) -> Client:
    client.post("/en/account/login/", {"login": member.email, "password": "a long password"})
    client.post("/en/account/reauthenticate/", {"password": "a long password"})
    return client


def me(token: str) -> Any:
    return Client().get("/api/v1/me/", headers={"authorization": f"Bearer {token}"})


def test_a_token_speaks_for_its_member(member: User, token: str) -> None:
    response = me(token)

    assert response.status_code == 200
    assert response.json()["name"] == "Anna"
    assert response.json()["token"] == "my sheet"
    assert response["Cache-Control"] == "private, no-store"
    assert "Access-Control-Allow-Origin" not in response


def test_a_session_speaks_for_its_member_too(signed_in: Client) -> None:
    assert signed_in.get("/api/v1/me/").json()["token"] is None


def test_a_guest_is_nobody(client: Client) -> None:
    response = client.get("/api/v1/me/")

    assert response.status_code == 401
    assert response["WWW-Authenticate"] == "Bearer"
    assert response["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize(
    "garbage",
    ["", "x", "a b", "0" * 64, "ÿ" * 64, "\x00" * 15, "' OR 1=1 --", "%" * 15, "9" * 6000],
)
def test_what_is_no_token_is_refused_everywhere(garbage: str, token: str) -> None:
    for path in ("/api/v1/me/", "/api/v1/sets/"):
        response = Client().get(path, headers={"authorization": f"Bearer {garbage}"})

        assert response.status_code == 401
        assert response["Content-Type"] == "application/problem+json"


def test_a_parameter_nobody_knows_is_refused(token: str) -> None:
    asked = {"authorization": f"Bearer {token}"}

    assert Client().get("/api/v1/me/?page=2", headers=asked).status_code == 400


def test_half_a_token_opens_nothing(token: str) -> None:
    assert me(token[:15]).status_code == 401
    assert me(token[:-1] + ("0" if token[-1] != "0" else "1")).status_code == 401


def test_a_revoked_token_opens_nothing(member: User, token: str) -> None:
    assert revoke_token(member=member, token_id=token[:15])

    assert me(token).status_code == 401


def test_an_expired_token_opens_nothing(token: str) -> None:
    PersonalToken.objects.update(expiry=timezone.now() - timedelta(seconds=1))

    assert me(token).status_code == 401


def test_the_token_of_a_closed_account_opens_nothing(member: User, token: str) -> None:
    User.objects.filter(pk=member.pk).update(is_active=False)

    assert me(token).status_code == 401


def test_only_a_digest_is_kept(member: User, token: str) -> None:
    kept = PersonalToken.objects.get()

    assert token not in {kept.digest, kept.token_key}
    assert len(kept.digest) == 128
    assert kept.digest not in str(personal_data(user=member))
    assert personal_data(user=member)["tokens"][0]["name"] == "my sheet"


def test_the_page_asks_for_the_password_first(client: Client, member: User) -> None:
    client.force_login(member)

    assert client.get(PAGE)["Location"].startswith("/en/account/reauthenticate/")


def test_a_new_token_is_shown_once(signed_in: Client) -> None:
    made = signed_in.post(PAGE, {"name": "phone", "days": "90"})
    token = made.context["made"]

    assert token in made.content.decode()
    assert "no-store" in made["Cache-Control"]
    assert me(token).status_code == 200
    later = signed_in.get(PAGE).content.decode()
    assert "phone" in later
    assert token not in later


@pytest.mark.parametrize(
    "data", [{"name": "", "days": "90"}, {"name": "a\0b", "days": "90"}, {"name": "a", "days": "0"}]
)
def test_a_token_without_name_or_end_is_not_made(signed_in: Client, data: dict[str, str]) -> None:
    assert signed_in.post(PAGE, data).status_code == 422
    assert not PersonalToken.objects.exists()


def test_a_member_has_only_so_many_tokens(signed_in: Client, member: User) -> None:
    for number in range(most("tokens")):
        create_token(member=member, name=str(number), days=30)

    response = signed_in.post(PAGE, {"name": "one more", "days": "30"})

    assert "Revoke one first" in response.content.decode()
    assert PersonalToken.objects.count() == most("tokens")


def test_a_member_revokes_their_own_tokens_only(signed_in: Client, token: str) -> None:
    stranger = User.objects.create_user("eve@example.org", "a long password")
    theirs = create_token(member=stranger, name="theirs", days=30)

    signed_in.post(f"{PAGE}{theirs[:15]}/revoke/")
    assert me(theirs).status_code == 200

    signed_in.post(f"{PAGE}{token[:15]}/revoke/")
    assert me(token).status_code == 401


def test_nothing_is_revoked_by_get(signed_in: Client, token: str) -> None:
    assert signed_in.get(f"{PAGE}{token[:15]}/revoke/").status_code == 405
    assert me(token).status_code == 200


@pytest.mark.parametrize("path", [PAGE, f"{PAGE}abc/revoke/"])
def test_a_guest_is_asked_to_sign_in(client: Client, path: str) -> None:
    assert client.post(path)["Location"].startswith("/en/account/login/")


@pytest.mark.usefixtures("catalogue")
def test_a_token_is_asked_less_often_to_wait(
    token: str, client: Client, settings: Settings
) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"api_guest": "1/m", "api_member": "3/m"}

    def statuses(**headers: str) -> list[int]:
        return [client.get("/api/v1/sets/", headers=headers).status_code for _ in range(4)]

    assert statuses() == [200, 429, 429, 429]
    assert statuses(authorization=f"Bearer {token}") == [200, 200, 200, 429]


# --- The page that explains it --------------------------------------------------------------


#: What is only told to who says who he is.
OWN = ("me", "groups", "skirmishes", "library", "scenarios")


@pytest.mark.usefixtures("catalogue")
@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_page_lists_every_operation_and_its_examples_work(
    client: Client, language: str
) -> None:
    response = client.get(f"/{language}/api/")

    assert response.status_code == 200
    operations = [*response.context["reading"], *response.context["grouping"]]
    assert len(operations) > 25
    for operation in operations:
        assert operation.path in response.content.decode()
        if operation.example:
            expected = 401 if operation.id in OWN else 200
            assert client.get(operation.example).status_code == expected


def test_the_bare_address_leads_to_the_page_in_ones_language(client: Client) -> None:
    response = client.get("/api/", headers={"accept-language": "pl"})

    assert response["Location"] == "/pl/api/"

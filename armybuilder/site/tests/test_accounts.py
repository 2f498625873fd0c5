"""Accounts: signing up and in, the profile, my data, deletion."""

import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from pytest_django import Settings

from armybuilder.clubs.models import Club, ClubMember, ClubRole
from armybuilder.clubs.services import clubs
from armybuilder.groups.tests.builder import text_of
from armybuilder.site.accounts.adapter import AccountAdapter
from armybuilder.site.accounts.services import create_token
from armybuilder.site.models import PersonalToken, User

PASSWORD = "a long password"
pytestmark = pytest.mark.django_db


def sign_up(client: Client, email: str = "new@example.org") -> User | None:
    client.post("/en/account/signup/", {"email": email, "password1": PASSWORD})
    return User.objects.filter(email=email).first()


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_signing_up_tells_of_the_length_of_a_password_and_then_of_what_is_wrong(
    client: Client,
) -> None:
    page = client.get("/en/account/signup/").content.decode()
    assert "at least 10 characters" in page
    assert "entirely numeric" not in page
    sent = {"email": "anna@example.org", "password1": "92837465012"}
    assert "entirely numeric" in client.post("/en/account/signup/", sent).content.decode()


def test_on_a_machine_without_mail_an_address_is_taken_as_typed(client: Client) -> None:
    user = sign_up(client)

    assert user is not None
    assert signed_in(client)
    assert not user.proven_address


def test_who_has_just_chosen_a_password_is_not_asked_for_it(client: Client) -> None:
    sign_up(client)

    assert client.get("/en/account/tokens/").status_code == 200


def test_where_mail_arrives_the_address_must_be_proven(client: Client, settings: Settings) -> None:
    settings.MAIL_IS_DELIVERED = True

    sign_up(client)
    assert not signed_in(client)

    code = re.search(r"^([A-Z0-9]{3,}-?[A-Z0-9]{3,})$", str(mail.outbox[0].body), re.MULTILINE)
    assert code is not None
    assert not User.objects.get().proven_address
    client.post("/en/account/confirm-email/", {"code": code.group(1)})
    assert signed_in(client)
    assert User.objects.get().proven_address == "new@example.org"


def test_people_sign_in_by_address_in_any_case(client: Client, member: User) -> None:
    client.post("/en/account/login/", {"login": "ANNA@example.org", "password": PASSWORD})

    assert signed_in(client)


def test_an_address_is_used_once(client: Client, member: User) -> None:
    response = client.post(
        "/en/account/signup/", {"email": "Anna@Example.org", "password1": PASSWORD}
    )

    assert response.status_code == 200
    assert User.objects.count() == 1


def test_a_forgotten_password_is_made_anew_by_mail(client: Client, member: User) -> None:
    client.post("/en/account/password/reset/", {"email": member.email})

    link = re.search(r"http://testserver(/\S+)", str(mail.outbox[0].body))
    assert link is not None
    form = client.get(link.group(1), follow=True)
    path = form.redirect_chain[-1][0]
    client.post(path, {"password1": "another long one", "password2": "another long one"})

    member.refresh_from_db()
    assert member.check_password("another long one")


@pytest.mark.parametrize("email", ["anna@example.org", "nobody@example.org"])
def test_a_mail_leads_to_the_site_whatever_host_it_was_asked_for_under(
    client: Client, member: User, settings: Settings, email: str
) -> None:
    settings.MAIL_IS_DELIVERED = settings.ACCOUNT_PREVENT_ENUMERATION = True
    settings.SITE_URL = "https://games.example"
    host = {"Host": "localhost:99999"}
    client.post("/en/account/password/reset/", {"email": email}, headers=host)

    text = str(mail.outbox[0].body)
    assert "localhost" not in text
    assert re.search(r"https://games\.example/en/account/\S+", text)


def test_a_name_is_shown_instead_of_the_address(member: User) -> None:
    assert str(member) == "Anna"
    assert str(User(email="jan@example.org")) == "jan"


def test_the_profile_keeps_name_language_and_theme(client: Client, member: User) -> None:
    client.force_login(member)

    chosen = {"theme": "dark", "contrast": "more", "targets": "large"}
    response = client.post(
        "/en/account/profile/", {"display_name": "Ania", "language": "pl", **chosen}
    )

    assert response["Location"] == "/pl/account/profile/"
    member.refresh_from_db()
    assert (member.display_name, member.language, member.theme) == ("Ania", "pl", "dark")
    page = client.get("/pl/account/profile/").content.decode()
    assert 'lang="pl"' in page
    assert 'data-theme="dark" data-targets="large"' in page
    assert (member.contrast, member.targets) == ("more", "large")


def test_a_wrong_choice_keeps_what_was_typed(client: Client, member: User) -> None:
    client.force_login(member)

    response = client.post(
        "/en/account/profile/", {"display_name": "Ania", "language": "xx", "theme": "dark"}
    )

    assert response.status_code == 422
    assert 'value="Ania"' in response.content.decode()
    member.refresh_from_db()
    assert member.display_name == "Anna"


def test_my_data_is_a_file(client: Client, member: User) -> None:
    client.force_login(member)

    response = client.get("/en/account/data/")

    assert "attachment" in response["Content-Disposition"]
    assert response.json()["account"]["email"] == member.email


def test_deleting_asks_for_the_password_first(client: Client, member: User) -> None:
    client.force_login(member)

    response = client.get("/en/account/delete/")

    assert response["Location"].startswith("/en/account/reauthenticate/")


def test_an_account_is_deleted_only_when_its_address_is_typed(client: Client, member: User) -> None:
    client.post("/en/account/login/", {"login": member.email, "password": PASSWORD})
    client.post("/en/account/reauthenticate/", {"password": PASSWORD})

    client.post("/en/account/delete/", {"email": "somebody@example.org"})
    assert User.objects.filter(pk=member.pk).exists()

    response = client.post("/en/account/delete/", {"email": member.email})
    assert response.status_code == 302
    assert not User.objects.exists()
    assert not signed_in(client)


def test_the_admin_opens_for_staff(client: Client) -> None:
    staff = User.objects.create_superuser("Chief@Example.org", PASSWORD)
    client.force_login(staff)

    assert staff.email == "chief@example.org"
    assert client.get("/en/admin/armybuilder/user/").status_code == 200
    assert client.get(f"/en/admin/armybuilder/user/{staff.pk}/change/").status_code == 200
    assert client.get("/en/admin/armybuilder/user/add/").status_code == 200


def test_a_display_name_turns_no_line_round(client: Client, member: User) -> None:
    client.force_login(member)

    client.post(
        "/en/account/profile/", {"display_name": "Anna\u202e", "language": "", "theme": "dark"}
    )

    member.refresh_from_db()
    assert member.display_name == "Anna"


def change_password(client: Client, member: User, **more: str) -> None:
    client.post("/en/account/login/", {"login": member.email, "password": PASSWORD})
    typed = {"password1": "another long one", "password2": "another long one"}
    client.post("/en/account/password/change/", {"oldpassword": PASSWORD, **typed, **more})
    member.refresh_from_db()
    assert member.check_password("another long one")


def test_a_new_password_offers_to_revoke_tokens(client: Client, member: User) -> None:
    create_token(member=member, name="sheet", days=30)
    client.force_login(member)
    assert "revoke_tokens" in client.get("/en/account/password/change/").content.decode()

    change_password(client, member)
    assert PersonalToken.objects.count() == 1


def test_tokens_end_with_the_password_when_asked_for(client: Client, member: User) -> None:
    create_token(member=member, name="sheet", days=30)
    other = User.objects.create_user("ola@example.org", PASSWORD)
    create_token(member=other, name="sheet", days=30)

    change_password(client, member, revoke_tokens="on")

    assert [token.user for token in PersonalToken.objects.all()] == [other]
    assert "revoke_tokens" not in client.get("/en/account/password/change/").content.decode()


def test_a_new_password_ends_sessions_elsewhere(client: Client, member: User) -> None:
    elsewhere = Client()
    elsewhere.force_login(member, backend="allauth.account.auth_backends.AuthenticationBackend")
    assert elsewhere.get("/en/account/profile/").status_code == 200

    change_password(client, member)

    assert client.get("/en/account/profile/").status_code == 200
    assert elsewhere.get("/en/account/profile/").status_code == 302


def test_a_club_outlives_the_account_of_its_only_organiser(client: Client, member: User) -> None:
    ola, ewa = (User.objects.create_user(f"{name}@example.org") for name in ("ola", "ewa"))
    ola.display_name = "Ola"
    ola.save()
    shared = clubs.create_club(founder=member, name="Steel Wolves")
    clubs.create_club(founder=member, name="Nobody else")
    kept = clubs.create_club(founder=ola, name="Ola’s")
    for club, joins in ((shared, ola), (shared, ewa), (kept, member)):
        ClubMember.objects.create(club=club, user=joins)
    client.post("/en/account/login/", {"login": member.email, "password": PASSWORD})
    client.post("/en/account/reauthenticate/", {"password": PASSWORD})
    page = text_of(client.get("/en/account/delete/").content.decode())
    assert "Only you organise “Steel Wolves”: Ola, who" in page
    assert "Nobody else is in “Nobody else”" in page
    assert "Ola’s" not in page

    client.post("/en/account/delete/", {"email": member.email})

    assert {str(club) for club in Club.objects.all()} == {"Steel Wolves", "Ola’s"}
    led = shared.members.filter(role=ClubRole.ORGANISER)
    assert [each.user for each in led] == [ola]


def test_the_admin_leaves_no_club_alone_either(member: User) -> None:
    ola = User.objects.create_user("ola@example.org")
    club = clubs.create_club(founder=member, name="Steel Wolves")
    ClubMember.objects.create(club=club, user=ola)

    User.objects.filter(pk=member.pk).delete()

    assert club.members.get().role == ClubRole.ORGANISER


def test_signing_up_twice_at_once_makes_one_account(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_user = AccountAdapter.new_user

    def while_the_other_request_is_faster(self: AccountAdapter, request: Any) -> User:
        User.objects.create_user("new@example.org", PASSWORD)
        return new_user(self, request)

    monkeypatch.setattr(AccountAdapter, "new_user", while_the_other_request_is_faster)
    answer = client.post(
        "/en/account/signup/", {"email": "new@example.org", "password1": PASSWORD}, follow=True
    )

    assert answer.redirect_chain == [("/en/account/login/", 302)]
    assert "This address has an account." in answer.content.decode()
    assert User.objects.count() == 1

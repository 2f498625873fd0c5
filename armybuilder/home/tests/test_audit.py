"""The audit log: who did what, for whoever runs the site and for the member."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from armybuilder.clubs.services import clubs
from armybuilder.groups.services.groups import create_group
from armybuilder.groups.tests.test_api_groups import PATROL
from armybuilder.site.accounts.services import create_token
from armybuilder.site.models import AuditEntry, AuditKind, Owner, PersonalToken, User
from collection.owning.services.collections import create_collection

PASSWORD = "a long password"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def entries(kind: AuditKind) -> list[AuditEntry]:
    return list(AuditEntry.objects.filter(kind=kind))


def told(kind: AuditKind) -> list[tuple[int | None, int | None, str]]:
    return [(each.actor, each.about, each.what) for each in entries(kind)]


def sign_in(client: Client, password: str, email: str = "anna@example.org") -> Any:
    typed = {"login": email, "password": password}
    said = {"User-Agent": FIREFOX}
    return client.post(reverse("account_login"), typed, headers=said, REMOTE_ADDR="192.0.2.77")


@pytest.fixture
def of_staff(member: User) -> Client:
    boss = User.objects.create_superuser("boss@example.org", PASSWORD, display_name="Boss")
    client = Client()
    client.force_login(boss)
    return client


def test_signing_in_is_told_with_network_device_and_request(client: Client, member: User) -> None:
    answer = sign_in(client, PASSWORD)

    (entry,) = entries(AuditKind.SIGNED_IN)
    assert (entry.actor, entry.about) == (member.pk, member.pk)
    assert (entry.what, entry.network) == ("Firefox, Linux", "192.0.2.0/24")
    assert entry.request_id == answer["X-Request-ID"]


def test_a_failed_sign_in_is_about_whose_address_it_was_and_keeps_no_other(
    client: Client, member: User
) -> None:
    sign_in(client, "something else")
    sign_in(client, "something else", "nobody@example.org")

    assert told(AuditKind.SIGN_IN_FAILED) == [
        (None, None, "Firefox, Linux"),
        (None, member.pk, "Firefox, Linux"),
    ]


def test_tokens_are_told_when_made_and_revoked_but_not_when_they_end(
    client: Client, member: User
) -> None:
    client.force_login(member)
    create_token(member=member, name="sheet", days=30)
    create_token(member=member, name="old", days=30)
    PersonalToken.objects.filter(name="old").update(expiry=timezone.now() - timedelta(days=1))
    (kept,) = PersonalToken.objects.filter(name="sheet")
    client.post(reverse("token_revoke", args=[kept.token_key]))
    call_command("clear_up", verbosity=0)

    assert [what for *_who, what in told(AuditKind.TOKEN_MADE)] == ["old", "sheet"]
    assert told(AuditKind.TOKEN_REVOKED) == [(member.pk, member.pk, "sheet")]


def test_rights_given_and_taken_are_told(of_staff: Client, member: User) -> None:
    boss = User.objects.get(email="boss@example.org")
    editors, permission = Group.objects.create(name="Editors"), Permission.objects.all()[0]
    AuditEntry.objects.filter(kind=AuditKind.ROLE).drop_before(timezone.now())
    form: dict[str, Any] = {
        "email": member.email,
        "display_name": "Anna",
        "language": "",
        "is_active": "on",
    }
    looks = {"theme": "system", "contrast": "system", "targets": "usual"}
    form |= looks | {"is_staff": "on", "groups": [str(editors.pk)]}
    form |= {"date_joined_0": "2026-01-01", "date_joined_1": "12:00"}
    answer = of_staff.post(reverse("admin:armybuilder_user_change", args=[member.pk]), form)
    assert answer.status_code == 302, answer.context["errors"]
    member.groups.clear()
    editors.user_set.add(member)
    member.user_permissions.set([permission])

    assert set(told(AuditKind.ROLE)) == {
        (boss.pk, member.pk, "+ staff"),
        (boss.pk, member.pk, "+ Editors"),
        (None, member.pk, "- Editors"),
        (None, member.pk, "+ Editors"),
        (None, member.pk, f"+ {permission.codename}"),
    }


def test_what_was_to_be_deleted_is_told_and_not_what_went_along(
    client: Client, member: User, catalogue: None
) -> None:
    client.force_login(member)
    group = create_group(owner=Owner(member), document=PATROL)
    shelf = create_collection(owner=member, name="Shelf")
    clubs.create_club(founder=member, name="Club")
    create_group(owner=Owner(member), document=PATROL)
    client.post(reverse("group_delete", args=[group.public_id]))
    client.post(reverse("collection:delete_collection", args=[shelf.public_id]), {"name": "Shelf"})
    member.refresh_from_db()
    member_id = member.pk
    member.delete()

    assert [who[:2] for who in told(AuditKind.GROUP_DELETED)] == [(member_id, member_id)]
    assert [what[:5] for *_who, what in told(AuditKind.COLLECTION_DELETED)] == ["Shelf"]
    assert told(AuditKind.ACCOUNT_DELETED) == [(None, member_id, "")]


def test_members_read_what_happened_to_them_and_nobody_elses(client: Client, member: User) -> None:
    sign_in(client, PASSWORD)
    other = User.objects.create_user("ola@example.org", PASSWORD)
    sign_in(Client(), "something else", "ola@example.org")
    sign_in(Client(), "something else")

    for page in ("profile", "what_happened"):
        shown = client.get(reverse(page)).content.decode()
        assert "signed in: Firefox, Linux" in shown and "192.0.2.0/24" in shown
        assert shown.count("sign-in failed") == 1
    kept = client.get(reverse("download_data")).json()["what_happened"]
    assert [each["kind"] for each in kept] == ["exported", "sign-in-failed", "signed-in"]
    assert other.pk in {each.about for each in AuditEntry.objects.all()}


def test_the_log_is_only_read_and_found_by_member_and_request(
    of_staff: Client, client: Client, member: User
) -> None:
    answer = sign_in(client, PASSWORD)
    (entry,) = entries(AuditKind.SIGNED_IN)[-1:]
    listing = reverse("admin:armybuilder_auditentry_changelist")

    for asked in ("anna@example.org", "Anna", str(member.pk), answer["X-Request-ID"]):
        assert "Firefox, Linux" in of_staff.get(listing, {"q": asked}).content.decode()
    assert "Firefox, Linux" not in of_staff.get(listing, {"q": "nobody"}).content.decode()
    shown = reverse("admin:armybuilder_auditentry_change", args=[entry.pk])
    assert of_staff.get(shown).status_code == 200
    assert of_staff.post(shown, {"what": "x"}).status_code == 403
    gone = reverse("admin:armybuilder_auditentry_delete", args=[entry.pk])
    assert of_staff.post(gone, {"post": "yes"}).status_code == 403
    for change in (entry.save, entry.delete, AuditEntry.objects.all().delete):
        with pytest.raises(TypeError):
            change()
    with pytest.raises(TypeError):
        AuditEntry.objects.all().update(what="x")


def test_old_entries_are_forgotten(client: Client, member: User, settings: Any) -> None:
    sign_in(client, PASSWORD)
    call_command("clear_up", verbosity=0)
    assert entries(AuditKind.SIGNED_IN)

    settings.AUDIT_DAYS = 0
    call_command("clear_up", verbosity=0)
    assert not entries(AuditKind.SIGNED_IN)

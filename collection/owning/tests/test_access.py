"""Who sees and changes a collection: owner, editor, viewer, stranger, guest."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from collection.owning import edits
from collection.owning.models import Collection, Invitation, Membership, Role
from collection.owning.services import changes, sharing
from collection.owning.services.changes import Edit
from collection.owning.tests.conftest import HATCHETMAN, NOW, person

pytestmark = pytest.mark.usefixtures("catalogue")

PEOPLE = ("owner", "editor", "viewer", "stranger", "guest")

READ = ("pieces", "history", "change", "settings", "piece")
CHANGE = ("edit", "undo", "amounts", "lock")
OWN = ("rename", "delete_collection", "invite", "member")


@pytest.fixture
def shelf(collection: Collection) -> Collection:
    changes.apply(
        collection=collection,
        actor=collection.owner,
        edits=[Edit(HATCHETMAN, edits.add)],
        now=NOW,
    )
    return collection


@pytest.fixture
def sign_in(client: Client, shelf: Collection) -> Any:
    def as_person(who: str) -> Client:
        if who == "owner":
            client.force_login(shelf.owner)
        elif who != "guest":
            user = person(f"{who}@example.org")
            if who != "stranger":
                Membership.objects.create(collection=shelf, user=user, role=Role(who))
            client.force_login(user)
        return client

    return as_person


def path(name: str, shelf: Collection, *more: Any) -> str:
    return reverse(f"collection:{name}", args=[shelf.public_id, *more])


def ask(client: Client, shelf: Collection, what: str) -> int:
    """The status a page answers with."""
    gets = {
        "pieces": path("pieces", shelf),
        "history": path("history", shelf),
        "change": path("change", shelf, 1),
        "settings": path("settings", shelf),
        "piece": path("piece", shelf, "AOD-102"),
    }
    amounts = {"owned": 5, "wanted": 0, "for_trade": 0}
    line = {f"AOD-102-{key}": value for key, value in amounts.items()}
    member = Membership.objects.filter(collection=shelf).values_list("pk", flat=True).first() or 1
    posts: dict[str, tuple[str, dict[str, Any]]] = {
        "edit": (path("piece", shelf, "AOD-102"), {"action": "amounts", "seen": 1, **amounts}),
        "amounts": (path("amounts", shelf), {"piece": "AOD-102", "AOD-102-seen": 1, **line}),
        "undo": (path("undo", shelf, 1), {}),
        "lock": (path("lock", shelf), {"lock": "1"}),
        "rename": (path("settings", shelf), {"name": "Mine now", "currency": "EUR"}),
        "delete_collection": (path("delete_collection", shelf), {}),
        "invite": (path("invite", shelf), {"role": "editor"}),
        "member": (path("member", shelf, member), {"role": "editor"}),
    }
    if what in gets:
        return client.get(gets[what]).status_code
    return client.post(*posts[what]).status_code


@pytest.mark.parametrize("what", READ)
@pytest.mark.parametrize("who", PEOPLE)
def test_those_it_is_shared_with_read_it(
    sign_in: Any, shelf: Collection, who: str, what: str
) -> None:
    expected = {"stranger": 404, "guest": 302}.get(who, 200)
    assert ask(sign_in(who), shelf, what) == expected


@pytest.mark.parametrize("what", CHANGE)
@pytest.mark.parametrize("who", PEOPLE)
def test_owner_and_editors_change_it(sign_in: Any, shelf: Collection, who: str, what: str) -> None:
    status = ask(sign_in(who), shelf, what)
    changed = {*Collection.objects.values_list("version", "locked")} != {(1, False)}
    if who in ("owner", "editor"):
        assert (status, changed) == (302, True)
    else:
        assert status in {"viewer": (403, 404), "stranger": (404,), "guest": (302,)}[who]
        assert not changed


@pytest.mark.parametrize("what", OWN)
@pytest.mark.parametrize("who", PEOPLE)
def test_only_its_owner_names_shares_and_deletes_it(
    sign_in: Any, shelf: Collection, who: str, what: str
) -> None:
    client = sign_in(who)
    before = [*Membership.objects.values_list("role"), *Invitation.objects.values_list("role")]
    status = ask(client, shelf, what)
    if who == "owner":
        assert status == 302
        return
    assert status == {"guest": 302}.get(who, 404)
    assert Collection.objects.get().name == shelf.name
    after = [*Membership.objects.values_list("role"), *Invitation.objects.values_list("role")]
    assert before == after


def test_a_link_shares_the_collection_once(client: Client, shelf: Collection) -> None:
    invitation = sharing.invite(
        collection=shelf, actor=shelf.owner, role="viewer", now=timezone.now()
    )
    link = reverse("collection:join", args=[invitation.token])
    jan, ewa = person("jan@example.org"), person("ewa@example.org")
    client.force_login(jan)
    assert shelf.name in client.get(link).content.decode()
    client.post(link)
    assert Membership.objects.get().user == jan
    client.force_login(ewa)
    assert client.post(link).status_code == 404


def proven(email: str) -> Any:
    member = person(email)
    member.proven_email = member.email
    member.save()
    return member


def test_an_invitation_to_an_address_is_for_whoever_has_proven_it(
    client: Client, shelf: Collection, settings: Settings
) -> None:
    settings.MAIL_IS_DELIVERED = True
    invitation = sharing.invite(
        collection=shelf,
        actor=shelf.owner,
        role="editor",
        now=timezone.now(),
        email="Jan@example.org",
    )
    link = reverse("collection:join", args=[invitation.token])
    client.force_login(proven("ewa@example.org"))
    assert client.get(link).status_code == 404
    jan = person("jan@example.org")
    client.force_login(jan)
    assert client.get(link).status_code == 404
    assert link not in client.get(reverse("collection:collections")).content.decode()
    jan.proven_email = jan.email
    jan.save()
    assert link in client.get(reverse("collection:collections")).content.decode()
    client.post(link)
    assert Membership.objects.get().role == Role.EDITOR


def test_without_mail_only_the_link_of_an_invitation_counts(
    client: Client, shelf: Collection
) -> None:
    client.force_login(shelf.owner)
    assert 'name="email"' not in client.get(path("settings", shelf)).content.decode()
    client.post(path("invite", shelf), {"role": "viewer", "email": "jan@example.org"})
    invitation = Invitation.objects.get()
    assert not invitation.email
    Invitation.objects.update(email="jan@example.org")

    link = reverse("collection:join", args=[invitation.token])
    client.force_login(person("jan@example.org"))
    assert link not in client.get(reverse("collection:collections")).content.decode()
    client.post(link)
    assert Membership.objects.get().role == Role.VIEWER


def test_an_old_invitation_does_not_stand(shelf: Collection) -> None:
    invitation = sharing.invite(
        collection=shelf, actor=shelf.owner, role="viewer", now=timezone.now()
    )
    later = timezone.now() + timedelta(days=sharing.INVITATION_DAYS + 1)
    with pytest.raises(sharing.InvitationGone):
        sharing.join(token=invitation.token, user=person("jan@example.org"), now=later)


def test_a_second_invitation_never_lessens_a_role(shelf: Collection) -> None:
    jan = person("jan@example.org")
    Membership.objects.create(collection=shelf, user=jan, role=Role.EDITOR)
    invitation = sharing.invite(
        collection=shelf, actor=shelf.owner, role="viewer", now=timezone.now()
    )
    sharing.join(token=invitation.token, user=jan, now=timezone.now())
    assert Membership.objects.get().role == Role.EDITOR

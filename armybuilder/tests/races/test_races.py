"""What two processes of the site make of requests that arrive at the same moment."""

import json
from functools import partial
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from armybuilder.groups.models import BattleGroup
from armybuilder.groups.services import groups
from armybuilder.site.models import Owner, User
from armybuilder.skirmishes.models import Skirmish
from armybuilder.tests.races.conftest import Asked, Race
from collection.catalogue.pieces import Piece
from collection.common.quotas import most
from collection.owning import edits
from collection.owning.models import Change, Collection, Loan
from collection.owning.services import changes, collections
from collection.owning.services.changes import Edit
from collection.owning.store import read_all

pytestmark = [pytest.mark.django_db, pytest.mark.races]

#: Times each race is run; the winner differs.
ROUNDS = 2
EMPTY: dict[str, Any] = {"format": "battle-group/1", "system": "age-of-destruction", "units": []}
PIECE = Piece("age-of-destruction", "AOD", "102")


def member(name: str) -> tuple[User, Client]:
    """A person with an account, and their browser."""
    user = User.objects.create_user(f"{name}@example.org", "a long password", display_name=name)
    client = Client()
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return user, client


def collection_of(user: User) -> Collection:
    return collections.create_collection(owner=user, name="Box")


def statuses(answers: list[Any]) -> list[int]:
    return sorted(answer.status for answer in answers)


def test_tables_of_two_programs_are_both_counted(race: Race) -> None:
    user, client = member("anna")
    shelf = collection_of(user)
    rows = [{"set": "XX", "number": str(number), "count": 1} for number in range(1, 301)]
    path = f"/api/v1/collections/{shelf.public_id}/import/"
    asked = Asked(
        client, path, {"mode": "add", "rows": rows, "take_unlisted": True}, type="application/json"
    )

    answers = [answer for _round in range(2) for answer in race(asked, asked, held=shelf)]

    made = [answer for answer in answers if answer.status == 201]
    assert all(
        answer.status == 503 and answer.retry_after for answer in answers if answer not in made
    )
    assert made
    owned = {found.state.owned for found in read_all(shelf).values()}
    assert owned == {len(made)}
    assert shelf.changes.count() == len(made)
    assert not shelf.staged_imports.filter(change=None).exists()
    for change in shelf.changes.order_by("-number"):
        changes.undo(change=change, actor=user, now=timezone.now())
    assert read_all(shelf) == {}


def test_a_loan_comes_back_once(race: Race) -> None:
    user, client = member("anna")
    shelf = collection_of(user)
    apply = partial(changes.apply, collection=shelf, actor=user, now=timezone.now())
    apply(edits=[Edit(PIECE, partial(edits.set_amounts, owned=1))])
    path = reverse("collection:take_back", args=[shelf.public_id])
    today = timezone.now().date()

    for number in range(ROUNDS):
        apply(edits=[Edit(PIECE, partial(edits.lend, to=f"Bert {number}", since=today))])
        loan = Loan.objects.get(returned=None)
        asked = Asked(client, path, {"loan": loan.public_id, "on": today.isoformat()})
        before = Change.objects.count()

        assert statuses(race(asked, asked, held=shelf)) == [302, 302]

        loan.refresh_from_db()
        assert loan.returned == today
        assert Change.objects.count() == before + 1


def test_of_two_who_save_a_group_one_is_told(race: Race) -> None:
    user, client = member("anna")
    owner = Owner(user)
    for _round in range(ROUNDS):
        group = groups.create_group(owner=owner, document=EMPTY | {"name": "First"})
        path = f"/api/v1/groups/{group.public_id}/"
        answers = race(
            *(
                Asked(
                    client,
                    path,
                    EMPTY | {"name": name},
                    method="put",
                    type="application/json",
                    headers={"If-Match": '"1"'},
                )
                for name in ("Second", "Third")
            ),
            held=group,
        )
        assert statuses(answers) == [200, 412]
        assert group.revisions.count() == 2


def quick_game(client: Client) -> Skirmish:
    sent = {"total": 300, "against": "random", "by_hand": "1"}
    client.post("/en/skirmishes/age-of-destruction/quick/", sent)
    return Skirmish.objects.latest("pk")


def test_of_two_orders_one_is_carried_out(race: Race) -> None:
    _user, client = member("anna")
    game = quick_game(client)
    for _round in range(ROUNDS):
        game.refresh_from_db()
        steps = game.steps.count()
        path = f"/en/skirmishes/age-of-destruction/{game.public_id}/step/"
        asked = Asked(client, path, {"version": game.version, "stand-in": "1"})

        answers = race(asked, asked, held=game)

        assert set(statuses(answers)) <= {200, 302, 409}
        assert game.steps.count() == steps + 1


@pytest.mark.parametrize("action", ["step", "order", "set-up", "undo"])
def test_a_game_deleted_during_an_order_is_gone(race: Race, action: str) -> None:
    _user, client = member("anna")
    for _round in range(ROUNDS):
        game = quick_game(client)
        path = f"/en/skirmishes/age-of-destruction/{game.public_id}/"
        sent = {
            "version": game.version,
            "stand-in": "1",
            "order": json.dumps({"order": "end_stage"}),
        }

        ordered, deleted = race(
            Asked(client, f"{path}{action}/", sent),
            Asked(client, f"{path}delete/"),
            held=game,
        )

        assert deleted.status == 302
        assert ordered.status in {200, 302, 404, 409, 422}
        assert not Skirmish.objects.filter(pk=game.pk).exists()


def test_the_last_place_is_given_once(race: Race) -> None:
    user, client = member("anna")
    Collection.objects.bulk_create(
        Collection(owner=user, name=f"Box {number}") for number in range(most("collections") - 1)
    )
    asked = Asked(client, reverse("collection:collections"), {"name": "Last", "currency": "EUR"})

    assert statuses(race(asked, asked, held=user)) == [302, 422]

    assert user.collections.count() == most("collections")


def test_the_last_group_is_made_once(race: Race) -> None:
    user, client = member("anna")
    made = groups.create_group(owner=Owner(user), document=EMPTY | {"name": "First"})
    same = {name: getattr(made, name) for name in ("document", "ruleset", "catalogue", "standing")}
    BattleGroup.objects.bulk_create(
        BattleGroup(owner=user, records={}, **same) for _number in range(most("battle_groups") - 2)
    )
    asked = Asked(client, reverse("group_new"), {"name": "Last", "build_total": "450"})

    race(asked, asked, held=user)

    assert BattleGroup.objects.filter(owner=user).count() == most("battle_groups")


def test_who_presses_sign_up_twice_has_one_account(race: Race) -> None:
    sent = {"email": "anna@example.org", "password1": "a long password of Anna's"}
    asked = Asked(Client(), reverse("account_signup"), sent)

    answers = race(asked, asked)

    assert set(statuses(answers)) <= {200, 302}
    assert User.objects.filter(email="anna@example.org").count() == 1


def test_a_group_deleted_while_it_is_saved_is_gone(race: Race) -> None:
    user, client = member("anna")
    for _round in range(ROUNDS):
        group = groups.create_group(owner=Owner(user), document=EMPTY | {"name": "First"})
        path = f"/api/v1/groups/{group.public_id}/"
        saved, deleted = race(
            Asked(
                client,
                path,
                EMPTY | {"name": "Second"},
                method="put",
                type="application/json",
                headers={"If-Match": '"1"'},
            ),
            Asked(client, path, method="delete"),
            held=group,
        )

        assert deleted.status == 204
        assert saved.status in {200, 404}
        assert not BattleGroup.objects.filter(pk=group.pk).exists()


def test_a_collection_deleted_during_an_import_is_gone(race: Race) -> None:
    user, client = member("anna")
    rows = [{"set": "XX", "number": str(number)} for number in range(1, 200)]
    for _round in range(ROUNDS):
        shelf = collection_of(user)
        imported, deleted = race(
            Asked(
                client,
                f"/api/v1/collections/{shelf.public_id}/import/",
                {"mode": "add", "rows": rows, "take_unlisted": True},
                type="application/json",
            ),
            Asked(client, reverse("collection:delete_collection", args=[shelf.public_id])),
            held=shelf,
        )

        assert deleted.status == 302
        assert imported.status in {201, 403, 404, 503}
        assert not Collection.objects.filter(pk=shelf.pk).exists()

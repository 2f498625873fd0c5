"""Finished games are put away packed, and are as they were when somebody opens them."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from armybuilder.site.models import Owner, User
from armybuilder.skirmishes.archive import FIELDS, put_away
from armybuilder.skirmishes.branching import branch_off
from armybuilder.skirmishes.models import Skirmish, SkirmishLine, SkirmishStep
from armybuilder.skirmishes.selectors import skirmish_data, tree_for
from armybuilder.skirmishes.tests.test_branches import SYSTEMS, played

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue")]

OLD = timedelta(days=91)


def finished(game: Skirmish) -> Skirmish:
    """A game that ended long ago."""
    Skirmish.objects.filter(pk=game.pk).update(
        over=True, acting="", updated=F("updated") - timedelta(days=100)
    )
    return Skirmish.objects.get(pk=game.pk)


def rows() -> list[tuple[Any, ...]]:
    return list(SkirmishStep.objects.order_by("line", "number").values_list(*FIELDS, "taken"))


def now_put_away() -> int:
    return put_away(unchanged_since=timezone.now() - OLD)


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_was_put_away_is_as_it_was_when_opened(system: str, client: Client) -> None:
    member = User.objects.create_user("anna@example.org")
    game = finished(played(system, Owner(member), orders=30))
    before, told = rows(), skirmish_data(member)
    client.force_login(member)
    replay = reverse("skirmish_replay", args=[game.system, game.public_id])
    seen = client.get(replay).content
    page = client.get(f"{replay}?step=7").content

    assert now_put_away() == 1 and not SkirmishStep.objects.exists()
    assert skirmish_data(member) == told and not SkirmishStep.objects.exists()
    (in_tree,) = tree_for(skirmish=Skirmish.objects.get(), owner=Owner(member))
    assert in_tree.steps == len(before)
    assert now_put_away() == 0

    assert len(client.get(replay).content) == len(seen)
    assert len(client.get(f"{replay}?step=7").content) == len(page)
    assert rows() == before
    assert SkirmishLine.objects.get().packed is None
    assert now_put_away() == 1, "put away again when nobody has touched it"


def test_games_that_go_on_are_read_by_others_or_were_touched_stay(settings: Any) -> None:
    owner = Owner(User.objects.create_user("anna@example.org"))
    trunk = played("warzone", owner, orders=6)
    branch_off(owner=owner, skirmish=trunk, step=3, seats=trunk.seats, same_dice=False)
    finished(trunk)
    fresh = played("warzone", owner, orders=2)
    Skirmish.objects.filter(pk=fresh.pk).update(over=True, acting="")
    before = rows()
    settings.ARCHIVE_AFTER_DAYS = 90
    call_command("clear_up")
    assert rows() == before

    Skirmish.objects.exclude(pk=trunk.pk).delete()
    call_command("clear_up")
    assert not SkirmishStep.objects.exists()


def test_a_branch_of_a_game_that_was_put_away_has_its_past() -> None:
    owner = Owner(User.objects.create_user("anna@example.org"))
    trunk = finished(played("warzone", owner, orders=6))
    assert now_put_away() == 1
    gone = Skirmish.objects.get()
    branch = branch_off(owner=owner, skirmish=gone, step=4, seats=gone.seats, same_dice=False)
    assert branch.steps.count() == 4 and Skirmish.objects.get(pk=trunk.pk).steps.count() == 6

"""A small part of a year, in the database of the test."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

import pytest

from armybuilder.groups.models import BattleGroup, GroupRevision
from armybuilder.site.models import User
from armybuilder.skirmishes.models import Skirmish, SkirmishStep
from armybuilder.tools import bench_crowds, year
from collection.owning.models import Collection, Holding

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue")]


def test_rows_hang_together_and_games_are_put_away(
    member: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def here() -> Iterator[User]:
        yield member

    monkeypatch.setattr(year, "scratch_site", here)
    monkeypatch.setattr(year, "on_the_disk", nullcontext)
    monkeypatch.setattr(year, "_give_room_back", lambda: None)
    monkeypatch.setattr(year, "GAMES", ("warzone",))
    monkeypatch.setattr(year, "ORDERS", 3)
    monkeypatch.setattr(year, "PIECES", 4)
    monkeypatch.setattr(bench_crowds, "LISTS", 3)

    found = year.simulate(part=0.0003, runs=1, say=lambda _said: None)

    assert Collection.objects.count() == 4 and Holding.objects.count() == 4 * 4
    assert GroupRevision.objects.count() == BattleGroup.objects.count() > 30
    assert found.rows["games put away"] > 0
    asleep = Skirmish.objects.exclude(archived=None)
    assert asleep.count() == found.rows["games put away"] - 1, "one was taken out again"
    awake = Skirmish.objects.filter(archived=None).count()
    assert SkirmishStep.objects.count() == 3 * awake
    assert all(after.queries <= before.queries + 1 for before, after in found.pages.values())

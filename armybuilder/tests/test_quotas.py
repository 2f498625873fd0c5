"""What one person may have only so many of stays so when two requests come at once."""

import time
from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, transaction

from armybuilder.clubs.services import clubs
from armybuilder.groups.services import formats, groups
from armybuilder.groups.services.formats import FormatText
from armybuilder.groups.tests.test_api_groups import PATROL
from armybuilder.scenarios import services as scenarios
from armybuilder.site.accounts import services as tokens
from armybuilder.site.models import Owner, User
from collection.owning.services import collections

KEPT: dict[str, Callable[[User], Any]] = {
    "collections": lambda user: collections.create_collection(
        owner=user,
        name="Shelf",
    ),
    "clubs": lambda user: clubs.create_club(founder=user, name="Club"),
    "tokens": lambda user: tokens.create_token(
        member=user,
        name="sheet",
        days=30,
    ),
    "battle_groups": lambda user: groups.create_group(
        owner=Owner(user),
        document=PATROL,
    ),
    "scenarios": lambda user: scenarios.keep_scenario(
        owner=Owner(user),
        system="warzone",
        title="Yard",
        document={},
        size=2,
    ),
    "formats": lambda user: formats.create_format(
        owner=Owner(user),
        text=FormatText("Open", "", {}),
    ),
}


WAITING_FOR_US = """
    SELECT EXISTS (SELECT FROM pg_locks
                   WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid)))
"""


def wait_until_blocked(meanwhile: Thread) -> None:
    """Wait until the other thread stands before a lock that this connection holds."""
    with connection.cursor() as cursor:
        while meanwhile.is_alive():
            cursor.execute(WAITING_FOR_US)
            if cursor.fetchone() == (True,):
                return
            time.sleep(0.02)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", KEPT)
def test_the_last_place_is_taken_once(
    what: str, catalogue: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not connection.features.has_select_for_update:
        pytest.skip("SQLite lets one in at a time")
    make = KEPT[what]
    monkeypatch.setitem(settings.QUOTAS, what, 1)
    user = User.objects.create_user("anna@example.org")
    refused: list[Exception] = []

    def another() -> None:
        try:
            make(user)
        except Exception as error:
            refused.append(error)
        connection.close()

    meanwhile = Thread(target=another)
    with transaction.atomic():
        make(user)
        meanwhile.start()
        wait_until_blocked(meanwhile)
    meanwhile.join()

    assert [type(error).__name__ for error in refused] == [
        f"TooMany{what.split('_')[-1].capitalize()}"
    ], refused

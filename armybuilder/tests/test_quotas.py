"""What one person may have only so many of stays so when two requests come at once."""

from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest
from django.db import connection, transaction

from armybuilder.models import Owner, User
from armybuilder.services import formats, groups, tokens
from armybuilder.services.formats import FormatText
from armybuilder.tests.test_api_groups import PATROL
from collection.clubs import services as clubs
from collection.owning import collections

KEPT: dict[str, tuple[Any, str, Callable[[User], Any]]] = {
    "collections": (
        collections,
        "MOST_COLLECTIONS",
        lambda user: collections.create_collection(owner=user, name="Shelf"),
    ),
    "clubs": (clubs, "MOST_CLUBS", lambda user: clubs.create_club(founder=user, name="Club")),
    "tokens": (
        tokens,
        "MOST_TOKENS",
        lambda user: tokens.create_token(member=user, name="sheet", days=30),
    ),
    "groups": (
        groups,
        "MOST_GROUPS",
        lambda user: groups.create_group(owner=Owner(user), document=PATROL),
    ),
    "formats": (
        formats,
        "MOST_FORMATS",
        lambda user: formats.create_format(owner=Owner(user), text=FormatText("Open", "", {})),
    ),
}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", KEPT)
def test_the_last_place_is_taken_once(
    what: str, catalogue: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not connection.features.has_select_for_update:
        pytest.skip("SQLite lets one in at a time")
    module, most, make = KEPT[what]
    monkeypatch.setattr(module, most, 1)
    user = User.objects.create_user("anna@example.org")
    outcome: list[str] = []

    def another() -> None:
        try:
            make(user)
        except Exception as error:
            outcome.append(type(error).__name__)
        connection.close()

    meanwhile = Thread(target=another)
    with transaction.atomic():
        make(user)
        meanwhile.start()
        meanwhile.join(timeout=1)
        assert meanwhile.is_alive()
    meanwhile.join()

    assert outcome == [f"TooMany{what.capitalize()}"]

"""What somebody keeps of what they may, and what they are told where there is no more room."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from armybuilder.clubs.services.clubs import create_club
from armybuilder.groups.services.formats import FormatText, create_format
from armybuilder.groups.services.groups import create_group
from armybuilder.groups.tests.test_api_groups import PATROL
from armybuilder.home.selectors.quotas import QUOTAS, used_by
from armybuilder.scenarios.services import keep_scenario
from armybuilder.site.accounts.services import create_token
from armybuilder.site.models import Owner, User
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.notes import TooManyNotes, add_note
from armybuilder.systems.age_of_destruction.tests.test_skirmishes import Player
from collection.common.quotas import FULL
from collection.owning.services.collections import create_collection

pytestmark = pytest.mark.usefixtures("catalogue")


def test_every_quota_is_counted_and_has_its_refusal() -> None:
    assert QUOTAS.keys() == FULL.keys() == settings.QUOTAS.keys()


def test_what_one_keeps_is_counted(client: Client, member: User, monkeypatch: Any) -> None:
    owner = Owner(member)
    Player()
    Skirmish.objects.update(owner=member, visitor="")
    for _number in range(2):
        create_group(owner=owner, document=PATROL)
        create_collection(owner=member, name="Shelf")
    create_format(owner=owner, text=FormatText("Open", "", {}))
    keep_scenario(owner=owner, system="warzone", title="Yard", document={}, size=2)
    create_club(founder=member, name="Club")
    create_token(member=member, name="sheet", days=30)
    add_note(skirmish=Skirmish.objects.get(), author=member, step=0, text="Well played")
    monkeypatch.setitem(settings.QUOTAS, "clubs", 1)

    counted = {str(use.title): use.used for use in used_by(member)}
    client.force_login(member)
    page = client.get(reverse("quotas")).content.decode()

    assert [*counted.values()] == [2, 1, 1, 1, 1, 0, 2, 0, 0, 0, 1, 1]
    assert page.count("nearly full") == 1
    assert "50,000" in page


def test_notes_of_a_day_are_bounded(member: User, monkeypatch: Any) -> None:
    monkeypatch.setitem(settings.QUOTAS, "notes_a_day", 1)
    Player()
    game = Skirmish.objects.get()
    add_note(skirmish=game, author=member, step=0, text="Well played")

    with pytest.raises(TooManyNotes, match="1 notes within a day"):
        add_note(skirmish=game, author=member, step=0, text="Again")

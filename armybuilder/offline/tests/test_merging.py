"""Taking along and coming back, kind by kind."""

from typing import Any

import pytest
from django.test import Client

from armybuilder.groups.models import BattleGroup, Cause
from armybuilder.groups.services.formats import FormatText, create_format, save_format
from armybuilder.groups.services.groups import create_group, delete_group, replace_document, undo
from armybuilder.groups.tests.test_api_groups import PATROL
from armybuilder.groups.models import EventFormat
from armybuilder.library.models import OwnedModels, OwnUnit
from armybuilder.library.services import keep_units, set_models
from armybuilder.offline.models import CameBack, Question
from armybuilder.offline.tests.devices import Device
from armybuilder.scenarios.models import Scenario
from armybuilder.scenarios.present.documents import palette_of, read, retitled
from armybuilder.scenarios.services import change_scenario, keep_scenario
from armybuilder.site.models import Owner, Theme, User
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.services import let_commander_act
from collection.catalogue.pieces import Piece
from collection.owning import edits
from collection.owning.models import Change, Collection, Copy
from collection.owning.services import changes
from collection.owning.services.changes import Edit
from collection.owning.services.collections import create_collection
from collection.owning.store import read_all
from collection.owning.tests.conftest import HATCHETMAN, NOW, UNHEARD_OF

pytestmark = pytest.mark.usefixtures("catalogue")


def change(group: BattleGroup, **fields: Any) -> None:
    group.refresh_from_db()
    replace_document(group=group, document={**group.document, **fields})


def lines_of(group: BattleGroup) -> list[str]:
    group.refresh_from_db()
    return [line["unit"] for line in group.document["units"]]


def add(shelf: Collection, piece: Piece, count: int = 1) -> None:
    changes.apply(
        collection=shelf,
        actor=shelf.owner,
        edits=[Edit(piece, lambda state: edits.add(state, count))],
        now=NOW,
    )


@pytest.fixture
def group(member: User) -> BattleGroup:
    return create_group(owner=Owner(member), document=PATROL)


@pytest.fixture
def device(member: User) -> Device:
    return Device()


def test_a_group_changed_on_a_device_is_a_revision_of_the_site(
    member: User, group: BattleGroup, device: Device
) -> None:
    device.take_along(member)
    with device.on():
        change(BattleGroup.objects.get(), name="Night watch")

    device.come_back(member)

    group.refresh_from_db()
    assert (group.name, group.version) == ("Night watch", 2)
    assert group.revisions.first().cause == Cause.DEVICE
    undo(group=group, version=2)
    group.refresh_from_db()
    assert group.name == PATROL["name"]


def test_everything_goes_along_and_comes_back(member: User, group: BattleGroup) -> None:
    shelf = create_collection(owner=member, name="Shelf")
    add(shelf, HATCHETMAN, 3)
    written = create_format(owner=Owner(member), text=FormatText("Open", "", {}))
    drawn = read(palette_of("warzone").blank("Yard"))
    keep_scenario(
        owner=Owner(member),
        system=drawn.system,
        title=drawn.title,
        document=drawn.document,
        size=drawn.size,
    )
    wire = {"name": "Wire", "class": "fortification"}
    keep_units(owner=Owner(member), system="khans-and-generals", records=[wire])
    set_models(owner=Owner(member), system="khans-and-generals", counts={"Wire": 4})
    device = Device()
    device.take_along(member)
    assert device.files() == []

    with device.on() as there:
        there.theme = Theme.DARK
        there.save()
        row = EventFormat.objects.get()
        save_format(written=row, version=1, text=FormatText("Closed", "", {}))
        scenario = Scenario.objects.get()
        other = retitled(scenario.document, "Field")
        change_scenario(scenario=scenario, version=None, title="Field", document=other, size=9)
        set_models(owner=Owner(there), system="khans-and-generals", counts={"Wire": 5})
        add(Collection.objects.get(), UNHEARD_OF)
        change(BattleGroup.objects.get(), name="Other")
    [outcome] = device.come_back(member)

    assert outcome.left == outcome.questions == 0
    assert {row.did for row in outcome.came} == {"changed"}
    member.refresh_from_db()
    assert member.theme == Theme.DARK
    written.refresh_from_db()
    assert (written.title, written.version) == ("Closed", 2)
    assert Scenario.objects.get().title == "Field"
    assert OwnedModels.objects.get().count == 5
    assert OwnUnit.objects.get().name == "Wire"
    assert {piece.catalogue_id for piece in read_all(shelf)} == {"AOD-102", "AN-017"}
    assert Change.objects.filter(source=Change.Source.DEVICE).count() == 1
    assert device.files() == []

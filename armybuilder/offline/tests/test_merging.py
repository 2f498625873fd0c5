"""Taking along and coming back."""

import pytest

from armybuilder.groups.models import BattleGroup
from armybuilder.groups.services.groups import create_group, replace_document
from armybuilder.groups.tests.test_api_groups import PATROL
from armybuilder.offline.tests.devices import Device
from armybuilder.site.models import Owner, User

pytestmark = pytest.mark.usefixtures("catalogue")


def test_a_group_changed_on_a_device_is_a_revision_of_the_site(member: User) -> None:
    group = create_group(owner=Owner(member), document=PATROL)
    device = Device()
    device.take_along(member)
    with device.on():
        there = BattleGroup.objects.get()
        replace_document(group=there, document={**there.document, "name": "Night watch"})

    device.come_back(member)

    group.refresh_from_db()
    assert (group.name, group.version) == ("Night watch", 2)

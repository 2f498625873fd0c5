"""Reading devices: always through whoever they belong to."""

from typing import Any

from django.db.models import QuerySet

from armybuilder.push.delivering import place_of
from armybuilder.push.models import PushDevice
from armybuilder.site.models import Owner, User


def devices_of(*, owner: Owner) -> QuerySet[PushDevice]:
    """Where somebody wants notices."""
    return PushDevice.objects.for_owner(owner).select_related("key")


def device_data(user: User) -> list[dict[str, Any]]:
    """A member's devices as plain values for a download; their addresses are secrets of theirs."""
    return [
        {
            "service": place_of(device.address).host,
            "language": device.language,
            "used": device.used.isoformat(),
        }
        for device in devices_of(owner=Owner(member=user))
    ]

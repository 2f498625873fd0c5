"""Asking for notices on a device, ending them, and sending one."""

import hashlib
import json
import logging
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from armybuilder.push.delivering import NoWay, place_of, post
from armybuilder.push.encoding import BadKeys, bytes_of, check_keys, sealed_for, signature
from armybuilder.push.keys import own_key, private_of
from armybuilder.push.models import PushDevice
from armybuilder.site.models import Owner, User
from armybuilder.site.sealing import Unopened
from collection.common.deleting import delete_whole

logger = logging.getLogger("armybuilder.push")

#: Devices of one member or visitor; the one that was used longest ago makes room.
MOST_DEVICES = 8
LONGEST_ADDRESS = 2000
#: Seconds for which a push service keeps a notice for a device that is off.
KEPT_FOR = 86_400
#: What a push service answers about a device that is no more.
GONE = (404, 410)


class NotADevice(Exception):
    """What was sent describes no device that notices can be sent to."""


@dataclass(frozen=True)
class Notice:
    """What a device shows: one of the same `about` replaces the one before, and pressing it opens
    the page at `path`."""

    title: str
    text: str
    path: str
    about: str


def is_offered() -> bool:
    """Whether devices can be sent notices at all: browsers take them by HTTPS only."""
    return settings.HTTPS


def switch_on(*, owner: Owner, address: str, p256dh: str, auth: str, language: str) -> PushDevice:
    """Send notices to a device from now on, to whoever uses it now; raises NotADevice."""
    try:
        check_keys(p256dh, auth)
        place_of(address)
    except (BadKeys, NoWay) as error:
        raise NotADevice from error
    if len(address) > LONGEST_ADDRESS:
        raise NotADevice
    with transaction.atomic():
        owner.hold()
        device, _new = PushDevice.objects.update_or_create(
            digest=_digest(address),
            defaults={
                "owner": owner.member,
                "visitor": "" if owner.member else owner.visitor,
                "key": own_key(),
                "address": address,
                "p256dh": p256dh,
                "auth": auth,
                "language": language,
                "used": timezone.now(),
            },
        )
        own = PushDevice.objects.for_owner(owner).values_list("pk", flat=True)
        delete_whole(PushDevice.objects.filter(pk__in=list(own[MOST_DEVICES:])))
    return device


def switch_off(*, address: str) -> None:
    """Send nothing to a device any more; whoever knows its address has it in hand."""
    forget(digest=_digest(address))


def forget(*, digest: str) -> None:
    """The same by the digest of its address, which the session on the device keeps."""
    PushDevice.objects.filter(digest=digest).delete()


def claim_devices(*, member: User, visitor: str) -> int:
    """Hand a visitor's devices to the member they turned out to be; returns how many."""
    if not visitor:
        return 0
    return PushDevice.objects.filter(visitor=visitor).update(owner=member, visitor="")


def delete_abandoned_devices(*, unused_since: datetime) -> int:
    """Forget the devices of visitors whose session has ended; returns how many."""
    left = PushDevice.objects.exclude(visitor="")
    return delete_whole(left.filter(used__lt=unused_since))


def send(*, device: PushDevice, notice: Notice) -> bool:
    """Send a notice, in a worker only, since it waits for others; whether it was taken. A device
    that is no more is forgotten."""
    told = {
        "title": notice.title,
        "body": notice.text,
        "url": settings.SITE_URL + notice.path,
        "tag": notice.about,
        "lang": device.language,
    }
    content = json.dumps(told, ensure_ascii=False).encode()
    try:
        place = place_of(device.address)
        private = private_of(device.key)
        headers = {
            "Authorization": signature(private, place.origin, settings.SITE_URL, timezone.now()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_FOR),
            "Topic": notice.about[:32],
            "Urgency": "normal",
        }
        sealed = sealed_for(bytes_of(device.p256dh), bytes_of(device.auth), content)
        status = post(place, sealed, headers)
    except (NoWay, Unopened) as error:
        logger.warning("a notice did not go out", extra={"device": str(device), "why": str(error)})
        return False
    if status in GONE:
        device.delete()
    elif status < 300:
        PushDevice.objects.filter(pk=device.pk).update(used=timezone.now())
        return True
    else:
        logger.warning("a notice was refused", extra={"device": str(device), "status": status})
    return False


def _digest(address: str) -> str:
    return hashlib.sha256(address.encode()).hexdigest()

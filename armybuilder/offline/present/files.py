"""The files that travel between the site and a device: reading and writing them."""

import hashlib
from typing import Any, Final, Literal

import msgspec
from django.utils.translation import gettext as _

from collection.common.language import language
from rules import Unreadable, canonical_json, parse_json

ALONG: Final = "taken-along/1"
CHANGES: Final = "device-changes/1"
#: Bytes of one file of changes; what does not fit goes into another.
LARGEST_CHANGES: Final = 4_000_000
#: Bytes and things that a file from a device may have at most.
LARGEST_FILE: Final = 5_000_000
MOST_THINGS: Final = 2_000
#: PostgreSQL keeps no such sign.
NUL: Final = b"\\u0000"


class BadFile(Exception):
    """No file of ours, or one of another version; the message is for whoever sent it."""


class Account(msgspec.Struct, frozen=True):
    """Who took things along: the number of the member, and what others see."""

    id: int
    display_name: str


class Thing(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing of somebody: what is merged of it in `content`, what else a device needs of it in
    `carried`."""

    kind: str
    key: str
    version: str
    content: dict[str, Any]
    carried: dict[str, Any] = {}


class Along(msgspec.Struct, frozen=True):
    """A file a device takes along; `id` is its own. `records` are those that its things pin, by
    digest. `came` has the digests of what came back from devices, by kind and key."""

    format: Literal["taken-along/1"]
    id: str
    account: Account
    made: str
    catalogue: str
    things: list[Thing]
    records: dict[str, dict[str, Any]]
    came: dict[str, dict[str, list[str]]] = {}


class Changed(msgspec.Struct, frozen=True):
    """A thing that is otherwise on a device than it was taken along: both, each null where there
    was none, and the version it had on the site; `file` is what it is judged by."""

    kind: str
    key: str
    version: str
    base: dict[str, Any] | None
    mine: dict[str, Any] | None
    file: dict[str, Any] | None = None


class DeviceChanges(msgspec.Struct, frozen=True):
    """What changed on a device since it took the file `taken` along; `account` is whose it was."""

    format: Literal["device-changes/1"]
    account: int
    taken: str
    things: list[Changed]


def write(file: Along | DeviceChanges) -> bytes:
    """A file as it travels."""
    return msgspec.json.encode(file)


def digest_of(content: object) -> str:
    """The same text for the same content, on the site and on a device."""
    return hashlib.sha256(canonical_json(content)).hexdigest()[:24]


def read_along(data: bytes) -> Along:
    """What a device was given; raises BadFile."""
    along: Along = _read(data, Along)
    return along


def read_changes(data: bytes) -> DeviceChanges:
    """What a device sends; raises BadFile."""
    if len(data) > LARGEST_FILE or NUL in data:
        raise BadFile(_("This file is too long, or holds what cannot be kept."))
    found: DeviceChanges = _read(data, DeviceChanges)
    if len(found.things) > MOST_THINGS:
        raise BadFile(_("This file is too long, or holds what cannot be kept."))
    return found


def _read(data: bytes, shape: type[Any]) -> Any:
    try:
        return msgspec.convert(parse_json(data), shape)
    except Unreadable as error:
        raise BadFile(error.message(language())) from error
    except msgspec.ValidationError as error:
        raise BadFile(_("This file is of another version of the site.")) from error

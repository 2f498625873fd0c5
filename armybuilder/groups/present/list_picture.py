"""The picture of a list, drawn once for what is on it."""

import hashlib
from dataclasses import dataclass, field
from functools import lru_cache

import msgspec

from armybuilder.groups.exports import export
from armybuilder.groups.exports.sheet import Sheet

#: Goes up when the same list is drawn differently.
EDITION = 1
#: Pictures a process remembers, of some 80 KB each.
MOST_KEPT = 48


@dataclass(frozen=True)
class ListPicture:
    """A sheet to be drawn; `digest` stands for everything that is seen of it."""

    digest: str
    sheet: Sheet = field(compare=False, repr=False)

    @property
    def content(self) -> bytes:
        """The picture as PNG."""
        return _drawn(self)


def list_picture(sheet: Sheet) -> ListPicture:
    """The picture of a sheet."""
    pieces = [(piece.name, piece.total, piece.drawing, piece.mark) for piece in sheet.pieces]
    verdict = (sheet.legal, sheet.total, sheet.at_least, sheet.orders, sheet.build_total)
    seen = (EDITION, sheet.language, sheet.qr, sheet.group, verdict, pieces)
    return ListPicture(hashlib.sha256(msgspec.json.encode(seen)).hexdigest(), sheet)


@lru_cache(maxsize=MOST_KEPT)
def _drawn(picture: ListPicture) -> bytes:
    return export(picture.sheet, "picture").content

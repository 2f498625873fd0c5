"""Showing a photo to everybody as the picture of its figure, and taking it back."""

from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from django.db import transaction
from PIL import Image

from collection.owning.models import Collection, Photo, PhotoReport, ShownPhoto
from collection.owning.services.changes import NotAllowed
from collection.owning.services.photos import ENDING, QUALITY, photo_path, remove_files

#: The side of the picture that is shown, and the least a square may be cut, in pixels.
SIDE, LEAST_SIDE = 640, 160


class BadSquare(Exception):
    """The square is not inside the photo, or too small."""


def shown_path(shown: ShownPhoto) -> Path:
    """Where the picture that everybody sees is kept."""
    large = photo_path(shown.photo, "large")
    return large.with_name(f"{shown.photo.public_id}-{shown.public_id}.{ENDING}")


def show_photo(
    *,
    photo: Photo,
    actor: Any,
    square: tuple[int, int, int],
    credit: str,
    now: datetime,
) -> ShownPhoto:
    """Show a square of a photo, given as left, top and side in pixels of the large one, in place of
    the one that was shown of it; what is hidden after a report stays so. Only the collection's
    owner may, and nobody what a moderator took down: raises NotAllowed, and BadSquare."""
    left, top, side = square
    if not 0 <= left <= photo.width - side or not 0 <= top <= photo.height - side:
        raise BadSquare
    if side < min(LEAST_SIDE, photo.width, photo.height):
        raise BadSquare
    with transaction.atomic():
        _own(photo, actor)
        cut = {"left": left, "top": top, "side": side, "credit": credit, "looked_at": None}
        if ShownPhoto.objects.filter(photo=photo, hidden=True).exclude(looked_at=None).exists():
            raise NotAllowed
        shown, _made = ShownPhoto.objects.update_or_create(
            photo=photo, defaults=cut, create_defaults={**cut, "since": now}
        )
        shown_path(shown).write_bytes(_cut(photo, left, top, side))
    return shown


def take_back(*, photo: Photo, actor: Any) -> None:
    """Show a photo no more, at once; that a moderator took it down stays known. Raises
    NotAllowed."""
    with transaction.atomic():
        _own(photo, actor)
        rows = ShownPhoto.objects.filter(photo=photo).exclude(hidden=True, looked_at__isnull=False)
        paths = [shown_path(each) for each in rows.select_related("photo__collection")]
        rows.delete()
        transaction.on_commit(lambda: remove_files(paths))


def report(*, shown: ShownPhoto, reason: str, note: str, by: Any, now: datetime) -> None:
    """Keep what somebody has against a photo, and hide it until it is looked at, unless it was."""
    with transaction.atomic():
        PhotoReport.objects.create(
            shown=shown, reason=reason, note=note, reported_by=by, reported_at=now
        )
        ShownPhoto.objects.filter(pk=shown.pk, looked_at=None).update(hidden=True)


def keep_shown(*, shown: ShownPhoto, now: datetime) -> None:
    """A moderator has looked: it stays."""
    ShownPhoto.objects.filter(pk=shown.pk).update(hidden=False, looked_at=now)


def take_down(*, shown: ShownPhoto, now: datetime) -> None:
    """A moderator has looked: it goes and does not come back; its owner keeps the photo."""
    ShownPhoto.objects.filter(pk=shown.pk).update(hidden=True, looked_at=now)
    remove_files([shown_path(shown)])


def _own(photo: Photo, actor: Any) -> None:
    own = Collection.objects.owned_by(actor).select_for_update()
    if not own.filter(pk=photo.collection_id).exists():
        raise NotAllowed


def _cut(photo: Photo, left: int, top: int, side: int) -> bytes:
    """The square as a file of its own; the large photo was drawn by us, without anything beside
    its pixels, and so is this."""
    with Image.open(photo_path(photo, "large"), formats=["WEBP"]) as large:
        square = large.convert("RGB").crop((left, top, left + side, top + side))
    square.thumbnail((SIDE, SIDE))
    file = BytesIO()
    square.save(file, "WEBP", quality=QUALITY)
    return file.getvalue()

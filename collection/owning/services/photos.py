"""Photos of pieces: read with care, written anew without anything but the picture, in two sizes.

Nothing of what was sent is kept, neither its name nor its bytes: what can be read as a picture is
drawn again, so that neither a place in its EXIF nor a file inside the file stays.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from threading import BoundedSemaphore
from typing import IO, Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from collection.catalogue.pieces import Piece
from collection.common.busy import Busy
from collection.common.people import hold
from collection.common.quotas import full, most
from collection.owning import drawing
from collection.owning.models import Collection, Copy, Holding, Photo
from collection.owning.selectors.room import MEGABYTE, bytes_of
from collection.owning.services.changes import NotAllowed

LARGEST_FILE = 12_000_000
MOST_PIXELS = 16_000_000
#: How many are drawn at once for a process, and how many seconds one waits and is drawn at most.
DRAWN_AT_ONCE = BoundedSemaphore(2)
LONGEST_WAIT, LONGEST_DRAWN = 10.0, 60.0
MOST_OF_A_PIECE = 12

#: The longer side of each size in pixels.
SIZES = {"large": 1600, "small": 320}
ENDING = "webp"
QUALITY = 82


class BadPhoto(Exception):
    """The file is no picture we read."""


class PhotoTooLarge(Exception):
    """The file, or the picture in it, is larger than we read."""


class NoSuchCopy(Exception):
    """The copy is none of this piece in this collection."""


class TooManyPhotos(Exception):
    """A piece, a collection or a person has as many photos as they may; the message is for whoever
    adds one."""


def add_photo(
    *,
    collection: Collection,
    actor: Any,
    piece: Piece,
    file: IO[Any],
    now: datetime,
    copy_id: str = "",
) -> Photo:
    """Keep a photo of a piece, or of one copy of it.

    Raises NotAllowed, NoSuchCopy, BadPhoto, PhotoTooLarge, TooManyPhotos and Busy.
    """
    drawn = drawn_anew(file)
    with transaction.atomic():
        current = Collection.objects.editable_by(actor).select_for_update()
        if not current.filter(pk=collection.pk, locked=False).exists():
            raise NotAllowed
        place = {
            "system": piece.system,
            "set_code": piece.set,
            "number": piece.number,
            "variant": piece.variant,
        }
        holdings = Holding.objects.filter(collection=collection, **place)
        if copy_id and not Copy.objects.filter(public_id=copy_id, holding__in=holdings).exists():
            raise NoSuchCopy
        _find_room(collection, place, drawn.size)
        photo = Photo.objects.create(
            collection=collection,
            copy_id=copy_id,
            width=drawn.width,
            height=drawn.height,
            size=drawn.size,
            added=now,
            **place,
        )
        _keep_files(photo, drawn.files)
    return photo


def _find_room(collection: Collection, place: Mapping[str, str], size: int) -> None:
    """Hold the owner and raise TooManyPhotos where there is no room for another photo."""
    hold(collection.owner)
    photos = Photo.objects.filter(collection=collection)
    if photos.filter(**place).count() >= MOST_OF_A_PIECE:
        most_here = _("A piece has at most %(most)s photos. Remove one first.")
        raise TooManyPhotos(most_here % {"most": MOST_OF_A_PIECE})
    if photos.count() >= most("photos"):
        raise TooManyPhotos(full("photos"))
    if bytes_of(collection.owner) + size > most("photo_megabytes") * MEGABYTE:
        raise TooManyPhotos(full("photo_megabytes"))


def remove_photo(*, collection: Collection, actor: Any, public_id: str) -> None:
    """Delete a photo with its files, which nothing brings back; raises NotAllowed."""
    with transaction.atomic():
        if not Collection.objects.editable_by(actor).filter(pk=collection.pk).exists():
            raise NotAllowed
        photo = Photo.objects.filter(collection=collection, public_id=public_id).first()
        if photo is None:
            return
        large = photo_path(photo, "large")
        paths = list(large.parent.glob(f"{photo.public_id}-*.{ENDING}"))
        photo.delete()
        transaction.on_commit(lambda: remove_files(paths))


def remove_folder(collection_id: str) -> None:
    """Delete every photo file of a collection that is gone."""
    shutil.rmtree(_folder(collection_id), ignore_errors=True)


def photo_path(photo: Photo, size: str) -> Path:
    """Where a size of a photo is kept; both parts of the name are ids of our own."""
    return _folder(photo.collection.public_id) / f"{photo.public_id}-{size}.{ENDING}"


def _folder(collection_id: str) -> Path:
    return Path(settings.MEDIA_ROOT) / "photos" / collection_id


def _keep_files(photo: Photo, files: Mapping[str, bytes]) -> None:
    """Write every size, or none."""
    paths = {size: photo_path(photo, size) for size in files}
    try:
        for size, path in paths.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(files[size])
    except OSError:
        remove_files(list(paths.values()))
        raise


def remove_files(paths: Iterable[Path]) -> None:
    """Delete files of photos, those that are there."""
    for path in paths:
        path.unlink(missing_ok=True)


@dataclass(frozen=True)
class Drawn:
    """A picture drawn anew: the size of the large one, and both as files."""

    width: int
    height: int
    files: Mapping[str, bytes]

    @property
    def size(self) -> int:
        """Bytes of its files."""
        return sum(map(len, self.files.values()))


def drawn_anew(file: IO[Any]) -> Drawn:
    """The picture in each size, upright and without anything that came beside it; raises BadPhoto,
    PhotoTooLarge, and Busy where others are drawn."""
    if not DRAWN_AT_ONCE.acquire(timeout=LONGEST_WAIT):
        raise Busy
    try:
        content = file.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise PhotoTooLarge
        return _drawn_apart(content)
    finally:
        DRAWN_AT_ONCE.release()


def _drawn_apart(content: bytes) -> Drawn:
    """What `drawing` makes of it in a process of its own."""
    numbers = (MOST_PIXELS, *SIZES.values(), QUALITY)
    program = [sys.executable, "-P", drawing.__file__, *map(str, numbers)]
    try:
        done = subprocess.run(  # noqa: S603 -- our own program, numbers of our own
            program, input=content, capture_output=True, timeout=LONGEST_DRAWN, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise BadPhoto from error
    if done.returncode == drawing.TOO_LARGE:
        raise PhotoTooLarge
    if done.returncode != drawing.DRAWN:
        raise BadPhoto
    width, height, large, small = drawing.HEAD.unpack_from(done.stdout)
    first = drawing.HEAD.size
    both = done.stdout[first : first + large], done.stdout[first + large :]
    if len(both[1]) != small:
        raise BadPhoto
    return Drawn(width, height, dict(zip(SIZES, both, strict=True)))

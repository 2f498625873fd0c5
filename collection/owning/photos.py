"""Photos of pieces: read with care, written anew without anything but the picture, in two sizes.

Nothing of what was sent is kept, neither its name nor its bytes: what can be read as a picture is
drawn again, so that neither a place in its EXIF nor a file inside the file stays.
"""

import shutil
import warnings
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db import transaction
from PIL import Image, ImageOps

from collection.models import Collection, Copy, Holding, Photo
from collection.owning.pieces import Piece
from collection.owning.services import NotAllowed

FORMATS = ("JPEG", "PNG", "WEBP")
LARGEST_FILE = 12_000_000
MOST_PIXELS = 50_000_000
MOST_OF_A_PIECE = 12
MOST_OF_A_COLLECTION = 2_000

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
    """The piece, or the collection, has as many photos as it may."""


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

    Raises NotAllowed, NoSuchCopy, BadPhoto, PhotoTooLarge and TooManyPhotos.
    """
    drawn = _drawn_anew(file)
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
        all_photos = Photo.objects.filter(collection=collection)
        if (
            all_photos.filter(**place).count() >= MOST_OF_A_PIECE
            or all_photos.count() >= MOST_OF_A_COLLECTION
        ):
            raise TooManyPhotos
        photo = Photo.objects.create(
            collection=collection,
            copy_id=copy_id,
            width=drawn["large"].width,
            height=drawn["large"].height,
            added=now,
            **place,
        )
        for size, image in drawn.items():
            path = photo_path(photo, size)
            path.parent.mkdir(parents=True, exist_ok=True)
            image.save(path, ENDING.upper(), quality=QUALITY)
    return photo


def remove_photo(*, collection: Collection, actor: Any, public_id: str) -> None:
    """Delete a photo with its files, which nothing brings back; raises NotAllowed."""
    with transaction.atomic():
        if not Collection.objects.editable_by(actor).filter(pk=collection.pk).exists():
            raise NotAllowed
        photo = Photo.objects.filter(collection=collection, public_id=public_id).first()
        if photo is None:
            return
        paths = [photo_path(photo, size) for size in SIZES]
        photo.delete()
        transaction.on_commit(lambda: _remove_files(paths))


def remove_folder(collection_id: str) -> None:
    """Delete every photo file of a collection that is gone."""
    shutil.rmtree(_folder(collection_id), ignore_errors=True)


def photo_path(photo: Photo, size: str) -> Path:
    """Where a size of a photo is kept; both parts of the name are ids of our own."""
    return _folder(photo.collection.public_id) / f"{photo.public_id}-{size}.{ENDING}"


def _folder(collection_id: str) -> Path:
    return Path(settings.MEDIA_ROOT) / "photos" / collection_id


def _remove_files(paths: list[Path]) -> None:
    for path in paths:
        path.unlink(missing_ok=True)


def _drawn_anew(file: IO[Any]) -> dict[str, Image.Image]:
    """The picture in each size, upright and without anything that came beside it."""
    content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise PhotoTooLarge
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(BytesIO(content), formats=FORMATS) as checked:
                if checked.width * checked.height > MOST_PIXELS:
                    raise PhotoTooLarge
                checked.verify()
            with Image.open(BytesIO(content), formats=FORMATS) as picture:
                picture.draft("RGB", (SIZES["large"], SIZES["large"]))
                upright = ImageOps.exif_transpose(picture).convert("RGB")
    except PhotoTooLarge:
        raise
    except Image.DecompressionBombError as error:
        raise PhotoTooLarge from error
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        raise BadPhoto from error
    return {size: _fitted(upright, longest) for size, longest in SIZES.items()}


def _fitted(picture: Image.Image, longest: int) -> Image.Image:
    """A copy with the pixels only, no longer than so much on its longer side."""
    bare = Image.new("RGB", picture.size)
    bare.paste(picture)
    bare.thumbnail((longest, longest))
    return bare

"""How much room somebody's photos take."""

from typing import Any

from django.db.models import Sum

from collection.owning.models import Photo

MEGABYTE = 1_000_000


def bytes_of(owner: Any) -> int:
    """What the photos in somebody's collections take on the disk; one query."""
    photos = Photo.objects.filter(collection__owner=owner)
    return photos.aggregate(taken=Sum("size"))["taken"] or 0

"""The photos that owners show of figures."""

from typing import Any

from django.db.models import QuerySet

from collection.catalogue.models import Figure
from collection.owning.models import ShownPhoto


def photo_of(figure: Figure) -> ShownPhoto | None:
    """The best photo shown of a figure: the one with the most pixels, of equals the newest. One
    query."""
    rows = _seen().filter(
        photo__system=figure.system,
        photo__set_code=figure.set.code,
        photo__number=figure.number,
    )
    return rows.order_by("-side", "-since", "-pk").first()


def shown_photo(public_id: str, reader: Any = None) -> ShownPhoto | None:
    """A photo that is shown; its owner and moderators see it while it is hidden. One query."""
    rows = ShownPhoto.objects.select_related("photo__collection").filter(public_id=public_id)
    shown = rows.first()
    if shown is None or not shown.hidden:
        return shown
    owns = shown.photo.collection.owner_id == getattr(reader, "pk", None)
    moderates = reader is not None and reader.has_perm("collection.view_shownphoto")
    return shown if owns or moderates else None


def _seen() -> QuerySet[ShownPhoto]:
    return ShownPhoto.objects.filter(hidden=False).select_related("photo")

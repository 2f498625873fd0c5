"""The sample collection: what it holds, and having one."""

from datetime import datetime
from functools import cache, partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from collection.catalogue.game import SYSTEM, read_json_file
from collection.catalogue.pieces import find_piece
from collection.common.people import hold
from collection.owning import edits
from collection.owning.models import Collection
from collection.owning.services.changes import Edit, NotAllowed, apply
from collection.owning.services.collections import create_collection, delete_collection

FILE = settings.BASE_DIR / "fixtures" / "starting" / "collection.json"


@cache
def pieces() -> dict[str, int]:
    """How many there are of each figure and card, by id."""
    return dict(read_json_file(FILE)["pieces"])


def sample_of(owner: Any) -> Collection | None:
    """The sample somebody has."""
    return Collection.objects.owned_by(owner).filter(is_sample=True).first()


@transaction.atomic
def try_sample(*, owner: Any, now: datetime) -> Collection:
    """The sample somebody has, or a new one; raises TooManyCollections."""
    hold(owner)
    if found := sample_of(owner):
        return found
    made = create_collection(owner=owner, name=_("Sample collection"))
    Collection.objects.filter(pk=made.pk).update(is_sample=True)
    known = ((find_piece(SYSTEM, item), count) for item, count in pieces().items())
    changes = [
        Edit(piece, partial(edits.set_amounts, owned=count)) for piece, count in known if piece
    ]
    apply(collection=made, actor=owner, edits=changes, now=now, label=made.name)
    made.refresh_from_db()
    return made


def throw_away(*, collection: Collection, actor: Any) -> None:
    """Delete a sample with everything in it; raises NotAllowed for what is none."""
    if not collection.is_sample:
        raise NotAllowed
    delete_collection(collection=collection, actor=actor)

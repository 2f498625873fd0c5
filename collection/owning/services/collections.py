"""Collections themselves: making, naming, locking and deleting them."""

from typing import Any

from django.db import transaction

from collection.common.deleting import delete_whole
from collection.common.people import hold
from collection.common.quotas import most
from collection.owning.models import Collection
from collection.owning.services.changes import NotAllowed


class TooManyCollections(Exception):
    """The person keeps as many collections as the site allows."""


@transaction.atomic
def create_collection(*, owner: Any, name: str, currency: str = "EUR") -> Collection:
    """A new empty collection; raises TooManyCollections."""
    hold(owner)
    if Collection.objects.owned_by(owner).count() >= most("collections"):
        raise TooManyCollections
    return Collection.objects.create(owner=owner, name=name, currency=currency)


def change_settings(*, collection: Collection, actor: Any, name: str, currency: str) -> None:
    """Call a collection something else; raises NotAllowed."""
    _own(collection, actor).update(name=name, currency=currency)


def set_locked(*, collection: Collection, actor: Any, locked: bool) -> None:
    """Lock a collection against slips, or open it; its editors may. Raises NotAllowed."""
    changed = Collection.objects.editable_by(actor).filter(pk=collection.pk).update(locked=locked)
    if not changed:
        raise NotAllowed


def delete_collection(*, collection: Collection, actor: Any) -> None:
    """Delete a collection with its history, which nothing brings back; raises NotAllowed."""
    delete_whole(_own(collection, actor))


def _own(collection: Collection, actor: Any) -> Any:
    own = Collection.objects.owned_by(actor).filter(pk=collection.pk)
    if not own.exists():
        raise NotAllowed
    return own

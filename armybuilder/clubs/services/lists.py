"""A collection's wants and for-trade amounts, as anybody with its link may see them.

Where copies are, what they cost, who has them and what their owner notes never gets here.
"""

import secrets
from typing import Any

from django.db import transaction

from armybuilder.clubs.models import TradeList
from collection.owning.models import Collection
from collection.owning.services.changes import NotAllowed


@transaction.atomic
def set_link(*, collection: Collection, actor: Any, on: bool) -> TradeList:
    """Give the lists a new link, or none; an old link opens nothing any more.

    Raises NotAllowed for anybody but the owner.
    """
    found = _own_list(collection, actor)
    found.token = secrets.token_urlsafe(24) if on else ""
    found.save(update_fields=["token"])
    return found


@transaction.atomic
def set_partners(*, collection: Collection, actor: Any, partners: str) -> TradeList:
    """Say with whom the collection is matched for trades; raises NotAllowed."""
    found = _own_list(collection, actor)
    found.partners = partners
    found.save(update_fields=["partners"])
    return found


def _own_list(collection: Collection, actor: Any) -> TradeList:
    """The row of a person's own collection; raises NotAllowed."""
    if not Collection.objects.owned_by(actor).filter(pk=collection.pk).exists():
        raise NotAllowed
    return TradeList.objects.get_or_create(collection=collection)[0]

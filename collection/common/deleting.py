"""Deleting what others may just be adding to."""

from typing import Any

from django.db import transaction
from django.db.models import QuerySet


@transaction.atomic
def delete_whole(rows: QuerySet[Any]) -> int:
    """Delete rows with all that hangs on them; returns how many of them there were.

    They are held first, so that nothing comes to hang on them between its deletion and theirs.
    """
    found = rows.order_by("pk").select_for_update(of=("self",)).values_list("pk", flat=True)
    held = list(found)
    rows.model._default_manager.filter(pk__in=held).delete()
    return len(held)

"""Who may see a battle group besides its owner."""

import secrets

from django.db import transaction
from django.utils import timezone

from armybuilder.groups.models import BattleGroup, Visibility


class AccountNeeded(Exception):
    """Only a member shows a group to everybody."""


def set_visibility(*, group: BattleGroup, visibility: Visibility) -> BattleGroup:
    """Make a group private, readable by its link, or public; raises AccountNeeded.

    A link stays the same between the two; a private group loses it, and a later one is another.
    """
    with transaction.atomic():
        current = BattleGroup.objects.select_for_update().get(pk=group.pk)
        public = visibility == Visibility.PUBLIC
        if public and current.owner_id is None:
            raise AccountNeeded
        if visibility == Visibility.PRIVATE:
            current.share_token = ""
        elif not current.share_token:
            current.share_token = secrets.token_urlsafe(16)
        if not public:
            current.published = None
        elif current.published is None:
            current.published = timezone.now()
        current.visibility = visibility
        current.save(update_fields=["visibility", "share_token", "published"])
    return current

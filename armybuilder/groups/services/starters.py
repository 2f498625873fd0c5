"""Publishing the groups that come with the site, as those of the house."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from armybuilder.groups.models import BattleGroup, Visibility
from armybuilder.groups.present.games import todays_digests
from armybuilder.groups.present.starters import Starter
from armybuilder.groups.services.groups import (
    accept_data,
    create_group,
    delete_group,
    replace_document,
)
from armybuilder.site.accounts.house import house
from armybuilder.site.models import Owner
from collection.common.folding import fold


@dataclass(frozen=True)
class Published:
    """How many groups were made, changed and taken away."""

    made: int = 0
    changed: int = 0
    gone: int = 0


@transaction.atomic
def publish_starters(starters: Mapping[str, Starter]) -> Published:
    """Bring the groups of the house to what the file says, judged by today's data; those of people
    are left alone. Raises HouseTaken."""
    owner = Owner(house())
    kept = {group.share_token: group for group in BattleGroup.objects.for_owner(owner)}
    made = changed = gone = 0
    for key, starter in reversed(list(starters.items())):
        group = kept.pop(key, None)
        if group is None:
            group = create_group(owner=owner, document=starter.document)
            _publish(group, key)
            made += 1
        elif group.document != starter.document:
            replace_document(group=group, document=starter.document)
            changed += 1
        elif todays_digests(group):
            accept_data(group=group, version=group.version)
            changed += 1
        _find_by_names(group, starter)
    for group in kept.values():
        delete_group(group=group)
        gone += 1
    return Published(made, changed, gone)


def _find_by_names(group: BattleGroup, starter: Starter) -> None:
    """Let a group be found by what it is called and how it is played, in either language."""
    group.refresh_from_db(fields=["search_text"])
    words = fold(" ".join((*starter.names.values(), *starter.ways.values())))
    if words not in group.search_text:
        group.search_text = f"{group.search_text} {words}"
        group.save(update_fields=["search_text"])


def _publish(group: BattleGroup, key: str) -> None:
    group.visibility = Visibility.PUBLIC
    group.share_token = key
    group.published = timezone.now()
    group.save(update_fields=["visibility", "share_token", "published"])

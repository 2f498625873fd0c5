"""Everything the site keeps of one member, as plain values for a download."""

from collections.abc import Callable
from typing import Any

from armybuilder.clubs.selectors.personal import club_evenings, clubs_of, trades_of
from armybuilder.groups.selectors.personal import battle_groups, event_formats, reservations
from armybuilder.jobs.selectors import job_data
from armybuilder.library.selectors import library_data
from armybuilder.moderation.selectors import moderation_data
from armybuilder.offline.selectors import came_back_data
from armybuilder.push.selectors import device_data
from armybuilder.scenarios.selectors import scenario_data
from armybuilder.site.accounts.selectors import account_data, audit_data, token_data
from armybuilder.site.blocks.selectors import blocks_data
from armybuilder.site.models import User
from armybuilder.skirmishes.selectors import notes_data, skirmish_data
from collection.catalogue.entering.personal import contributions
from collection.owning.selectors.personal import collections_of, memberships_of

PARTS: dict[str, Callable[[User], Any]] = {
    "account": account_data,
    "battle_groups": battle_groups,
    "reservations": reservations,
    "collections": collections_of,
    "shared_collections": memberships_of,
    "clubs": clubs_of,
    "club_evenings": club_evenings,
    "trades": trades_of,
    "event_formats": event_formats,
    "skirmishes": skirmish_data,
    "notes": notes_data,
    "blocked": blocks_data,
    "scenarios": scenario_data,
    "library": library_data,
    "came_back_from_devices": came_back_data,
    "long_work": job_data,
    "notices_on_devices": device_data,
    "tokens": token_data,
    "what_happened": audit_data,
    "moderation": moderation_data,
    "contributions": contributions,
}


def personal_data(*, user: User) -> dict[str, Any]:
    """One entry for each kind of thing kept; a new kind adds its selector to PARTS."""
    return {name: part(user) for name, part in PARTS.items()}

"""A finished skirmish: how it was won, what it left behind, and its report as a file."""

from typing import Any

from django.urls import reverse

from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.selectors import numbered_events
from armybuilder.systems.age_of_destruction.present.aftermath import aftermath
from armybuilder.systems.age_of_destruction.present.finish import finish
from armybuilder.systems.age_of_destruction.present.tables import Table, table_after


def ending_of(skirmish: Skirmish, at: Table) -> dict[str, Any]:
    """How a finished game was won, and what it left behind."""
    steps = numbered_events(skirmish=skirmish)
    start = table_after(skirmish, []).state
    own = {"system": skirmish.system, "public_id": skirmish.public_id}
    return {
        "is_own": True,
        "replay_url": reverse("skirmish_replay", kwargs=own),
        "finish": finish(at, [happened for _, happened in steps], skirmish.played),
        "aftermath": aftermath(at, start, steps),
    }

"""Reading skirmishes: always through whoever started them."""

from typing import Any

from django.db.models import QuerySet

from armybuilder.models import Owner, Skirmish, SkirmishStep

#: Log lines come from so many last steps; the whole log has a page of its own.
RECENT_STEPS = 12


def skirmishes_of(*, owner: Owner) -> QuerySet[Skirmish]:
    """The owner's skirmishes, the last played first, without their states."""
    return Skirmish.objects.for_owner(owner).defer("state", "start")


def recent_events(*, skirmish: Skirmish, steps: int = RECENT_STEPS) -> list[Any]:
    """The events of the last steps, the first one first."""
    newest = skirmish.steps.order_by("-number").values_list("events", flat=True)[:steps]
    return list(reversed(newest))


def all_events(*, skirmish: Skirmish) -> list[Any]:
    """The events of every step."""
    return list(skirmish.steps.values_list("events", flat=True))


def last_step(*, skirmish: Skirmish) -> SkirmishStep | None:
    """The step taken last."""
    return skirmish.steps.order_by("-number").first()

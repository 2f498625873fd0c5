"""Reading scenarios: always through whoever owns them."""

from typing import Any

from django.db.models import Q, QuerySet

from armybuilder.scenarios.models import Scenario
from armybuilder.site.models import Owner, User


def scenarios_of(*, owner: Owner) -> QuerySet[Scenario]:
    """The owner's scenarios without what they hold, the last changed first."""
    return Scenario.objects.for_owner(owner).defer("document")


def scenarios_after(*, owner: Owner, after: str, length: int) -> tuple[list[Scenario], str]:
    """So many of the owner's scenarios, the last changed first, after that with the public id
    `after`; and the id the next ones begin after, "" where there are none."""
    own = scenarios_of(owner=owner)
    last = own.filter(public_id=after).first() if after else None
    if last is not None:
        own = own.filter(Q(updated__lt=last.updated) | Q(updated=last.updated, pk__lt=last.pk))
    found = list(own[: length + 1])
    return found[:length], found[length - 1].public_id if len(found) > length else ""


def ways_of(*, scenario: Scenario) -> tuple[bool, bool]:
    """Whether there is a step to go back to, and one undone to do again."""
    numbers = list(
        scenario.steps.filter(number__in=(scenario.step - 1, scenario.step + 1)).values_list(
            "number", flat=True
        )
    )
    return scenario.step - 1 in numbers, scenario.step + 1 in numbers


def scenario_data(user: User) -> list[dict[str, Any]]:
    """Every scenario as plain values for a download."""
    return [
        {
            "id": scenario.public_id,
            "title": scenario.title,
            "document": scenario.document,
            "link": scenario.share_token,
            "created": scenario.created.isoformat(),
            "updated": scenario.updated.isoformat(),
        }
        for scenario in Scenario.objects.for_owner(Owner(user))
    ]

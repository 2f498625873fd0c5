"""Reading scenarios: always through whoever owns them."""

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from armybuilder.scenarios.models import Scenario, ScenarioStep
from armybuilder.site.models import Owner, User


def scenarios_of(*, owner: Owner) -> QuerySet[Scenario]:
    """The owner's scenarios without what they hold, the last changed first."""
    return Scenario.objects.for_owner(owner).defer("document")


def scenarios_to_draw(*, owner: Owner) -> QuerySet[Scenario]:
    """The owner's scenarios with whether there is a step to go back to, and one undone to do
    again."""
    steps = ScenarioStep.objects.filter(scenario=OuterRef("pk"))
    ways = {"can_undo": OuterRef("step") - 1, "can_redo": OuterRef("step") + 1}
    found = {name: Exists(steps.filter(number=number)) for name, number in ways.items()}
    return Scenario.objects.for_owner(owner).annotate(**found)


def scenarios_after(*, owner: Owner, after: str, length: int) -> tuple[list[Scenario], str]:
    """So many of the owner's scenarios, the last changed first, after that with the public id
    `after`; and the id the next ones begin after, "" where there are none."""
    own = scenarios_of(owner=owner)
    last = own.filter(public_id=after).first() if after else None
    if last is not None:
        own = own.filter(Q(updated__lt=last.updated) | Q(updated=last.updated, pk__lt=last.pk))
    found = list(own[: length + 1])
    return found[:length], found[length - 1].public_id if len(found) > length else ""


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

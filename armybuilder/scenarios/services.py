"""Keeping, changing, sharing and deleting scenarios.

Documents come read from `present.documents`. Every change names the version it was made for, so
that a stale tab overwrites nothing unseen.
"""

import secrets
from typing import Any

from django.db import transaction

from armybuilder.groups.services.groups import StaleVersion
from armybuilder.scenarios.models import Scenario, ScenarioStep
from armybuilder.site.models import Owner, User
from collection.common.deleting import delete_whole
from collection.common.quotas import most

#: How far back drawing can be undone: so many steps, and so many characters of them in all.
MOST_STEPS = 100
MOST_CHARACTERS = 2_000_000

Document = dict[str, Any]


class TooManyScenarios(Exception):
    """The owner keeps as many scenarios as the site allows."""


class NoSuchStep(Exception):
    """There is nothing to undo, or nothing undone to do again."""


def keep_scenario(
    *, owner: Owner, system: str, title: str, document: Document, size: int
) -> Scenario:
    """Keep a new scenario, `size` characters long as JSON; raises TooManyScenarios."""
    with transaction.atomic():
        owner.hold()
        if Scenario.objects.for_owner(owner).count() >= most("scenarios"):
            raise TooManyScenarios
        scenario = Scenario.objects.create(
            owner=owner.member,
            visitor="" if owner.member else owner.visitor,
            system=system,
            title=title,
            document=document,
        )
        ScenarioStep.objects.create(scenario=scenario, number=0, document=document, size=size)
    return scenario


def change_scenario(
    *, scenario: Scenario, version: int | None, title: str, document: Document, size: int
) -> Scenario:
    """Take a step of drawing; what was undone before it is forgotten. An equal document is none.

    Without a version whatever is there is replaced. Raises StaleVersion, and Scenario.DoesNotExist
    for one deleted meanwhile.
    """
    with transaction.atomic():
        current = _lock(scenario, version)
        if document == current.document:
            return current
        current.steps.filter(number__gt=current.step).delete()
        current.step += 1
        ScenarioStep.objects.create(
            scenario=current, number=current.step, document=document, size=size
        )
        _forget_old_steps(current)
        return _show(current, title, document)


def go_to_step(*, scenario: Scenario, version: int, ahead: int, titled: Any) -> Scenario:
    """Undo a step, or do one again that was undone; `titled` gives the title of a document.

    Raises StaleVersion, NoSuchStep, Scenario.DoesNotExist.
    """
    with transaction.atomic():
        current = _lock(scenario, version)
        step = current.steps.filter(number=current.step + ahead).first()
        if step is None:
            raise NoSuchStep
        current.step = step.number
        return _show(current, titled(step.document), step.document)


def share_scenario(*, scenario: Scenario) -> None:
    """Give a scenario a link by which anybody plays and copies it."""
    token = secrets.token_urlsafe(16)
    Scenario.objects.filter(pk=scenario.pk, share_token="").update(share_token=token)


def withdraw_link(*, scenario: Scenario) -> None:
    """Let the link of a scenario open nothing any more; a later one is another."""
    Scenario.objects.filter(pk=scenario.pk).update(share_token="")


def delete_scenario(*, scenario: Scenario, version: int | None = None) -> None:
    """Delete a scenario with its steps; raises StaleVersion."""
    with transaction.atomic():
        current = _lock(scenario, version)
        delete_whole(Scenario.objects.filter(pk=current.pk))


def claim_scenarios(*, member: User, visitor: str) -> int:
    """Hand what a visitor drew to the member they turned out to be; returns how many."""
    if not visitor:
        return 0
    return Scenario.objects.filter(visitor=visitor).update(owner=member, visitor="")


def _lock(scenario: Scenario, version: int | None) -> Scenario:
    current = Scenario.objects.select_for_update().get(pk=scenario.pk)
    if version is not None and current.version != version:
        raise StaleVersion
    return current


def _show(current: Scenario, title: str, document: Document) -> Scenario:
    current.document = document
    current.title = title
    current.version += 1
    current.save(update_fields=["document", "title", "step", "version", "updated"])
    return current


def _forget_old_steps(current: Scenario) -> None:
    """Keep the newest steps within the bounds, and always the last two."""
    total = 0
    newest = current.steps.order_by("-number").values_list("number", "size")
    for place, (number, size) in enumerate(newest):
        total += size
        if place > 1 and (place >= MOST_STEPS or total > MOST_CHARACTERS):
            current.steps.filter(number__lte=number).delete()
            return

"""Starting skirmishes, taking orders, taking them back.

Every change names the version it was made for, so that a request that comes twice or late changes
nothing. What is legal is asked of `armybuilder.adapters.skirmishes`.
"""

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction

from armybuilder.adapters.skirmishes.tables import (
    Opening,
    Table,
    Taken,
    beginning,
    commanded,
    new_dice,
    replayed,
    table_of,
    take,
    waits_for_nobody,
)
from armybuilder.models import Owner, Skirmish, SkirmishStep, User
from armybuilder.services.groups import StaleVersion

#: How many skirmishes one member or visitor may keep.
MOST_SKIRMISHES = 200
#: Orders of one skirmish; more are nobody's game.
MOST_STEPS = 5000

Seats = Mapping[str, Mapping[str, str]]


class TooManySkirmishes(Exception):
    """The owner keeps as many skirmishes as the site allows."""


class NotTheirTurn(Exception):
    """The seat that acts now belongs to somebody else."""


class CannotTakeBack(Exception):
    """There is no order to take back, or dice have fallen and the other side does not agree."""


def start_skirmish(
    *, owner: Owner, title: str, opening: Opening, seats: Seats, open_dials: bool = True
) -> Skirmish:
    """Keep a new skirmish with dice of its own; raises TooManySkirmishes."""
    with transaction.atomic():
        if Skirmish.objects.for_owner(owner).count() >= MOST_SKIRMISHES:
            raise TooManySkirmishes
        skirmish = Skirmish.objects.create(
            owner=owner.member,
            visitor="" if owner.member else owner.visitor,
            title=title,
            start=opening.start,
            state=opening.state,
            ruleset=opening.ruleset,
            catalogue=opening.catalogue,
            seats=seats,
            dice=new_dice(secrets.randbits(63)),
            open_dials=open_dials,
        )
        table = table_of(skirmish)
        if waits_for_nobody(table):
            _keep(skirmish, take(table, beginning(), skirmish.dice))
    return skirmish


def give_order(*, skirmish: Skirmish, version: int, choose: Callable[[Table], Any]) -> SkirmishStep:
    """Take the order a person chooses for the seat that acts.

    Raises StaleVersion, NotTheirTurn when a commander plays that seat, and what `take` raises.
    """
    with transaction.atomic():
        current = _lock(skirmish, version)
        table = table_of(current)
        if table.commander:
            raise NotTheirTurn
        return _keep(current, take(table, choose(table), current.dice))


def let_commander_act(*, skirmish: Skirmish, version: int, stands_in: bool = False) -> SkirmishStep:
    """Let the commander of the seat that acts give one order; where `stands_in`, also for a person
    in the set-up. Raises StaleVersion and NotTheirTurn."""
    with transaction.atomic():
        current = _lock(skirmish, version)
        table = table_of(current)
        if table.is_over or not (table.commander or (stands_in and table.state.preparation)):
            raise NotTheirTurn
        return _keep(current, take(table, commanded(table, secrets.randbits(63)), current.dice))


def take_back(*, skirmish: Skirmish, version: int, agreed: bool = False) -> Skirmish:
    """Take the last order back; one that rolled dice only where the other side has `agreed`. The
    dice go on where they are. Raises StaleVersion and CannotTakeBack."""
    with transaction.atomic():
        current = _lock(skirmish, version)
        last = current.steps.order_by("-number").first()
        if last is None or last.number == 1 or (last.faces and not agreed):
            raise CannotTakeBack
        last.delete()
        kept = list(current.steps.values_list("events", flat=True))
        current.state = replayed(current.start, kept)
        current.winner = ""
        current.version += 1
        current.save(update_fields=["state", "winner", "version", "updated"])
    return current


def delete_skirmish(*, skirmish: Skirmish) -> None:
    """Delete a skirmish with its steps."""
    skirmish.delete()


def claim_skirmishes(*, member: User, visitor: str) -> int:
    """Hand what a visitor played to the member they turned out to be; returns how many."""
    if not visitor:
        return 0
    return Skirmish.objects.filter(visitor=visitor).update(owner=member, visitor="")


def _lock(skirmish: Skirmish, version: int) -> Skirmish:
    current = Skirmish.objects.select_for_update().get(pk=skirmish.pk)
    if current.version != version:
        raise StaleVersion
    return current


def _keep(current: Skirmish, taken: Taken) -> SkirmishStep:
    number = (current.steps.order_by("-number").values_list("number", flat=True).first() or 0) + 1
    if number > MOST_STEPS:
        raise TooManySkirmishes
    current.state = taken.state
    current.dice = taken.dice
    current.winner = taken.winner
    current.version += 1
    current.save(update_fields=["state", "dice", "winner", "version", "updated"])
    return SkirmishStep.objects.create(
        skirmish=current,
        number=number,
        player=taken.player,
        order=taken.order,
        faces=taken.faces,
        events=taken.events,
        fingerprint=taken.fingerprint,
    )

"""Games that come off others: a branch after any step, and a game from a file.

A branch copies nothing that was played before; it keeps where it stands, and reads the rest where
it lies (`lines`).
"""

import secrets
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from armybuilder.site.models import Owner
from armybuilder.skirmishes.lines import course, cut, within
from armybuilder.skirmishes.models import Skirmish, SkirmishLine, SkirmishStep, SkirmishStretch
from armybuilder.skirmishes.present.beginnings import kept_standing
from armybuilder.skirmishes.present.games import game_after
from armybuilder.skirmishes.present.importing import Reopened, WentOn
from armybuilder.skirmishes.selectors import way_to
from armybuilder.skirmishes.services import (
    NotTheirTurn,
    Seats,
    create_skirmish,
    keep_by_itself,
    room_for_another,
    save_moment,
)


class NothingToBranch(Exception):
    """After the end of a game there is nothing to do otherwise, and after a step it has not there
    is nothing at all."""


def branch_off(
    *, owner: Owner, skirmish: Skirmish, step: int, seats: Seats, same_dice: bool
) -> Skirmish:
    """A new game from what another was after a step; with the `same_dice` as long as its orders
    are those given there. Raises TooManySkirmishes and NothingToBranch."""
    with transaction.atomic():
        room_for_another(owner)
        trunk = Skirmish.objects.select_for_update().get(pk=skirmish.pk)
        count = trunk.steps.count()
        if step > count:
            raise NothingToBranch
        way = way_to(skirmish=trunk, step=step)
        rows = [(row.order, row.faces, row.events, row.fingerprint) for row in way.rows]
        match = game_after(trunk, rows, way.state).match
        standing = kept_standing(match)
        if standing["over"]:
            raise NothingToBranch
        branch = Skirmish.objects.create(
            owner=owner.member,
            visitor="" if owner.member else owner.visitor,
            system=trunk.system,
            title=trunk.title,
            start=trunk.start,
            seed=trunk.seed,
            state=match.state(),
            sides=trunk.sides,
            ruleset=trunk.ruleset,
            catalogue=trunk.catalogue,
            records=trunk.records,
            seats=seats,
            dice=str(secrets.randbits(64)),
            open_dials=trunk.open_dials,
            line=SkirmishLine.objects.create(),
            shared=step,
            parent=trunk,
            branched=step,
            tree=trunk.root,
            same_dice=same_dice,
            **standing,
        )
        reads = [*within(course(trunk, count), 0, step)]
        if same_dice:
            reads += [_ahead(part) for part in within(course(trunk, count), step, count)]
        for part in reads:
            part.skirmish = branch
        SkirmishStretch.objects.bulk_create(reads)
        keep_by_itself(branch)
    return branch


def _ahead(part: SkirmishStretch) -> SkirmishStretch:
    part.ahead = True
    return part


def keep_reopened(*, owner: Owner, title: str, seats: Seats, reopened: Reopened) -> Skirmish:
    """Keep a game from a file, which may be seen however far it went; raises TooManySkirmishes."""
    shown = {"consents": sorted(seats), "shown": True}
    return keep_played(owner=owner, title=title, seats=seats, reopened=reopened, **shown)


def keep_played(
    *, owner: Owner, title: str, seats: Seats, reopened: Reopened, **more: Any
) -> Skirmish:
    """Keep a game that was played elsewhere, as somebody's own; raises TooManySkirmishes."""
    with transaction.atomic():
        skirmish = create_skirmish(owner, reopened.opening, title=title, seats=seats, **more)
        _keep_steps(skirmish, reopened, 1)
    return skirmish


def keep_going(*, skirmish: Skirmish, went: WentOn) -> Skirmish:
    """Let a game go on as it did elsewhere; what it was here after the two parted is gone. Raises
    NotTheirTurn for one that has come to be played at several screens."""
    with transaction.atomic():
        current = Skirmish.objects.select_for_update().get(pk=skirmish.pk)
        if current.is_live or current.terms:
            raise NotTheirTurn
        cut(current, went.after + 1)
        _keep_steps(current, went, went.after + 1)
        save_moment(current, went.state, went.standing)
    return current


def _keep_steps(skirmish: Skirmish, played: Reopened | WentOn, first: int) -> None:
    SkirmishStep.objects.bulk_create(_rows(skirmish, played, first), batch_size=200)


def _rows(skirmish: Skirmish, played: Reopened | WentOn, first: int) -> Sequence[SkirmishStep]:
    now = timezone.now()
    return [
        SkirmishStep(
            line_id=skirmish.line_id,
            number=number,
            player=player,
            order=taken.order,
            faces=list(taken.faces),
            events=list(taken.events),
            fingerprint=taken.fingerprint,
            state=played.states.get(number),
            taken=now,
        )
        for number, (player, taken) in enumerate(played.steps, start=first)
    ]

"""Starting skirmishes, taking orders, taking them back.

Every change names the version it was made for, so that a request that comes twice or late changes
nothing. What is legal is asked of `armybuilder.skirmishes.present`.
"""

import logging
import secrets
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from armybuilder.groups.services.groups import StaleVersion, keep_records
from armybuilder.site.models import Owner, User
from armybuilder.skirmishes.models import Skirmish, SkirmishStep
from armybuilder.skirmishes.present.beginnings import (
    Document,
    Opening,
    kept_standing,
    opened,
    play_at,
)
from armybuilder.skirmishes.present.clock import (
    by_the_clock,
    call_due,
    calls_time,
    seconds_played,
)
from armybuilder.skirmishes.present.games import (
    Game,
    GameStuck,
    OrderRefused,
    commanded,
    explained,
    game_after,
    game_of,
    take,
)
from armybuilder.skirmishes.present.words import versus
from armybuilder.skirmishes.selectors import first_steps, undo_of
from collection.common.deleting import delete_whole

#: How many skirmishes one member or visitor may keep.
MOST_SKIRMISHES = 200
#: Orders of one skirmish; more are nobody's game.
MOST_STEPS = 5000
#: Pieces and units that are placed in one go where a commander finishes a set-up.
MOST_PLACED = 60
#: Seconds after which a commander who has not answered is forgotten.
LONGEST_THOUGHT = 30

Seats = Mapping[str, Mapping[str, str]]

logger = logging.getLogger("armybuilder.skirmishes")


#: The state is kept of every so many steps.
KEPT_EVERY = 25


class TooManySkirmishes(Exception):
    """The owner keeps as many skirmishes as the site allows."""


class GameTooLong(Exception):
    """A game has as many orders as the site keeps."""


class NotTheirTurn(Exception):
    """The seat that acts now belongs to somebody else."""


class TimeIsUp(Exception):
    """Nothing is ordered any more until somebody calls time, which may end the game."""


class NotOver(Exception):
    """A game that goes on is shown to nobody else."""


class CannotTakeBack(Exception):
    """There is no order to take back, or dice have fallen and the other side does not agree."""


def start_skirmish(
    *, owner: Owner, title: str, opening: Opening, seats: Seats, open_dials: bool = True
) -> Skirmish:
    """Keep a new skirmish; raises TooManySkirmishes."""
    with transaction.atomic():
        owner.hold()
        if Skirmish.objects.for_owner(owner).count() >= MOST_SKIRMISHES:
            raise TooManySkirmishes
        keep_records(opening.kept)
        skirmish = Skirmish.objects.create(
            owner=owner.member,
            visitor="" if owner.member else owner.visitor,
            system=opening.system,
            title=title,
            start=opening.start,
            seed=opening.seed,
            state=opening.state,
            sides=opening.sides,
            ruleset=opening.ruleset,
            catalogue=opening.catalogue,
            records=opening.records,
            seats=seats,
            dice=opening.dice,
            open_dials=open_dials,
            **opening.standing,
        )
        game = game_of(skirmish)
        if order := game.match.by_itself():
            _keep(skirmish, game, order, by_itself=True)
    return skirmish


def give_order(
    *, skirmish: Skirmish, version: int, order: Document, instead: int | None = None
) -> SkirmishStep:
    """Take the order a person gives for the seat that acts. In the set-up it may stand `instead` of
    a step with that number, what came after which is done again. Time may be called in anybody's
    turn.

    Raises StaleVersion, NotTheirTurn when a commander plays that seat, TimeIsUp, and what `take`
    raises; what is no order is none of a commander's either.
    """
    with transaction.atomic():
        current = _lock(skirmish, version)
        game = game_of(current)
        calls = calls_time(game, order)
        if not calls and (game.commander or game.speaks_for_a_commander(order)):
            explained(game, order)
            raise NotTheirTurn
        if not calls and _call_due(current, game):
            raise TimeIsUp
        if instead is not None and game.standing.preparing:
            return _give_instead(current, instead, order)
        return _keep(current, game, order)


def _give_instead(current: Skirmish, number: int, order: Document) -> SkirmishStep:
    """Take the order in the place of a step, and what came after it again; raises OrderRefused for
    the order also where only that no longer goes."""
    later = [row.order for row in current.steps.filter(number__gt=number)]
    current.steps.filter(number__gte=number).delete()
    match = game_after(current, first_steps(skirmish=current)).match
    _save(current, match.state(), kept_standing(match))
    taken = _keep(current, game_of(current), order)
    try:
        for each in later:
            _keep(current, game_of(current), each)
    except OrderRefused as error:
        raise OrderRefused(order) from error
    return taken


def let_commander_act(*, skirmish: Skirmish, version: int, stands_in: bool = False) -> SkirmishStep:
    """Let the commander of the seat that acts give one order; where `stands_in`, also for a person
    in the set-up.

    He thinks before anything is locked, and one at a time about a game; whatever happens to the
    game meanwhile, his order is only given to the version he thought about. Raises StaleVersion,
    NotTheirTurn, Skirmish.DoesNotExist for a game deleted meanwhile, TimeIsUp where a person is to
    be asked, and GameStuck, with the position in the log, where he has nothing legal to do.
    """
    if skirmish.version != version:
        raise StaleVersion
    game = game_of(skirmish)
    if not (game.commander or (stands_in and game.stand_in and game.standing.preparing)):
        raise NotTheirTurn
    call = _call_due(skirmish, game)
    if call and game.people:
        raise TimeIsUp
    with _reported(skirmish):
        order = call or _thought_of(skirmish, game)
        with transaction.atomic():
            current = _lock(skirmish, version)
            return _keep(current, game, order)


def _thought_of(skirmish: Skirmish, game: Game) -> Document:
    """What a commander would order now; raises StaleVersion while another thinks about it."""
    with _alone(skirmish):
        return commanded(game, secrets.randbits(63))


@contextmanager
def _reported(skirmish: Skirmish) -> Iterator[None]:
    """Write down a game in which a commander can do nothing, and where it stands; raises
    GameStuck."""
    try:
        yield
    except (GameStuck, OrderRefused) as error:
        found = {"skirmish": str(skirmish.public_id), "state": skirmish.state}
        logger.exception("a skirmish is stuck", extra=found)
        raise GameStuck(str(error)) from error


@contextmanager
def _alone(skirmish: Skirmish) -> Iterator[None]:
    """Keep a second request from thinking about the same game; raises StaleVersion there."""
    key = f"thinking:{skirmish.pk}"
    if not cache.add(key, 1, LONGEST_THOUGHT):
        raise StaleVersion
    try:
        yield
    finally:
        cache.delete(key)


def set_up_for(
    *, skirmish: Skirmish, version: int, seats: Collection[str] = (), accepts: bool = False
) -> Skirmish:
    """Let a commander place what the people at some seats have left, and bots what is theirs, a
    bounded number of pieces in one go. It ends where another person has to place something, and
    before one of them says that all stands as it should, unless that is `accepts`ed.

    Raises what `let_commander_act` raises.
    """
    for _ in range(MOST_PLACED):
        if skirmish.version != version:
            raise StaleVersion
        game = game_of(skirmish)
        if not game.standing.preparing or not (game.commander or game.actor in seats):
            break
        with _reported(skirmish):
            order = _thought_of(skirmish, game)
            ends = order["order"] in game.play.endings
            if ends and not (game.commander or accepts):
                break
            with transaction.atomic():
                _keep(_lock(skirmish, version), game, order)
        skirmish = Skirmish.objects.get(pk=skirmish.pk)
        version = skirmish.version
    return skirmish


def set_up_anew(*, skirmish: Skirmish, version: int) -> Skirmish:
    """Take back everything that was placed, before the first turn; raises StaleVersion, and
    NotTheirTurn once it has begun or where it is another person's as well."""
    with transaction.atomic():
        current = _lock(skirmish, version)
        game = game_of(current)
        if not game.standing.preparing or len(game.people) > 1:
            raise NotTheirTurn
        current.steps.exclude(player="").delete()
        match = game_after(current, first_steps(skirmish=current)).match
        _save(current, match.state(), kept_standing(match))
    return current


def take_back(*, skirmish: Skirmish, version: int, agreed: bool = False) -> Skirmish:
    """Take a person's last order back, with what bots have done since; one that rolled dice only
    where the other side has `agreed`, which bots do not, or where the game is stuck. The dice go on
    where they are. Raises StaleVersion and CannotTakeBack."""
    with transaction.atomic():
        current = _lock(skirmish, version)
        game = game_of(current)
        undo = undo_of(skirmish=current, stuck=game.is_stuck)
        if not undo.possible or (undo.rolled and not agreed):
            raise CannotTakeBack
        current.steps.filter(number__gte=undo.since).delete()
        current.played = seconds_played(current, game, timezone.now())
        match = game_after(current, first_steps(skirmish=current)).match
        _save(current, match.state(), kept_standing(match))
    return current


def rematch(*, skirmish: Skirmish) -> Skirmish:
    """A new game between the same players, each with what the next one played where that can be;
    raises TooManySkirmishes and OrderUnreadable."""
    groups = [who.get("group", "") for who in skirmish.seats.values()]
    taken_over = dict(zip(skirmish.seats, [*groups[1:], groups[0]], strict=True))
    start = play_at(skirmish).swapped(skirmish.start)
    return start_skirmish(
        owner=Owner(member=skirmish.owner, visitor=skirmish.visitor),
        title=versus(list(taken_over.values())) if all(groups) else skirmish.title,
        opening=opened(skirmish.system, start),
        seats={seat: {**who, "group": taken_over[seat]} for seat, who in skirmish.seats.items()},
        open_dials=skirmish.open_dials,
    )


def share_skirmish(*, skirmish: Skirmish) -> Skirmish:
    """Give a finished skirmish a link by which anybody watches it; raises NotOver."""
    with transaction.atomic():
        current = Skirmish.objects.select_for_update().get(pk=skirmish.pk)
        if not current.over:
            raise NotOver
        if not current.share_token:
            current.share_token = secrets.token_urlsafe(16)
            current.save(update_fields=["share_token"])
    return current


def withdraw_link(*, skirmish: Skirmish) -> None:
    """Let the link of a skirmish open nothing any more; a later one is another."""
    Skirmish.objects.filter(pk=skirmish.pk).update(share_token="")


def delete_skirmish(*, skirmish: Skirmish) -> None:
    """Delete a skirmish with its steps."""
    delete_whole(Skirmish.objects.filter(pk=skirmish.pk))


def claim_skirmishes(*, member: User, visitor: str) -> int:
    """Hand what a visitor played to the member they turned out to be; returns how many."""
    if not visitor:
        return 0
    return Skirmish.objects.filter(visitor=visitor).update(owner=member, visitor="")


def forget_of_seats(*, skirmish: Skirmish, mark: str) -> None:
    """Take a mark, which is shown at a table, off all its seats."""
    with transaction.atomic():
        current = Skirmish.objects.select_for_update().get(pk=skirmish.pk)
        current.seats = {
            seat: {name: value for name, value in who.items() if name != mark}
            for seat, who in current.seats.items()
        }
        current.save(update_fields=["seats"])


def _lock(skirmish: Skirmish, version: int) -> Skirmish:
    current = Skirmish.objects.select_for_update().get(pk=skirmish.pk)
    if current.version != version:
        raise StaleVersion
    return current


def _call_due(skirmish: Skirmish, game: Game) -> Document | None:
    return call_due(game, seconds_played(skirmish, game, timezone.now()))


def _keep(
    current: Skirmish, game: Game, order: Document, *, by_itself: bool = False
) -> SkirmishStep:
    number = (current.steps.order_by("-number").values_list("number", flat=True).first() or 0) + 1
    if number > MOST_STEPS:
        raise GameTooLong
    current.played = seconds_played(current, game, timezone.now())
    taken = take(game, by_the_clock(game, order, current.played))
    current.dice = taken.dice
    _save(current, taken.state, taken.standing)
    return SkirmishStep.objects.create(
        skirmish=current,
        number=number,
        player="" if by_itself else taken.player,
        order=taken.order,
        faces=taken.faces,
        events=taken.events,
        fingerprint=taken.fingerprint,
        state=None if number % KEPT_EVERY else taken.state,
    )


def _save(current: Skirmish, state: Document, standing: Mapping[str, Any]) -> None:
    current.state = state
    current.version += 1
    for name, value in standing.items():
        setattr(current, name, value)
    if not current.over:
        current.share_token = ""
    changed = ["state", "dice", "version", "played", "share_token", "updated"]
    current.save(update_fields=[*changed, *standing])

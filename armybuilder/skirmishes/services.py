"""Starting skirmishes, taking orders, taking them back.

Every change names the version it was made for, so that a request that comes twice or late changes
nothing. What is legal is asked of `armybuilder.skirmishes.present`.
"""

import logging
import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.utils import timezone

from armybuilder.groups.services.groups import StaleVersion, keep_records
from armybuilder.site.blocks.selectors import apart_from
from armybuilder.site.models import Owner, User
from armybuilder.skirmishes.changes import last_number, tell
from armybuilder.skirmishes.lines import ahead, cut, delete_unread_lines
from armybuilder.skirmishes.models import (
    KEPT_EVERY,
    ChangeKind,
    Skirmish,
    SkirmishLine,
    SkirmishSeat,
    SkirmishStep,
)
from armybuilder.skirmishes.naming import versus
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
    answered,
    as_taken,
    commanded,
    explained,
    game_after,
    game_of,
    take,
)
from armybuilder.skirmishes.present.own_affairs import may_think_elsewhere
from armybuilder.skirmishes.seats.clocks import Clocks, ticked, wound
from armybuilder.skirmishes.seats.selectors import sitters
from armybuilder.skirmishes.selectors import first_given, first_steps, undo_of
from collection.common.busy import Busy
from collection.common.deleting import delete_whole
from collection.common.first import alone
from collection.common.quotas import most

#: Orders of one skirmish; more are nobody's game.
MOST_STEPS = 5000
#: Pieces and units that are placed in one go where a commander finishes a set-up.
MOST_PLACED = 60
#: Orders that bots put in between two of another player.
MOST_ANSWERS = 8
#: Seconds after which a commander who has not answered is forgotten.
LONGEST_THOUGHT = 30

Seats = Mapping[str, Mapping[str, str]]

logger = logging.getLogger("armybuilder.skirmishes")


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


def create_skirmish(owner: Owner, opening: Opening, **more: Any) -> Skirmish:
    """The row of a game as it opens, on a line of its own, with the records it names kept; raises
    TooManySkirmishes."""
    room_for_another(owner)
    keep_records(opening.kept)
    return Skirmish.objects.create(
        owner=owner.member,
        visitor="" if owner.member else owner.visitor,
        system=opening.system,
        start=opening.start,
        seed=opening.seed,
        state=opening.state,
        sides=opening.sides,
        ruleset=opening.ruleset,
        catalogue=opening.catalogue,
        records=opening.records,
        dice=opening.dice,
        line=SkirmishLine.objects.create(),
        **opening.standing,
        **more,
    )


def start_skirmish(
    *,
    owner: Owner,
    title: str,
    opening: Opening,
    seats: Seats,
    open_dials: bool = True,
    terms: Document | None = None,
    clocks: Clocks | None = None,
) -> Skirmish:
    """Keep a new skirmish, whose players choose what they play with later where there are `terms`;
    raises TooManySkirmishes."""
    with transaction.atomic():
        skirmish = create_skirmish(
            owner,
            opening,
            title=title,
            seats=seats,
            open_dials=open_dials,
            terms=terms or {},
            clocks=clocks or {},
        )
        keep_by_itself(skirmish)
    return skirmish


def room_for_another(owner: Owner) -> None:
    """Let the owner begin no other game until the transaction ends; raises TooManySkirmishes."""
    owner.hold()
    if Skirmish.objects.for_owner(owner).count() >= most("skirmishes"):
        raise TooManySkirmishes


def keep_by_itself(skirmish: Skirmish) -> None:
    """Take the order that nobody has to be asked for, where there is one now."""
    game = game_of(skirmish)
    if order := game.match.by_itself():
        _keep(skirmish, game, order, by_itself=True)


def begin_with(
    *,
    skirmish: Skirmish,
    opening: Opening,
    title: str,
    seats: Seats,
) -> Skirmish:
    """Begin a skirmish anew with what everybody has chosen now; raises NotTheirTurn for one that
    waits for nobody's choice."""
    with transaction.atomic():
        current = Skirmish.objects.select_for_update().get(pk=skirmish.pk)
        if not current.terms:
            raise NotTheirTurn
        keep_records(opening.kept)
        cut(current, 1)
        of_opening = ("start", "seed", "sides", "ruleset", "catalogue", "records", "dice")
        for name in of_opening:
            setattr(current, name, getattr(opening, name))
        current.title, current.seats, current.terms = title, seats, {}
        current.clocks = wound(current.clocks.get("speed", ""), current.clocks.get("left", ()))
        current.save(update_fields=[*of_opening, "title", "seats", "terms"])
        save_moment(current, opening.state, opening.standing, ChangeKind.BEGUN, step=0)
        keep_by_itself(current)
    return current


def give_order(
    *,
    skirmish: Skirmish,
    version: int,
    order: Document,
    instead: int | None = None,
    faces: Sequence[int] | None = None,
    answers: bool = True,
) -> SkirmishStep:
    """Take the order that whoever looks gives for the seat that acts, with the `faces` people threw
    for it where there are some. In the set-up it may stand `instead` of a step with that number,
    what came after which is done again. Time may be called in anybody's turn, what no rule says may
    be said, and an answer given where the rules have one; bots give theirs at once, unless they are
    not to have `answers`.

    Raises StaleVersion, NotTheirTurn when that seat is not theirs, TimeIsUp, and what `take`
    raises; what is no order is none of anybody else's either.
    """
    with transaction.atomic():
        current = _lock(skirmish, version)
        game = game_of(current)
        calls = calls_time(game, order)
        may_call = calls and (game.mine or not game.people)
        if not may_call and game.is_anothers(order):
            explained(game, order)
            raise NotTheirTurn
        if not calls and _call_due(current, game):
            raise TimeIsUp
        if instead is not None and game.standing.preparing:
            return _give_instead(current, instead, order)
        step = _keep(current, game, order, faces=faces)
    if answers:
        _let_answer(current, game)
    return step


def has_room(skirmish: Skirmish, orders: int) -> bool:
    """Whether the site keeps so many more orders of a game."""
    return last_number(skirmish) + orders <= MOST_STEPS


def give_together(current: Skirmish, game: Game, orders: Iterable[Document]) -> None:
    """Take orders that all have agreed to, within the transaction that holds the game; raises
    GameTooLong, and OrderRefused for what the rules do not allow."""
    for order in orders:
        _keep(current, game, order)


def _let_answer(current: Skirmish, game: Game) -> None:
    """Let bots that may act out of turn do so after an order that was taken; the moment passes
    where too many are thinking, or somebody has been quicker."""
    for _ in range(MOST_ANSWERS):
        now = Game(game.play, game.match, game.seats, game.looker, current.ended)
        if not now.answering_bots:
            return
        try:
            with _alone(current):
                order = answered(now, secrets.randbits(63))
            if order is None:
                return
            with transaction.atomic():
                current = _lock(current, current.version)
                _keep(current, now, order)
        except (Busy, StaleVersion, GameTooLong):
            return


def _give_instead(current: Skirmish, number: int, order: Document) -> SkirmishStep:
    """Take the order in the place of a step, and what came after it again; raises OrderRefused for
    the order also where only that no longer goes."""
    later = [row.order for row in current.steps.filter(number__gt=number)]
    go_back(current, number)
    taken = _keep(current, game_of(current), order)
    try:
        for each in later:
            _keep(current, game_of(current), each)
    except OrderRefused as error:
        raise OrderRefused(order) from error
    return taken


def let_commander_act(
    *,
    skirmish: Skirmish,
    version: int,
    stands_in: bool = False,
    order: Document | None = None,
    faces: Sequence[int] | None = None,
) -> SkirmishStep:
    """Let the commander of the seat that acts give one order; where `stands_in`, also for a person
    in the set-up. `order` is what he has thought of already, `faces` what people threw for it.

    He thinks before anything is locked, and one at a time about a game; whatever happens to the
    game meanwhile, his order is only given to the version he thought about. Raises StaleVersion,
    NotTheirTurn, Skirmish.DoesNotExist for a game deleted meanwhile, TimeIsUp where a person is to
    be asked, and GameStuck, with the position in the log, where he has nothing legal to do.
    """
    if skirmish.version != version:
        raise StaleVersion
    game = game_of(skirmish)
    stands_in = stands_in and game.acts
    if not (game.commander or (stands_in and game.stand_in and game.standing.preparing)):
        raise NotTheirTurn
    call = _call_due(skirmish, game)
    if call and game.people:
        raise TimeIsUp
    with _reported(skirmish):
        given = call or order or _thought_of(skirmish, game)
        with transaction.atomic():
            current = _lock(skirmish, version)
            step = _keep(current, game, given, faces=None if call else faces)
        if faces is None:
            _let_answer(current, game)
        return step


def give_thought(
    *, skirmish: Skirmish, version: int, order: Document, fingerprint: str
) -> SkirmishStep:
    """Take the order that the device of whoever plays against a bot thought of for it, in the state
    with a fingerprint. It is judged as any order, and the dice are the site's.

    Raises NotTheirTurn where the site thinks itself, OrderRefused also for an order of another seat
    or state, and what `give_order` raises.
    """
    with transaction.atomic():
        current = _lock(skirmish, version)
        game = game_of(current)
        if not may_think_elsewhere(current, game):
            raise NotTheirTurn
        if _call_due(current, game):
            raise TimeIsUp
        peoples = calls_time(game, order) or order.get("order") in game.match.at_any_time
        is_of_now = game.match.fingerprint() == fingerprint
        if peoples or not is_of_now or game.giver(order) != game.actor:
            raise OrderRefused(order)
        step = _keep(current, game, order)
    _let_answer(current, game)
    return step


def commanders_thought(*, skirmish: Skirmish, version: int) -> Document:
    """What the commander of the seat that acts would order; raises what `let_commander_act`
    raises."""
    game = game_of(skirmish)
    if skirmish.version != version:
        raise StaleVersion
    if not game.commander:
        raise NotTheirTurn
    with _reported(skirmish):
        return _thought_of(skirmish, game)


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
    with alone(f"thinking:{skirmish.pk}", LONGEST_THOUGHT) as is_alone:
        if not is_alone:
            raise StaleVersion
        yield


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
        theirs = game.acts and game.actor in seats
        if not game.standing.preparing or not (game.commander or theirs):
            break
        with _reported(skirmish):
            order = _thought_of(skirmish, game)
            ends = order["order"] in game.play.endings
            if ends and not (game.commander or accepts):
                break
            with transaction.atomic():
                _keep(_lock(skirmish, version), game, order)
        looker, skirmish = skirmish.looker, Skirmish.objects.get(pk=skirmish.pk)
        skirmish.looker, version = looker, skirmish.version
    return skirmish


def set_up_anew(*, skirmish: Skirmish, version: int) -> Skirmish:
    """Take back everything that was placed, before the first turn; raises StaleVersion, and
    NotTheirTurn once it has begun or where it is another person's as well."""
    with transaction.atomic():
        current = _lock(skirmish, version)
        game = game_of(current)
        if not game.standing.preparing or len(game.people) > 1 or game.mine != game.people:
            raise NotTheirTurn
        go_back(current, first_given(skirmish=current))
    return current


def begin_anew(*, skirmish: Skirmish, version: int) -> Skirmish:
    """Take everything back that was ordered in a game that one person plays alone; raises
    StaleVersion, and NotTheirTurn where somebody else plays, too."""
    with transaction.atomic():
        current = _lock(skirmish, version)
        game = game_of(current)
        if game.mine != list(current.seats):
            raise NotTheirTurn
        current.played = seconds_played(current, game, timezone.now())
        go_back(current, first_given(skirmish=current))
    return current


def take_back(*, skirmish: Skirmish, version: int, agreed: bool = False) -> Skirmish:
    """Take the last order of whoever looks back, with what bots have done since; one that rolled
    dice only where the other side has `agreed` at the same screen, or where the game is stuck. The
    dice go on where they are. Raises StaleVersion and CannotTakeBack."""
    with transaction.atomic():
        current = _lock(skirmish, version)
        game = game_of(current)
        undo = undo_of(skirmish=current, stuck=game.is_stuck)
        if not undo.possible or (undo.rolled and not agreed):
            raise CannotTakeBack
        current.played = seconds_played(current, game, timezone.now())
        go_back(current, undo.since)
    return current


def rematch(*, skirmish: Skirmish, by: Owner) -> Skirmish:
    """A new game between the same players, each with what the next one played where that can be;
    of one that is played at several screens the one that somebody else has begun already. The seats
    of those who are apart from whoever asks are free. Raises TooManySkirmishes and
    OrderUnreadable."""
    if not skirmish.is_live:
        return _played_again(skirmish, by)
    apart = apart_from(by)
    with transaction.atomic():
        Skirmish.objects.select_for_update().get(pk=skirmish.pk)
        begun = skirmish.rematches.select_related("owner").prefetch_related("given__owner")
        again = next((each for each in begun if apart.isdisjoint(sitters(each).values())), None)
        if again is None:
            again = _seated_again(skirmish, by, apart)
            mine = skirmish.looker.own(skirmish.seats)
            tell(skirmish, ChangeKind.REMATCH, seat=next(iter(mine), ""))
        again.looker = skirmish.looker
        return again


def _seated_again(skirmish: Skirmish, by: Owner, apart: set[Owner]) -> Skirmish:
    """The same game at several screens, begun by whoever began it, or by whoever asks where those
    two are apart."""
    host, seated = Owner(skirmish.owner, skirmish.visitor), sitters(skirmish)
    welcome = {seat: who for seat, who in seated.items() if who not in apart}
    owner = by if host in apart else host
    again = _played_again(skirmish, owner, unnamed=seated.keys() - welcome.keys())
    again.follows, again.is_live = skirmish, True
    again.save(update_fields=["follows", "is_live"])
    for seat in (seat for seat, who in skirmish.seats.items() if not who["commander"]):
        sits = welcome.get(seat)
        if sits is None:
            token = secrets.token_urlsafe(16) if seat in seated else ""
            SkirmishSeat.objects.create(skirmish=again, seat=seat, token=token)
        elif sits != owner:
            mine = {"owner": sits.member, "visitor": sits.visitor}
            SkirmishSeat.objects.create(skirmish=again, seat=seat, **mine)
    return again


def _played_again(skirmish: Skirmish, owner: Owner, unnamed: Collection[str] = ()) -> Skirmish:
    groups = [who.get("group", "") for who in skirmish.seats.values()]
    taken_over = dict(zip(skirmish.seats, [*groups[1:], groups[0]], strict=True))
    start = play_at(skirmish).swapped(skirmish.start)
    seats = {seat: {**who, "group": taken_over[seat]} for seat, who in skirmish.seats.items()}
    return start_skirmish(
        owner=owner,
        title=versus(list(taken_over.values())) if all(groups) else skirmish.title,
        opening=opened(skirmish.system, start),
        seats={seat: who | {"name": ""} if seat in unnamed else who for seat, who in seats.items()},
        open_dials=skirmish.open_dials,
        clocks=wound(skirmish.clocks.get("speed", ""), skirmish.clocks.get("left", ())),
    )


def share_skirmish(*, skirmish: Skirmish) -> Skirmish:
    """Give a skirmish that may be seen a link by which anybody watches it; raises NotOver."""
    with transaction.atomic():
        current = Skirmish.objects.select_for_update().get(pk=skirmish.pk)
        if not current.is_to_be_seen:
            raise NotOver
        if not current.share_token:
            current.share_token = secrets.token_urlsafe(16)
            current.save(update_fields=["share_token"])
    return current


def withdraw_link(*, skirmish: Skirmish) -> None:
    """Let the link of a skirmish open nothing any more; a later one is another."""
    Skirmish.objects.filter(pk=skirmish.pk).update(share_token="")


def delete_skirmish(*, skirmish: Skirmish) -> None:
    """Delete a skirmish with those of its steps that no branch reads."""
    delete_whole(Skirmish.objects.filter(pk=skirmish.pk))
    delete_unread_lines()


def claim_skirmishes(*, member: User, visitor: str) -> int:
    """Hand what a visitor played to the member they turned out to be; returns how many."""
    if not visitor:
        return 0
    SkirmishSeat.objects.filter(visitor=visitor).update(owner=member, visitor="")
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
    # What people agreed to end goes on no more, whatever the rules would allow.
    if current.version != version or current.ended:
        raise StaleVersion
    current.looker = skirmish.looker
    return current


def go_back(current: Skirmish, since: int) -> None:
    """Take back the steps from a number on; the dice go on where they are."""
    cut(current, since)
    match = game_after(current, first_steps(skirmish=current)).match
    save_moment(current, match.state(), kept_standing(match))


def _call_due(skirmish: Skirmish, game: Game) -> Document | None:
    return call_due(game, seconds_played(skirmish, game, timezone.now()))


def _keep(
    current: Skirmish,
    game: Game,
    order: Document,
    *,
    by_itself: bool = False,
    faces: Sequence[int] | None = None,
) -> SkirmishStep:
    number = last_number(current) + 1
    if number > MOST_STEPS:
        raise GameTooLong
    current.played = seconds_played(current, game, timezone.now())
    once = ahead(current, number) if current.same_dice and faces is None else None
    taken = take(game, by_the_clock(game, order, current.played), faces, as_taken(once))
    current.dice = taken.dice
    of = {"step": number, "seat": taken.player}
    save_moment(current, taken.state, taken.standing, ChangeKind.ORDER, **of)
    return SkirmishStep.objects.create(
        line_id=current.line_id,
        number=number,
        player="" if by_itself else taken.player,
        order=taken.order,
        faces=taken.faces,
        events=taken.events,
        fingerprint=taken.fingerprint,
        state=None if number % KEPT_EVERY else taken.state,
    )


def save_moment(
    current: Skirmish,
    state: Document,
    standing: Mapping[str, Any],
    kind: ChangeKind = ChangeKind.UNDONE,
    **told: Any,
) -> None:
    """Write where a game stands now that its steps are others."""
    current.state = state
    current.version += 1
    current.offer, was = {}, current.acting
    for name, value in standing.items():
        setattr(current, name, value)
    if current.clocks and not current.terms:
        current.clocks = ticked(current.clocks, was, current.acting, timezone.now())
    if not current.is_to_be_seen:
        current.share_token = ""
    changed = ["state", "dice", "version", "played", "share_token", "updated", "offer", "clocks"]
    current.save(update_fields=[*changed, *standing])
    tell(current, kind, **told)

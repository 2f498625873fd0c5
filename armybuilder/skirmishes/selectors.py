"""Reading skirmishes: always through whoever started them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, Max, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from armybuilder.site.blocks.selectors import members_blocked_by
from armybuilder.site.models import Owner, User
from armybuilder.skirmishes.archive import unpacked
from armybuilder.skirmishes.looking import Looker
from armybuilder.skirmishes.models import (
    Skirmish,
    SkirmishNote,
    SkirmishQuerySet,
    SkirmishSeat,
    SkirmishStep,
)

#: Log lines come from so many last steps; the whole log has a page of its own.
RECENT_STEPS = 16


def skirmishes_of(*, owner: Owner) -> SkirmishQuerySet:
    """The skirmishes somebody began or sits in, the last played first."""
    return Skirmish.objects.at_the_table(owner)


def looker_of(*, skirmish: Skirmish, owner: Owner, given: Sequence[SkirmishSeat]) -> Looker | None:
    """As whom somebody looks at a skirmish some seats of which are `given` away; None for a
    stranger."""
    is_host = owner.has(skirmish)
    if not skirmish.is_live:
        return Looker() if is_host else None
    held = {row.seat for row in given if owner.has(row)}
    if is_host:
        held |= skirmish.seats.keys() - {row.seat for row in given}
    if not held and not is_host:
        return None
    # Nobody acts before everybody has chosen what they play with.
    return Looker(frozenset(held), is_host=is_host, waits=bool(skirmish.terms))


def seen_by(*, owner: Owner, skirmishes: Iterable[Skirmish]) -> list[Skirmish]:
    """Those of some skirmishes that somebody began or sits in, as they see them; one query."""
    found = list(skirmishes)
    given: dict[int, list[SkirmishSeat]] = {each.pk: [] for each in found if each.is_live}
    if given:
        for row in SkirmishSeat.objects.filter(skirmish__in=given):
            given[row.skirmish_id].append(row)
    seen = []
    for skirmish in found:
        looker = looker_of(skirmish=skirmish, owner=owner, given=given.get(skirmish.pk, ()))
        if looker is not None:
            skirmish.looker = looker
            seen.append(skirmish)
    return seen


def may_wait_for(*, owner: Owner) -> QuerySet[Skirmish]:
    """Games at several screens in which it may be somebody's turn, or others may ask something of
    them; only as they see it is it known."""
    acting = SkirmishSeat.objects.filter(skirmish=OuterRef("pk"), seat=OuterRef("acting"))
    hosted = Skirmish.objects.for_owner(owner).values("pk")
    due = Exists(acting.for_owner(owner)) | (Q(pk__in=hosted) & ~Exists(acting))
    live = Skirmish.objects.at_the_table(owner).filter(is_live=True, over=False, terms={})
    return live.filter(due | ~Q(offer={}))


def skirmish_for(*, owner: Owner, public_id: str, system: str = "") -> Skirmish | None:
    """The skirmish with an id that somebody began or sits in, as they may see it; None for
    another."""
    found = Skirmish.objects.at_the_table(owner).filter(public_id=public_id)
    found = found.filter(system=system) if system else found
    return next(iter(seen_by(owner=owner, skirmishes=found)), None)


def skirmish_after(*, owner: Owner, after: str, length: int) -> tuple[list[Skirmish], str]:
    """So many of the skirmishes somebody began or sits in, the last played first, after that with
    the public id `after`; and the id the next ones begin after, "" where there are none."""
    own = Skirmish.objects.at_the_table(owner)
    last = own.filter(public_id=after).first() if after else None
    if last is not None:
        earlier = Q(updated__lt=last.updated) | Q(updated=last.updated, pk__lt=last.pk)
        own = own.filter(earlier)
    found = list(own[: length + 1])
    return found[:length], found[length - 1].public_id if len(found) > length else ""


def skirmishes_with_steps(*, member: User) -> QuerySet[Skirmish]:
    """A member's skirmishes with the steps that each wrote itself, in two queries."""
    own = Skirmish.objects.for_owner(Owner(member))
    return own.select_related("line").prefetch_related("line__steps")


def numbered_events(
    *, skirmish: Skirmish, until: int | None = None, last: int | None = None
) -> list[tuple[int, Any]]:
    """The events of all steps with their numbers, the first one first; of those `until` a step
    where one is named, and of so many `last` ones of them."""
    steps = skirmish.steps.all() if until is None else skirmish.steps.filter(number__lte=until)
    newest = steps.order_by("-number").values_list("number", "events")[:last]
    return list(reversed(newest))


def all_events(*, skirmish: Skirmish) -> list[Any]:
    """The events of every step."""
    return list(skirmish.steps.values_list("events", flat=True))


def last_step(*, skirmish: Skirmish) -> SkirmishStep | None:
    """The step taken last."""
    return skirmish.steps.order_by("-number").first()


@dataclass(frozen=True)
class Undo:
    """What taking the last order back means: it removes the steps from number `since` on, the
    first of which the seat `by` gave.

    `rolled`: dice have fallen in them, so that `others`, the seats on the other sides, have to
    agree; nobody is asked where the game is stuck. `bots` are among those; they agree to nothing.
    `allowed`: it is for whoever looks to take back, `here` also to agree.
    """

    since: int = 0
    by: str = ""
    rolled: bool = False
    others: tuple[str, ...] = ()
    bots: bool = False
    allowed: bool = True
    here: bool = True

    @property
    def possible(self) -> bool:
        """Whether whoever looks may do it, others agreeing at the same screen."""
        agreed = not self.rolled or (self.here and not self.bots)
        return bool(self.since) and self.allowed and agreed


def undo_of(*, skirmish: Skirmish, stuck: bool = False) -> Undo:
    """What taking back the last order of a person means to whoever looks, also in a game that is
    `stuck`; nothing before the first."""
    people = [seat for seat, who in skirmish.seats.items() if not who["commander"]]
    mine = set(skirmish.looker.acting(people))
    own = skirmish.steps.filter(number__gt=skirmish.branched, player__in=people)
    given = own.order_by("-number").first()
    if given is None:
        return Undo()
    faces = skirmish.steps.filter(number__gte=given.number).values_list("faces", flat=True)
    sides = skirmish.sides
    others = [seat for seat in sides if sides[seat] != sides[given.player]]
    return Undo(
        since=given.number,
        by=given.player,
        rolled=any(faces) and not stuck,
        others=tuple(others),
        bots=not set(others) <= set(people),
        allowed=given.player in mine,
        here=set(others) <= mine or not set(others) <= set(people),
    )


def first_given(*, skirmish: Skirmish) -> int:
    """The number of the first step anybody gave here, a branch's after it came off; that of the
    next one where nobody has."""
    own = skirmish.steps.filter(number__gt=skirmish.branched)
    first = own.exclude(player="").values_list("number", flat=True).first()
    return first or skirmish.branched + own.count() + 1


def first_steps(
    *, skirmish: Skirmish, steps: int | None = None
) -> list[tuple[Any, list[int], list[Any], str]]:
    """The order, the faces, the events and the fingerprint of so many first steps, or of all."""
    fields = ("order", "faces", "events", "fingerprint")
    return list(skirmish.steps.values_list(*fields)[:steps])


@dataclass(frozen=True)
class Way:
    """How a step is reached: from a state that was kept, None for that of the beginning, by the
    steps after it."""

    state: Any
    rows: list[SkirmishStep]


def way_to(*, skirmish: Skirmish, step: int) -> Way:
    """The shortest way to the moment after so many steps, the step itself among its rows."""
    before = skirmish.steps.filter(number__lt=step, state__isnull=False)
    kept = before.order_by("-number").values_list("number", "state").first()
    number, state = kept or (0, None)
    return Way(state, list(skirmish.steps.filter(number__gt=number, number__lte=step)))


def orders_by_seat(*, skirmish: Skirmish) -> list[tuple[int, str]]:
    """The number of every step, and who gave its order."""
    return list(skirmish.steps.values_list("number", "player"))


def first_rows(*, skirmish: Skirmish, steps: int | None = None) -> list[SkirmishStep]:
    """So many first steps, or all of them."""
    return list(skirmish.steps.all()[:steps])


def steps_between(*, skirmish: Skirmish, after: int, until: int) -> list[SkirmishStep]:
    """The steps after so many and until a number."""
    return list(skirmish.steps.filter(number__gt=after, number__lte=until))


def recent_steps(
    *, skirmish: Skirmish, steps: int = RECENT_STEPS, until: int | None = None
) -> list[SkirmishStep]:
    """The last steps, or those until one, the first one first."""
    found = skirmish.steps.all() if until is None else skirmish.steps.filter(number__lte=until)
    return list(reversed(found.order_by("-number")[:steps]))


def _told_steps(skirmish: Skirmish) -> Iterable[SkirmishStep]:
    """The steps of a skirmish, none while others play it elsewhere: they might tell what those
    hide."""
    if skirmish.is_live and not skirmish.over:
        return ()
    if skirmish.shared:
        return skirmish.steps.all()
    return skirmish.line.steps.all() if skirmish.archived is None else unpacked(skirmish.line)


#: Games of one tree that are drawn.
MOST_IN_A_TREE = 60


@dataclass(frozen=True)
class InTree:
    """A game of a tree, how many steps it has, and whether whoever looks plays it."""

    game: Skirmish
    steps: int
    is_own: bool


def tree_for(*, skirmish: Skirmish, owner: Owner) -> list[InTree]:
    """The games of a tree that somebody may see, their own and those that are shared; the first to
    begin first."""
    whole = Skirmish.objects.of_tree(skirmish.root)
    own = Skirmish.objects.at_the_table(owner).filter(pk__in=whole.values("pk"))
    keys = set(own.values_list("pk", flat=True))
    seen = whole.filter(Q(pk__in=keys) | (~Q(share_token="") & Q(hidden=False)) | Q(pk=skirmish.pk))
    games = seen.order_by("pk").without_positions()[:MOST_IN_A_TREE]
    number = Coalesce("archived", Max("line__steps__number"))
    last = dict(seen.annotate(last=number).values_list("pk", "last"))
    return [InTree(game, max(last[game.pk] or 0, game.shared), game.pk in keys) for game in games]


def notes_on(
    *, skirmish: Skirmish, reader: User | None, step: int | None = None
) -> QuerySet[SkirmishNote]:
    """What was said of a game, or after one step of it, with who said it; of what moderators hide,
    and of what those say whom the reader or whoever began the game has blocked, only what the
    reader wrote."""
    seen = Q(hidden=False)
    for who in (Owner(skirmish.owner, skirmish.visitor), Owner(reader)):
        seen &= ~Q(author__in=members_blocked_by(who))
    if reader:
        seen |= Q(author=reader)
    notes = skirmish.notes.filter(seen).select_related("author")
    return notes if step is None else notes.filter(step=step)


def notes_data(user: User) -> list[dict[str, Any]]:
    """Every note a member has written, as plain values for a download."""
    own = SkirmishNote.objects.filter(author=user).select_related("skirmish").order_by("pk")
    return [
        {
            "game": str(note.skirmish),
            "step": note.step,
            "text": note.text,
            "written": note.written.isoformat(),
        }
        for note in own
    ]


def skirmish_data(user: User) -> list[dict[str, Any]]:
    """Every skirmish with its orders, as plain values for a download.

    What dice will yet show is nobody's data.
    """
    return [
        {
            "id": skirmish.public_id,
            "system": skirmish.system,
            "title": skirmish.title,
            "seats": skirmish.seats,
            "open_dials": skirmish.open_dials,
            "winner": skirmish.winner,
            "created": skirmish.created.isoformat(),
            "updated": skirmish.updated.isoformat(),
            "start": skirmish.start,
            "steps": [
                {
                    "number": step.number,
                    "player": step.player,
                    "order": step.order,
                    "faces": step.faces,
                    "taken": step.taken.isoformat(),
                }
                for step in _told_steps(skirmish)
            ],
        }
        for skirmish in skirmishes_with_steps(member=user)
    ]

"""Reading skirmishes: always through whoever started them."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from armybuilder.site.models import Owner, User
from armybuilder.skirmishes.models import Skirmish, SkirmishStep

#: Log lines come from so many last steps; the whole log has a page of its own.
RECENT_STEPS = 16


def skirmishes_of(*, owner: Owner) -> QuerySet[Skirmish]:
    """The owner's skirmishes, the last played first."""
    return Skirmish.objects.for_owner(owner)


def skirmish_after(*, owner: Owner, after: str, length: int) -> tuple[list[Skirmish], str]:
    """So many of the owner's skirmishes, the last played first, after that with the public id
    `after`; and the id the next ones begin after, "" where there are none."""
    own = Skirmish.objects.for_owner(owner)
    last = own.filter(public_id=after).first() if after else None
    if last is not None:
        earlier = Q(updated__lt=last.updated) | Q(updated=last.updated, pk__lt=last.pk)
        own = own.filter(earlier)
    found = list(own[: length + 1])
    return found[:length], found[length - 1].public_id if len(found) > length else ""


def skirmishes_with_steps(*, member: User) -> QuerySet[Skirmish]:
    """A member's skirmishes with all their steps, in two queries."""
    return Skirmish.objects.for_owner(Owner(member)).prefetch_related("steps")


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
    """What taking the last order back means: it removes the steps from number `since` on.

    `rolled`: dice have fallen in them, so that `others`, the seats on the other sides, have to
    agree; nobody is asked where the game is stuck. `bots` are among those; they agree to nothing.
    """

    since: int = 0
    rolled: bool = False
    others: tuple[str, ...] = ()
    bots: bool = False

    @property
    def possible(self) -> bool:
        """Whether it may be done at all."""
        return bool(self.since) and not (self.rolled and self.bots)


def undo_of(*, skirmish: Skirmish, stuck: bool = False) -> Undo:
    """What taking back the last order of a person means, also in a game that is `stuck`; nothing
    before the first."""
    people = [seat for seat, who in skirmish.seats.items() if not who["commander"]]
    given = skirmish.steps.filter(player__in=people).order_by("-number").first()
    if given is None:
        return Undo()
    faces = skirmish.steps.filter(number__gte=given.number).values_list("faces", flat=True)
    sides = skirmish.sides
    others = [seat for seat in sides if sides[seat] != sides[given.player]]
    return Undo(
        since=given.number,
        rolled=any(faces) and not stuck,
        others=tuple(others),
        bots=not set(others) <= set(people),
    )


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


def first_rows(*, skirmish: Skirmish, steps: int | None = None) -> list[SkirmishStep]:
    """So many first steps, or all of them."""
    return list(skirmish.steps.all()[:steps])


def recent_steps(*, skirmish: Skirmish, steps: int = RECENT_STEPS) -> list[SkirmishStep]:
    """The last steps, the first one first."""
    return list(reversed(skirmish.steps.order_by("-number")[:steps]))


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
                for step in skirmish.steps.all()
            ],
        }
        for skirmish in skirmishes_with_steps(member=user)
    ]

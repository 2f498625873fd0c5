"""Reading club evenings: the same few queries however many pieces stand on the table."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet

from armybuilder.clubs.models import Assignment, Evening, EveningEntry
from armybuilder.clubs.selectors.people import members_of_club
from armybuilder.groups.present.needs import needs_of_all
from armybuilder.groups.printing import MOST_PRINTED
from collection.common.people import Circle
from collection.owning.selectors.loans import unreturned


@dataclass(frozen=True)
class Plan:
    """Who comes with what, what goes where, and what is still out.

    `missing` are the pieces each entry lacks, by its row id; `out` how many of each assignment are
    still lent, by its row id. `is_stale` tells that entries have changed since pieces were
    assigned. `circle` are the members of the club.
    """

    circle: Circle
    entries: list[EveningEntry]
    assignments: list[Assignment]
    missing: dict[int, dict[str, int]]
    out: dict[int, int]
    is_stale: bool


def plan_of(evening: Evening) -> Plan:
    """Everything of an evening; five queries."""
    entries = list(
        evening.entries.select_related("user", "group", "handed_in").defer(
            "handed_in__document", "handed_in__records", "handed_in__standing"
        )
    )
    rows = Assignment.objects.filter(entry__evening=evening)
    assignments = list(rows.select_related("entry__user", "lender", "collection"))
    loans = [one for row in assignments for one in row.loans]
    still_out = set(unreturned(loans).values_list("public_id", flat=True)) if loans else set()
    return Plan(
        members_of_club(evening.club),
        entries,
        assignments,
        _missing(entries, assignments) if evening.assigned_at else {},
        {row.pk: sum(one in still_out for one in row.loans) for row in assignments},
        bool(evening.assigned_at) and needs_now(entries) != [each.pieces for each in entries],
    )


def handed_in(evening: Evening, organiser: Any) -> QuerySet[EveningEntry]:
    """The entries whose lists an organiser may print: those handed in by members of the club, but
    for what moderators hide and for members of whom one has blocked the other."""
    rows = evening.entries.filter(handed_in__isnull=False, group__hidden=False)
    rows = rows.filter(user__in=evening.club.members.values("user"))
    return rows.exclude(user__in=organiser.members_apart())


def prints_of(entries: Iterable[EveningEntry]) -> dict[tuple[str, int], list[EveningEntry]]:
    """Lists that were handed in as they are printed together: those of one game, as many as fit
    into one file, by the game and the number of the first."""
    games: dict[str, list[EveningEntry]] = {}
    for entry in entries:
        if entry.group:
            games.setdefault(entry.group.system, []).append(entry)
    return {
        (system, first + 1): lists[first : first + MOST_PRINTED]
        for system, lists in games.items()
        for first in range(0, len(lists), MOST_PRINTED)
    }


def needs_now(entries: Sequence[EveningEntry]) -> list[dict[str, int]]:
    """What the group of each entry needs now; who comes without one needs nothing."""
    needs = iter(needs_of_all(entry.group.document for entry in entries if entry.group))
    return [dict(next(needs)) if entry.group else {} for entry in entries]


def loans_to(user: Any) -> set[str]:
    """The public ids of everything lent to a person on club evenings; one query."""
    rows = Assignment.objects.filter(entry__user=user).exclude(handed_out=None)
    return {loan_id for loans in rows.values_list("loans", flat=True) for loan_id in loans}


def lent_lately(user: Any, since: date, before: date) -> QuerySet[Assignment]:
    """What others handed out to a person on evenings since a day and before another."""
    rows = Assignment.objects.filter(entry__user=user).exclude(handed_out=None)
    rows = rows.exclude(lender=user)
    return rows.filter(entry__evening__date__gte=since, entry__evening__date__lt=before)


def _missing(
    entries: Iterable[EveningEntry], assignments: Iterable[Assignment]
) -> dict[int, dict[str, int]]:
    covered: Counter[tuple[int, str]] = Counter()
    for row in assignments:
        covered[row.entry_id, f"{row.set_code}-{row.number}"] += row.count
    found = {
        entry.pk: {
            piece: count - covered[entry.pk, piece]
            for piece, count in entry.pieces.items()
            if count > covered[entry.pk, piece]
        }
        for entry in entries
    }
    return {key: lacking for key, lacking in found.items() if lacking}

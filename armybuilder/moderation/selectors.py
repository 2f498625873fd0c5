"""Reading what was reported."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Min, Q, QuerySet

from armybuilder.moderation.kinds import KINDS, Row
from armybuilder.moderation.models import Case, Report, State
from armybuilder.site.models import User
from collection.owning.models import PhotoReport, ShownPhoto

#: As many as one page has.
PAGE = 20


def waiting(moderator: User) -> QuerySet[Case]:
    """What waits for a moderator, the newest first; nobody decides on what is their own."""
    return _for(moderator).filter(state=State.WAITING)


def decided(moderator: User) -> QuerySet[Case]:
    """What was decided, the newest first."""
    rows = _for(moderator).exclude(state=State.WAITING).filter(kind__in=KINDS)
    return rows.order_by("-decided", "-pk")


def _for(moderator: User) -> QuerySet[Case]:
    rows = Case.objects.exclude(author=moderator).select_related("author")
    return rows.prefetch_related("reports__by")


def waiting_photos(moderator: User) -> QuerySet[ShownPhoto]:
    """Photos of the catalogue that were reported and not looked at, the newest first."""
    rows = ShownPhoto.objects.filter(looked_at=None, hidden=True)
    rows = rows.exclude(photo__collection__owner=moderator)
    return rows.select_related("photo__collection__owner").prefetch_related("reports__reported_by")


def moderates(member: User) -> bool:
    """Whether somebody is in a group that decides on what is reported; one query."""
    return member.groups.filter(permissions__codename="moderate").exists()


def count_waiting() -> int:
    """How much waits for moderators; two queries."""
    photos = ShownPhoto.objects.filter(looked_at=None, hidden=True).count()
    return Case.objects.filter(state=State.WAITING).count() + photos


def waiting_since() -> datetime | None:
    """Since when the first that waits for moderators does; None where nothing waits. Two
    queries."""
    cases = Case.objects.filter(state=State.WAITING).aggregate(
        reports=Min("reports__at", filter=Q(asked_again=False)),
        again=Min("reported", filter=Q(asked_again=True)),
    )
    photos = ShownPhoto.objects.filter(looked_at=None, hidden=True)
    cases |= photos.aggregate(photos=Min("reports__reported_at"))
    return min(filter(None, cases.values()), default=None)


def rows_of(cases: Iterable[Case]) -> dict[tuple[str, int], Row]:
    """What some cases are about, by kind and key, as far as it is there; one query a kind."""
    wanted: dict[str, list[int]] = {}
    for case in cases:
        wanted.setdefault(case.kind, []).append(case.key)
    return {
        (kind, key): row
        for kind, keys in wanted.items()
        if kind in KINDS
        for key, row in KINDS[kind].rows().in_bulk(keys).items()
    }


def hidden_of(member: User) -> list[Case]:
    """What of a member's is hidden, also where others wrote it before; one query."""
    passing = {name: kind for name, kind in KINDS.items() if kind.passes_on}
    of_member = Q(author=member) & ~Q(kind__in=passing)
    for name, kind in passing.items():
        of_member |= Q(kind=name, key__in=kind.hidden_of(member).values("pk"))
    return list(Case.objects.filter(of_member, hidden=True))


def moderation_data(user: User) -> dict[str, list[dict[str, Any]]]:
    """What a member reported, and what was decided on what they wrote, for a download."""
    made = [
        (each.case.kind, each.reason, each.note, each.at)
        for each in Report.objects.filter(by=user).select_related("case")
    ]
    photos = PhotoReport.objects.filter(reported_by=user)
    made += [("photo", each.reason, each.note, each.reported_at) for each in photos]
    return {
        "reported": [
            {"kind": kind, "reason": reason, "note": note, "at": at.isoformat()}
            for kind, reason, note, at in made
        ],
        "decided_on_mine": [
            {
                "kind": case.kind,
                "state": case.state,
                "hidden": case.hidden,
                "words": case.judged,
                "told": case.told,
                "at": case.decided and case.decided.isoformat(),
            }
            for case in Case.objects.filter(author=user).exclude(decided=None, hidden=False)
        ],
    }

"""Reporting, deciding, asking again."""

from datetime import datetime

from django.db import transaction

from armybuilder.moderation.kinds import KINDS, Row, words_of
from armybuilder.moderation.models import Case, Reason, Report, State
from armybuilder.site.audit import record
from armybuilder.site.models import AuditKind, User

#: So many members who report something hide it until a moderator has looked.
ENOUGH = 3
#: Reports that are kept of one thing; more say nothing new.
MOST_REPORTS = 50
#: The kind of a photo shown in the catalogue, which is hidden and shown by its own room.
PHOTO = "photo"


class NotChanged(Exception):
    """It reads as it did when a moderator hid it."""


def row_of(kind: str, key: int) -> Row | None:
    """What was reported, with who wrote it; None where it is gone."""
    return KINDS[kind].rows().filter(pk=key).first() if kind in KINDS else None


def report(
    *, kind: str, key: int, reason: str, note: str, by: User | None, now: datetime
) -> Case | None:
    """Keep what somebody has against something; None where that is gone, their own, or was looked
    at as it reads now. Enough members who say so hide it until a moderator has looked."""
    row = row_of(kind, key)
    if row is not None and reason == Reason.NAME and KINDS[kind].named:
        row = KINDS[kind].author_of(row)
        kind, key = "name", row.pk if row else 0
    author = KINDS[kind].author_of(row) if row else None
    if row is None or (by is not None and author == by):
        return None
    with transaction.atomic():
        case, _new = Case.objects.select_for_update().get_or_create(
            kind=kind, key=key, defaults={"author": author, "reported": now}
        )
        if case.state == State.STAYS and case.judged == words_of(KINDS[kind], row):
            return None
        if case.state == State.STAYS:
            case.reports.all().delete()
            case.state = State.WAITING
        _keep_report(case, reason, note, by, now)
        members = case.reports.exclude(by=None).values("by").distinct().count()
        if case.state == State.WAITING and members >= ENOUGH and not case.hidden:
            case.hidden = True
            KINDS[kind].set_hidden(row, hidden=True)
        case.author, case.reported = author, now
        case.save()
    return case


def _keep_report(case: Case, reason: str, note: str, by: User | None, now: datetime) -> None:
    said = {"reason": reason, "note": note, "at": now}
    if by is not None and case.reports.filter(by=by).update(**said):
        return
    if case.reports.count() < MOST_REPORTS:
        Report.objects.create(case=case, by=by, **said)


def decide(*, case: Case, hide: bool, told: str, now: datetime) -> Case:
    """A moderator has looked: it is hidden, and its author told why, or it stays, and what was
    reported of it is put away."""
    with transaction.atomic():
        current = Case.objects.select_for_update().get(pk=case.pk)
        row = row_of(current.kind, current.key)
        if row is not None:
            KINDS[current.kind].set_hidden(row, hidden=hide)
            current.judged = words_of(KINDS[current.kind], row)
        current.state = State.HIDDEN if hide else State.STAYS
        current.hidden, current.told, current.asked_again = hide, told if hide else "", False
        current.decided = now
        current.save()
        _write_down(current)
    return current


def photo_decided(*, key: int, author: User, hide: bool, told: str, now: datetime) -> Case:
    """Remember what was decided on a photo of the catalogue, for its owner to read."""
    with transaction.atomic():
        case, _new = Case.objects.update_or_create(
            kind=PHOTO,
            key=key,
            defaults={
                "author": author,
                "state": State.HIDDEN if hide else State.STAYS,
                "hidden": hide,
                "told": told if hide else "",
                "reported": now,
                "decided": now,
            },
        )
        _write_down(case)
    return case


def _write_down(case: Case) -> None:
    what = f"{case.kind} {case.key}: {case.state}"
    record(AuditKind.MODERATED, about=case.author_id, what=what)


def ask_again(*, case: Case, now: datetime) -> None:
    """Put something its author has changed before a moderator once more; until then it stays
    hidden. Raises NotChanged."""
    with transaction.atomic():
        current = Case.objects.select_for_update().get(pk=case.pk)
        row = row_of(current.kind, current.key)
        if row is None or current.state != State.HIDDEN:
            return
        if words_of(KINDS[current.kind], row) == current.judged:
            raise NotChanged
        current.author = KINDS[current.kind].author_of(row)
        current.state, current.asked_again, current.reported = State.WAITING, True, now
        current.save()


def forget_cases_of(*, user: User) -> None:
    """Delete the cases of what goes with somebody's account; names they gave to what stays keep
    theirs."""
    passing = [name for name, kind in KINDS.items() if kind.passes_on]
    Case.objects.filter(author=user).exclude(kind__in=passing).delete()


def forget_cases_of_what_is_gone() -> int:
    """Delete the cases of what is not there any more; returns how many."""
    deleted = 0
    for name, kind in KINDS.items():
        known = kind.model._default_manager.values("pk")
        deleted += Case.objects.filter(kind=name).exclude(key__in=known).delete()[0]
    return deleted

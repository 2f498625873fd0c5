"""Deleting an account, and clearing away what nobody can open or use any more.

Safe at any time and from several processes at once: what is gone already is passed over, and
nothing is locked for longer than a slice takes.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import chain

from django.core.cache import cache
from django.core.cache.backends.db import DatabaseCache
from django.db import connection, connections, models, router, transaction

from armybuilder.groups.models import BattleGroup, EventFormat, GroupRevision, KeptRecord
from armybuilder.jobs.services.asking import forget_everything
from armybuilder.library.models import OwnedModels, OwnUnit
from armybuilder.scenarios.models import Scenario
from armybuilder.site.models import Owner, PersonalToken, User
from armybuilder.skirmishes.lines import delete_unread_lines
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.seats.leaving import leave_games
from collection.common.deleting import delete_whole

SLICE = 200
#: No transaction lasts as long.
LONGEST_TRANSACTION = timedelta(hours=1)


def delete_account(user: User) -> None:
    """Delete a member with everything of theirs; games that others play too stay with those."""
    with transaction.atomic():
        leave_games(member=user)
        forget_everything(owner=Owner(user))
        delete_whole(User.objects.filter(pk=user.pk))
    delete_unread_lines()


def delete_abandoned_groups(*, unchanged_since: datetime) -> int:
    """Delete what visitors left and no session opens any more; returns how many groups.

    A shared group stays, since others may still use its link.
    """
    left = BattleGroup.objects.exclude(visitor="")
    return _delete(left.filter(share_token="", updated__lt=unchanged_since))


def delete_abandoned_formats(*, unchanged_since: datetime) -> int:
    """Delete the formats of visitors whose session has ended; returns how many."""
    left = EventFormat.objects.exclude(visitor="")
    return _delete(left.filter(updated__lt=unchanged_since))


def delete_abandoned_skirmishes(*, unchanged_since: datetime) -> int:
    """Delete the games of visitors whose session has ended; returns how many."""
    left = Skirmish.objects.exclude(visitor="")
    deleted = _delete(left.filter(updated__lt=unchanged_since))
    delete_unread_lines()
    return deleted


def delete_abandoned_scenarios(*, unchanged_since: datetime) -> int:
    """Delete what visitors drew and no session opens any more, but what they share; returns how
    many scenarios."""
    left = Scenario.objects.exclude(visitor="")
    return _delete(left.filter(share_token="", updated__lt=unchanged_since))


def delete_abandoned_libraries(*, unchanged_since: datetime) -> int:
    """Delete the units and models of visitors whose session has ended; returns how many rows."""
    units = OwnUnit.objects.exclude(visitor="").filter(updated__lt=unchanged_since)
    owned = OwnedModels.objects.exclude(visitor="").filter(updated__lt=unchanged_since)
    return _delete(units) + _delete(owned)


def delete_expired_tokens(*, now: datetime) -> int:
    """Delete tokens that open nothing any more; returns how many."""
    return _delete(PersonalToken.objects.filter(expiry__lt=now))


def delete_unused_records(*, now: datetime) -> int:
    """Delete kept records that no group, revision or skirmish names; returns how many.

    Everything is looked through without a lock; then only what may have changed meanwhile, while
    nobody can keep a record anew.
    """
    unused = set(KeptRecord.objects.values_list("pk", flat=True)) - _used()
    deleted = 0
    for slice_ in _slices(sorted(unused)):
        with transaction.atomic():
            _keep_records_from_being_kept()
            free = set(slice_) - _used(now - LONGEST_TRANSACTION)
            deleted += KeptRecord.objects.filter(pk__in=free).delete()[0]
    return deleted


def delete_expired_cache_entries(*, now: datetime) -> int:
    """Delete what the cache keeps in a table and nobody asked for again; returns how many."""
    if not isinstance(cache, DatabaseCache):
        return 0
    alias = router.db_for_write(cache.cache_model_class)
    of_cache = connections[alias]
    table = of_cache.ops.quote_name(cache.cache_model_class._meta.db_table)
    with of_cache.cursor() as cursor:
        before = of_cache.ops.adapt_datetimefield_value(now)
        cursor.execute(f"DELETE FROM {table} WHERE expires < %s", [before])  # noqa: S608
        return int(cursor.rowcount)


def _used(since: datetime | None = None) -> set[str]:
    """The digests that are named by anything, or by what changed since."""
    changed = (
        (BattleGroup, "updated"),
        (GroupRevision, "saved"),
        (Skirmish, "updated"),
    )
    named: Iterable[dict[str, str]] = chain.from_iterable(
        _changed(model, field, since).values_list("records", flat=True).iterator()
        for model, field in changed
    )
    return {digest for records in named for digest in records.values()}


def _changed(
    model: type[models.Model], field: str, since: datetime | None
) -> models.QuerySet[models.Model]:
    every = model._default_manager.all()
    return every if since is None else every.filter(**{f"{field}__gte": since})


def _keep_records_from_being_kept() -> None:
    """SQLite has let nobody else write since the transaction began."""
    if connection.vendor == "postgresql":
        table = connection.ops.quote_name(KeptRecord._meta.db_table)
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {table} IN SHARE ROW EXCLUSIVE MODE")


def _delete(found: models.QuerySet[models.Model]) -> int:
    """Delete rows with what hangs on them, slice by slice; returns how many."""
    slices = _slices(list(found.values_list("pk", flat=True)))
    return sum(delete_whole(found.filter(pk__in=slice_)) for slice_ in slices)


def _slices(keys: list[str]) -> Iterator[list[str]]:
    for first in range(0, len(keys), SLICE):
        yield keys[first : first + SLICE]

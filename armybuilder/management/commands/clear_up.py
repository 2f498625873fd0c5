"""Clear away what nobody can open or use any more."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils import timezone

from armybuilder.home import services
from armybuilder.jobs.services import clearing
from armybuilder.moderation.services import forget_cases_of_what_is_gone
from armybuilder.offline.services import forget_what_came_back
from armybuilder.push.services import delete_abandoned_devices
from armybuilder.site.models import AuditEntry
from armybuilder.skirmishes.archive import put_away

#: How long it is known what a device brought back, and what was refused of it is kept as a file.
KEPT_FOR = timedelta(days=180)


class Command(BaseCommand):
    """The running site does it daily by itself; another server has to be told to."""

    help = (
        "Deletes expired sessions with the private battle groups, event formats and skirmishes"
        " that only they open, expired tokens, old notes of what came back from devices,"
        " old entries of the audit log, records nothing uses and expired cache entries;"
        " packs the steps of finished games that nobody has touched for ARCHIVE_AFTER_DAYS."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("clearsessions")
        now = timezone.now()
        ended = now - timedelta(seconds=settings.SESSION_COOKIE_AGE)
        cleared = {
            "abandoned battle groups": services.delete_abandoned_groups(unchanged_since=ended),
            "abandoned event formats": services.delete_abandoned_formats(unchanged_since=ended),
            "abandoned scenarios": services.delete_abandoned_scenarios(unchanged_since=ended),
            "abandoned libraries": services.delete_abandoned_libraries(unchanged_since=ended),
            "abandoned devices": delete_abandoned_devices(unused_since=ended),
            "abandoned skirmishes": services.delete_abandoned_skirmishes(unchanged_since=ended),
            "abandoned wishes for long work": clearing.delete_abandoned_asks(unchanged_since=ended),
            "files made long ago": clearing.forget_old_files(now=now),
            "long work nobody asks for": clearing.delete_unasked(now=now),
            "old notes of what came back": forget_what_came_back(until=now - KEPT_FOR),
            "expired tokens": services.delete_expired_tokens(now=now),
            "entries of the audit log": AuditEntry.objects.drop_before(
                now - timedelta(days=settings.AUDIT_DAYS)
            ),
            "reports of what is gone": forget_cases_of_what_is_gone(),
            "unused records": services.delete_unused_records(now=now),
            "expired cache entries": services.delete_expired_cache_entries(now=now),
        }
        for name, count in cleared.items():
            self.stdout.write(f"{count} {name} deleted.")
        if settings.ARCHIVE_AFTER_DAYS:
            untouched = now - timedelta(days=settings.ARCHIVE_AFTER_DAYS)
            self.stdout.write(f"{put_away(unchanged_since=untouched)} finished games put away.")

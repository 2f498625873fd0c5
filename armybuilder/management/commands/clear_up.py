"""Clear away what nobody can open or use any more."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils import timezone

from armybuilder.home import services
from armybuilder.jobs.services import clearing
from armybuilder.skirmishes.archive import put_away


class Command(BaseCommand):
    """The running site does it daily by itself; another server has to be told to."""

    help = (
        "Deletes expired sessions with the private battle groups, event formats and skirmishes"
        " that only they open, expired tokens, records nothing uses and expired cache entries;"
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
            "abandoned skirmishes": services.delete_abandoned_skirmishes(unchanged_since=ended),
            "abandoned wishes for long work": clearing.delete_abandoned_asks(unchanged_since=ended),
            "long work nobody asks for": clearing.delete_unasked(now=now),
            "expired tokens": services.delete_expired_tokens(now=now),
            "unused records": services.delete_unused_records(now=now),
            "expired cache entries": services.delete_expired_cache_entries(now=now),
        }
        for name, count in cleared.items():
            self.stdout.write(f"{count} {name} deleted.")
        if settings.ARCHIVE_AFTER_DAYS:
            untouched = now - timedelta(days=settings.ARCHIVE_AFTER_DAYS)
            self.stdout.write(f"{put_away(unchanged_since=untouched)} finished games put away.")

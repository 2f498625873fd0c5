"""Clear away what visitors without an account left behind."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils import timezone

from armybuilder.services.formats import delete_abandoned_formats
from armybuilder.services.groups import delete_abandoned_groups


class Command(BaseCommand):
    """Run it daily: expired sessions go, and what only they could open or change."""

    help = "Deletes expired sessions with the private battle groups and event formats they own."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("clearsessions")
        lifetime = timedelta(seconds=settings.SESSION_COOKIE_AGE)
        unchanged_since = timezone.now() - lifetime
        groups = delete_abandoned_groups(unchanged_since=unchanged_since)
        formats = delete_abandoned_formats(unchanged_since=unchanged_since)
        self.stdout.write(f"{groups} abandoned battle groups deleted.")
        self.stdout.write(f"{formats} abandoned event formats deleted.")

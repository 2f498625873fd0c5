"""Clear away what visitors without an account left behind."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils import timezone

from armybuilder.services.groups import delete_abandoned_groups


class Command(BaseCommand):
    """Run it daily: expired sessions go, and the private groups only they could open."""

    help = "Deletes expired sessions and the private battle groups no session opens any more."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("clearsessions")
        lifetime = timedelta(seconds=settings.SESSION_COOKIE_AGE)
        deleted = delete_abandoned_groups(unchanged_since=timezone.now() - lifetime)
        self.stdout.write(f"{deleted} abandoned battle groups deleted.")

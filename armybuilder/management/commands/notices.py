"""`manage.py notices`: writes the notices of what others made."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from armybuilder.tools import notices


class Command(BaseCommand):
    help = "Writes the third-party notices from what the installed packages say of themselves."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            notices.FILE.write_text(notices.written(), "utf-8")
        except notices.Unnamed as reason:
            raise CommandError(str(reason)) from None

"""Write to those whose turn it is in a game of several days."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from armybuilder.skirmishes.seats.calling import call_players


class Command(BaseCommand):
    """The running site does it every five minutes by itself; another server has to be told to."""

    help = "Mails those whose turn it is in a game of several days, once a turn; needs EMAIL_URL."

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.MAIL_IS_DELIVERED and (called := call_players(now=timezone.now())):
            self.stdout.write(f"{called} players called.")

"""`manage.py publish_starters`: shows everybody the groups that come with the site."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from armybuilder.groups.present.starters import starters
from armybuilder.groups.services.starters import publish_starters
from armybuilder.site.accounts.house import ADDRESS, HouseTaken


class Command(BaseCommand):
    help = (
        "Brings the starter groups among the public groups to what fixtures/ says; start does so."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            published = publish_starters(starters())
        except HouseTaken:
            raise CommandError(
                f"somebody signs in as {ADDRESS}; give that account another."
            ) from None
        self.stdout.write(
            f"starter groups: {published.made} new, {published.changed} changed,"
            f" {published.gone} taken away."
        )

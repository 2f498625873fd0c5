"""`manage.py load_catalogue`: brings the catalogue files into the database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from collection.catalogue import game, services
from collection.catalogue.files import LoadRefused


class Command(BaseCommand):
    help = "Loads the catalogue files; a single bad record and nothing is kept."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--fixtures",
            type=Path,
            default=settings.BASE_DIR / "fixtures",
            metavar="DIR",
            help="folder with one folder of catalogue files a game system",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        for system in game.CATALOGUED:
            try:
                loaded = services.load_catalogue(
                    system=system.name,
                    folder=options["fixtures"] / system.fixtures,
                    now=timezone.now(),
                )
            except LoadRefused as refused:
                for problem in refused.problems:
                    self.stderr.write(str(problem))
                count = len(refused.problems)
                raise CommandError(
                    f"{system.name}: {count} problem(s) in the catalogue files; nothing was loaded."
                ) from None
            for problem in loaded.left_out:
                self.stderr.write(f"left out, entered on the site: {problem}")
            if options["verbosity"]:
                self.stdout.write(f"{system.name}: {_outcome(loaded)}")


def _outcome(loaded: services.Loaded) -> str:
    if not loaded.changed:
        return "the catalogue is unchanged."
    counts = loaded.version.counts
    figures = sum(counts[status] for status in ("complete", "listed", "block"))
    return f"{figures} figures and {counts['cards'] + counts['house_cards']} cards loaded."

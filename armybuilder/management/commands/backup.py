"""`manage.py backup FILE`: the whole site in one file, while it is in use."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from armybuilder.tools.backups.archive import BackupProblem
from armybuilder.tools.backups.making import back_up, kept_among


class Command(BaseCommand):
    help = "Writes database, photos and key into one file; the site may be in use."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", type=Path, help="the file to write, such as site.zip; with --keep its folder"
        )
        parser.add_argument(
            "--keep",
            type=int,
            choices=range(1, 1000),
            metavar="N",
            help="write into a folder, and leave the latest N made so",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        try:
            if options["keep"]:
                file, made = kept_among(file, "daily", "daily", options["keep"])
            else:
                made = back_up(file, tell=self.stdout.write)
        except (BackupProblem, OSError) as problem:
            raise CommandError(str(problem)) from None
        self.stdout.write(
            f"{file}: {made.rows} rows and {len(made.files)} files,"
            f" {file.stat().st_size / 1_000_000:.1f} MB. It opens every account: keep it safe."
        )

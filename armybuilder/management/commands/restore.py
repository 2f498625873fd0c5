"""`manage.py restore FILE`: a site out of a backup, on this machine's database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from armybuilder.tools.backups.archive import BackupProblem
from armybuilder.tools.backups.making import kept_before
from armybuilder.tools.backups.restoring import restore
from armybuilder.tools.backups.tables import in_use
from armybuilder.tools.database import DatabaseUnusable, require_database, why_unusable
from armybuilder.tools.private import keep_private


class Command(BaseCommand):
    help = "Makes this site what a backup holds, with its database of whatever kind."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="what `backup` has written")
        parser.add_argument(
            "--replace",
            action="store_true",
            help="also where the site has members; what it holds is backed up first",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        file, replace = options["file"], options["replace"]
        try:
            keep_private(settings.VAR_DIR)
            require_database()
            if replace and in_use():
                self.stdout.write(f"What was here is kept in {kept_before('restore')}.")
            read = restore(file, replace=replace, tell=self.stdout.write)
        except DatabaseError as error:
            raise CommandError(why_unusable(error)) from None
        except (BackupProblem, DatabaseUnusable, OSError) as problem:
            raise CommandError(str(problem)) from None
        self.stdout.write(
            f"{file}: {read.rows} rows and {len(read.files)} files, as they were on {read.made}."
            " Start the site anew."
        )

"""`manage.py translations`: keeps the message catalogues whole."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from armybuilder.tools import translations


class Command(BaseCommand):
    help = "Checks that every message is translated, or adds new messages to the catalogues."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--check", action="store_true", help="fail on missing or fuzzy messages")
        what.add_argument("--update", action="store_true", help="add new messages, drop unused")
        what.add_argument("--compile", action="store_true", help="write the .mo files")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["compile"]:
            translations.compile_catalogues()
        elif options["update"]:
            for path in translations.catalogue_files():
                self.stdout.write(f"{path}: {translations.complete(path)} without translation")
        else:
            self.check_catalogues()

    def check_catalogues(self) -> None:
        """Print every problem; raises CommandError when there is one."""
        count = 0
        for path in translations.catalogue_files():
            for problem in translations.problems(path):
                self.stdout.write(f"{path.parent.parent.name}: {problem}")
                count += 1
        if count:
            raise CommandError(f"{count} messages need a translator; see 'translations --update'.")
        self.stdout.write("Every message is translated.")

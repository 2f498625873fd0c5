"""A worker by itself, for where `start` begins none."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from armybuilder.jobs.working import work


class Command(BaseCommand):
    """Several may run beside each other, on several machines where the database is PostgreSQL."""

    help = "Carries out long work, such as match-ups, until it is told to end."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--until-done", action="store_true", help="end when nothing waits any more"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        work(only_what_waits=options["until_done"])

"""`manage.py start`: everything a fresh machine needs, then the site."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from armybuilder import serving, static_files, translations
from armybuilder.database import DatabaseUnusable, require_database, why_unusable


class Command(BaseCommand):
    help = "Prepares the database, the catalogue and the static files, then serves the site."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to serve on (127.0.0.1)")
        parser.add_argument("--port", type=int, default=8000, help="port to serve on (8000)")

    def handle(self, *args: Any, **options: Any) -> None:
        host, port = options["host"], options["port"]
        try:
            claimed = serving.claim_socket(host, port)
        except serving.CannotListen as reason:
            raise CommandError(str(reason)) from None
        settings.ALLOWED_HOSTS += serving.own_addresses(host)
        self.prepare()
        serving.serve(claimed, lambda: self.announce(host, port))

    def prepare(self) -> None:
        """Bring compiled translations, database, catalogue and static files up to date."""
        translations.compile_catalogues()
        try:
            require_database()
            call_command("migrate", verbosity=0, interactive=False)
        except DatabaseUnusable as reason:
            raise CommandError(str(reason)) from None
        except DatabaseError as error:
            raise CommandError(why_unusable(error)) from None
        if "load_catalogue" in get_commands():
            call_command("load_catalogue")
        static_files.collect()

    def announce(self, host: str, port: int) -> None:
        """Print where to go, now that somebody answers there."""
        for address in serving.addresses_to_print(host, port):
            self.stdout.write(address)
        self.stdout.write("Stop with Ctrl+C.")
        self.stdout.flush()

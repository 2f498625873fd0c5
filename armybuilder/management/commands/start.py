"""`manage.py start`: everything a fresh machine needs, then the site."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from armybuilder.site.full_disk import is_disk_full
from armybuilder.site.one_at_a_time import one_at_a_time
from armybuilder.tools import serving, static_files, translations
from armybuilder.tools.backups.making import kept_before
from armybuilder.tools.backups.tables import (
    applied_migrations,
    in_use,
    is_newer,
    known_migrations,
)
from armybuilder.tools.database import (
    DatabaseUnusable,
    prepared_by_one,
    require_database,
    why_unusable,
)
from armybuilder.tools.private import keep_private

ANOTHER_START = "Another start is setting the site up; waiting for it…"
UNENCRYPTED = (
    "other machines reach this site without HTTPS: whoever is on the way can read passwords and"
    " change what is sent."
)
INSTEAD = (
    "Put a server with a certificate in front and start with HTTPS=true and TRUSTED_PROXIES=1; or"
    " add --insecure where you trust everybody on the network."
)


class Command(BaseCommand):
    help = "Prepares the database, the catalogue and the static files, then serves the site."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to serve on (127.0.0.1)")
        parser.add_argument("--port", type=int, default=8000, help="port to serve on (8000)")

        parser.add_argument(
            "--insecure",
            action="store_true",
            help="serve other machines without HTTPS, though everything can be read on the way",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        host, port = options["host"], options["port"]
        self.is_open = not (settings.HTTPS or serving.is_own_machine(host))
        if self.is_open and not options["insecure"]:
            raise CommandError(f"{UNENCRYPTED} {INSTEAD}")
        try:
            claimed = serving.claim_socket(host, port)
        except serving.CannotListen as reason:
            raise CommandError(str(reason)) from None
        settings.ALLOWED_HOSTS += serving.own_addresses(host)
        keep_private(settings.VAR_DIR)
        try:
            with one_at_a_time(settings.VAR_DIR / "set-up.lock", ANOTHER_START):
                self.prepare()
        except DatabaseUnusable as reason:
            raise CommandError(str(reason)) from None
        except DatabaseError as error:
            raise CommandError(why_unusable(error)) from None
        except OSError as error:
            if not is_disk_full(error):
                raise
            raise CommandError("the disk is full; make room and start again.") from None
        serving.serve(claimed, lambda: self.announce(host, port))

    def prepare(self) -> None:
        """Bring compiled translations, database, catalogue and static files up to date.

        Raises DatabaseUnusable, DatabaseError and OSError.
        """
        translations.compile_catalogues()
        require_database()
        with prepared_by_one():
            self.keep_before_migrations()
            call_command("migrate", verbosity=0, interactive=False)
            if "load_catalogue" in get_commands():
                call_command("load_catalogue")
                call_command("publish_starters")
        static_files.collect()

    def keep_before_migrations(self) -> None:
        """Back up a site in use before its tables change; raises DatabaseUnusable where they have
        been changed by a newer version of the site."""
        applied, known = applied_migrations(), known_migrations()
        if newer := applied - known:
            raise DatabaseUnusable(f"the database {is_newer(newer)}.")
        if known - applied and in_use():
            self.stdout.write(f"The site before this update is kept in {kept_before('update')}.")

    def announce(self, host: str, port: int) -> None:
        """Print where to go, now that somebody answers there."""
        for address in serving.addresses_to_print(host, port):
            self.stdout.write(address)
        if self.is_open:
            self.stderr.write(UNENCRYPTED)
        self.stdout.write("Stop with Ctrl+C.")
        self.stdout.flush()

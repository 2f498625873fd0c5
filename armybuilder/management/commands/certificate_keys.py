"""List the keys certificates are signed with, take a new one into use, withdraw one."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from armybuilder.groups.certificates.keys import distrust, rotate
from armybuilder.groups.models import CertificateKey


class Command(BaseCommand):
    """A new key leaves what former ones signed as it is; a withdrawn one takes it away."""

    help = "Lists the keys of certificates; --rotate makes a new one, --distrust KEY withdraws one."

    def add_arguments(self, parser: CommandParser) -> None:
        """Both at once withdraw first."""
        parser.add_argument("--rotate", action="store_true", help="sign with a new key from now on")
        parser.add_argument("--distrust", metavar="KEY", help="let nothing hold that KEY signed")

    def handle(self, *args: Any, **options: Any) -> None:
        """Change what is asked for, then list."""
        if key_id := options["distrust"]:
            try:
                distrust(key_id)
            except CertificateKey.DoesNotExist:
                raise CommandError(f"There is no key {key_id}.") from None
        if options["rotate"]:
            rotate()
        for key in CertificateKey.objects.all():
            self.stdout.write(f"{key.key_id}  {_state(key)}  {key.created:%Y-%m-%d %H:%M}")


def _state(key: CertificateKey) -> str:
    if not key.trusted:
        return "withdrawn"
    return "former" if key.retired else "in use"

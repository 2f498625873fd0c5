"""Makes the database a device starts with: `python -m armybuilder.offline.runtime.starting`."""

import django
from django.core.management import call_command
from django.db import connection


def main() -> None:
    """Fill the empty database of the device's settings."""
    django.setup()
    call_command("migrate", verbosity=0, interactive=False)
    call_command("load_catalogue", verbosity=0)
    call_command("publish_starters", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")


if __name__ == "__main__":
    main()

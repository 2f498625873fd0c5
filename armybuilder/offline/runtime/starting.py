"""Makes the database a device starts with: `python -m armybuilder.offline.runtime.starting`."""

import django
from django.conf import settings
from django.core.management import call_command
from django.db import connection

HOUSE = 2**53 - 1


def main() -> None:
    """Fill the empty database of the device's settings."""
    django.setup()
    from armybuilder.offline.runtime.corrections import FILE, load_corrected_catalogue
    from armybuilder.site.accounts.house import ADDRESS
    from armybuilder.site.models import User

    call_command("migrate", verbosity=0, interactive=False)
    load_corrected_catalogue(settings.VAR_DIR / FILE)
    # Members keep their numbers on the device, so that of the house is nobody's.
    User.objects.create(
        pk=HOUSE, email=ADDRESS, display_name=settings.PRODUCT_NAME, is_active=False
    )
    call_command("publish_starters", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")


if __name__ == "__main__":
    main()

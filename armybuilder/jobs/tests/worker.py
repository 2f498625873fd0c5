"""A worker on the database of a test, with a short lease: what a test kills.

python -m armybuilder.jobs.tests.worker NAME-OF-DATABASE
"""

import os
import sys
from datetime import timedelta


def main(database: str) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "armybuilder.tests.settings"
    import django
    from django.conf import settings

    settings.DATABASES["default"]["NAME"] = database
    django.setup()
    from armybuilder.jobs import working
    from armybuilder.jobs.services import carrying
    from armybuilder.jobs.tests.counting import KINDS

    settings.JOB_KINDS = KINDS
    carrying.LEASE = timedelta(seconds=1)
    carrying.TURN = 0.2
    working.SIGN = 0.2
    working.work()


if __name__ == "__main__":
    main(sys.argv[1])

"""What people entered and editors corrected of the catalogue, as the site hands it to a device.

It lies over the catalogue's files there as it does here. Whose it is and how it came to be stays on
the site.
"""

from pathlib import Path

import msgspec
from django.core.management import call_command

from collection.catalogue.entering.selectors import entered_records
from collection.catalogue.entering.services import replace_entries
from collection.catalogue.game import CATALOGUED

#: What the file is called beside the site's code.
FILE = "corrections.json"


def as_file() -> bytes:
    """On the site: the records that lie over the files now, by game system and number."""
    found = {system.name: entered_records(system.name) for system in CATALOGUED}
    return msgspec.json.encode(found)


def load_corrected_catalogue(file: Path) -> None:
    """On a device: bring the catalogue up to date with its files and with what `as_file` wrote."""
    for system, records in msgspec.json.decode(file.read_bytes()).items():
        replace_entries(system=system, records=records)
    call_command("load_catalogue", verbosity=0)

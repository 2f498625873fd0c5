"""The database a device starts with, made once for each state of the code and kept between runs."""

import hashlib

import msgspec

from armybuilder.offline.runtime import packing
from collection.catalogue.game import CATALOGUED
from collection.common.tests.template_database import CACHE, ROOT, alone

#: What the site hands to a device while no editor has corrected anything.
NOTHING_CORRECTED = msgspec.json.encode({system.name: {} for system in CATALOGUED})
KEPT = CACHE.parent / "starts"
_made_by_the_site = packing.starting_database


def starting_database(corrected: bytes) -> bytes:
    """What `packing.starting_database` makes; without corrections, the one made before."""
    if corrected != NOTHING_CORRECTED:
        return _made_by_the_site(corrected)
    digest = hashlib.sha256((ROOT / "requirements.txt").read_bytes())
    for name, content in packing.files():
        digest.update(f"{name} {len(content)}\n".encode() + content)
    kept = KEPT / f"{digest.hexdigest()[:16]}.sqlite3"
    with alone():
        if not kept.exists():
            KEPT.mkdir(exist_ok=True)
            for other in KEPT.iterdir():
                other.unlink()
            passing = kept.with_suffix(".partial")
            passing.write_bytes(_made_by_the_site(corrected))
            passing.rename(kept)
        return kept.read_bytes()

"""Collecting static files, only when one of them changed."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command


def collect() -> None:
    """Fill STATIC_ROOT anew unless it was filled from these very files."""
    stamp = Path(settings.STATIC_ROOT).with_suffix(".stamp")
    wanted = fingerprint()
    if stamp.exists() and stamp.read_text() == wanted and Path(settings.STATIC_ROOT).is_dir():
        return
    call_command("collectstatic", verbosity=0, interactive=False, clear=True)
    stamp.write_text(wanted)


def fingerprint() -> str:
    """A digest of every static file's name, size and time of change."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            status = Path(storage.path(name)).stat()
            digest.update(f"{name} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()

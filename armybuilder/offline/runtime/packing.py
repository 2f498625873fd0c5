"""What the device needs of the server's own code and catalogue: two files of one version.

The *site* is every module, template, word list and record that answers pages, and what editors
corrected of the records, as one archive: four bytes with the length of its table, little-endian,
the table (JSON: a list of name and size), and the files one after another. The *start* is an SQLite
database with all tables, the corrected catalogue and the starter groups, and nobody's things.
"""

import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path, PurePosixPath

import msgspec
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.templatetags.static import static

from armybuilder.offline.runtime import corrections, vendored
from armybuilder.site.one_at_a_time import one_at_a_time
from collection.catalogue.game import CATALOGUED
from collection.catalogue.selectors import current_version

#: Locked packages the device does without: compiled ones (see `absent`), what only they need, and
#: what only serves.
LEFT_TO_THE_SERVER = frozenset(
    {"argon2-cffi", "argon2-cffi-bindings", "attrs", "cffi", "click", "colorama", "cryptography"}
    | {"fido2", "h11", "jsonschema", "jsonschema-specifications", "msgspec", "pillow", "pycparser"}
    | {"qrcode", "rapidfuzz", "referencing", "rpds-py", "tzdata", "uvicorn"}
)
OWN = ("armybuilder", "collection", "rules", "templates", "fixtures")
#: Parts of packages and of our own folders that answer no page.
LEFT_OUT = re.compile(
    r"(^|/)(tests|__pycache__)/|/static/(?!fonts/|pictures/)"
    r"|^django/contrib/(gis|flatpages|redirects)/"
    r"|^reportlab/(fonts|graphics/(barcode|charts|samples|widgets))/"
    r"|/locale/(?!en/|pl/)[^/]+/|/LC_MESSAGES/[^/]*\.po$"
    r"|^(allauth/(socialaccount/providers/(?!base/)[a-z0-9_]+|headless/contrib|idp/oidc/contrib)|drf_spectacular/locale)/"
    r"|\.(so|pyi|pyx|c|h|rst|md|exe)$|\.dist-info/|(^|/)py\.typed$"
)
#: What of a package's own records goes along: its version, and what its licence asks for.
RECORDS = re.compile(r"\.dist-info/(METADATA$|licenses/|LICEN[CS]E|COPYING|NOTICE|AUTHORS)")
LEVEL = 6
#: Seconds for which another version is kept: a device may be fetching it.
KEPT_FOR = 86_400


class Packed(msgspec.Struct, frozen=True):
    """The files of one version of the site for devices, and what a page of it may ask for."""

    version: str
    site: Path
    start: Path
    #: Bytes before they are compressed.
    site_bytes: int
    start_bytes: int


def packed() -> Packed:
    """The pack of this code and today's catalogue, made where it is not there yet.

    Raises subprocess.CalledProcessError where the database of the start cannot be made, OSError.
    """
    version = version_now()
    folder = settings.VAR_DIR / "offline" / version
    index = folder / "index.json"
    if not index.exists():
        with one_at_a_time(settings.VAR_DIR / "offline.lock", ""):
            if not index.exists():
                _make(folder)
    return msgspec.json.decode(
        index.read_bytes(), type=Packed, dec_hook=lambda kind, value: kind(value)
    )


def version_now() -> str:
    """The digest of this code with today's catalogue."""
    versions = [str(current_version(each.name)) for each in CATALOGUED]
    return hashlib.sha256(f"{_code_digest()} {versions}".encode()).hexdigest()[:16]


@cache
def _code_digest() -> str:
    """The digest of all that is packed; a process serves the code it began with."""
    digest = hashlib.sha256(json.dumps(static_urls(), sort_keys=True).encode())
    for name, content in files():
        digest.update(f"{name} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def static_urls() -> dict[str, str]:
    """Where each static file is served, by its name; the runtime's own files are not among them."""
    names = (name for finder in get_finders() for name, _storage in finder.list([]))
    wanted = (
        each for each in names if not each.startswith(("pyodide-", "admin/", "rest_framework/"))
    )
    return {name: static(name) for name in sorted(wanted)}


def kept_addresses() -> list[str]:
    """The addresses of static files that pages ask for; modules name each other without digests."""
    urls = static_urls()
    plain = {f"{settings.STATIC_URL}{name}" for name in urls if name.endswith(".js")}
    return sorted({*urls.values(), *plain})


def files() -> Iterator[tuple[str, bytes]]:
    """Every file of the site for devices by its name there, in order of names."""
    yield from sorted([*_own_files(), *_packages(), *_wheel(), *_made()])


def _own_files() -> Iterator[tuple[str, bytes]]:
    for top in OWN:
        for path in (settings.BASE_DIR / top).rglob("*"):
            name = path.relative_to(settings.BASE_DIR).as_posix()
            if path.is_file() and not LEFT_OUT.search(name):
                yield name, path.read_bytes()


def _packages() -> Iterator[tuple[str, bytes]]:
    for name in _locked():
        try:
            found = distribution(name)
        except PackageNotFoundError:  # A package for another platform.
            continue
        for file in found.files or ():
            posix = PurePosixPath(file).as_posix()
            if ".." in file.parts or (LEFT_OUT.search(posix) and not RECORDS.search(posix)):
                continue
            yield posix, Path(str(file.locate())).read_bytes()


def _locked() -> list[str]:
    lock = (settings.BASE_DIR / "requirements.txt").read_text()
    return sorted(set(re.findall(r"^([a-z0-9-]+)==", lock, re.MULTILINE)) - LEFT_TO_THE_SERVER)


def _wheel() -> Iterator[tuple[str, bytes]]:
    """The one compiled package there is a build of for browsers."""
    with zipfile.ZipFile(vendored.wheel()) as wheel:
        for name in wheel.namelist():
            if name.endswith(".so") or RECORDS.search(name) or not LEFT_OUT.search(name):
                yield name, wheel.read(name)


def _made() -> Iterator[tuple[str, bytes]]:
    yield "static.json", json.dumps(static_urls(), sort_keys=True).encode()
    # The one time zone the site keeps, as a compiled file without a change in it (RFC 8536).
    yield "zones/UTC", b"TZif" + bytes(16) + bytes(12) + _long(0, 1, 4) + bytes(6) + b"UTC\0"


def _long(*numbers: int) -> bytes:
    return b"".join(number.to_bytes(4, "big") for number in numbers)


def archive(entries: list[tuple[str, bytes]]) -> bytes:
    """Files as one: the length of the table, the table, the contents."""
    table = json.dumps([[name, len(content)] for name, content in entries]).encode()
    return (
        len(table).to_bytes(4, "little") + table + b"".join(content for _name, content in entries)
    )


def _make(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for other in folder.parent.iterdir():
        if other != folder and time.time() - other.stat().st_mtime > KEPT_FOR:
            shutil.rmtree(other)
    corrected = corrections.as_file()
    site = archive([*files(), (corrections.FILE, corrected)])
    start = starting_database(corrected)
    pack = Packed(
        version=folder.name,
        site=folder / "site.gz",
        start=folder / "start.gz",
        site_bytes=len(site),
        start_bytes=len(start),
    )
    pack.site.write_bytes(gzip.compress(site, LEVEL, mtime=0))
    pack.start.write_bytes(gzip.compress(start, LEVEL, mtime=0))
    # It comes last: what it names is whole.
    fresh = folder / f"index.{os.getpid()}"
    fresh.write_bytes(msgspec.json.encode(pack, enc_hook=str))
    fresh.rename(folder / "index.json")


def starting_database(corrected: bytes) -> bytes:
    """The database, made by the settings of the device in a process of its own; `corrected` is the
    file of what lies over the catalogue's files."""
    with tempfile.TemporaryDirectory() as var:
        (Path(var) / corrections.FILE).write_bytes(corrected)
        variables = os.environ | {
            "DJANGO_SETTINGS_MODULE": "armybuilder.offline.runtime.settings",
            "VAR_DIR": var,
            "SECRET_KEY": settings.SECRET_KEY,
        }
        for unwanted in ("DATABASE_URL", "CACHE_URL", "EMAIL_URL"):
            variables.pop(unwanted, None)
            variables.pop(f"{unwanted}_FILE", None)
        subprocess.run(
            [sys.executable, "-m", "armybuilder.offline.runtime.starting"],
            check=True,
            env=variables,
            cwd=settings.BASE_DIR,
        )
        return (Path(var) / "db.sqlite3").read_bytes()


def urls_of_the_runtime() -> dict[str, str]:
    """Where the interpreter's files are served, in a folder of its version."""
    folder = f"{settings.STATIC_URL}{vendored.folder().name}"
    return {name: f"{folder}/{name}" for name in vendored.SERVED}

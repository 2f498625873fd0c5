"""What others made and this project uses: who made it, and under which licence it may be used."""

import re
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from armybuilder.offline.runtime import vendored

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / ".github" / "THIRD-PARTY.md"
LOCKED = re.compile(r"^([\w.-]+)==([^ ;\\]+)", re.MULTILINE)
#: Packages of other systems and of extras, which the environment at hand need not hold.
ELSEWHERE = {
    "async-timeout": "Apache-2.0",
    "colorama": "BSD-3-Clause",
    "redis": "MIT",
    "tzdata": "Apache-2.0",
    "psycopg": "LGPL-3.0-only",
    "psycopg-binary": "LGPL-3.0-only",
    "psycopg-pool": "LGPL-3.0-only",
}
#: What lies in this repository: what, where, made by whom, under which licence.
KEPT = (
    (
        "Lato",
        "`armybuilder/static/fonts/`",
        "Łukasz Dziedzic",
        "SIL Open Font License 1.1, in `OFL.txt` beside it",
    ),
    (
        "axe-core, for tests only",
        "`armybuilder/tests/vendor/`",
        "Deque Systems",
        "MPL-2.0, in `axe-LICENSE.txt` beside it; `axe-LICENSE-3RD-PARTY.txt` completes it",
    ),
    (
        "Pyodide with CPython and SQLite, and a wheel of msgspec",
        f"`armybuilder/static/{vendored.folder().name}/`",
        "the Pyodide, Python and SQLite developers; Jim Crist-Harif",
        "MPL-2.0, in `LICENSE.txt` beside it; PSF-2.0; public domain; BSD-3-Clause, in the wheel",
    ),
    (
        "qr, a reader of QR codes",
        f"`armybuilder/static/{vendored.folder(vendored.QR).name}/`",
        "Paul Miller",
        "MIT, in `LICENSE.txt` beside it",
    ),
    (
        "the polynomials of fdlibm",
        "`rules/core/angles.py`",
        "Sun Microsystems, Inc., 1993",
        "free to use, copy, modify and distribute while this notice is kept",
    ),
)
HEAD = """# Third-party notices

The project's own licence is its owner's to name. What others made stands under theirs.

## In this repository

| what | where | made by | licence |
|---|---|---|---|
{kept}
The icons (`armybuilder/static/icons/`), dials and pictures of pages are the project's own. Names of
the game and its figures are trademarks of their owners; the catalogue holds facts, each with its
sources.

## Sent to browsers

htmx comes with the package `django-htmx` and is made by Big Sky Software under the 0BSD licence.
Whoever wants the site without a network is sent Pyodide, unchanged, and the packages below that are
plain Python, with their licences.

## Installed

Written by `python3 manage.py notices` from what the packages say of themselves; the versions are
those of `requirements.txt`, `requirements-postgres.txt` and `requirements-redis.txt`.

| package | version | licence |
|---|---|---|
"""


@dataclass(frozen=True)
class Package:
    """A locked package and the licence it names."""

    name: str
    version: str
    licence: str


class Unnamed(Exception):
    """A package that names no licence, and that nobody has looked up."""


def packages() -> list[Package]:
    """Every package a site may install, by name; raises Unnamed."""
    locked: dict[str, str] = {}
    for lock in sorted(ROOT.glob("requirements*.txt")):
        locked |= dict(LOCKED.findall(lock.read_text("utf-8")))
    return [Package(name, version, licence_of(name)) for name, version in sorted(locked.items())]


def licence_of(name: str) -> str:
    """The licence a package names: as an expression, among its classifiers, or in a few words."""
    if name in ELSEWHERE:
        return ELSEWHERE[name]
    try:
        said = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        raise Unnamed(f"{name} is not installed; name its licence in ELSEWHERE.") from None
    words = _field(said, "License-Expression") or ", ".join(
        each.rpartition(" :: ")[2]
        for each in said.get_all("Classifier") or []
        if each.startswith("License :: OSI Approved ::")
    )
    words = words or _field(said, "License").partition("\n")[0]
    if not words:
        raise Unnamed(f"{name} names no licence; look it up and add it to ELSEWHERE.")
    return words


def _field(said: metadata.PackageMetadata, name: str) -> str:
    return (said.get_all(name) or [""])[0]


def written() -> str:
    """The whole file."""
    kept = "".join(f"| {' | '.join(each)} |\n" for each in KEPT)
    rows = (f"| {each.name} | {each.version} | {each.licence} |\n" for each in packages())
    return HEAD.format(kept=kept) + "".join(rows)

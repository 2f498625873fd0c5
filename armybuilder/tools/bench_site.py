"""How quickly the main pages answer, on the catalogue and on one many times as large."""

import copy
import json
import logging
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.urls import reverse
from django.utils import timezone

from armybuilder.site.models import User
from armybuilder.tools.bench_crowds import crowd_pages
from collection.catalogue import game, services
from collection.catalogue.models import Figure
from collection.catalogue.pieces import Piece
from collection.owning import edits
from collection.owning.models import Collection
from collection.owning.services.changes import Edit, apply
from collection.owning.services.collections import create_collection

PAGES = {
    "home": "/en/",
    "figures": "/en/catalogue/",
    "figures by terms": "/en/catalogue/?q=points%3C120+has%3Aevade+attack%3E%3D8",
    "figures by facets": "/en/catalogue/?type=mech&rank=elite&order=-points",
    "figures, next page": "/en/catalogue/?after=AOD-050",
    "figures with dials": "/en/catalogue/?view=list",
    "suggestions": "/en/catalogue/suggestions/?q=faction:st",
    "search": "/en/search/?q=evade",
    "search, misspelt": "/en/search/?q=hachetman",
    "search as one types": "/en/search/suggestions/?q=hatch",
    "no figure found": "/en/catalogue/?q=hatchetman+vtol&rank=elite",
    "figure": "/en/catalogue/figures/AOD-102/",
    "cards": "/en/catalogue/cards/",
    "card": "/en/catalogue/cards/AOD-GS-010/",
    "equipment": "/en/catalogue/equipment/",
    "factions": "/en/catalogue/factions/",
    "rulebook": "/en/rules/",
    "rule": "/en/rules/AOD-GUN-008/",
    "my groups": "/en/groups/",
}

#: Pages of a member's collection of everything in the catalogue, by what follows its address.
COLLECTION_PAGES = {
    "collection": "",
    "collection's sets": "sets/",
    "checklist of a set": "sets/AOD/",
    "owned piece": "pieces/AOD-102/",
    "lent pieces": "loans/",
    "amounts": "amounts/",
    "keypad": "keypad/",
    "collection's history": "history/",
    "change of everything": "history/1/",
}

#: How many pieces that collection holds.
PIECES = 20_000

#: Pages are asked for inside this process, whether or not static files have been collected.
BENCH_SETTINGS = {
    "ALLOWED_HOSTS": ["testserver"],
    "SECURE_SSL_REDIRECT": False,
    "STORAGES": settings.STORAGES
    | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}},
}


@dataclass(frozen=True)
class Measured:
    """One page: the middle of its server times in milliseconds, its queries, its size in kB.

    Times are the process's own, SQLite's included, so that a busy machine counts for little.
    """

    milliseconds: float
    queries: int
    kilobytes: float


@dataclass(frozen=True)
class PageBench:
    """A page on the catalogue and on the large one, and how many times longer it takes there."""

    page: str
    full: Measured
    large: Measured

    @property
    def ratio(self) -> float:
        """Server time on the large catalogue by that on the full one."""
        return self.large.milliseconds / self.full.milliseconds

    def as_json(self) -> dict[str, Any]:
        """The figures as plain values."""
        return {**asdict(self), "ratio": round(self.ratio, 2)}


def bench_pages(*, runs: int, times: int, say: Callable[[str], Any]) -> list[PageBench]:
    """Measure every page in a database of its own that is thrown away afterwards."""
    folder = _records()
    with _scratch_database(), TemporaryDirectory() as large:
        say("loading the catalogue")
        _load(folder)
        shelf = shelf_of_everything()
        crowded = crowd_pages(shelf)
        full = _measure_all(shelf, crowded, runs)
        say(f"loading {times} times the figures")
        write_larger(folder, Path(large), times)
        _load(Path(large))
        larger = _measure_all(shelf, crowded, runs)
        return [PageBench(name, full[name], larger[name]) for name in full]


def shelf_of_everything() -> Collection:
    """A member's collection of some 20,000 pieces, of every figure as many and one of them lent."""
    member = User.objects.create_user("bench@example.org", None)
    shelf = create_collection(owner=member, name="bench")
    now = timezone.now()
    lend = partial(edits.lend, to="Ewa", since=now.date())
    figures = list(Figure.objects.filter(system=game.SYSTEM).select_related("set"))
    each = -(-PIECES // len(figures))
    apply(
        collection=shelf,
        actor=member,
        edits=[
            Edit(
                Piece(figure.system, figure.set.code, figure.number),
                lambda state: lend(edits.add(state, each)),
            )
            for figure in figures
        ],
        now=now,
    )
    return shelf


def _measure_all(shelf: Collection, crowded: dict[str, str], runs: int) -> dict[str, Measured]:
    """Every page: the catalogue's as a guest, the collection's and crowded ones as its owner."""
    here = reverse("collection:pieces", args=[shelf.public_id])
    guest = {name: measure(address, runs) for name, address in PAGES.items()}
    own = {name: here + path for name, path in COLLECTION_PAGES.items()} | crowded
    return guest | {name: measure(path, runs, shelf.owner) for name, path in own.items()}


@contextmanager
def scratch_site() -> Iterator[User]:
    """A member of a site with the whole catalogue, in a database that is thrown away."""
    with _scratch_database():
        _load(_records())
        yield User.objects.create_user("bench@example.org", None)


@contextmanager
def on_the_disk() -> Iterator[None]:
    """Let the scratch database of SQLite be a file, as a site's is."""
    if connection.vendor != "sqlite":
        yield
        return
    with TemporaryDirectory(dir=settings.VAR_DIR) as folder:
        connection.settings_dict["TEST"]["NAME"] = f"{folder}/scratch.sqlite3"
        yield


@contextmanager
def _scratch_database() -> Iterator[None]:
    name = connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    logging.disable(logging.INFO)
    try:
        with override_settings(**BENCH_SETTINGS):
            yield
    finally:
        logging.disable(logging.NOTSET)
        connection.creation.destroy_test_db(name, verbosity=0)


def _records() -> Path:
    """The records the site comes with."""
    return settings.BASE_DIR / "fixtures" / game.CATALOGUED[0].fixtures


def _load(folder: Path) -> None:
    services.load_catalogue(system=game.SYSTEM, folder=folder, now=timezone.now())


def measure(address: str, runs: int, member: User | None = None) -> Measured:
    """Ask for a page, as a guest or a member, once to warm up and then some times more."""
    client = Client()
    if member:
        client.force_login(member)
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        response = client.get(address)
    asked = len(queries)
    if response.status_code != 200:
        raise RuntimeError(f"{address} answers {response.status_code}")
    spent = []
    for _ in range(runs):
        started = time.process_time()
        client.get(address)
        spent.append((time.process_time() - started) * 1000)
    return Measured(
        milliseconds=round(statistics.median(spent), 1),
        queries=asked,
        kilobytes=round(len(response.content) / 1000, 1),
    )


def write_larger(source: Path, target: Path, times: int) -> None:
    """A copy of a catalogue's files in which every set stands `times` times under other codes."""
    for path in sorted(source.rglob("*.json")):
        content = json.loads(path.read_text("utf-8"))
        name = path.relative_to(source)
        if name.as_posix() == "sets.json":
            content["sets"] = [
                {**one, "code": _code(one["code"], number)}
                for number in range(times)
                for one in content["sets"]
            ]
        elif name.parts[0] == "figures":
            content["figures"] = [
                _renamed(one, number) for number in range(times) for one in content["figures"]
            ]
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).write_text(json.dumps(content), "utf-8")


def _code(code: str, number: int) -> str:
    return f"{code}{number}" if number else code


def _renamed(figure: dict[str, Any], number: int) -> dict[str, Any]:
    code = figure["set"]
    renamed = copy.deepcopy(figure)
    renamed["set"] = _code(code, number)
    renamed["id"] = figure["id"].replace(f"{code}-", f"{_code(code, number)}-", 1)
    return renamed

"""A device in a test: a second database in the place of the site's."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management import call_command
from django.db import connections
from django.db.backends.sqlite3.base import DatabaseWrapper

from armybuilder.offline.selectors import taken_along, taken_file
from armybuilder.offline.services import Outcome, bring_back, changes, unpack
from armybuilder.site.models import User


class Device:
    """A device with a database of its own, which is everybody's inside `with device.on():`."""

    def __init__(self) -> None:
        site = connections["default"]
        self._wrapper = DatabaseWrapper({**site.settings_dict, **_SETTINGS}, "default")
        self._wrapper.ensure_connection()
        template = _template()
        template.backup(self._wrapper.connection)

    @contextmanager
    def on(self) -> Iterator[User]:
        """Whatever is done inside is done on the device; the member there."""
        site = connections["default"]
        connections["default"] = self._wrapper
        try:
            file = taken_file()
            yield file.owner if file else User()
        finally:
            connections["default"] = site

    def take_along(self, person: User) -> None:
        """Take along what the site has now."""
        self.keep(taken_along(person))

    def keep(self, file: bytes) -> None:
        """Keep what the site gave."""
        with self.on():
            unpack(file)

    def files(self) -> list[bytes]:
        """What the device would send now."""
        with self.on() as person:
            return changes(person)

    def come_back(self, person: User) -> list[Outcome]:
        """Send everything, then take along what came of it."""
        outcomes = []
        for file in self.files():
            outcomes.append(bring_back(person, file))
            while outcomes[-1].left:
                outcomes.append(bring_back(person, file))
        self.take_along(person)
        return outcomes


_SETTINGS = {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:", "OPTIONS": {}}
_made: list[sqlite3.Connection] = []


def _template() -> sqlite3.Connection:
    """A database with the tables and the catalogue and nobody's things: what is committed to that
    of the tests, which is all of it there is; made once where that is another database's."""
    site: Any = connections["default"]
    if site.vendor == "sqlite":
        return sqlite3.connect(site.settings_dict["NAME"])
    if not _made:
        empty = DatabaseWrapper({**site.settings_dict, **_SETTINGS}, "default")
        connections["default"] = empty
        try:
            call_command("migrate", verbosity=0, interactive=False)
            call_command("load_catalogue", verbosity=0)
        finally:
            connections["default"] = site
        _made.append(empty.connection)
    return _made[0]

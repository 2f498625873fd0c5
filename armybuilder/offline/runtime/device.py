"""The site as the visitor's own device asks it: requests one after another, cookies kept beside it.

The browser's service worker imports this module once, hands every request to `Device.answer` and
keeps database and cookies after each that changed something. Nothing else of the site knows that it
is not on a server.
"""

import io
import json
import os
import sys
from collections.abc import Callable, Mapping
from http import HTTPStatus
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

from armybuilder.offline.runtime.absent import stand_in

#: Where code and database lie in the interpreter's memory.
CODE, DATA = Path("/site"), Path("/device")
#: How many redirections are followed for what is no page of its own.
MOST_REDIRECTIONS = 5
#: Seconds for which the person stays signed in on their own device.
AS_LONG_AS_IT_IS_THERE = 10 * 365 * 24 * 3600
MANNER = {"wsgi.version": (1, 0), "wsgi.multithread": False, "wsgi.multiprocess": False}


class Device:
    """The site with its one visitor. Made once a process, after `prepare`."""

    def __init__(self) -> None:
        from django.core.handlers.wsgi import WSGIHandler

        self._site = WSGIHandler()
        self._cookies = SimpleCookie()
        self._seen = 0
        if (DATA / "cookies").exists():
            self._cookies.load((DATA / "cookies").read_text())

    def answer(
        self, method: str, address: str, headers: Mapping[str, str], body: bytes, follow: bool
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        """Status, headers and body of an answer; `follow`: those of where it leads to instead."""
        status, found, content = self._ask(method, address, headers, body)
        for _ in range(MOST_REDIRECTIONS):
            place = dict(found).get("Location")
            if not follow or place is None or status not in range(300, 400):
                break
            if status not in {HTTPStatus.TEMPORARY_REDIRECT, HTTPStatus.PERMANENT_REDIRECT}:
                method, body = "GET", b""
            address = urljoin(address, place)
            status, found, content = self._ask(method, address, headers, body)
        return status, found, content

    def _ask(
        self, method: str, address: str, headers: Mapping[str, str], body: bytes
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        url = urlsplit(address)
        environ: dict[str, Any] = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": _unquoted(url.path),
            "QUERY_STRING": url.query,
            "SERVER_NAME": url.hostname or "",
            "SERVER_PORT": str(url.port or {"http": 80, "https": 443}[url.scheme]),
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_COOKIE": "; ".join(f"{each.key}={each.coded_value}" for each in self._live()),
            "wsgi.url_scheme": url.scheme,
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.run_once": False,
            **MANNER,
        }
        for name, value in headers.items():
            key = name.upper().replace("-", "_")
            environ[key if key == "CONTENT_TYPE" else f"HTTP_{key}"] = value
        environ["HTTP_HOST"] = url.netloc
        begun: list[Any] = []

        def start(*answer: Any) -> Callable[[bytes], object]:
            begun.extend(answer)
            return begun.append

        response = self._site(environ, start)
        try:
            content = b"".join(response)
        finally:
            response.close()
        status, found = int(begun[0].split()[0]), begun[1]
        self._take_cookies([value for name, value in found if name == "Set-Cookie"])
        return status, [each for each in found if each[0] != "Set-Cookie"], content

    def _live(self) -> list[Any]:
        return [each for each in self._cookies.values() if each.value]

    def _take_cookies(self, lines: list[str]) -> None:
        for line in lines:
            self._cookies.load(line)
            for each in SimpleCookie(line).values():
                if each["max-age"] == "0" or each["expires"].endswith("1970 00:00:00 GMT"):
                    self._cookies.pop(each.key, None)
        if lines:
            (DATA / "cookies").write_text(self._cookies.output(header="", sep="\n"))

    def changed(self) -> bool:
        """Whether something was written since this was asked before."""
        from django.db import connection

        connection.ensure_connection()
        before, self._seen = self._seen, connection.connection.total_changes
        return self._seen != before

    def take_in(self, file: bytes) -> None:
        """Keep what the server handed over, and sign its person in; what was made here before
        anybody had signed in is theirs from now on, as everywhere on the site.

        Raises BadFile, and SomebodyElses where another member's changes wait on this device.
        """
        from django.conf import settings
        from django.contrib.auth import login
        from django.contrib.sessions.backends.db import SessionStore
        from django.http import HttpRequest

        from armybuilder.offline.services import unpack

        person = unpack(file)
        name = settings.SESSION_COOKIE_NAME
        request = HttpRequest()
        request.META["REMOTE_ADDR"] = "127.0.0.1"
        request.session = SessionStore(self._cookies[name].value if name in self._cookies else None)
        login(request, person, backend=settings.AUTHENTICATION_BACKENDS[0])
        request.session.set_expiry(AS_LONG_AS_IT_IS_THERE)
        request.session.save()
        self._cookies[name] = str(request.session.session_key)
        (DATA / "cookies").write_text(self._cookies.output(header="", sep="\n"))

    def take_keys(self, key_set: bytes) -> None:
        """Keep the keys that certificates are verified by: the JSON Web Key Set the site publishes.
        What is not in it holds no more."""
        from datetime import UTC, datetime

        from armybuilder.groups.models import CertificateKey

        keys = {key["kid"]: key for key in json.loads(key_set)["keys"]}
        CertificateKey.objects.exclude(key_id__in=keys).update(trusted=False)
        for key_id, key in keys.items():
            made = datetime.fromtimestamp(key["iat"], UTC)
            values = {"public": key["x"], "created": made, "retired": made, "trusted": True}
            CertificateKey.objects.update_or_create(key_id=key_id, defaults=values)

    def person(self) -> Any:
        """Who uses the device; None where nobody's things were taken along."""
        from django.contrib.auth import get_user_model

        from armybuilder.site.accounts.house import ADDRESS

        return get_user_model().objects.exclude(email=ADDRESS).first()

    def has_changes(self) -> bool:
        """Whether anything was done here that the site does not have."""
        from armybuilder.offline.services import has_changes

        person = self.person()
        return person is not None and has_changes(person)

    def changes(self) -> list[bytes]:
        """What was done here since it was taken along, as files to be sent one by one."""
        from armybuilder.offline.services import changes

        person = self.person()
        return [] if person is None else changes(person)

    def upgrade(self) -> None:
        """Bring a database of an older version of the site to this one."""
        from django.core.management import call_command

        from armybuilder.offline.runtime.corrections import FILE, load_corrected_catalogue

        call_command("migrate", verbosity=0)
        load_corrected_catalogue(CODE / FILE)
        call_command("publish_starters", verbosity=0)


def _unquoted(path: str) -> str:
    """The path as WSGI wants it: its bytes as Latin-1."""
    from urllib.parse import unquote_to_bytes

    return unquote_to_bytes(path).decode("latin-1")


def prepare(secret: str) -> Device:
    """Set Django up for this process; the secret signs what only this device reads again."""
    os.environ |= {
        "DJANGO_ALLOW_ASYNC_UNSAFE": "1",
        "DJANGO_SETTINGS_MODULE": "armybuilder.offline.runtime.settings",
        "PYTHONTZPATH": str(CODE / "zones"),
        "SECRET_KEY": secret,
        "VAR_DIR": str(DATA),
    }
    import zoneinfo

    zoneinfo.reset_tzpath()
    stand_in()
    import cryptography.exceptions

    from armybuilder.offline.runtime import ed25519

    sys.modules["cryptography.hazmat.primitives.asymmetric.ed25519"] = ed25519
    vars(cryptography.exceptions)["InvalidSignature"] = ed25519.InvalidSignature
    import django

    django.setup()
    # The first page would otherwise wait for them.
    import armybuilder.urls  # noqa: F401

    return Device()

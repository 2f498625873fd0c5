"""Errors told to whoever runs the site: by mail, or to an address that takes JSON.

A report names the kind of an error and the lines of code it went through, and no value of anything:
neither what was sent, nor an address with its keys, nor what an exception says, in which a database
repeats values. The same error is told once an hour, however many processes meet it.
"""

import hashlib
import json
import logging
import queue
import socket
import threading
import time
import traceback
from dataclasses import dataclass, field
from email.utils import parseaddr
from typing import Any
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMessage, get_connection
from django.db import connections
from django.http import HttpRequest

from collection.common.first import is_first

#: Seconds for which an error that was told is only counted.
AGAIN = 3_600
#: Different errors told in so long, and reports that wait to be sent; more are dropped.
MOST_AN_HOUR, MOST_WAITING = 20, 50
#: Seconds one receiver may take, and that the end of a process waits for what is under way.
PATIENCE = 10.0
#: Frames of a report, the innermost ones.
MOST_FRAMES = 25
LONGEST = 1_800
OWN_NAME = "armybuilder.error_reports"

logger = logging.getLogger(OWN_NAME)


@dataclass(frozen=True)
class Report:
    """One error: `what` it is in a line, where it came from, and the frames it went through."""

    what: str
    logger: str
    level: str
    request_id: str = ""
    route: str = ""
    person: str = ""
    frames: tuple[str, ...] = ()
    repeats: int = 0

    @property
    def key(self) -> str:
        """By what the same error is known."""
        return f"{self.logger} {self.what} {self.frames[-1] if self.frames else self.route}"

    def text(self) -> str:
        """All of it, to be read."""
        more = f"{self.repeats} more of these in the hour before" if self.repeats else ""
        said = (
            ("request", self.request_id),
            ("route", self.route),
            ("person", self.person),
            ("logger", f"{self.logger}, {self.level}"),
            ("host", socket.gethostname()),
        )
        lines = [self.what, more, *(f"{name}: {value}" for name, value in said if value)]
        return "\n".join([*filter(None, lines), *self.frames])


def report_of(record: logging.LogRecord) -> Report:
    """What may be told of a line of the log: no argument of it, and no text of an exception."""
    from armybuilder.site.metrics import route_of
    from armybuilder.site.request_log import current_request_id, person_of

    request = getattr(record, "request", None)
    what = record.msg if isinstance(record.msg, str) else type(record.msg).__name__
    frames: tuple[str, ...] = ()
    kind = record.exc_info[0] if record.exc_info else None
    if kind is not None and record.exc_info:
        what = kind.__qualname__ if request is not None else f"{kind.__qualname__}: {what}"
        found = traceback.extract_tb(record.exc_info[2])[-MOST_FRAMES:]
        frames = tuple(f"{each.filename}:{each.lineno} {each.name}: {each.line}" for each in found)
    return Report(
        what=what.splitlines()[0][:200] if what else record.levelname,
        logger=record.name,
        level=record.levelname,
        request_id=current_request_id.get(),
        route=route_of(request) if isinstance(request, HttpRequest) else "",
        person=person_of(request) if isinstance(request, HttpRequest) else "",
        frames=frames,
    )


# --- Receivers ------------------------------------------------------------------------------


class NoRedirects(HTTPRedirectHandler):
    """Takes a redirect for a refusal: what is told goes to one address only."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


@dataclass(frozen=True)
class Webhook:
    """An address that takes JSON; chats read `text` or `content`."""

    url: str

    def send(self, report: Report) -> None:
        text = report.text()[:LONGEST]
        body = {"text": text, "content": text, "title": f"{settings.SITE_URL}: {report.what}"}
        request = Request(  # noqa: S310 -- of an operator, http or https
            self.url, json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        build_opener(NoRedirects()).open(request, timeout=PATIENCE).close()


@dataclass(frozen=True)
class Mailbox:
    """Somebody's mailbox."""

    address: str

    def send(self, report: Report) -> None:
        subject = f"{settings.SITE_URL}: {report.what}"[:150]
        message = EmailMessage(subject, report.text(), settings.SERVER_EMAIL, [self.address])
        message.connection = get_connection(timeout=PATIENCE)
        message.send()


Receiver = Webhook | Mailbox


def receiver_of(url: str) -> Receiver:
    """The receiver a part of ERROR_REPORTS_URL names; raises ImproperlyConfigured, which does not
    repeat it, since it may be a secret."""
    parts = urlsplit(url)
    if parts.scheme in ("http", "https") and parts.netloc:
        return Webhook(url)
    if parts.scheme == "mailto" and "@" in parseaddr(parts.path)[1]:
        return Mailbox(parseaddr(parts.path)[1])
    raise ImproperlyConfigured(
        "ERROR_REPORTS_URL takes mailto:somebody@example.org and https://example.org/…, with commas"
        " between several."
    )


# --- The handler ----------------------------------------------------------------------------


@dataclass
class Told:
    """When an error was told last, and how often it came since."""

    at: float
    repeats: int = 0


@dataclass
class _Book:
    """What this process has told within the hour."""

    told: dict[str, Told] = field(default_factory=dict)

    def is_new(self, key: str, now: float) -> int | None:
        """How often an error came unsaid before; None where it is not to be told now."""
        known = self.told.get(key)
        if known and now - known.at < AGAIN:
            known.repeats += 1
            return None
        repeats = known.repeats if known else 0
        self.told = {k: t for k, t in self.told.items() if now - t.at < AGAIN or t.repeats}
        recent = sum(now - each.at < AGAIN for each in self.told.values())
        if recent >= MOST_AN_HOUR:
            return None
        self.told[key] = Told(now)
        return repeats


class ErrorReports(logging.Handler):
    """Tells errors of the log to receivers, in a thread of its own, so that nobody waits for it."""

    def __init__(self, receivers: list[str]) -> None:
        super().__init__(logging.ERROR)
        self.receivers = [receiver_of(each) for each in receivers]
        self._waiting: queue.Queue[Report] = queue.Queue(MOST_WAITING)
        self._book = _Book()
        self._sender: threading.Thread | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Let an error be told unless it has been within the hour."""
        if record.name == OWN_NAME:
            return
        try:
            report = report_of(record)
            repeats = self._book.is_new(report.key, time.monotonic())
            if repeats is None:
                return
            fields = vars(report) | {"repeats": repeats}
            self._waiting.put_nowait(Report(**fields))
            self._begin()
        except queue.Full:
            pass
        except Exception:
            self.handleError(record)

    def flush(self) -> None:
        """Wait a little for what is under way; a process that ends calls it."""
        ends = time.monotonic() + PATIENCE
        while self._waiting.unfinished_tasks and time.monotonic() < ends:
            time.sleep(0.02)

    def _begin(self) -> None:
        """A thread that sends; one that a fork has left behind is begun anew."""
        if self._sender is None or not self._sender.is_alive():
            self._sender = threading.Thread(target=self._send, daemon=True, name="error-reports")
            self._sender.start()

    def _send(self) -> None:
        while True:
            report = self._waiting.get()
            try:
                if _is_first(report):
                    self._tell(report)
            finally:
                self._waiting.task_done()

    def _tell(self, report: Report) -> None:
        for receiver in self.receivers:
            try:
                receiver.send(report)
            except Exception as error:  # Its text may repeat the address, which may be a secret.
                told = {"receiver": type(receiver).__name__, "error": type(error).__name__}
                logger.warning("an error could not be reported", extra=told)


def _is_first(report: Report) -> bool:
    """Whether no other process has told the same within the hour; where the cache is away each
    tells it."""
    try:
        digest = hashlib.sha256(report.key.encode()).hexdigest()
        return is_first(f"error-told-{digest}", AGAIN)
    except Exception:
        return True
    finally:
        connections.close_all()

"""Errors reach who is to know, once, without anything that is somebody's."""

import json
import logging
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.test import RequestFactory

from armybuilder.site import error_reports
from armybuilder.site.error_reports import ErrorReports, receiver_of

pytestmark = pytest.mark.django_db

logger = logging.getLogger("armybuilder.test_reports")


class Chat(BaseHTTPRequestHandler):
    """Takes reports."""

    taken: list[dict[str, Any]]
    status = 200

    def do_POST(self) -> None:
        self.taken.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(self.status)
        self.send_header("Location", "/elsewhere")
        self.end_headers()

    def log_message(self, *_said: Any) -> None:
        pass


@pytest.fixture
def chat() -> Iterator[HTTPServer]:
    kind = type("Chat", (Chat,), {"taken": []})
    server = HTTPServer(("127.0.0.1", 0), kind)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()


def taken(server: HTTPServer) -> list[dict[str, Any]]:
    return server.RequestHandlerClass.taken  # type: ignore[attr-defined]


@pytest.fixture
def reports(monkeypatch: pytest.MonkeyPatch) -> Iterator[ErrorReports]:
    # The cache of a test is in its transaction, which the thread of the handler does not see.
    monkeypatch.setattr(error_reports, "_is_first", lambda _report: True)
    handler = ErrorReports(["mailto:ops@example.org"])
    logger.addHandler(handler)
    yield handler
    logger.removeHandler(handler)


def broken(secret: str, said: str = "it broke") -> None:
    try:
        raise ValueError(secret)
    except ValueError:
        logger.exception(said, extra={"payload": secret})


def test_an_error_is_mailed_once_and_tells_nothing_of_anybody(reports: ErrorReports) -> None:
    for number in range(5):
        broken(f"anna{number}@example.org")
    reports.flush()

    (message,) = mail.outbox
    assert message.to == ["ops@example.org"] and "ValueError: it broke" in message.subject
    assert "test_error_reports.py" in message.body and " broken: raise ValueError" in message.body
    assert "anna" not in message.body


def test_what_came_again_is_counted(reports: ErrorReports, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(error_reports.time, "monotonic", lambda: now[0])
    for _ in range(3):
        broken("somebody")
    now[0] += error_reports.AGAIN + 1
    broken("somebody")
    monkeypatch.undo()
    monkeypatch.setattr(error_reports, "_is_first", lambda _report: True)
    reports.flush()
    assert len(mail.outbox) == 2 and "2 more of these" in mail.outbox[1].body


def test_many_different_errors_are_bounded(reports: ErrorReports) -> None:
    for number in range(error_reports.MOST_AN_HOUR + 30):
        logger.error("error %s" + " " * number + "x", number)
    reports.flush()
    assert len(mail.outbox) == error_reports.MOST_AN_HOUR


def test_an_address_is_told_by_its_route_without_its_keys(reports: ErrorReports) -> None:
    request = RequestFactory().post("/en/g/a-secret-key/", {"password": "hidden"})
    request.resolver_match = type("Match", (), {"route": "en/g/<slug:token>/"})()
    try:
        raise KeyError(request.path)
    except KeyError:
        logger.exception(
            "%s: %s", "Internal Server Error", request.path, extra={"request": request}
        )
    reports.flush()
    (message,) = mail.outbox
    assert "route: /g/<slug:token>/" in message.body and "KeyError" in message.subject
    assert "a-secret-key" not in f"{message.body}{message.subject}" and "hidden" not in message.body


def test_a_webhook_takes_json_and_one_that_fails_disturbs_nobody(
    chat: HTTPServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(error_reports, "_is_first", lambda _report: True)
    url = f"http://127.0.0.1:{chat.server_port}/hook/secret-part"
    handler = ErrorReports([url, "mailto:ops@example.org"])
    logger.addHandler(handler)
    try:
        broken("somebody")
        chat.RequestHandlerClass.status = 302  # type: ignore[attr-defined]
        broken("somebody", "another")
        handler.flush()
    finally:
        logger.removeHandler(handler)
    assert [each["text"].splitlines()[0] for each in taken(chat)] == [
        "ValueError: it broke",
        "ValueError: another",
    ], "a redirect is not followed"
    assert len(mail.outbox) == 2
    assert "an error could not be reported" in caplog.text and "secret-part" not in caplog.text


@pytest.mark.parametrize("url", ["ops@host.example", "ftp://host/", "https:///a", "mailto:nobody"])
def test_a_receiver_nobody_can_reach_is_refused_without_being_repeated(url: str) -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        receiver_of(url)
    assert url not in str(refused.value)


def test_another_process_that_told_it_is_enough() -> None:
    report = error_reports.Report("It broke", "a logger", "ERROR")
    closing = error_reports.connections.close_all
    error_reports.connections.close_all = lambda: None  # type: ignore[method-assign]
    try:
        assert error_reports._is_first(report) and not error_reports._is_first(report)
    finally:
        error_reports.connections.close_all = closing  # type: ignore[method-assign]

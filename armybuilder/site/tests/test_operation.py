"""What whoever runs the site relies on: health, the log, production settings."""

import json
import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client, RequestFactory
from django.utils.functional import SimpleLazyObject
from pytest_django import Settings

from armybuilder.site import health
from armybuilder.site.accounts.services import create_token
from armybuilder.site.checks import mail_is_delivered
from armybuilder.site.fences.addresses import shortened
from armybuilder.site.models import User
from armybuilder.site.request_log import JsonFormatter, current_request_id, person_of

ROOT = Path(health.__file__).resolve().parents[2]


def test_the_process_answers_without_a_database(client: Client) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}


@pytest.mark.usefixtures("no_catalogue")
def test_the_site_is_not_ready_without_a_catalogue(client: Client) -> None:
    response = client.get("/readyz")

    assert response.status_code == 503
    assert response.json() == {"status": "no catalogue"}


@pytest.mark.usefixtures("no_catalogue")
def test_pages_of_an_empty_site_say_what_is_missing(client: Client) -> None:
    group = {"format": "battle-group/1", "system": "age-of-destruction", "units": []}

    answers = [
        client.get("/en/groups/start/"),
        client.get("/en/groups/add/AOD-102/"),
        client.post("/en/groups/new/", {"name": "First", "build_total": 450}),
        client.post("/en/groups/import/", {"text": json.dumps(group)}),
    ]

    assert {answer.status_code for answer in answers} == {503}
    assert all("load_catalogue" in answer.content.decode() for answer in answers)


@pytest.mark.usefixtures("catalogue")
def test_the_site_is_ready_when_every_migration_is_in(client: Client) -> None:
    assert client.get("/readyz").status_code == 200

    MigrationRecorder(connection).record_unapplied("sessions", "0001_initial")
    response = client.get("/readyz")

    assert response.status_code == 503
    assert response.json() == {"status": "migrations wait", "count": 1}


def test_the_site_is_not_ready_without_its_database(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(connection: object) -> None:
        raise DatabaseError

    monkeypatch.setattr(health, "MigrationExecutor", fail)

    assert client.get("/readyz").json() == {"status": "no database"}


@pytest.mark.django_db
def test_a_request_is_logged_by_its_route_and_never_by_its_path(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)

    response = client.get("/en/account/password/reset/key/1-secret/?token=secret")

    record = next(r for r in caplog.records if r.name == "armybuilder.requests")
    line = json.loads(JsonFormatter().format(record))
    assert "secret" not in json.dumps(line)
    assert line["request_id"] == response["X-Request-ID"]
    assert line["status"] == response.status_code
    assert line["method"] == "GET"


def line_of(caplog: pytest.LogCaptureFixture) -> dict[str, object]:
    """The last line of a request."""
    of_requests = [each for each in caplog.records if each.name == "armybuilder.requests"]
    found: dict[str, object] = json.loads(JsonFormatter().format(of_requests[-1]))
    return found


@pytest.mark.django_db
def test_a_line_tells_the_member_by_number_and_the_network(
    client: Client, member: User, caplog: pytest.LogCaptureFixture, settings: Settings
) -> None:
    caplog.set_level(logging.INFO)
    client.force_login(member)
    settings.TRUSTED_PROXIES = 1

    client.get("/en/account/profile/", headers={"X-Forwarded-For": "203.0.113.9, 198.51.100.77"})

    line = line_of(caplog)
    assert (line["person"], line["address"]) == (f"member {member.pk}", "198.51.100.0/24")
    assert int(str(line["queries"])) > 0
    for private in (member.email, str(member), "198.51.100.77", "203.0.113"):
        assert private not in json.dumps(line)


@pytest.mark.django_db
def test_a_line_tells_the_member_a_token_stands_for(
    client: Client, member: User, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    token = create_token(member=member, name="mine", days=1)

    answer = client.get("/api/v1/me/", headers={"Authorization": f"Bearer {token}"})

    assert answer.status_code == 200
    assert line_of(caplog)["person"] == f"member {member.pk}"


@pytest.mark.django_db
def test_of_a_guest_no_person_is_told_and_who_says_it_is_not_believed(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)

    client.get("/healthz", headers={"X-Forwarded-For": "203.0.113.9"})

    line = line_of(caplog)
    assert line["address"] == "127.0.0.0/24"
    assert "person" not in line


def test_nobody_is_looked_up_for_the_log(rf: RequestFactory) -> None:
    def looked_up() -> User:
        raise AssertionError

    request = rf.get("/")
    request.user = SimpleLazyObject(looked_up)  # type: ignore[assignment]

    assert person_of(request) == ""


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("bound", "told"), [(60_000, ("INFO", "request")), (0, ("WARNING", "slow request"))]
)
def test_a_slow_request_is_a_warning(
    client: Client,
    caplog: pytest.LogCaptureFixture,
    settings: Settings,
    bound: int,
    told: tuple[str, str],
) -> None:
    caplog.set_level(logging.INFO)
    settings.SLOW_REQUEST_MS = bound

    client.get("/healthz")

    line = line_of(caplog)
    assert (line["level"], line["message"]) == told
    assert {"queries", "query_milliseconds", "milliseconds", "route"} <= line.keys()


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("192.0.2.77", "192.0.2.0/24"),
        ("2001:db8:1:2:3::4", "2001:db8:1::/48"),
        ("fe80::1%eth0", "fe80::/48"),
        ("::ffff:192.0.2.77", "192.0.2.0/24"),
        ("", ""),
        ("unix:", ""),
        ("192.0.2.77:8000", ""),
        ("<script>", ""),
    ],
)
def test_of_an_address_only_the_network_is_written(address: str, told: str) -> None:
    assert shortened(address) == told


def test_a_line_of_the_log_carries_the_request_and_the_fault() -> None:
    token = current_request_id.set("abc")
    try:
        raise ValueError("odd")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, "", 1, "bad %s", ("luck",), sys.exc_info())
    finally:
        line = json.loads(JsonFormatter().format(record))
        current_request_id.reset(token)

    assert (line["message"], line["request_id"], line["level"]) == ("bad luck", "abc", "ERROR")
    assert "ValueError: odd" in line["exception"]


def test_a_server_without_mail_is_warned_about() -> None:
    assert [warning.id for warning in mail_is_delivered(None)] == ["armybuilder.W001"]


def production(tmp_path: Path, **variables: str) -> str:
    """What a production start-up makes of the settings, as Python prints it."""
    names = (
        "DEBUG",
        "SECURE_SSL_REDIRECT",
        "SESSION_COOKIE_SECURE",
        "ALLOWED_HOSTS",
        "DATABASES",
        "CACHES",
        "SECRET_KEY",
        "SECRET_KEY_FALLBACKS",
    )
    code = "from armybuilder import settings as s; import json; print(json.dumps({n: getattr(s, n)"
    code += f" for n in {names}}}, default=str))"
    environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path / "var"), **variables}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_settings_are_safe_by_themselves_and_take_a_server_from_the_environment(
    tmp_path: Path,
) -> None:
    plain = json.loads(production(tmp_path))
    assert plain["DEBUG"] is False
    assert plain["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]
    options = plain["DATABASES"]["default"]["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in options["init_command"]

    served = json.loads(
        production(
            tmp_path,
            HTTPS="true",
            ALLOWED_HOSTS="a.example,b.example",
            DATABASE_URL="postgres://site:p%40ss@db.example:5433/army",
        )
    )
    assert served["SECURE_SSL_REDIRECT"] and served["SESSION_COOKIE_SECURE"]
    assert served["ALLOWED_HOSTS"] == ["a.example", "b.example"]
    database = served["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["PASSWORD"], database["HOST"], database["PORT"]) == (
        "p@ss",
        "db.example",
        5433,
    )


def test_a_key_is_changed_without_ending_what_the_former_signed(tmp_path: Path) -> None:
    first = json.loads(production(tmp_path))["SECRET_KEY"]
    (tmp_path / "key").write_text("the next one\n")
    (tmp_path / "former").write_text(f"{first},an older one\n")

    changed = json.loads(
        production(
            tmp_path,
            SECRET_KEY_FILE=str(tmp_path / "key"),
            SECRET_KEY_FALLBACKS_FILE=str(tmp_path / "former"),
        )
    )

    assert changed["SECRET_KEY"] == "the next one"
    assert changed["SECRET_KEY_FALLBACKS"] == [first, "an older one"]


@pytest.mark.parametrize("scheme", ["redis", "rediss", "valkey", "valkeys"])
def test_a_shared_cache_is_taken_from_the_environment(tmp_path: Path, scheme: str) -> None:
    served = json.loads(production(tmp_path, CACHE_URL=f"{scheme}://cache.example:6379/1"))

    cache = served["CACHES"]["default"]
    assert cache["BACKEND"].endswith("RedisCache")
    assert cache["LOCATION"] == f"{scheme.replace('valkey', 'redis')}://cache.example:6379/1"
    assert list(served["DATABASES"]) == ["default"]


def test_the_generated_key_is_kept(tmp_path: Path) -> None:
    production(tmp_path)
    key = (tmp_path / "var" / "secret_key").read_text()
    production(tmp_path)

    assert len(key) > 50
    assert (tmp_path / "var" / "secret_key").read_text() == key

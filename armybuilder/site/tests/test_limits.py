"""How often people may ask, counted across processes; who is locked out, and who is not."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from pytest_django import Settings

from armybuilder.site import health
from armybuilder.site.models import User
from collection.common.limits import limited

ROOT = Path(health.__file__).resolve().parents[2]
PASSWORD = "a long password"


@limited("keypad")
def view(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def statuses(rf: RequestFactory, origin: str, user: object, times: int) -> list[int]:
    asked = rf.get("/en/", REMOTE_ADDR=origin)
    asked.user = user  # type: ignore[assignment]
    return [view(asked).status_code for _ in range(times)]


@pytest.mark.django_db
def test_guests_count_by_their_network_and_members_as_themselves(
    rf: RequestFactory, member: User, settings: Settings
) -> None:
    settings.RATE_LIMITS = {"keypad": "2/m"}
    guest = AnonymousUser()

    assert statuses(rf, "192.0.2.1", guest, 3) == [200, 200, 429]
    assert statuses(rf, "192.0.2.2", guest, 1) == [200]
    assert statuses(rf, "192.0.2.1", member, 2) == [200, 200]
    assert statuses(rf, "192.0.2.2", member, 1) == [429]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("one", "same", "other"),
    [
        ("2001:db8::1", "2001:db8::2", "2001:db9::1"),
        ("::ffff:192.0.2.1", "192.0.2.1", "::ffff:192.0.2.2"),
    ],
)
def test_a_network_counts_as_one_however_its_addresses_are_told(
    rf: RequestFactory, settings: Settings, one: str, same: str, other: str
) -> None:
    settings.RATE_LIMITS = {"keypad": "2/m"}
    guest = AnonymousUser()

    assert statuses(rf, one, guest, 1) + statuses(rf, same, guest, 2) == [200, 200, 429]
    assert statuses(rf, other, guest, 1) == [200]


@pytest.mark.django_db
def test_without_the_cache_pages_go_on_uncounted_and_it_is_told(
    rf: RequestFactory,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    settings.RATE_LIMITS = {"keypad": "2/m"}

    def refuse(*_args: object, **_more: object) -> None:
        raise ConnectionError("Error 111 connecting to localhost:6379.")

    monkeypatch.setattr("collection.common.limits.ratelimit.consume", refuse)
    assert statuses(rf, "192.0.2.1", AnonymousUser(), 3) == [200, 200, 200]
    assert "the cache does not answer" in caplog.text


@pytest.mark.usefixtures("catalogue")
@pytest.mark.parametrize(
    ("path", "action"),
    [
        ("/en/catalogue/", "browse"),
        ("/en/catalogue/cards/", "browse"),
        ("/en/groups/public/", "browse"),
        ("/en/skirmishes/", "browse"),
    ],
)
def test_lists_are_limited_though_they_are_only_read(
    client: Client, settings: Settings, path: str, action: str
) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, action: "1/m"}

    assert client.get(path).status_code == 200
    assert client.get(path)["Retry-After"]


def sign_in(client: Client, password: str, origin: str) -> HttpResponse:
    fields = {"login": "anna@example.org", "password": password}
    return client.post("/en/account/login/", fields, REMOTE_ADDR=origin)  # type: ignore[return-value]


def test_failing_at_a_sign_in_locks_out_nobody_elsewhere(client: Client, member: User) -> None:
    for _ in range(6):
        sign_in(client, "wrong", "192.0.2.66")
    sign_in(client, PASSWORD, "192.0.2.66")
    assert "_auth_user_id" not in client.session

    sign_in(client, PASSWORD, "192.0.2.1")
    assert "_auth_user_id" in client.session


def test_another_port_of_the_host_gives_no_more_tries(client: Client, member: User) -> None:
    for port in range(1, 7):
        fields = {"login": member.email, "password": "wrong"}
        client.post("/en/account/login/", fields, headers={"Host": f"localhost:{port}"})
    client.post("/en/account/login/", {"login": member.email.upper(), "password": PASSWORD})
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("told", ["203.0.113.9", "nobody", ",", ""])
def test_fewer_proxies_than_are_trusted_break_no_form(
    client: Client, member: User, settings: Settings, told: str
) -> None:
    settings.TRUSTED_PROXIES = 2
    fields = {"login": member.email, "password": PASSWORD}
    client.post("/en/account/login/", fields, headers={"X-Forwarded-For": told})
    assert "_auth_user_id" in client.session


# --- The cache of the site as it is served --------------------------------------------------


def in_process(var: Path, code: str) -> subprocess.Popen[str]:
    """A process of the site with the usual settings that runs some lines."""
    environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(var), "PYTHONPATH": str(ROOT)}
    environment["DJANGO_SETTINGS_MODULE"] = "armybuilder.settings"
    lines = f"import django; django.setup(); {code}"
    return subprocess.Popen(
        [sys.executable, "-c", lines], env=environment, cwd=var, stdout=subprocess.PIPE, text=True
    )


def said(processes: Sequence[subprocess.Popen[str]]) -> list[str]:
    outputs = [process.communicate(timeout=60)[0].strip() for process in processes]
    assert [process.returncode for process in processes] == [0] * len(processes)
    return outputs


COUNT = """
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory
from collection.common.limits import is_within
asked = RequestFactory().get("/"); asked.user = AnonymousUser()
print(sum(is_within(asked, "import_group") for _ in range(25)))
"""


def test_processes_count_together_and_beside_the_database_of_the_site(tmp_path: Path) -> None:
    """One hundred in all, of which thirty are let through."""
    make = "from armybuilder.apps import make_cache_table; make_cache_table('default')"
    said([in_process(tmp_path, make)])
    counted = said([in_process(tmp_path, f"exec({COUNT!r})") for _ in range(4)])

    assert sum(map(int, counted)) == 30
    assert (tmp_path / "cache.sqlite3").exists()
    assert not (tmp_path / "db.sqlite3").exists()

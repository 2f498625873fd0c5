"""What people meet while something is wrong: the cache is gone, the clock has gone back. A page or
a sentence, never a traceback."""

import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, NoReturn

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.core.cache import cache
from django.core.cache.backends.base import BaseCache
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import Settings

from armybuilder.site.models import User
from armybuilder.site.tests.test_limits import statuses
from armybuilder.site.tests.test_security import ADDRESSES
from armybuilder.skirmishes.seats.clocks import seconds_left, ticked, wound
from armybuilder.systems.age_of_destruction.tests.test_skirmishes import Player

PASSWORD = "a long password"
HOUR = timedelta(hours=1)
#: What people meet most, each of another room.
PAGES = (
    "/en/",
    "/en/account/login/",
    "/en/account/profile/",
    "/en/catalogue/",
    "/en/catalogue/suggestions/?q=hatch",
    "/en/collection/all/",
    "/en/groups/",
    "/en/groups/public/",
    "/en/search/?q=hatchet",
    "/en/skirmishes/",
    "/en/status/",
    "/api/v1/figures/",
    "/healthz",
)


class Gone(BaseCache):
    """A cache whose server does not answer, with the errors of redis-py."""

    def __init__(self, _location: str, params: dict[str, Any]) -> None:
        super().__init__(params)

    def _refuse(self, *_args: Any, **_named: Any) -> NoReturn:
        error = type("ConnectionError", (Exception,), {"__module__": "redis.exceptions"})
        raise error("Error 111 connecting to 127.0.0.1:6379. Connection refused.")

    add = get = set = touch = delete = get_many = set_many = delete_many = _refuse
    has_key = incr = clear = _refuse


def told(answer: Any) -> str:
    """What a page says, of an answer that is one."""
    said = answer.content.decode() if not answer.streaming else ""
    assert "Traceback" not in said and "redis" not in said, said[:2000]
    return str(said)


@pytest.fixture
def no_cache(settings: Settings) -> None:
    settings.CACHES = {"default": {"BACKEND": "armybuilder.site.tests.test_faults.Gone"}}


@pytest.mark.usefixtures("catalogue", "no_cache")
def test_without_the_cache_nothing_breaks_anywhere(client: Client, member: User) -> None:
    client.raise_request_exception = False
    client.force_login(member)

    met = {path: client.get(path) for _name, path in ADDRESSES}

    broken = {path for path, answer in met.items() if answer.status_code >= 500}
    away = {path for path in broken if met[path].status_code == 503 and told(met[path])}
    assert broken == away
    assert [path for path in PAGES if client.get(path).status_code >= 400] == []


@pytest.mark.usefixtures("catalogue")
def test_without_the_cache_a_game_is_played_and_looked_back_at(
    request: pytest.FixtureRequest,
) -> None:
    player = Player()
    request.getfixturevalue("no_cache")

    assert player.step() == 302
    assert player.client.get(f"{player.url}?step=1").status_code == 200


@pytest.mark.usefixtures("catalogue", "no_cache")
def test_without_the_cache_signing_in_waits_and_says_so(client: Client, member: User) -> None:
    client.raise_request_exception = False

    answer = client.post("/en/account/login/", {"login": member.email, "password": PASSWORD})

    assert answer.status_code == 503 and answer["Retry-After"]
    assert "busy" in told(answer)


@pytest.fixture
def server(settings: Settings, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A Redis of this test, which is the site's cache."""
    pytest.importorskip("redis")
    program = shutil.which("redis-server") or shutil.which("valkey-server")
    if not program:
        pytest.skip("no Redis here")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    quiet = ["--save", "", "--bind", "127.0.0.1", "--dir", str(tmp_path)]
    began = subprocess.Popen([program, "--port", str(port), *quiet], stdout=subprocess.DEVNULL)
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": f"redis://127.0.0.1:{port}/0",
            "OPTIONS": {"socket_connect_timeout": 2, "socket_timeout": 5},
        }
    }
    for _ in range(100):
        with socket.socket() as tried:
            if not tried.connect_ex(("127.0.0.1", port)):
                break
        time.sleep(0.05)
    yield began
    began.kill()
    began.wait()


@pytest.mark.usefixtures("catalogue")
def test_redis_is_killed_under_people(
    client: Client, member: User, server: subprocess.Popen[bytes]
) -> None:
    """Sessions are in the database, so that people stay signed in."""
    client.raise_request_exception = False
    client.force_login(member)
    assert [path for path in PAGES if client.get(path).status_code >= 400] == []

    server.kill()
    server.wait()

    for path in PAGES:
        answer = client.get(path)
        told(answer)
        assert answer.status_code < 400, path
    assert client.get("/en/account/profile/").status_code == 200


Jump = Callable[[timedelta], None]


@pytest.fixture
def jump(monkeypatch: pytest.MonkeyPatch) -> Jump:
    """Sets the machine's clock to some time from now."""
    real_now, real_time = timezone.now, time.time

    def to(away: timedelta) -> None:
        monkeypatch.setattr(timezone, "now", lambda: real_now() + away)
        for place in ("time.time", "collection.common.limits.time"):
            monkeypatch.setattr(place, lambda: real_time() + away.total_seconds())

    return to


@pytest.mark.usefixtures("catalogue")
def test_when_the_clock_goes_back_an_hour_people_stay_signed_in_and_pages_open(
    client: Client, member: User, jump: Jump
) -> None:
    client.raise_request_exception = False
    jump(HOUR)
    client.force_login(member)
    client.post("/en/skirmishes/age-of-destruction/quick/", {"total": 300, "against": "random"})
    client.get("/en/")
    link = default_token_generator.make_token(member)
    signed = signing.TimestampSigner().sign("member")

    jump(timedelta())

    broken = [path for _name, path in ADDRESSES if client.get(path).status_code >= 500]
    assert broken == []
    assert client.get("/en/account/profile/").status_code == 200, "still signed in"
    assert default_token_generator.check_token(member, link)
    assert signing.TimestampSigner().unsign(signed, max_age=60) == "member"


@pytest.mark.django_db
def test_when_the_clock_goes_back_nobody_is_refused_for_an_hour(
    rf: RequestFactory, member: User, settings: Settings, jump: Jump
) -> None:
    settings.RATE_LIMITS = {"keypad": "2/m"}
    cache.clear()
    jump(HOUR)
    assert statuses(rf, "192.0.2.7", member, 3) == [200, 200, 429]

    jump(timedelta())

    assert statuses(rf, "192.0.2.7", member, 3) == [200, 200, 429]
    jump(timedelta(minutes=2))
    assert statuses(rf, "192.0.2.7", member, 1) == [200]


def test_when_the_clock_goes_back_nobody_gains_time_to_play() -> None:
    now = timezone.now()
    running = ticked(wound("steady", ("red", "blue")), "", "red", now)
    full = seconds_left(running, "red", "red", now)

    assert seconds_left(running, "red", "red", now - HOUR) == full
    assert seconds_left(running, "red", "red", now + timedelta(seconds=30)) == full - 30

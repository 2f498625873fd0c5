"""The gate: bodies, headers and how much is worked on at once."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest

from armybuilder.site.fences.bounds import Bounds
from armybuilder.site.fences.gate import Gate, address_of, network_of

BOUNDS = Bounds(
    working=2, working_for_one=2, turn=0.05, body=100, files=200, drained=1_000, large=50
)
Message = dict[str, Any]


class Gone(Exception):
    """Whoever asked has gone."""


class Site:
    """Stands in for Django: reads the body, works as long as it is told to, answers 200."""

    def __init__(self) -> None:
        self.at_work = 0
        self.most_at_work = 0
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        while (message := await receive()).get("more_body"):
            pass
        if message["type"] == "http.disconnect":
            raise Gone
        self.at_work += 1
        self.most_at_work = max(self.most_at_work, self.at_work)
        await self.may_answer.wait()
        self.at_work -= 1
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


def scope(path: str = "/en/", client: str = "192.0.2.1", **headers: str) -> Message:
    """A request's scope."""
    fields = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {
        "type": "http",
        "method": "POST",
        "path": path,
        "query_string": b"",
        "headers": fields,
        "client": (client, 1),
    }


async def ask(
    gate: Gate,
    asked: Message,
    pieces: list[bytes] | None = None,
    pause: float = 0,
    gone: asyncio.Event | None = None,
) -> tuple[int, dict[str, str], bytes]:
    """Send a request piece by piece; returns status, headers and body of the answer."""
    left = [*(pieces or [b""])]
    sent: list[Message] = []

    async def receive() -> Message:
        if not left:
            await (gone or asyncio.Event()).wait()
            return {"type": "http.disconnect"}
        await asyncio.sleep(pause)
        piece = left.pop(0)
        return {"type": "http.request", "body": piece, "more_body": bool(left)}

    async def send(message: Message) -> None:
        sent.append(message)

    await gate(asked, receive, send)
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], headers, sent[1]["body"]


def run(attempt: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """What a coroutine made inside a loop returns."""
    return asyncio.run(asyncio.wait_for(attempt(), 20))


def status_of(
    asked: Message, pieces: list[bytes] | None = None, apart: float = 0, **bounds: Any
) -> int:
    """The status of one request through a gate of its own."""

    async def attempt() -> int:
        gate = Gate(Site(), replace(BOUNDS, **bounds))
        return (await ask(gate, asked, pieces, apart))[0]

    return int(run(attempt))


# --- Bodies ---------------------------------------------------------------------------------


def test_a_body_within_its_bound_goes_through() -> None:
    assert status_of(scope(content_length="100"), [b"x" * 50, b"x" * 50]) == 200


@pytest.mark.parametrize("announced", [{}, {"content_length": "101"}])
def test_a_body_too_long_is_refused_whether_it_says_so_or_not(announced: dict[str, str]) -> None:
    assert status_of(scope(**announced), [b"x" * 50, b"x" * 51]) == 413


def test_a_form_with_files_may_be_longer() -> None:
    form = scope(content_type="multipart/form-data; boundary=x")

    assert status_of(form, [b"x" * 200]) == 200
    assert status_of(form, [b"x" * 201]) == 413


def test_a_body_too_long_is_read_to_its_end_so_that_a_browser_shows_the_answer() -> None:
    async def attempt() -> int:
        pieces = [b"x" * 300, b"x" * 300, b"x"]
        gate = Gate(Site(), BOUNDS)
        asked = asyncio.create_task(ask(gate, scope(content_length="601"), pieces))
        return (await asked)[0]

    assert run(attempt) == 413


@pytest.mark.parametrize(
    "headers",
    [{"content_length": "1001"}, {"content_length": "101", "expect": "100-continue"}],
)
def test_what_nobody_waits_for_is_refused_unread(headers: dict[str, str]) -> None:
    assert status_of(scope(**headers), [b""], apart=10) == 413


@pytest.mark.parametrize(
    "bounds",
    [
        pytest.param({"pause": 0.01}, id="a pause"),
        pytest.param({"grace": 0.05, "slowest": 1_000_000}, id="drop by drop"),
    ],
)
def test_a_body_that_does_not_come_is_given_up(bounds: dict[str, Any]) -> None:
    assert status_of(scope(), [b"x"] * 20, apart=0.02, **bounds) == 408


def test_so_many_long_bodies_are_taken_at_once() -> None:
    async def attempt() -> list[int]:
        gate = Gate(Site(), replace(BOUNDS, large_bodies=1))
        pieces = [b"x" * 60, b"x"]
        both = [ask(gate, scope(), list(pieces), pause=0.02) for _ in range(2)]
        first = [status for status, _headers, _body in await asyncio.gather(*both)]
        return [*first, (await ask(gate, scope(), pieces))[0]]

    assert run(attempt) == [200, 503, 200]


# --- Headers --------------------------------------------------------------------------------


@pytest.mark.parametrize("bounds", [{"headers": 2}, {"header_bytes": 20}])
def test_too_many_or_too_long_headers_are_refused(bounds: dict[str, Any]) -> None:
    assert status_of(scope(a="1", b="2", c="long enough to count"), **bounds) == 431


# --- Working at once ------------------------------------------------------------------------


def test_no_more_are_worked_on_at_once_and_the_rest_hear_when_to_come_back() -> None:
    async def attempt() -> None:
        site = Site()
        gate = Gate(site, BOUNDS)
        site.may_answer.clear()
        working = [asyncio.create_task(ask(gate, scope())) for _ in range(2)]
        await asyncio.sleep(0.02)
        status, headers, body = await ask(gate, scope("/pl/"))
        assert (status, headers["retry-after"]) == (503, "5")
        assert 'lang="pl"' in body.decode()
        site.may_answer.set()
        assert [status for status, _headers, _body in await asyncio.gather(*working)] == [200] * 2
        assert site.most_at_work == 2
        assert (await ask(gate, scope()))[0] == 200

    run(attempt)


def test_who_waits_is_served_when_a_place_comes_free() -> None:
    async def attempt() -> list[int]:
        site = Site()
        gate = Gate(site, replace(BOUNDS, turn=5))
        site.may_answer.clear()
        asked = [asyncio.create_task(ask(gate, scope())) for _ in range(6)]
        await asyncio.sleep(0.02)
        asyncio.get_running_loop().call_later(0.02, site.may_answer.set)
        return [status for status, _headers, _body in await asyncio.gather(*asked)]

    assert run(attempt) == [200] * 6


def test_one_address_leaves_room_for_others() -> None:
    async def attempt() -> tuple[int, int]:
        site = Site()
        gate = Gate(site, replace(BOUNDS, working_for_one=1))
        site.may_answer.clear()
        greedy = [asyncio.create_task(ask(gate, scope(client="192.0.2.1"))) for _ in range(3)]
        other = asyncio.create_task(ask(gate, scope(client="192.0.2.2")))
        async with asyncio.timeout(10):
            while site.at_work < 2:
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.02)
        at_work = site.at_work
        site.may_answer.set()
        await asyncio.gather(*greedy)
        return at_work, (await other)[0]

    assert run(attempt) == (2, 200)


def test_whoever_goes_away_while_waiting_leaves_the_queue() -> None:
    async def attempt() -> tuple[int, int]:
        site, goes = Site(), asyncio.Event()
        gate = Gate(site, replace(BOUNDS, working=1, turn=5))
        site.may_answer.clear()
        first = asyncio.create_task(ask(gate, scope()))
        await asyncio.sleep(0.01)
        gone = asyncio.create_task(ask(gate, scope(), gone=goes))
        await asyncio.sleep(0.01)
        assert len(gate.working.waiting) == 1
        goes.set()
        with pytest.raises(Gone):
            await gone
        await asyncio.sleep(0.02)
        left = len(gate.working.waiting)
        site.may_answer.set()
        await first
        return left, gate.working.taken.total() + gate.requests.taken.total()

    assert run(attempt) == (0, 0)


def test_so_many_requests_are_taken_in_at_all() -> None:
    async def attempt() -> list[int]:
        gate = Gate(Site(), replace(BOUNDS, requests=1))
        both = [ask(gate, scope(), pause=0.01) for _ in range(2)]
        return [status for status, _headers, _body in await asyncio.gather(*both)]

    assert run(attempt) == [200, 503]


def test_a_program_is_refused_in_json() -> None:
    async def attempt() -> tuple[int, dict[str, str], bytes]:
        return await ask(Gate(Site(), BOUNDS), scope("/api/v1/validate/"), [b"x" * 101])

    status, headers, body = run(attempt)

    assert headers["content-type"] == "application/problem+json"
    assert json.loads(body)["status"] == status == 413


# --- Addresses ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("proxies", "told", "address"),
    [
        (0, "203.0.113.9", "192.0.2.1"),
        (1, "spoofed, 203.0.113.9", "203.0.113.9"),
        (2, "spoofed, 203.0.113.9, 10.0.0.1", "203.0.113.9"),
        (2, "203.0.113.9", "203.0.113.9"),
    ],
)
def test_only_trusted_proxies_say_who_asks(proxies: int, told: str, address: str) -> None:
    assert address_of(scope(x_forwarded_for=told), proxies) == address


def test_a_network_of_the_new_protocol_counts_as_one() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::2") != network_of("2001:db9::1")
    assert network_of("192.0.2.1") == network_of("::ffff:192.0.2.1") == "192.0.2.1"
    assert network_of("::ffff:192.0.2.1") != network_of("::ffff:192.0.2.2")

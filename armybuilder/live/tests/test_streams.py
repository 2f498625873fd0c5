"""Streams: who is let in, what they hear, how many there may be, what is left behind."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from armybuilder.live import streams
from armybuilder.live.hub import HUB
from armybuilder.live.streams import Admission, Streams
from armybuilder.site.fences.gate import Gate
from armybuilder.site.metrics import REGISTRY

Message = dict[str, Any]


@pytest.fixture(autouse=True)
def by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other process is listened to, whatever the database."""
    monkeypatch.setattr(streams.postgres, "begin_to_listen", lambda hub, newest: None)


class Ear:
    """Somebody at a stream: what the server sends them, until they go."""

    def __init__(self, path: str = "/live/table/anna/", **headers: str) -> None:
        fields = [(k.replace("_", "-").encode(), v.encode()) for k, v in headers.items()]
        self.scope: Message = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": b"",
            "headers": fields,
            "client": ("192.0.2.1", 1),
        }
        self.sent: list[Message] = []
        self.gone = asyncio.Event()
        self._asked = False

    async def receive(self) -> Message:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        self.sent.append(message)

    @property
    def status(self) -> int:
        return int(self.sent[0]["status"])

    @property
    def heard(self) -> str:
        return b"".join(each.get("body", b"") for each in self.sent).decode()

    async def hears(self, text: str) -> None:
        """Wait until it has heard something, a bounded time."""
        for _ in range(400):
            if text in self.heard:
                return
            await asyncio.sleep(0.005)
        raise AssertionError(f"{text!r} is not in {self.heard!r}")


class Door:
    """Lets in whoever's key is known, and notes who is there."""

    def __init__(self) -> None:
        self.here: list[tuple[str, bool]] = []

    def judge(self, scope: Message, kind: str, key: str) -> Admission | None:
        people = {"anna": "member 1", "nobody": ""}
        if key not in people:
            return None
        return Admission("table", people[key], newest=3, present=("red",))

    def present(self, who: Admission, is_here: bool) -> None:
        self.here.append((who.person, is_here))


async def not_found(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 418, "headers": []})


def serving(door: Door, **more: Any) -> Streams:
    return Streams(
        not_found, judge=door.judge, newest=lambda channels: {}, present=door.present, **more
    )


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 20))


def test_a_stream_tells_numbers_and_ends_with_whoever_listens() -> None:
    async def test() -> None:
        door, ear = Door(), Ear(last_event_id="2")
        gate = Gate(serving(door))
        stream = asyncio.ensure_future(gate(ear.scope, ear.receive, ear.send))
        await ear.hears("id: 3\ndata: 3\n\n")
        assert dict(ear.sent[0]["headers"])[b"content-type"].startswith(b"text/event-stream")
        assert b"content-encoding" not in dict(ear.sent[0]["headers"])
        assert not gate.requests.taken and not gate.working.taken, "its places are free again"
        threads = threading.active_count()
        for published in (("another", 9), ("table", 4)):
            thread = threading.Thread(target=HUB.publish, args=published)
            thread.start()
            thread.join()
        await ear.hears("id: 4\ndata: 4\n\n")
        assert "9" not in ear.heard and threading.active_count() <= threads
        ear.gone.set()
        await stream
        assert HUB.channels == [] and door.here[-1] == ("member 1", False)

    run(test)


def test_who_heard_all_hears_nothing_but_signs_of_life_until_the_server_stops() -> None:
    async def test() -> None:
        door, ear = Door(), Ear(last_event_id="3")
        stream = asyncio.ensure_future(
            serving(door, heartbeat=0.02)(ear.scope, ear.receive, ear.send)
        )
        await ear.hears(": still here")
        assert "data:" not in ear.heard
        HUB.end()
        await stream
        assert ear.sent[-1] == {"type": "http.response.body", "body": b""}

    run(test)


def test_a_late_listener_has_room_for_the_newest_number_only() -> None:
    async def test() -> None:
        listener = HUB.join("table")
        for number in range(1000):
            HUB.deliver([("table", number)])
        assert await listener.next(1) == 999 and await listener.next(0.01) is None
        HUB.leave(listener)

    run(test)


@pytest.mark.parametrize(
    ("path", "method", "status"),
    [
        ("/live/table/eve0/", "GET", 404),
        ("/live/table/anna/", "POST", 404),
        ("/live/table/", "GET", 418),
        ("/en/", "GET", 418),
    ],
)
def test_strangers_hear_nothing(path: str, method: str, status: int) -> None:
    async def test() -> None:
        ear = Ear(path)
        ear.scope["method"] = method
        await serving(Door())(ear.scope, ear.receive, ear.send)
        assert ear.status == status

    run(test)


def counted_open() -> float:
    """The streams that are open, as the metrics say."""
    found = (
        REGISTRY.get_sample_value("armybuilder_streams", {"listener": each})
        for each in ("known", "unknown")
    )
    return sum(value or 0.0 for value in found)


def counted_refusals() -> float:
    labels = {"why": "streams", "status": "503"}
    return REGISTRY.get_sample_value("armybuilder_refusals_total", labels) or 0.0


@pytest.mark.parametrize(
    ("key", "most"), [("anna", streams.MOST_OF_ONE), ("nobody", streams.MOST_OF_UNKNOWN)]
)
def test_streams_of_one_are_bounded_and_places_come_free(key: str, most: int) -> None:
    async def test() -> None:
        site, ears = serving(Door()), [Ear(f"/live/table/{key}/") for _ in range(most)]
        refusals = counted_refusals()
        open_ones = [asyncio.ensure_future(site(e.scope, e.receive, e.send)) for e in ears]
        for ear in ears:
            await ear.hears("data: 3")
        assert counted_open() == most
        one_more, later = Ear(f"/live/table/{key}/"), Ear(f"/live/table/{key}/")
        await site(one_more.scope, one_more.receive, one_more.send)
        assert one_more.status == 503 and counted_refusals() == refusals + 1
        for ear in ears:
            ear.gone.set()
        await asyncio.gather(*open_ones)
        assert counted_open() == 0
        later.gone.set()
        await site(later.scope, later.receive, later.send)
        assert later.status == 200

    run(test)

"""Two people at two screens of a running site: killed in the middle of orders, nothing is lost and
nothing done twice."""

import json
import os
import random
import re
import signal
import sqlite3
import threading
import time
from contextlib import ExitStack
from http.client import HTTPException
from itertools import pairwise
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode

from armybuilder.systems.age_of_destruction.tests.test_restart import Visitor
from armybuilder.tests.process import free_port, running_process

END_STAGE = '{"order":"end_stage"}'
#: How often the server is killed; `.ci/full` asks for more.
KILLS = int(os.environ.get("LIVE_KILLS", "2"))
#: Seconds in which an answer comes, also from a server that has just begun on a busy machine, and
#: how often the same is sent again by somebody who got none.
PATIENCE, TRIES = 60, 5


class Player(Visitor):
    """Somebody at a table who knows its version only by what they are told."""

    def news(self) -> dict[str, int]:
        """What the page of the table is told when it asks."""
        with self.opener.open(f"{self.url.partition('?')[0]}news/", timeout=PATIENCE) as answer:
            found: dict[str, int] = json.loads(answer.read())
            return found

    def orders(self, version: int) -> bool:
        """Send the end of the turn for a version; whether an answer came."""
        (token, *_rest) = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', self.page)
        sent = {"csrfmiddlewaretoken": token, "version": str(version), "order": END_STAGE}
        try:
            url = f"{self.url.partition('?')[0]}order/"
            with self.opener.open(url, urlencode(sent).encode(), timeout=PATIENCE):
                return True
        except HTTPError:
            raise  # An answer, and a wrong one.
        except (URLError, HTTPException, OSError):
            return False


def seated(site: str) -> tuple[Player, Player]:
    """Whoever asked a friend, and the friend who sat down by the link."""
    host, guest = Player(site), Player(site)
    host.look()
    host.post("friend", group="sample:steel-wolves-300")
    (link,) = re.findall(r'id="link-blue" value="(.*?)"', host.page)
    guest.url = link.replace("/skirmishes/", "/en/skirmishes/")
    guest.look()
    (token,) = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', guest.page)[:1]
    sent = {"csrfmiddlewaretoken": token, "name": "Ola", "group": "sample:swordsworn-300"}
    with guest.opener.open(guest.url, urlencode(sent).encode()) as answer:
        guest.url, guest.page = answer.url, answer.read().decode()
    host.look()
    return host, guest


def given(var: Path) -> list[str]:
    """The orders that are kept, in their order, with who gave them."""
    with sqlite3.connect(var / "db.sqlite3") as database:
        rows = database.execute(
            'SELECT number, player, "order" FROM armybuilder_skirmishstep ORDER BY number'
        ).fetchall()
    assert [number for number, *_ in rows] == list(range(1, len(rows) + 1))
    return [player for _, player, order in rows if json.loads(order) == json.loads(END_STAGE)]


def test_no_order_is_lost_or_doubled_by_kills_and_two_tabs_order_once(tmp_path: Path) -> None:
    port, lots = free_port(), random.Random(21)
    with ExitStack() as running:
        process, _said = running.enter_context(running_process(tmp_path, port, signal.SIGKILL))
        host, guest = seated(f"http://localhost:{port}")
        version = host.news()["version"]
        before = given(tmp_path)

        # Two tabs of whoever is to act order at once: one order is taken.
        tabs = [
            threading.Thread(target=who.orders, args=(version,))
            for who in (host, guest)
            for _ in range(2)
        ]
        for tab in tabs:
            tab.start()
        for tab in tabs:
            tab.join()
        assert host.news()["version"] == version + 1
        assert len(given(tmp_path)) == len(before) + 1

        expected = len(before) + 1
        for _ in range(KILLS):
            version = guest.news()["version"]
            answered: list[bool] = []
            orders = threading.Thread(
                target=lambda v=version, told=answered: told.extend(
                    who.orders(v) for who in (host, guest)
                )
            )
            orders.start()
            time.sleep(lots.uniform(0, 0.4))
            process.kill()
            process.wait(20)
            orders.join()
            process, _said = running.enter_context(running_process(tmp_path, port, signal.SIGKILL))
            # Whoever got no answer sends the same again, and nothing is done twice.
            for who in (host, guest):
                assert any(who.orders(version) for _ in range(TRIES))
            expected += 1
            assert len(given(tmp_path)) == expected
            assert host.news()["version"] == guest.news()["version"] == version + 1
        kept = given(tmp_path)[len(before) :]
        assert all(one != other for one, other in pairwise(kept))

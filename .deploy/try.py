#!/usr/bin/env python3
"""Runs the recipe for one server from nothing, and asks what it promises."""

import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from threading import Thread
from urllib.error import HTTPError
from urllib.request import Request

from server import Door, Server, carried_out, one_server, run, say, until

#: Seconds in which news of a game has to arrive.
NEWS = 10


def ask_pages(door: Door, plain: str) -> None:
    """A page with what keeps it safe, its static files, and what is refused."""
    with door.get(f"{door.site}/en/account/login/") as page:
        assert page.status == 200, page.status
        assert "max-age=" in page.headers["Strict-Transport-Security"]
        assert "Set-Cookie" not in page.headers, "who only reads got a cookie"
        text = page.read().decode()
    style = text.partition('rel="stylesheet" href="')[2].partition('"')[0]
    with door.get(f"{door.site}{style}") as file:
        assert file.status == 200 and "immutable" in file.headers["Cache-Control"], style
    with door.get(plain) as led:
        assert led.status in (301, 302, 308) and led.headers["Location"].startswith("https://")
    assert door.status("/healthz") == door.status("/readyz") == 200
    sent = Request(f"{door.site}/en/account/login/", data=bytes(14_000_000))  # noqa: S310
    try:
        door.opener.open(sent, timeout=30).close()
        raise AssertionError("a body of 14 MB was taken")
    except HTTPError as refused:
        assert refused.code == 413, refused.code


def ask_live(door: Door) -> None:
    """News of a game reach four who watch, whichever process each of them is at."""
    from armybuilder.tools.bench_live import Person, at_one_table, end_turn

    players = [Person(door.site, door.https) for _ in range(2)]
    path = at_one_table(*players)
    cookies = [cookie for player in players for cookie in player.jar]
    assert cookies and all(cookie.secure for cookie in cookies), cookies
    for player in players:
        player.get(player.table)
    heard: list[list[float]] = [[] for _ in range(4)]

    def listen(moments: list[float]) -> None:
        with suppress(OSError), door.opener.open(door.site + path, timeout=60) as stream:
            for line in stream:
                if line.startswith(b"data:"):
                    moments.append(time.monotonic())

    for moments in heard:
        Thread(target=listen, args=(moments,), daemon=True).start()
    until(lambda: all(heard), "four streams to begin", 20)
    before = [len(each) for each in heard]
    sent = time.monotonic()
    end_turn(players)
    until(
        lambda: all(len(a) > b for a, b in zip(heard, before, strict=True)), "news of a game", NEWS
    )
    late = max(each[-1] for each in heard) - sent
    say(f"news of a game reached four streams within {late * 1000:.0f} ms")


def ask_with_one_killed(server: Server) -> None:
    """A process is killed, and nobody notices."""
    say("one process killed…")
    server.kill(f"site-{server.ports[0]}")
    answers = [server.door.status("/en/account/login/") for _ in range(20)]
    assert set(answers) == {200}, answers


def restore_elsewhere(server: Server) -> None:
    """The daily services, and what they keep made a site on SQLite again."""
    say("backup, clearing up, and a restore on SQLite…")
    house = server.house
    house.once("armybuilder-clear-up.service")
    house.once("armybuilder-backup.service")
    (kept,) = (house.var / "backups").glob("*-daily.zip")
    command, _environment = house.unit("armybuilder-worker@.service", "1")
    elsewhere = {"PATH": os.environ["PATH"], "VAR_DIR": str(server.base / "elsewhere")}
    run([*command[:2], "restore", str(kept)], env=elsewhere, cwd=house.home)
    again = server.base / "again.zip"
    run([*command[:2], "backup", str(again)], env=elsewhere, cwd=house.home)
    assert again.stat().st_size > 0


def tried(base: Path) -> None:
    """All of it; raises whatever does not hold."""
    with one_server(base) as server:
        ask_pages(server.door, f"http://localhost:{server.http}/")
        ask_live(server.door)
        ask_with_one_killed(server)
        restore_elsewhere(server)


if __name__ == "__main__":
    sys.exit(carried_out("one-server-", "One server from nothing: all of it answers.", tried))

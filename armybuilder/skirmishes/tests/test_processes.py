"""Thinking in other processes: bounded, of low priority, and gone with the site."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from armybuilder.skirmishes import processes
from armybuilder.skirmishes.present.games import commanded, game_of
from armybuilder.skirmishes.processes import Busy, Processes
from armybuilder.systems.age_of_destruction.tests.test_end import with_bots
from armybuilder.systems.age_of_destruction.tests.test_skirmishes import Player

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def pool() -> Iterator[Processes]:
    pool = Processes(1)
    yield pool
    pool.stop()


def test_without_processes_work_is_done_where_it_is_asked() -> None:
    assert Processes(0).run(os.getpid) == os.getpid()


def test_work_is_done_elsewhere_and_gives_way(pool: Processes) -> None:
    assert pool.run(os.getpid) != os.getpid()
    assert pool.run(os.nice, 0) > os.nice(0)


def test_so_many_wait_and_the_next_is_told_to_come_again(pool: Processes) -> None:
    most = 1 + processes.WAITING_FOR_EACH
    for _ in range(most):
        assert pool.places.acquire(blocking=False)
    with pytest.raises(Busy):
        pool.run(os.getpid)
    pool.places.release(most)

    assert pool.run(os.getpid)


def test_a_worker_that_dies_is_replaced(pool: Processes) -> None:
    with pytest.raises(Busy):
        pool.run(os._exit, 1)

    assert pool.run(os.getpid)


def test_work_that_does_not_end_is_given_up(
    pool: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "LONGEST", 0.05)
    with pytest.raises(Busy):
        pool.run(time.sleep, 5)


def test_workers_end_with_the_site_even_when_it_is_killed() -> None:
    code = "import os; from armybuilder.skirmishes.processes import Processes\n"
    code += "if __name__ == '__main__':\n"
    code += " print(Processes(1).run(os.getpid), flush=True); os.kill(os.getpid(), 9)"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    worker = int(run.stdout)
    until = time.monotonic() + 60
    while Path(f"/proc/{worker}").exists() and time.monotonic() < until:
        time.sleep(0.05)

    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)


@pytest.mark.usefixtures("catalogue")
def test_a_bot_of_another_process_orders_the_same(
    pool: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player()
    player.set_up()
    with_bots(player, "red", "blue")
    game = game_of(player.game)
    here = commanded(game, 5)
    monkeypatch.setattr("armybuilder.skirmishes.present.games.THINKING", pool)

    assert commanded(game, 5) == here


@pytest.mark.usefixtures("catalogue")
@pytest.mark.parametrize(("part", "status"), [(True, 200), (False, 503)])
def test_a_bot_that_finds_no_room_to_think_asks_again(
    monkeypatch: pytest.MonkeyPatch, part: bool, status: int
) -> None:
    def busy(*asked: object) -> None:
        raise Busy(2)

    player = Player()
    player.set_up()
    with_bots(player, "red", "blue")
    monkeypatch.setattr("armybuilder.skirmishes.services.commanded", busy)
    version = player.game.version
    headers = {"HX-Request": "true"} if part else {}

    answer = player.client.post(f"{player.url}step/", {"version": version}, headers=headers)

    assert (answer.status_code, answer["Retry-After"]) == (status, "2")
    assert 'data-bot="2"' in answer.content.decode()
    assert "waits for a turn" in answer.content.decode()
    assert player.game.version == version

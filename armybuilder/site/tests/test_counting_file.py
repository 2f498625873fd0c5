"""Counting on a full disk: the process lives, the count too, and it is kept once there is room."""

import errno
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import CollectorRegistry, mmap_dict
from prometheus_client.mmap_dict import mmap_key
from prometheus_client.multiprocess import MultiProcessCollector

from armybuilder.site.counting_file import FIRST, CountingFile

KEYS = [
    mmap_key("asked", "asked_total", ["why"], [f"{n} {'x' * 200}"], "Said.") for n in range(400)
]


def counted(folder: Path) -> float:
    """What a scrape would tell of all files in a folder."""
    found = MultiProcessCollector(CollectorRegistry(), str(folder)).collect()
    return sum(sample.value for metric in found for sample in metric.samples)


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A disk that takes nothing until it is undone."""

    def no_room(path: Path, mode: str = "r", *given: Any, **named: Any) -> Any:
        if mode == "ab":
            raise OSError(errno.ENOSPC, "No space left on device")
        return opened(path, mode, *given, **named)

    opened = Path.open
    monkeypatch.setattr(Path, "open", no_room)
    return monkeypatch


@pytest.fixture
def unmapped(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A system that maps no file until it is undone."""

    def no_map(*given: Any, **named: Any) -> Any:
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    monkeypatch.setattr(mmap_dict.mmap, "mmap", no_map)
    return monkeypatch


def test_every_page_has_its_room_before_it_is_touched(tmp_path: Path) -> None:
    path = tmp_path / "counter_1.db"
    file = CountingFile(str(path))
    for number, key in enumerate(KEYS):
        file.write_value(key, 1.0, 0.0)
        told = path.stat()
        assert told.st_blocks * 512 >= told.st_size >= FIRST, number
    assert path.stat().st_size > FIRST, "it has grown"
    assert counted(tmp_path) == len(KEYS)


def test_what_finds_no_room_at_first_is_kept_later(
    tmp_path: Path, full: pytest.MonkeyPatch
) -> None:
    file = CountingFile(str(tmp_path / "counter_1.db"))
    assert file.read_value(KEYS[0]) == (0.0, 0.0)
    file.write_value(KEYS[0], 1.0, 0.0)
    assert counted(tmp_path) == 0 and not list(tmp_path.iterdir())

    full.undo()
    file.write_value(KEYS[0], 2.0, 0.0)

    assert counted(tmp_path) == 2 and file.read_value(KEYS[0])[0] == 2


def test_what_cannot_be_mapped_at_first_is_kept_later(
    tmp_path: Path, unmapped: pytest.MonkeyPatch
) -> None:
    file = CountingFile(str(tmp_path / "counter_1.db"))
    assert file.read_value(KEYS[0]) == (0.0, 0.0)
    file.write_value(KEYS[0], 1.0, 0.0)
    file.close()

    unmapped.undo()
    file.write_value(KEYS[0], 2.0, 0.0)

    assert counted(tmp_path) == 2 and file.read_value(KEYS[0])[0] == 2


@pytest.mark.parametrize("cause", ["full", "unmapped"])
def test_a_file_that_cannot_grow_keeps_what_it_has(
    tmp_path: Path, request: Any, cause: str
) -> None:
    file = CountingFile(str(tmp_path / "counter_1.db"))
    file.write_value(KEYS[0], 1.0, 0.0)
    stopped: pytest.MonkeyPatch = request.getfixturevalue(cause)

    for key in KEYS:
        file.write_value(key, 1.0, 0.0)
    held = counted(tmp_path)
    assert 1 < held < len(KEYS)

    stopped.undo()
    for key in KEYS:
        file.write_value(key, 1.0, 0.0)
    assert counted(tmp_path) == len(KEYS)
    assert (tmp_path / "counter_1.db").stat().st_size > FIRST

"""Few requests of one process, in the database of the test."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from armybuilder.site.models import User
from armybuilder.tools import bench_memory
from armybuilder.tools.bench_memory import PARTS, resident


@pytest.fixture
def one_connection() -> Iterator[None]:
    """What a test has written stands in its own connection alone: requests leave it open."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.usefixtures("catalogue", "one_connection")
@pytest.mark.parametrize("cheap", [True, False])
def test_memory_is_told_at_every_tenth_and_pages_answer(
    monkeypatch: pytest.MonkeyPatch, member: User, cheap: bool
) -> None:
    @contextmanager
    def here() -> Iterator[User]:
        yield member

    monkeypatch.setattr(bench_memory, "scratch_site", here)
    monkeypatch.setattr(bench_memory, "on_the_disk", nullcontext)
    told: list[str] = []

    found = bench_memory.bench_memory(requests=60, trace=True, cheap=cheap, say=told.append)

    assert len(found.megabytes) == len(told) == PARTS
    assert all(size > 10 for size in found.megabytes) and resident() > 10_000_000
    assert sum(found.statuses.values()) == 60
    # Others' lists and addresses that lead nowhere are 404, games that are begun 302.
    assert found.statuses.keys() <= {200, 302, 404}
    assert found.statuses[200] > 20
    assert found.grown

"""Who is first to say something, with a cache that works and with one that can keep nothing."""

from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import DatabaseError
from django.db.backends.utils import CursorWrapper
from pytest_django import Settings

from collection.common.first import alone, is_first

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_said() -> None:
    cache.clear()


def test_only_the_first_is_first_until_it_is_taken_back() -> None:
    assert [is_first("something", 60) for _ in range(2)] == [True, False]
    cache.delete("something")
    assert is_first("something", 60)


def test_whoever_does_something_alone_leaves_it_to_others_at_the_end() -> None:
    with alone("something", 60) as one, alone("something", 60) as other:
        assert (one, other) == (True, False)
    with alone("something", 60) as again:
        assert again


def test_a_table_that_takes_no_more_rows_holds_nobody_up(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "cache_entries"}
    settings.CACHES = {"default": table}
    call_command("createcachetable")
    execute = CursorWrapper.execute

    def full(self: CursorWrapper, sql: str, params: Any = None) -> Any:
        if sql.startswith("INSERT"):
            raise DatabaseError("no room")
        return execute(self, sql, params)

    monkeypatch.setattr(CursorWrapper, "execute", full)
    assert not cache.add("something", 1, 60)
    assert is_first("something", 60) and is_first("something", 60)

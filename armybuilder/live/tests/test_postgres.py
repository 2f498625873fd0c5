"""What another process announces is heard, also after the connection that listens was cut."""

import asyncio

import pytest
from django.db import connection

from armybuilder.live import postgres
from armybuilder.live.hub import POSTGRES_CHANNEL, Hub

pytestmark = pytest.mark.django_db(transaction=True)


def test_another_process_is_heard_and_a_cut_connection_comes_back() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("other processes are heard on PostgreSQL only")
    asyncio.run(asyncio.wait_for(_heard(), 30))


async def _heard() -> None:
    import psycopg

    hub, missed = Hub(), {"table": 0}

    async def newest() -> dict[str, int]:
        return missed

    listener = hub.join("table")
    postgres.begin_to_listen(hub, newest)
    assert await listener.next(10) == 0, "what there is, once it listens"
    async with await psycopg.AsyncConnection.connect(
        **postgres.address(), autocommit=True
    ) as other:
        say = "SELECT pg_notify(%s, %s)"
        await other.execute(say, [POSTGRES_CHANNEL, "another-process table 7"])
        assert await listener.next(10) == 7
        missed["table"] = 9
        ours = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = %s"
        await other.execute(ours, [f"LISTEN {POSTGRES_CHANNEL}"])
        assert await listener.next(10) == 9, "told while nobody listened"
        await other.execute(say, [POSTGRES_CHANNEL, "another-process table 10"])
        assert await listener.next(10) == 10

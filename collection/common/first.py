"""Who of all processes is the first to say something, and who does something alone.

Nobody is held up by a cache that is away or can keep nothing: what is done twice then costs time
and no more.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.core.cache import cache
from django.db import DatabaseError


def is_first(key: str, seconds: float) -> bool:
    """Whether nobody else has said this within so many seconds; raises DatabaseError where the
    database that keeps it is away."""
    try:
        # A table that takes no more rows answers as if somebody else had been first.
        return cache.add(key, 1, seconds) or cache.get(key) is None
    except DatabaseError:
        raise
    except Exception:  # Each kind of cache has errors of its own.
        return True


@contextmanager
def alone(key: str, seconds: float) -> Iterator[bool]:
    """Tell whether nobody else does this, and keep others from it meanwhile, for so many seconds
    at most."""
    is_alone = is_first(key, seconds)
    try:
        yield is_alone
    finally:
        if is_alone:
            with suppress(Exception):
                cache.delete(key)

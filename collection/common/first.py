"""Who of all processes is the first to say something."""

from django.core.cache import cache


def is_first(key: str, seconds: float) -> bool:
    """Whether nobody else has said this within so many seconds, until somebody deletes the key.

    A cache in a table that can keep nothing, as on a full disk, answers as if somebody had; nobody
    is held up by that.
    """
    return cache.add(key, 1, seconds) or cache.get(key) is None

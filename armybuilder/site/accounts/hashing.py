"""Passwords: Argon2 with as much memory as many may take at once."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from django.contrib.auth.hashers import Argon2PasswordHasher

from armybuilder.site.busy import Busy

#: A hash takes 46 MiB and about a twentieth of a second of one core.
AT_ONCE = BoundedSemaphore(2)
LONGEST_WAIT = 5.0


class BoundedArgon2(Argon2PasswordHasher):
    """Two at once in a process; raises Busy where none of them ends in time."""

    time_cost = 2
    memory_cost = 47_104
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        with _turn():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with _turn():
            return super().verify(password, encoded)


@contextmanager
def _turn() -> Iterator[None]:
    if not AT_ONCE.acquire(timeout=LONGEST_WAIT):
        raise Busy
    try:
        yield
    finally:
        AT_ONCE.release()

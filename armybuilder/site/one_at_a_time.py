"""A lock between processes of one machine, with the standard library alone; it ends with whoever
holds it, however that ends."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


@contextmanager
def one_at_a_time(path: Path, waiting: str) -> Iterator[None]:
    """Hold the lock a file stands for; says `waiting` where another process has it."""
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+") as file:
        if not _taken(file.fileno()):
            print(waiting, file=sys.stderr, flush=True)
            while not _taken(file.fileno()):
                time.sleep(0.2)
        yield


def is_held(path: Path) -> bool:
    """Whether somebody holds the lock a file stands for."""
    with suppress(FileNotFoundError), path.open("r+") as file:
        return not _taken(file.fileno())
    return False


def _taken(descriptor: int) -> bool:
    """Try once; closing the file gives the lock back."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True

"""A file that a process counts in, on a disk that may be full."""

import os
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from prometheus_client.mmap_dict import MmapedDict

#: Bytes of a new file, and the most that an entry takes beside its key.
FIRST, BESIDE_KEY = 1 << 16, 32


class CountingFile(MmapedDict):
    """The library's, with its room taken before it is mapped: the system kills whoever touches a
    mapped page that the disk has no room for.

    What finds no room is counted in the process alone, and kept here with the first count after
    there is some.
    """

    def __init__(self, filename: str) -> None:
        self._path = Path(filename)
        self._f: BinaryIO | None = None  # type: ignore[assignment]
        self._positions: dict[str, int] = {}
        with suppress(OSError):
            self._open()

    def read_value(self, key: str) -> tuple[float, float]:
        try:
            found: tuple[float, float] = super().read_value(key)
        except OSError:
            return 0.0, 0.0
        return found

    def write_value(self, key: str, value: float, timestamp: float) -> None:
        with suppress(OSError):
            super().write_value(key, value, timestamp)

    def _init_value(self, key: str) -> None:
        """Make an entry; raises OSError where there is no room for it."""
        self._open()
        capacity = self._capacity
        if self._used + len(key.encode()) + BESIDE_KEY > capacity:
            self._take_room(2 * capacity)
        try:
            super()._init_value(key)
        except OSError:
            self._capacity = capacity
            raise

    def _open(self) -> None:
        if self._f is not None:
            return
        self._take_room(FIRST)
        try:
            super().__init__(str(self._path))
        except OSError:
            if self._f is not None:
                self._f.close()
                self._f = None
            raise

    def _take_room(self, size: int) -> None:
        """Let the file be so many bytes long, all of them on the disk; as it was, or not there,
        where that raises OSError."""
        before = self._path.stat().st_size if self._path.exists() else 0
        try:
            with self._path.open("ab", buffering=0) as file:
                while (missing := size - os.fstat(file.fileno()).st_size) > 0:
                    file.write(bytes(missing))
        except OSError:
            if before:
                os.truncate(self._path, before)
            else:
                self._path.unlink(missing_ok=True)
            raise

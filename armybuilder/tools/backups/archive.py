"""What stands where in the file of a backup, and what is said of it."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Final

import msgspec

FORMAT: Final = "armybuilder-backup/1"
MANIFEST: Final = "manifest.json"
KEY: Final = "secret_key"
MEDIA: Final = "media/"
#: Bytes of a file read at once.
PIECE: Final = 1 << 20

Tell = Callable[[str], None]
Name = tuple[str, str]


class BackupProblem(Exception):
    """Why there is no backup, or nothing was restored, worded for whoever typed the command."""


class Part(msgspec.Struct, frozen=True):
    """How much a table (rows) or a file (bytes) holds, and the SHA-256 of it, of rows added up."""

    size: int
    digest: str


class Manifest(msgspec.Struct, frozen=True):
    """What a backup holds. `made` is in ISO 8601, `migrations` are `app.name`."""

    format: str
    made: str
    migrations: list[str]
    tables: dict[str, Part]
    files: dict[str, Part]

    @property
    def rows(self) -> int:
        return sum(part.size for part in self.tables.values())

    @property
    def names(self) -> set[Name]:
        """The migrations, as Django names them."""
        return {(app, name) for app, _, name in (each.partition(".") for each in self.migrations)}


def part_of_file(pieces: Iterable[bytes]) -> Part:
    """How many bytes, and the SHA-256 of them all."""
    digest, size = hashlib.sha256(), 0
    for piece in pieces:
        digest.update(piece)
        size += len(piece)
    return Part(size, digest.hexdigest())


def pieces_of(source: IO[bytes]) -> Iterator[bytes]:
    return iter(lambda: source.read(PIECE), b"")


def place_of(table: str) -> str:
    return f"tables/{table}.jsonl"

"""The files into which the processes of the site count, one set for each.

A process holds a lock on its name for as long as it lives, however it ends. Where nobody else
serves the site, a process that begins empties the folder. Beside others, what the dead have counted
goes on in one file, so that no sum ever falls.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from prometheus_client.multiprocess import mark_process_dead

from armybuilder.site.counting_file import CountingFile
from armybuilder.site.one_at_a_time import is_held, one_at_a_time

WAITING = "Another start begins to count; waiting for it…"
#: The name under which goes on what dead processes have counted.
PAST = "past"


@contextmanager
def counting(folder: Path, name: str) -> Iterator[None]:
    """Count under a name meanwhile, in a folder without what nobody counts in any more."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with ExitStack() as life:
        with one_at_a_time(folder / "beginning", WAITING):
            life.enter_context(one_at_a_time(folder / f"{name}.lock", WAITING))
            clear(folder, own=name)
        yield


def clear(folder: Path, own: str) -> None:
    """Take away the files of the dead, and the past where nobody is left who knew it."""
    alive = {lock.stem for lock in folder.glob("*.lock") if is_held(lock)}
    others = alive - {own}
    for file in sorted(folder.glob("*.db")):
        name = file.stem.rpartition("_")[2]
        if (name == PAST and others) or name in alive:
            continue
        if others and not file.name.startswith("gauge"):
            _go_on(file)
        file.unlink()
    for lock in folder.glob("*.lock"):
        if lock.stem not in alive:
            lock.unlink()


def end(folder: Path, name: str) -> None:
    """Take away what counts only while its process lives."""
    with suppress(PermissionError):  # Windows keeps what is open; the next start takes it away.
        mark_process_dead(name, str(folder))


def _go_on(file: Path) -> None:
    """Add what a file has counted to the past."""
    kind = file.name.partition("_")[0]
    past = CountingFile(str(file.with_name(f"{kind}_{PAST}.db")))
    for key, value, _time, _place in CountingFile.read_all_values_from_file(str(file)):
        past.write_value(key, past.read_value(key)[0] + value, 0.0)
    past.close()

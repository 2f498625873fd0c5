"""The folder with the database, the key and what people sent belongs to its owner alone."""

import os
import stat
from contextlib import suppress
from pathlib import Path

FOLDER, FILE = 0o700, 0o600


def keep_private(folder: Path) -> None:
    """Take from everybody else what they may do in a folder, now and with what is made later."""
    if os.name == "nt":
        return
    os.umask(0o077)
    _restrict(folder, FOLDER)
    for parent, folders, files in os.walk(folder):
        for name in folders:
            _restrict(Path(parent, name), FOLDER)
        for name in files:
            _restrict(Path(parent, name), FILE)


def _restrict(path: Path, most: int) -> None:
    with suppress(FileNotFoundError):  # Gone meanwhile, as files of a database go.
        mode = stat.S_IMODE(path.lstat().st_mode)
        if not path.is_symlink() and mode & ~most:
            path.chmod(mode & most)

"""A full disk: told in one sentence wherever it is met, and never as a fault of ours."""

import errno
import sqlite3

FULL = {errno.ENOSPC, errno.EDQUOT}
#: What PostgreSQL calls it.
DISK_FULL = "53100"


def is_disk_full(error: BaseException | None) -> bool:
    """Whether an error, or what caused it, is that there is no room."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in FULL:
            return True
        if (getattr(error, "sqlite_errorcode", 0) & 0xFF) == sqlite3.SQLITE_FULL:
            return True
        if getattr(error, "sqlstate", "") == DISK_FULL:
            return True
        error = error.__cause__
    return False

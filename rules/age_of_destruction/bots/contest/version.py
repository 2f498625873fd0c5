"""Which rules and commanders games were played by."""

import hashlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from rules.age_of_destruction.army.verdict import RULESET

#: What decides how a game is played out.
PACKAGES = ("rules.core", "rules.age_of_destruction")


@cache
def playing_version() -> str:
    """A name that changes with everything that decides how games are played out, commanders
    included: what was played under another is not what would be played now."""
    digest = hashlib.sha256(RULESET.encode())
    for package in PACKAGES:
        _add(digest, files(package))
    return f"{RULESET}+{digest.hexdigest()[:16]}"


def _add(digest: "hashlib._Hash", folder: Traversable) -> None:
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        if path.is_dir() and path.name != "__pycache__":
            _add(digest, path)
        elif path.name.endswith((".py", ".toml", ".json")):
            digest.update(path.name.encode() + path.read_bytes())

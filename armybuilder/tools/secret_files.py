"""Secrets that stand in files instead of the environment, read with the standard library alone:
`bootstrap` asks before anything is installed, and the settings after it."""

from collections.abc import Mapping
from pathlib import Path

#: Variables that may hold a secret. Each may be given as NAME_FILE, the path of a file.
SECRETS = (
    *("SECRET_KEY", "SECRET_KEY_FALLBACKS", "DATABASE_URL", "CACHE_URL", "EMAIL_URL"),
    "METRICS_TOKEN",
)


class BadSecretFile(ValueError):
    """A secret cannot be read from its file; the message says why and never what stands there."""


def with_secrets(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment with the secrets of its files in it, without white space around them.

    Raises BadSecretFile.
    """
    known = dict(environment)
    for name in SECRETS:
        path = environment.get(f"{name}_FILE", "").strip()
        if not path:
            continue
        if environment.get(name):
            raise BadSecretFile(f"{name} and {name}_FILE are both set; keep one of them.")
        known[name] = _read(f"{name}_FILE", Path(path))
    return known


def _read(variable: str, path: Path) -> str:
    try:
        text = path.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise BadSecretFile(f"{variable} names {path}: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadSecretFile(f"{variable} names {path}, which is not text.") from None
    if not text:
        raise BadSecretFile(f"{variable} names {path}, which is empty.")
    return text

"""Compiled packages that are not on the device, as modules whose names may be imported, not used.

What needs them (photos, passwords, passkeys, signing) is asked of the server. Packages that the
site already does without where they are missing are none of these.
"""

import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Never

ABSENT = frozenset({"PIL", "argon2", "cryptography", "fido2"})


class NotOnThisDevice(Exception):
    """Something was used that only the server has."""


class _Name(type):
    """A class that stands for anything of an absent package, to be named in signatures."""

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _stand_in(f"{cls.__name__}.{name}")

    def __call__(cls, *args: Any, **kwargs: Any) -> Never:
        raise NotOnThisDevice(cls.__name__)


def _stand_in(name: str) -> Any:
    return _Name(name, (NotOnThisDevice,), {})


class _Module(ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _stand_in(f"{self.__name__}.{name}")


class _Finder(MetaPathFinder, Loader):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] in ABSENT:
            return ModuleSpec(fullname, self, is_package=True)
        return None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _Module(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Nothing is in it."""


def stand_in() -> None:
    """Let absent packages be imported from now on; done before anything of the site is."""
    sys.meta_path.insert(0, _Finder())

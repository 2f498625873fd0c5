"""Scopes: the catalogue narrowed to what something outside it allows, such as an event.

An app adds a finder to SCOPE_FINDERS in `AppConfig.ready`, so that the catalogue need not know who
narrows it. A finder answers a key of an address with its scope, or None where it knows none such.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import Q


@dataclass(frozen=True)
class Scope:
    """What a key stands for: its title, the page that explains it, and the figures it leaves."""

    title: str
    url: str
    condition: Q


SCOPE_FINDERS: list[Callable[[str], Scope | None]] = []


def find_scope(key: str) -> Scope | None:
    """The scope of a key, from whichever finder knows it."""
    found = (find(key) for find in SCOPE_FINDERS)
    return next((scope for scope in found if scope), None)

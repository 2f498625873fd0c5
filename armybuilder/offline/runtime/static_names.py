"""Addresses of static files on the device: those the server gave them."""

import json
from functools import cached_property

from django.conf import settings
from django.core.files.storage import Storage


class ServedNames(Storage):
    """Static files by the table the server packed; they are not read here."""

    @cached_property
    def _addresses(self) -> dict[str, str]:
        table = settings.BASE_DIR / "static.json"
        return dict(json.loads(table.read_text())) if table.exists() else {}

    def url(self, name: str | None) -> str:
        """The address of a file; of an unknown one the plain address."""
        return self._addresses.get(name or "", f"{settings.STATIC_URL}{name}")

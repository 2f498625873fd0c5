"""Ids that are safe to show in an address."""

import secrets
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

PUBLIC_ID_LENGTH = 12


def new_public_id() -> str:
    """A random token of 12 characters that are safe in a URL (72 bits)."""
    return secrets.token_urlsafe(9)


class PublicIdField(models.CharField):
    """A random, unique, unchangeable id: unlike a row number nobody guesses it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("verbose_name", _("public id"))
        kwargs.setdefault("max_length", PUBLIC_ID_LENGTH)
        kwargs.setdefault("default", new_public_id)
        kwargs.setdefault("unique", True)
        kwargs.setdefault("editable", False)
        super().__init__(*args, **kwargs)

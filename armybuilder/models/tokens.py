"""Personal tokens, by which a member's programs are known."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken

from collection.names import NameColumn


class PersonalToken(AbstractAuthToken):
    """A token, kept as a digest only; `name` is what its member calls it.

    It reads everything of the member's own; what it may change is said apart for battle groups and
    for collections.
    """

    name = NameColumn(_("name"), max_length=60)
    may_write = models.BooleanField(_("may change battle groups"), default=False)
    may_write_collections = models.BooleanField(_("may change collections"), default=False)

    class Meta:
        verbose_name = _("personal token")
        verbose_name_plural = _("personal tokens")
        ordering = ("-created", "digest")

    def __str__(self) -> str:
        return self.name

"""What moderators hide from others: a column says so, and a name is read past it."""

from typing import Any, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from collection.common.language import Words

_HIDDEN = _("hidden by moderators")


class HiddenColumn(models.BooleanField):
    """Whether moderators hide something from others."""

    def __init__(self, verbose_name: Words = _HIDDEN, **kwargs: Any) -> None:
        super().__init__(verbose_name, **{"default": False, "editable": False, **kwargs})

    def deconstruct(self) -> Any:
        """To the database it is a truth like any other."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.BooleanField", args, kwargs


class NameMayHide(models.Model):
    """Something with a `name`, which others read by `shown_name`; `in_its_place` is what stands
    there when moderators hide it."""

    name: Any
    in_its_place: ClassVar[Words] = ""
    name_hidden = HiddenColumn(_("name hidden by moderators"))

    class Meta:
        abstract = True

    @property
    def shown_name(self) -> str:
        """The name as others read it."""
        return str(self.in_its_place if self.name_hidden else self.name)

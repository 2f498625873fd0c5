"""Fields the forms of battle groups share."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from armybuilder.groups.present.formats import STANDARD_TITLES
from armybuilder.groups.present.groups import LARGEST_BUILD_TOTAL, LONGEST_NAME, fault_of_total
from collection.common import names


class NameField(names.NameField):
    """What a group is called."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(label=_("Name"), max_length=LONGEST_NAME, **kwargs)


class BuildTotalField(forms.IntegerField):
    """The points both sides agreed on, as far as the rules know such a total."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            label=_("Build total"),
            max_value=LARGEST_BUILD_TOTAL,
            widget=forms.NumberInput(attrs={"step": 150, "min": 150, "list": "build-totals"}),
            **kwargs,
        )

    def clean(self, value: Any) -> Any:
        total = super().clean(value)
        if total is not None and (fault := fault_of_total(total)):
            raise ValidationError(fault)
        return total


def event_choices() -> list[tuple[str, Any]]:
    """The event formats to choose from; the empty one adds nothing to the rule book."""
    return [("", _("None, only the rule book")), *STANDARD_TITLES.items()]

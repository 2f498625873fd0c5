"""Fields the forms of battle groups share."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from armybuilder.groups.present.formats import STANDARD_TITLES
from armybuilder.groups.present.groups import LARGEST_BUILD_TOTAL, LONGEST_NAME, fault_of_total
from armybuilder.groups.present.numbers import find_id, similar_to
from collection.catalogue.game import Catalogue, catalogue
from collection.common import names
from collection.common.numbers import whole_number

LONGEST_NUMBERS = 6000


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


class NumbersField(forms.CharField):
    """Collector numbers parted by commas, spaces or lines, each known to the catalogue."""

    def __init__(self, *, kinds: Sequence[str], **kwargs: Any) -> None:
        super().__init__(
            required=False,
            max_length=LONGEST_NUMBERS,
            widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
            **kwargs,
        )
        self.kinds = kinds

    def clean(self, value: Any) -> list[str]:
        """The ids, each once, in the order they were typed."""
        typed = list(filter(None, re.split(r"[\s,;]+", super().clean(value))))
        if not typed:
            return []
        known = catalogue()
        return list(dict.fromkeys(self._id(number, known) for number in typed))

    def _id(self, typed: str, known: Catalogue) -> str:
        found = find_id(typed, known)
        if found is None:
            similar = similar_to(typed, known)
            said = _("There is no “%(typed)s”. Did you mean %(similar)s?") if similar else None
            raise ValidationError(
                said or _("There is no “%(typed)s”. Numbers look like AOD-102 or AOD-G-005."),
                params={"typed": typed[:40], "similar": ", ".join(similar)},
            )
        kind, number = found
        if kind not in self.kinds:
            raise ValidationError(
                _("%(number)s is a card; this is about figures."), params={"number": number}
            )
        return number


class TotalsField(forms.CharField):
    """Build totals parted by commas."""

    def clean(self, value: Any) -> list[int]:
        """The totals in rising order, each one the rules know."""
        totals = set()
        for typed in re.split(r"[\s,;/]+", super().clean(value)):
            if not typed:
                continue
            total = whole_number(typed, digits=5)
            if total is None:
                raise ValidationError(
                    _("“%(typed)s” is no build total."), params={"typed": typed[:20]}
                )
            if fault := fault_of_total(total):
                raise ValidationError(fault)
            totals.add(total)
        return sorted(totals)

"""What a group that is built from a collection shall be like."""

import re
from collections import Counter
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from armybuilder.groups.forms.fields import BuildTotalField
from armybuilder.groups.forms.groups import STANDARD_BUILD_TOTAL
from armybuilder.groups.present.building import Wishes, factions
from armybuilder.groups.present.numbers import find_id
from collection.catalogue.game import catalogue
from collection.common.form_choices import choice_field

MOST_MECHS, MOST_MUST_HAVE = 30, 20
#: The space of "AOD 102".
SET_BESIDE_NUMBER = re.compile(r"(?<=[^\W\d_]) +(?=[0-9])")


class BuildForm(forms.Form):
    """The wishes for a group; only for a valid form are there any."""

    build_total = BuildTotalField(initial=STANDARD_BUILD_TOTAL)
    faction = forms.ChoiceField(label=_("Faction"), required=False)
    must_have = forms.CharField(
        label=_("Must have"),
        required=False,
        max_length=300,
        help_text=_("Numbers of figures, separated by commas or spaces: AOD-102, AOD-033."),
    )
    most_mechs = forms.IntegerField(
        label=_("At most so many ’Mechs"), required=False, min_value=0, max_value=MOST_MECHS
    )
    leave_reserved = forms.BooleanField(
        label=_("Leave what other groups have reserved"), required=False, initial=True
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice_field(self, "faction").choices = [("", _("any")), *factions()]

    def clean_must_have(self) -> Counter[str]:
        """The ids that are meant; each number once for each copy."""
        joined = SET_BESIDE_NUMBER.sub("-", self.cleaned_data["must_have"])
        written = joined.replace(",", " ").replace(";", " ").split()
        if len(written) > MOST_MUST_HAVE:
            raise forms.ValidationError(
                _("Name at most %(most)s figures."), params={"most": MOST_MUST_HAVE}
            )
        known = catalogue()
        found: Counter[str] = Counter()
        for number in written:
            kind, item = find_id(number, known) or ("", "")
            if kind != "unit":
                raise forms.ValidationError(
                    _("There is no figure “%(number)s”."), params={"number": number[:40]}
                )
            found[item] += 1
        return found

    @property
    def wishes(self) -> Wishes:
        """What the group shall be like."""
        fields = self.cleaned_data
        return Wishes(
            build_total=fields["build_total"],
            faction=fields["faction"],
            must_have=fields["must_have"],
            most_mechs=fields["most_mechs"],
        )

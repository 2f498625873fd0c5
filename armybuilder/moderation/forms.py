"""What somebody has against what another wrote, and what its author is told."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from armybuilder.moderation.models import LONGEST_REMARK, Reason
from collection.owning.forms.copies import LineField


class ReportForm(forms.Form):
    """What is wrong; that it is the name only where a name stands beside it."""

    reason = forms.ChoiceField(label=_("What is wrong"), widget=forms.RadioSelect)
    note = LineField(label=_("Anything to add"), max_length=LONGEST_REMARK)

    def __init__(self, *args: Any, named: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = [each for each in Reason.choices if named or each[0] != Reason.NAME]
        self.fields["reason"].choices = offered  # type: ignore[attr-defined]


class DecisionForm(forms.Form):
    """What a moderator tells the author with it."""

    told = LineField(label=_("Words to the author"), max_length=LONGEST_REMARK)

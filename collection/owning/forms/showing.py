"""The forms about a photo that is shown to everybody."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from collection.common.names import NameField
from collection.owning.forms.copies import LineField
from collection.owning.models import Photo, PhotoReport
from collection.owning.models.showing import LONGEST_CREDIT
from collection.owning.services.showing import LEAST_SIDE


class SquareForm(forms.Form):
    """Which square of a photo everybody sees, whose name stands below it, and the consent."""

    left = forms.IntegerField(label=_("From the left, in pixels"), min_value=0)
    top = forms.IntegerField(label=_("From the top, in pixels"), min_value=0)
    side = forms.IntegerField(label=_("Side, in pixels"), min_value=1)
    credit = NameField(
        label=_("Credit"),
        max_length=LONGEST_CREDIT,
        required=False,
        help_text=_("The name below the picture; empty for none."),
    )
    consent = forms.BooleanField(
        label=_("I took this photo, or may show it. Everybody may see this square of it here.")
    )

    def __init__(self, *args: Any, photo: Photo, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.photo = photo
        most = min(photo.width, photo.height)
        least = min(LEAST_SIDE, most)
        self.fields["side"].widget.attrs |= {"min": least, "max": most}
        for name in ("left", "top", "side"):
            self.fields[name].widget.attrs["inputmode"] = "numeric"

    def square(self) -> tuple[int, int, int]:
        """Left, top and side, moved into the photo where they stick out of it."""
        data, photo = self.cleaned_data, self.photo
        most = min(photo.width, photo.height)
        side = min(max(data["side"], min(LEAST_SIDE, most)), most)
        return (
            min(data["left"], photo.width - side),
            min(data["top"], photo.height - side),
            side,
        )


def middle_of(photo: Photo) -> dict[str, int]:
    """The largest square in the middle of a photo."""
    side = min(photo.width, photo.height)
    return {"left": (photo.width - side) // 2, "top": (photo.height - side) // 2, "side": side}


class PhotoReportForm(forms.Form):
    """What somebody has against a photo."""

    reason = forms.ChoiceField(
        label=_("What is wrong"), choices=PhotoReport.Reason.choices, widget=forms.RadioSelect
    )
    note = LineField(label=_("Anything to add"), max_length=500)

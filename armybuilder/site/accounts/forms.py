"""What a member may change."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from armybuilder.site.accounts.display import PREFERENCES
from armybuilder.site.models import User
from collection.common.names import NameField


class ProfileForm(forms.ModelForm):
    """Name and language of a member, and how pages look."""

    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=[("", _("As the browser")), *settings.LANGUAGES],
    )

    class Meta:
        model = User
        fields = ("display_name", "language", *PREFERENCES, "turn_mails")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not settings.MAIL_IS_DELIVERED:
            del self.fields["turn_mails"]


class TokenForm(forms.Form):
    """A new personal token: what it is for, and how long it lives."""

    name = NameField(
        label=_("What it is for"),
        max_length=60,
        help_text=_("A name that tells you later which program uses it."),
    )
    days = forms.TypedChoiceField(
        label=_("Expires"),
        coerce=int,
        initial=90,
        choices=[(30, _("after 30 days")), (90, _("after 90 days")), (365, _("after a year"))],
    )

    may_write = forms.BooleanField(
        label=_("It may also change my battle groups"),
        required=False,
        help_text=_("Without this it only reads them."),
    )
    may_write_collections = forms.BooleanField(
        label=_("It may also change my collections"),
        required=False,
        help_text=_("Without this it only reads them."),
    )


class DeleteAccountForm(forms.Form):
    """The member's own address, typed to say that the deletion is meant."""

    email = forms.EmailField(label=_("Your e-mail address"))

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"]
        if email.casefold() != self.user.email.casefold():
            raise forms.ValidationError(_("This is not the address of this account."))
        return email

"""What a member may change."""

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from armybuilder.forms.fields import refuse_control_characters
from armybuilder.models import Theme, User


class ProfileForm(forms.ModelForm):
    """Name, language and theme of a member."""

    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=[("", _("As the browser")), *settings.LANGUAGES],
    )

    class Meta:
        model = User
        fields = ("display_name", "language", "theme")

    def clean_display_name(self) -> str:
        name: str = self.cleaned_data["display_name"]
        refuse_control_characters(name)
        return name


class ThemeForm(forms.Form):
    """A choice of theme, by a member or a visitor."""

    theme = forms.ChoiceField(choices=Theme.choices)


class DeleteAccountForm(forms.Form):
    """The member's own address, typed to say that the deletion is meant."""

    email = forms.EmailField(label=_("Your e-mail address"))

    def __init__(self, *args: object, user: User, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.user = user

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"]
        if email.casefold() != self.user.email.casefold():
            raise forms.ValidationError(_("This is not the address of this account."))
        return email

"""A new password, and what it may take along: programs keep their tokens unless they are revoked.

Sessions elsewhere end with the old password, whatever is chosen here.
"""

from typing import Any

from allauth.account import forms as allauth
from django import forms
from django.contrib.auth.password_validation import (
    MinimumLengthValidator,
    get_default_password_validators,
)
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from armybuilder.site.accounts.selectors import tokens_of
from armybuilder.site.accounts.services import revoke_all_tokens
from armybuilder.site.models import User


class SignupForm(allauth.SignupForm):
    """A new account. Of its password only the length is told beforehand, anything else to whoever
    meets it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        told = [
            validator.get_help_text()
            for validator in get_default_password_validators()
            if isinstance(validator, MinimumLengthValidator)
        ]
        if "password1" in self.fields:
            self.fields["password1"].help_text = " ".join(told)


class _OffersToRevoke(forms.Form):
    """Asks whether the member's tokens shall end, where there are any."""

    user: User | None
    #: Whether they end unless somebody says otherwise.
    revokes = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        count = len(tokens_of(member=self.user)) if self.user else 0
        if not count:
            return
        label = ngettext(
            "Also revoke my personal token", "Also revoke my %(count)s personal tokens", count
        )
        self.fields["revoke_tokens"] = forms.BooleanField(
            label=label % {"count": count},
            required=False,
            initial=self.revokes,
            help_text=_(
                "Do so if somebody else may know the old password. Your programs then need new"
                " tokens. Other devices are signed out in any case."
            ),
        )

    def save(self) -> None:
        super().save()  # type: ignore[misc]
        if self.user and self.cleaned_data.get("revoke_tokens"):
            revoke_all_tokens(member=self.user)


class ChangePasswordForm(_OffersToRevoke, allauth.ChangePasswordForm):
    """Another password, known the old one."""


class SetPasswordForm(_OffersToRevoke, allauth.SetPasswordForm):
    """A first password, beside a passkey."""


class ResetPasswordKeyForm(_OffersToRevoke, allauth.ResetPasswordKeyForm):
    """Another password, out of a mail."""

    revokes = True

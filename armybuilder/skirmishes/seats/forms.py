"""Sitting down at somebody's table."""

from django import forms
from django.utils.translation import gettext_lazy as _

from armybuilder.skirmishes.seats.services import LONGEST_NAME
from collection.common.names import NameField


class JoinForm(forms.Form):
    """What somebody is called who has no account."""

    name = NameField(label=_("Your name at the table"), max_length=LONGEST_NAME, required=False)

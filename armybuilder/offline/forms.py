"""What a person decides of what came back."""

from typing import Any

from django import forms

from armybuilder.offline.services import Choice

CHOICES = [(choice.value, choice.value) for choice in Choice]


class AnswerForm(forms.Form):
    """One place of one question, or with `all` everything that is asked; `choice` is a choice with
    the key of the place before it. With `again` what was refused under that id is tried again."""

    question = forms.CharField(required=False)
    choice = forms.CharField(required=False)
    all = forms.ChoiceField(choices=CHOICES[:2], required=False)
    again = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        said: dict[str, Any] = super().clean() or {}
        if not said.get("all") and not said.get("again"):
            key, _dash, choice = said.get("choice", "").partition("-")
            if choice not in list(Choice) or not key or not said.get("question"):
                raise forms.ValidationError("choice")
            said["choices"] = {key: Choice(choice)}
        return said

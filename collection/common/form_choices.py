"""Fields whose choices are known only when the form is made."""

from django import forms


def choice_field(form: forms.BaseForm, name: str) -> forms.ChoiceField:
    """The field of a form that offers choices; raises TypeError for one that offers none."""
    field = form.fields[name]
    if not isinstance(field, forms.ChoiceField):
        raise TypeError(f"The field “{name}” offers no choices.")
    return field

"""What pages about battle groups ask for in several places."""

from django import template

from armybuilder.groups.exports import FORMS, Form

register = template.Library()


@register.simple_tag
def sheet_forms() -> list[Form]:
    """The forms a sheet can be taken in, those most asked for first."""
    return list(FORMS.values())

"""What pages about battle groups ask for in several places."""

from django import template

from armybuilder.groups.exports import FORMS, ROSTER_FORMS, Form
from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present.armies import title_of
from armybuilder.groups.present.groups import is_army

register = template.Library()


@register.filter
def other_game(group: BattleGroup) -> str:
    """The game of a group that is not of the first, as its title; empty for the first."""
    return title_of(group.system) if is_army(group.document) else ""


@register.simple_tag
def sheet_forms(group: BattleGroup) -> list[Form]:
    """The forms a sheet of a group can be taken in, those most asked for first."""
    return list((ROSTER_FORMS if is_army(group.document) else FORMS).values())

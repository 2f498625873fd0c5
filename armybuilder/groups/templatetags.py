"""What pages about battle groups ask for in several places."""

from collections.abc import Mapping

from django import template
from django.urls import reverse
from django.utils.html import format_html

from armybuilder.groups.exports import FORMS, ROSTER_FORMS, Form, is_blank
from armybuilder.groups.exports.packed import pack
from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present.armies import title_of
from armybuilder.groups.present.entries import MountedCard, PlayedCard
from armybuilder.groups.present.groups import is_army, new_document

register = template.Library()


@register.filter
def other_game(group: BattleGroup) -> str:
    """The game of a group that is not of the first, as its title; empty for the first."""
    return title_of(group.system) if is_army(group.document) else ""


@register.filter
def held(owned: Mapping[str, int], name: str) -> int:
    """How many models of a unit somebody owns."""
    return owned.get(name, 0)


@register.simple_tag
def card_link(card: MountedCard | PlayedCard, row: int | None = None) -> str:
    """The name of a card in a list, which leads to its page where there is one; a drawer that it
    opens is that of the line at `row`."""
    if not card.known:
        return card.name
    return format_html(
        '<a href="{}" data-drawer="{}">{}</a>',
        reverse("collection:card", args=[card.card]),
        "" if row is None else f"row={row}",
        card.name,
    )


@register.simple_tag
def sheet_forms(group: BattleGroup) -> list[Form]:
    """The forms a sheet of a group can be taken in, those most asked for first."""
    forms = ROSTER_FORMS if is_army(group.document) else FORMS
    return [form for name, form in forms.items() if not is_blank(group.document, name)]


@register.simple_tag
def sleeve_card_url(figure_id: str) -> str:
    """The page on which a single figure's card is printed: that of a list with nothing else."""
    alone = new_document(name=figure_id, build_total=None, event="")
    alone["units"] = [{"unit": figure_id}]
    return f"{reverse('packed_group_sheet_page', args=[pack(alone)])}?form=sleeves"

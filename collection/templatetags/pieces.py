"""The pieces every page is made of; each takes a plain value of `collection.values`."""

from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from collection import words
from collection.pictures.dial import ring
from collection.pictures.svg import write_svg
from collection.values import (
    Dial,
    Equipment,
    Faction,
    PieceTable,
    PostAction,
    Provenance,
    Rule,
    Tally,
    Verdict,
)
from collection.views.dial_table import lay_out

register = template.Library()

Context = dict[str, Any]


@register.simple_tag
def icon(name: str) -> SafeString:
    """A symbol of the sprite, for the eye only: the words stand beside it."""
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="{}#{}"></use></svg>',
        static("icons/sprite.svg"),
        name,
    )


@register.inclusion_tag("pieces/dial.html")
def dial(dial: Dial) -> Context:
    """A figure's whole combat dial as a table, with its legend and heat track."""
    return {"dial": dial, "table": lay_out(dial)}


@register.simple_tag
def dial_ring(dial: Dial, window: bool = False) -> SafeString:
    """The dial as a small ring; with `window` it is larger and shows the values in the window."""
    return write_svg(
        ring(dial, window=window),
        description=_ring_description(dial),
        css_class="ring ring-window" if window else "ring",
    )


def _ring_description(dial: Dial) -> str:
    if dial.current is None:
        return _("%(name)s: %(clicks)s clicks") % {
            "name": dial.name,
            "clicks": len(dial.clicks),
        }
    click = dial.clicks[dial.current - 1]
    return _(
        "%(name)s: click %(number)s of %(clicks)s, speed %(speed)s, attack %(attack)s,"
        " defense %(defense)s, damage %(damage)s"
    ) % {
        "name": dial.name,
        "number": click.number,
        "clicks": len(dial.clicks),
        "speed": click.speed,
        "attack": click.attack,
        "defense": click.defense,
        "damage": " / ".join(map(str, click.damages)),
    }


@register.inclusion_tag("pieces/equipment.html")
def equipment(equipment: Equipment, named: bool = False) -> Context:
    """An equipment badge; with `named` its name stands beside it, else only readers hear it."""
    return {
        "equipment": equipment,
        "named": named,
        "colour": words.COLOURS[equipment.colour],
        "shape": words.SHAPES[equipment.shape],
    }


@register.inclusion_tag("pieces/rank.html")
def rank(rank: str, named: bool = False) -> Context:
    """A rank ("green", "veteran", "elite", "unique") as chevrons or a star; nothing for ""."""
    sign = words.RANKS.get(rank)
    return {
        "sign": sign,
        "chevrons": range(sign.chevrons) if sign else (),
        "named": named,
    }


@register.inclusion_tag("pieces/term.html")
def speed_mode(mode: str, named: bool = True) -> Context:
    """A speed mode as a line icon with its name."""
    return {"icon": f"mode-{mode}", "name": words.SPEED_MODES[mode], "named": named}


@register.inclusion_tag("pieces/term.html")
def range_type(range_type: str, named: bool = True) -> Context:
    """A range type as a line icon with its name."""
    return {
        "icon": f"range-{range_type}",
        "name": words.RANGE_TYPES[range_type],
        "named": named,
    }


@register.inclusion_tag("pieces/faction.html")
def faction(faction: Faction | None) -> Context:
    """A faction's abbreviation and name; words for a figure without a symbol."""
    return {"faction": faction}


@register.inclusion_tag("pieces/provenance.html")
def provenance(mark: Provenance) -> Context:
    """How far the value before it can be trusted; opens into the reason."""
    return {"mark": mark, "name": words.PROVENANCE[mark.kind]}


@register.inclusion_tag("pieces/tally.html")
def tally(tally: Tally) -> Context:
    """A number that opens into its parts."""
    return {"tally": tally}


@register.inclusion_tag("pieces/verdict.html")
def verdict(verdict: Verdict, opened: bool = False) -> Context:
    """One line that opens into problems with repairs, then proofs by section."""
    return {"verdict": verdict, "opened": opened}


@register.inclusion_tag("pieces/rule_chip.html")
def rule_chip(rule: Rule) -> Context:
    """A rule's id as a link to its page; with JavaScript it opens beside the text."""
    return {"rule": rule}


@register.inclusion_tag("pieces/piece_table.html")
def piece_table(table: PieceTable) -> Context:
    """A list of figures with the chosen columns."""
    return {"table": table}


@register.inclusion_tag("pieces/post_action.html")
def post_action(action: PostAction, style: str = "") -> Context:
    """A button that posts; `style` is "", "primary", "danger" or "small"."""
    return {"action": action, "style": style}

"""The pieces every page is made of; each takes a plain value of `present.values`."""

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from collection.catalogue.pictures.dial import ring
from collection.catalogue.pictures.drawings import GROUND
from collection.catalogue.pictures.life import is_salvage, life
from collection.catalogue.pictures.svg import drawn, write_svg
from collection.catalogue.present import words
from collection.catalogue.present.dial_table import Shown, lay_out, spans, window
from collection.catalogue.present.silhouettes import MARK_CODES, OTHER_FACTION
from collection.catalogue.present.values import (
    Dial,
    Equipment,
    Faction,
    FigureView,
    Lineup,
    PieceRow,
    PieceTable,
    PostAction,
    Provenance,
    Rule,
    Tally,
    Verdict,
)
from collection.common.kept import kept_by_language
from collection.common.language import Words

register = template.Library()

Context = dict[str, Any]

#: What of the sprite's grid is seen: its ground, at 88, is the foot of the picture.
SILHOUETTE_BOX = "-8 -6 112 94.5"
#: What the second ink of the first figure of a row takes at its left.
SHADOW_ROOM = 4

#: How many drawings of one kind are kept: those of every figure in both languages, and many dials
#: as they stand in play.
MANY = 2048

_GAPS = re.compile(r">\s{2,}<")


@register.simple_block_tag
def drawn_together(content: SafeString) -> SafeString:
    """What is inside, with one line end for every longer gap between two tags: it reads the same
    outside of `pre`."""
    return SafeString(_GAPS.sub(">\n<", content))


#: Where a static file is: its name has a digest in it, which is looked up.
_static = cache(static)


@register.simple_tag
@lru_cache(maxsize=MANY)
def icon(name: str) -> SafeString:
    """A symbol of the sprite, for the eye only: the words stand beside it."""
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="{}#{}"/></svg>',
        _static("icons/sprite.svg"),
        name,
    )


@register.simple_tag
@lru_cache(maxsize=MANY)
def sign(name: str) -> SafeString:
    """The drawing of a kind of unit, for the eye only: the words stand beside it."""
    return format_html(
        '<svg class="unit-sign" aria-hidden="true"><use href="{}#{}"/></svg>',
        _static("icons/signs.svg"),
        name,
    )


@register.inclusion_tag("pieces/dial.html")
def dial(
    dial: Dial, texts: Mapping[str, tuple[str, str]] | None = None, folds: bool = False
) -> Context:
    """A figure's whole combat dial as a table, with its legend and heat track; `texts` say what
    equipment does, by its code: a sentence, and the rest. Where it `folds`, a heat dial and the
    legend open at a press."""
    table, told = lay_out(dial), texts or {}
    uses = [(use, *told.get(use.equipment.code, ("", ""))) for use in table.uses]
    folded = folds and bool(table.heat_rows)
    return {"dial": dial, "table": table, "uses": uses, "folded": folded}


@register.simple_tag
@kept_by_language(MANY)
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


@register.simple_tag
def silhouette(figure: FigureView, named: bool = False) -> SafeString:
    """A figure's drawing in ink and spot colour; with `named` readers hear what it is."""
    return _drawn(figure.drawing, figure.mark, "silhouette", figure.kind if named else "")


@register.simple_tag
def drawing(name: str, label: Words = "") -> SafeString:
    """A drawing of the sprite by its name, for a kind instead of a figure; a label for readers."""
    return _drawn(name, "", "silhouette", label)


def _drawn(name: str, mark: str, css_class: str, label: Words) -> SafeString:
    return format_html(
        '<svg class="{}" viewBox="{}" data-faction="{}" {}>{}</svg>',
        css_class,
        SILHOUETTE_BOX,
        mark,
        _told(label),
        _use("silhouettes", name),
    )


def _told(label: Words) -> SafeString:
    if not label:
        return SafeString('aria-hidden="true"')
    return format_html('role="img" aria-label="{}"', label)


@lru_cache(maxsize=MANY)
def _use(sprite: str, name: str, css_class: str = "") -> SafeString:
    worn = format_html(' class="{}"', css_class) if css_class else ""
    return format_html('<use{} href="{}#{}"/>', worn, _static(f"pictures/{sprite}.svg"), name)


@register.simple_tag
def plate(figure: FigureView, size: str = "") -> SafeString:
    """A figure standing on its ruled ground, for the eye only: its name stands beside; `size` is
    "", "small" or "large"."""
    return _plate(figure.drawing, figure.mark, size)


@lru_cache(maxsize=MANY)
def _plate(drawing: str, mark: str, size: str) -> SafeString:
    shadow = "" if size == "small" else _use("silhouettes", drawing, "plate-shadow")
    return format_html(
        '<span class="plate{}" data-faction="{}"><svg class="plate-picture" viewBox="{}"'
        ' aria-hidden="true">{}{}</svg></span>',
        f" plate-{size}" if size else "",
        mark,
        SILHOUETTE_BOX,
        shadow,
        _use("silhouettes", drawing),
    )


@register.simple_tag
@kept_by_language(MANY)
def faction_mark(code: str, name: Words = "") -> SafeString:
    """A faction's mark by its code ("DF", "M" for mercenaries; any other is the common one, and ""
    none); without a name it is for the eye only."""
    if not code:
        return SafeString("")
    return format_html(
        '<svg class="faction-mark" viewBox="0 0 24 24" data-faction="{}" {}>{}</svg>',
        code,
        _told(name),
        _use("marks", code if code in MARK_CODES else OTHER_FACTION),
    )


@register.simple_tag
def lineup(row: Lineup, label: Words = "") -> SafeString:
    """Figures side by side on the ground of what stands around them."""
    figures = format_html_join(
        "",
        '<g data-faction="{}" transform="translate({} {}) scale({})">{}{}</g>',
        (
            (
                each.mark,
                round(each.left, 2),
                round(row.height - GROUND * each.scale, 2),
                each.scale,
                _use("silhouettes", each.drawing, "plate-shadow"),
                _use("silhouettes", each.drawing),
            )
            for each in row.figures
        ),
    )
    return format_html(
        '<svg class="lineup" viewBox="{} 0 {} {}" preserveAspectRatio="xMinYMax meet" {}>{}</svg>',
        -SHADOW_ROOM,
        round(row.width + SHADOW_ROOM, 2),
        round(row.height, 2),
        _told(label),
        figures,
    )


@register.simple_tag
@kept_by_language(MANY)
def life_strip(figure: FigureView) -> SafeString:
    """How long a figure lasts and how it fades, a bar a click; nothing without a dial."""
    if figure.dial is None:
        return SafeString("")
    return write_svg(life(figure.dial), description=_life_told(figure.dial), css_class="life")


def _life_told(dial: Dial) -> str:
    told = [_("click %(number)s of %(clicks)s") if dial.current else _("%(clicks)s clicks of life")]
    told.append(_("damage %(numbers)s"))
    repairs = [click.number for click in dial.clicks if click.marker == "repair_limit"]
    if repairs:
        told.append(_("repair marker at %(repairs)s"))
    salvage = [click.number for click in dial.clicks if is_salvage(click)]
    if salvage:
        told.append(_("salvage at %(salvage)s"))
    return "; ".join(told) % {
        "number": dial.current,
        "clicks": len(dial.clicks),
        "numbers": ", ".join(str(max(click.damages, default=0)) for click in dial.clicks),
        "repairs": spans(repairs),
        "salvage": spans(salvage),
    }


@register.simple_tag
@kept_by_language(MANY)
def named(number: str, name: Words) -> SafeString:
    """The name of a figure or card, by which it opens in the drawer; a link to its page without
    scripts. What has no page of its own, such as several versions under one name, has no link."""
    if not name or not number or "…" in number:
        return format_html("{}", name)
    page = "collection:card" if number.count("-") > 1 else "collection:figure"
    return piece_link(url := reverse(page, args=[number]), name, url)


@register.simple_tag
def piece_link(url: str, name: Words, drawer_url: str) -> SafeString:
    """A name that leads to its page, and opens in the drawer what the catalogue has at
    `drawer_url`; "" for what it does not know."""
    if not drawer_url:
        return format_html('<a href="{}">{}</a>', url, name)
    at = format_html(' data-drawer-at="{}"', drawer_url) if drawer_url != url else ""
    return format_html('<a href="{}" data-drawer{}>{}</a>', url, at, name)


@register.simple_tag
def owned_count(number: str, owned: int | None, owned_in: str | None) -> SafeString:
    """How many are owned, kept right while the drawer changes it; `owned_in` as in PieceRow."""
    shown = "" if owned is None else str(owned)
    if owned_in is None:
        return SafeString(shown)
    return format_html(
        '<span data-owned-of="{}" data-owned-in="{}">{}</span>', number, owned_in, shown
    )


@register.simple_tag
@kept_by_language(MANY)
def dial_values(figure: FigureView) -> SafeString:
    """The values of a figure at the current click and its life, one picture for readers: a list has
    many, and its columns say what each is."""
    dial = figure.dial
    if dial is None:
        return format_html('<span class="values quiet">{}</span>', _("dial not known"))
    shown = window(dial)
    values = (shown.speed, shown.attack, shown.defense)
    strip = life(dial)
    return format_html(
        '<span class="values" role="img" aria-label="{}">{}<span class="values-damage">{}</span>'
        '<svg class="life" viewBox="0 0 {} {}">{}</svg></span>',
        _values_told(dial),
        format_html_join("", "<span>{}<b>{}</b></span>", ((_badge(v), v.value) for v in values)),
        format_html_join("", "<span>{}<b>{}</b>{}</span>", map(_damage, shown.damages)),
        f"{strip.width:g}",
        f"{strip.height:g}",
        drawn(strip),
    )


def _damage(shown: Shown) -> tuple[SafeString, int, SafeString]:
    """A damage value with its mark and its reach."""
    weapon = shown.weapon
    reach = f"{weapon.range_max}″" if weapon and weapon.range_max else _("touch")
    return _badge(shown), shown.value, format_html("<small>{}</small>", reach)


def _badge(shown: Shown) -> SafeString:
    piece = shown.equipment
    if piece is None:
        return SafeString("")
    return format_html(
        '<i class="badge badge-{} badge-{}" title="{}">{}</i>',
        piece.colour,
        piece.shape,
        piece.name,
        piece.code,
    )


def _values_told(dial: Dial) -> str:
    """The values as readers hear them: "Speed 7, Jump Jets; attack 10 …"."""
    shown = window(dial)
    told = [_value_told(each) for each in (shown.speed, shown.attack, shown.defense)]
    told += [_value_told(each) for each in shown.damages]
    told.append(_("%(clicks)s clicks of life") % {"clicks": len(dial.clicks)})
    return "; ".join(told)


def _value_told(shown: Shown) -> str:
    parts = [f"{shown.label} {shown.value}"]
    if shown.weapon:
        parts.append(str(words.RANGE_TYPES[shown.weapon.range_type]))
    if shown.weapon and shown.weapon.range_max:
        parts.append(f"{shown.weapon.range_max}″")
    if shown.equipment:
        parts.append(str(shown.equipment.name))
    return ", ".join(parts)


@register.simple_tag
@kept_by_language(MANY)
def figure_line(figure: FigureView) -> SafeString:
    """A figure in one line: its picture and name, its values at the current click, its life."""
    dial = figure.dial
    told = {"figure": figure, "window": window(dial) if dial else None}
    return render_to_string("pieces/figure_line.html", told)


@register.simple_tag
@kept_by_language(MANY)
def figure_card(row: PieceRow) -> SafeString:
    """A figure of a list as a picture with its values, its life and its equipment."""
    dial = row.figure.dial if row.figure else None
    reach = max((each.range_max for each in dial.weapons), default=0) if dial else 0
    told = {"row": row, "window": window(dial) if dial else None, "reach": reach}
    return render_to_string("pieces/figure_card.html", told)


def _sign(piece: str, *, named: bool, **said: str | int | bool) -> SafeString:
    return render_to_string(f"pieces/{piece}.html", {**said, "named": named})


@register.simple_tag
@kept_by_language(MANY)
def equipment(equipment: Equipment, named: bool = False) -> SafeString:
    """An equipment badge; with `named` its name stands beside it, else only readers hear it."""
    return _sign(
        "equipment",
        named=named,
        code=equipment.code,
        name=str(equipment.name),
        colour=equipment.colour,
        colour_name=str(words.COLOURS[equipment.colour]),
        shape=equipment.shape,
        shape_name=str(words.SHAPES[equipment.shape]),
    )


@register.simple_tag
@kept_by_language(MANY)
def rank(rank: str, named: bool = False) -> SafeString:
    """A rank ("green", "veteran", "elite", "unique") as chevrons or a star; nothing for ""."""
    sign = words.RANKS.get(rank)
    if sign is None:
        return SafeString("")
    icons = "chevron " * sign.chevrons or "star"
    return _sign("rank", named=named, icons=icons, name=str(sign.name))


@register.simple_tag
@kept_by_language(MANY)
def speed_mode(mode: str, named: bool = True) -> SafeString:
    """A speed mode as a line icon with its name."""
    name = str(words.SPEED_MODES[mode])
    return _sign("term", named=named, icon=f"mode-{mode}", name=name)


@register.simple_tag
@kept_by_language(MANY)
def range_type(range_type: str, named: bool = True) -> SafeString:
    """A range type as a line icon with its name."""
    name = str(words.RANGE_TYPES[range_type])
    return _sign("term", named=named, icon=f"range-{range_type}", name=name)


@register.simple_tag
@kept_by_language(MANY)
def faction(faction: Faction | None) -> SafeString:
    """A faction's mark, or its abbreviation where it has none, and its name; words for a figure
    without a symbol."""
    name, code = (str(faction.name), faction.abbreviation) if faction else ("", "")
    marked = code in MARK_CODES
    return _sign("faction", named=True, name=name, code=code, marked=marked)


@register.inclusion_tag("pieces/provenance.html")
def provenance(mark: Provenance) -> Context:
    """How far the value before it can be trusted; opens into the reason."""
    return {"mark": mark, "name": words.PROVENANCE[mark.kind]}


@register.inclusion_tag("pieces/tally.html")
def tally(tally: Tally) -> Context:
    """A number that opens into its parts."""
    return {"tally": tally}


@register.inclusion_tag("pieces/verdict.html")
def verdict(
    verdict: Verdict, opened: bool = False, proofs_url: str = "", proofs_asked: bool = False
) -> Context:
    """One line that opens into problems with repairs, then proofs by section; those are fetched
    when seen where they have an address, and open at once where they were asked for. (Without
    scripts the address is a link to the whole page, at its "verdict".)"""
    return {
        "verdict": verdict,
        "opened": opened,
        "proofs_url": proofs_url,
        "proofs_asked": proofs_asked,
    }


@register.inclusion_tag("pieces/rule_chip.html")
def rule_chip(rule: Rule) -> Context:
    """A rule's id as a link to its page; with JavaScript it opens beside the text."""
    return {"rule": rule}


@register.inclusion_tag("pieces/piece_table.html")
def piece_table(table: PieceTable) -> Context:
    """A list of figures with the chosen columns."""
    begun = {
        column.key: format_html(
            '<td role="cell" class="piece-{}" data-label="{}">', column.key, column.label
        )
        for column in table.columns
    }
    return {
        "table": table,
        "rows": [
            (row, SafeString("".join(_cell(row, key, begins) for key, begins in begun.items())))
            for row in table.rows
        ],
    }


def _cell(row: PieceRow, key: str, begins: SafeString) -> SafeString:
    mark = row.marks.get(key)
    marked = render_to_string("pieces/provenance.html", provenance(mark)) if mark else SafeString()
    if key == "name":
        return format_html(
            '<th role="rowheader" scope="row" class="piece-name{}">{}{}</th>',
            "" if row.is_named else " is-unnamed",
            piece_link(row.url, row.name, row.drawer_url),
            marked,
        )
    content = CELLS[key](row) if key in CELLS else _known(row.numbers.get(key))
    return begins + conditional_escape(content) + marked + END_OF_CELL


def _badges(row: PieceRow) -> SafeString:
    shown = format_html_join("", "{}", ((equipment(each),) for each in row.equipment))
    return format_html('<span class="badges">{}</span>', shown)


def _known(number: int | None) -> str:
    return "" if number is None else str(number)


END_OF_CELL = SafeString("</td>")
#: What a piece table shows in each column that is no combat value; made here, not in the
#: template, since a page has hundreds of cells.
CELLS: Mapping[str, Callable[[PieceRow], str]] = {
    "number": lambda row: row.number,
    "variant": lambda row: row.variant,
    "faction": lambda row: faction(row.faction) if row.faction_known else "",
    "rank": lambda row: rank(row.rank),
    "type": lambda row: str(row.type),
    "mode": lambda row: speed_mode(row.mode) if row.mode else "",
    "points": lambda row: _known(row.points),
    "equipment": _badges,
    "owned": lambda row: owned_count(row.number, row.owned, row.owned_in),
    "free": lambda row: _known(row.free),
}


@register.inclusion_tag("pieces/post_action.html")
def post_action(action: PostAction, style: str = "") -> Context:
    """A button that posts; `style` is "", "primary", "danger" or "small"."""
    return {"action": action, "style": style}

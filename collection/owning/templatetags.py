"""What pages show of their reader's collections: a figure's copies, the menu of one collection."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from collection.catalogue.models import Figure
from collection.catalogue.templatetags.pieces import piece_link
from collection.common.kept import kept_by_language
from collection.owning.models import ShownPhoto
from collection.owning.present.menu import FIRST, REST, menu_links
from collection.owning.present.values import Kind, MemberLine
from collection.owning.selectors.shelves import Shelf
from collection.owning.selectors.showing import photo_of
from collection.owning.views.keeping import keeping

register = template.Library()


@register.inclusion_tag("owning/panel.html", takes_context=True)
def owned_panel(context: template.Context, figure: Figure) -> dict[str, Any]:
    """How many of a figure each of the reader's own collections has, one more or one fewer at a
    press; for guests a way to sign in and come back."""
    request = context["request"]
    return {"csrf_token": context["csrf_token"], **keeping(request, figure)}


@kept_by_language(2048)
def kind_cells(kind: Kind) -> SafeString:
    """The cells of a table that say what kind of piece it is."""
    return render_to_string("owning/kind_cells.html", {"kind": kind})


#: How many are wanted, or the button that wants one; a press swaps it.
WANT = '<span id="want-{}"{}>{}</span>'
WANT_ONE = (
    '<button class="button button-small" name="want" value="{}" hx-post aria-label="{}">{}</button>'
)

#: A row of a checklist; made here, not in the template, since a page has hundreds.
MEMBER = (
    '<tr role="row" id="{number}"{missing}>'
    '<td role="cell" class="piece-owned" data-label="{owned_label}">'
    '<span data-owned-of="{number}" data-owned-in="{shown_in}">{owned}</span></td>'
    '<td role="cell" class="piece-number">{number}</td>'
    '<th role="rowheader" scope="row" class="piece-name{unnamed}">{link}</th>'
    "{kind}"
    '<td role="cell" class="piece-wanted" data-label="{wanted_label}">{want}</td>'
    "{action}</tr>"
)
ONE_MORE = (
    '<td role="cell" class="piece-action"><button class="button button-small" name="more"'
    ' value="{}" hx-post aria-label="{}">+1</button></td>'
)


@register.simple_tag
def member_rows(lines: Iterable[MemberLine], shown_in: str, may_change: bool) -> SafeString:
    """The rows of a checklist of the collection `shown_in`, each with one more at a press, and one
    wanted where none is owned."""
    one_more = _("1 more of %(number)s %(name)s")
    none = format_html('<span class="visually-hidden">{}</span>–', _("missing"))
    labels = {"owned_label": _("Owned"), "wanted_label": pgettext("copies", "Wanted")}
    rows = [
        format_html(
            MEMBER,
            **labels,
            number=line.number,
            missing="" if line.owned else SafeString(' class="is-missing"'),
            shown_in=shown_in,
            owned=line.owned or none,
            unnamed="" if line.is_named else " is-unnamed",
            link=piece_link(line.url, line.name, line.drawer_url),
            kind=kind_cells(line.kind),
            want=want_of(line, may_change),
            action=format_html(
                ONE_MORE, line.key, one_more % {"number": line.number, "name": line.name}
            )
            if may_change
            else "",
        )
        for line in lines
    ]
    return SafeString("\n".join(rows))


@register.simple_tag
def want_of(line: MemberLine, may_change: bool, swapped: bool = False) -> SafeString:
    """How many of a number are wanted, or where it is lacked the button that wants one; `swapped`
    where it takes the place of what the page says."""
    said: int | SafeString = line.wanted
    if not line.wanted and not line.owned and may_change:
        told = _("Want it: %(name)s") % {"name": f"{line.number} {line.name}"}
        said = format_html(WANT_ONE, line.key, told, _("Want it"))
    swap = SafeString(' hx-swap-oob="true"') if swapped else ""
    return format_html(WANT, line.number, swap, said or "")


@register.simple_tag
def owner_photo(figure: Figure) -> ShownPhoto | None:
    """The best photo that an owner shows of a figure; one query."""
    return photo_of(figure)


@register.inclusion_tag("owning/menu.html", takes_context=True)
def shelf_menu(context: template.Context, shelf: Shelf) -> dict[str, Any]:
    """The pages of a collection; on phones the rarer ones wait behind a button."""
    shown = context["request"].resolver_match.url_name
    rest = menu_links(REST, shelf, shown)
    return {
        "collection": shelf.collection,
        "first": menu_links(FIRST, shelf, shown),
        "rest": rest,
        "rest_is_current": any(link.current for link in rest),
    }

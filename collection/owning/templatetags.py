"""What pages show of their reader's collections: a figure's copies, the menu of one collection."""

from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from collection.catalogue.models import Figure
from collection.common.kept import kept_by_language
from collection.owning.models import ShownPhoto
from collection.owning.present.menu import FIRST, REST, menu_links
from collection.owning.present.values import Kind
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


@register.simple_tag
@kept_by_language(2048)
def kind_cells(kind: Kind) -> SafeString:
    """The cells of a table that say what kind of piece it is: a checklist has hundreds."""
    return render_to_string("owning/kind_cells.html", {"kind": kind})


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

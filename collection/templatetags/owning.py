"""What a figure's page shows of its reader's collections."""

from typing import Any

from django import template

from collection.models import Figure
from collection.owning.pieces import Piece
from collection.owning.selectors import amounts_in_collections
from collection.views.owning.values import piece_url

register = template.Library()


@register.inclusion_tag("collection/owning/panel.html", takes_context=True)
def owned_panel(context: template.Context, figure: Figure) -> dict[str, Any]:
    """How many of a figure each of the reader's own collections has; nothing for guests."""
    user = context["request"].user
    if not user.is_authenticated:
        return {"lines": []}
    piece = Piece(figure.system, figure.set.code, figure.number)
    held = amounts_in_collections(user, figure)
    return {
        "lines": [
            (collection, amounts, piece_url(collection, piece)) for collection, amounts in held
        ],
        "figure": figure,
    }

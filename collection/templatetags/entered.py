"""What a figure's page shows of those who entered it."""

from typing import Any

from django import template

from collection.entering import selectors
from collection.entering.services import WHOLE_RECORD
from collection.models import Figure
from collection.views.entered_values import person

register = template.Library()


@register.inclusion_tag("collection/entered_panel.html")
def entered_panel(figure: Figure) -> dict[str, Any]:
    """Who entered a figure and how sure, and the ways to correct or complete it; one query."""
    newest = selectors.newest_revision(figure.system, figure.catalogue_id)
    present = newest if newest and newest.record is not None else None
    return {
        "figure_id": figure.catalogue_id,
        "set_code": figure.set.code,
        "has_dial": figure.status == Figure.Status.COMPLETE,
        "has_history": newest is not None,
        "present": present,
        "whole": bool(present and present.record and WHOLE_RECORD in present.record["marks"]),
        "entered_by": person(present.entered_by) if present else "",
    }

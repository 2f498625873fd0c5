"""What a figure's page shows of those who entered it."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.urls import reverse

from collection.catalogue.entering import selectors
from collection.catalogue.entering.columns import SHEET_OF_TYPE
from collection.catalogue.models import Figure
from collection.catalogue.present.values import Provenance
from collection.catalogue.records import WHOLE_RECORD
from collection.catalogue.templatetags.pieces import provenance
from collection.common.answers import address
from collection.common.people import person

register = template.Library()


@register.inclusion_tag("catalogue/entered_panel.html")
def entered_panel(figure: Figure) -> dict[str, Any]:
    """Who entered a figure and how sure, and the ways to correct or complete it; one query."""
    newest = selectors.newest_revision(figure.system, figure.catalogue_id)
    present = newest if newest and newest.record is not None else None
    numbers = figure.record.get("block") or [figure.number]
    return {
        "figure_id": figure.catalogue_id,
        "set_code": figure.set.code,
        "doors": [(f"{figure.set.code}-{number}", _door(figure, number)) for number in numbers],
        "has_dial": figure.status == Figure.Status.COMPLETE,
        "has_history": newest is not None,
        "present": present,
        "whole": bool(present and present.record and WHOLE_RECORD in present.record["marks"]),
        "entered_by": person(present.entered_by) if present else "",
    }


@register.simple_tag
def entered_mark(marks: Mapping[str, Provenance], figure_id: str) -> str:
    """The mark of a figure that people entered, nothing for any other."""
    mark = marks.get(figure_id)
    return render_to_string("pieces/provenance.html", provenance(mark)) if mark else ""


def _door(figure: Figure, number: str) -> str:
    """Where a number is entered by form; of a block each has a door of its own."""
    asked = {"set": figure.set.code, "number": number, "type": SHEET_OF_TYPE[figure.type]}
    return address(reverse("collection:enter_figure"), asked)

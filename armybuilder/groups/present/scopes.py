"""The catalogue as an event format leaves it."""

from django.db.models import Q
from django.urls import reverse

from armybuilder.groups.present.formats import STANDARD_TITLES, Event, figures_under, known_formats
from armybuilder.groups.selectors.formats import find_format
from collection.catalogue.search.fields import Scope


def scope_of_format(format_id: str) -> Scope | None:
    """The figures a format admits, by its id; None where there is none such."""
    if format_id in STANDARD_TITLES:
        return _scope(format_id, str(STANDARD_TITLES[format_id]), known_formats()[format_id])
    written = find_format(format_id)
    return _scope(format_id, written.title, written.event) if written else None


def _scope(format_id: str, title: str, event: Event) -> Scope:
    url = reverse("format", args=[format_id])
    return Scope(title, url, Q(catalogue_id__in=figures_under(event)))

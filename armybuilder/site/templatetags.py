"""The frame around every page."""

from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.inclusion_tag("pieces/noun.html", takes_context=True)
def noun(context: template.Context, icon: str, name: str, *urls: str) -> dict[str, Any]:
    """One of the site's main places; marked when the page shown lies under one of its addresses.

    It leads to the first of them.
    """
    request = context.get("request")
    inside = request is not None and request.path.startswith(urls)
    return {"url": urls[0], "icon": icon, "name": name, "inside": inside}


@register.filter
def at(marks: Mapping[Any, Any], key: Any) -> Any:
    """What is said under a key; None where nothing is."""
    return marks.get(key)

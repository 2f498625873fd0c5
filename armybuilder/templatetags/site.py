"""The frame around every page."""

from typing import Any

from django import template

register = template.Library()


@register.inclusion_tag("pieces/noun.html", takes_context=True)
def noun(context: template.Context, url: str, icon: str, name: str) -> dict[str, Any]:
    """One of the site's main places, marked when the page shown lies under its address."""
    request = context.get("request")
    inside = request is not None and request.path.startswith(url)
    return {"url": url, "icon": icon, "name": name, "inside": inside}

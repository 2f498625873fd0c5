"""The frame around every page."""

from collections.abc import Mapping
from functools import cache
from typing import Any
from urllib.parse import quote

from django import template
from django.conf import settings
from django.core.signing import Signer
from django.http import QueryDict
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from collection.catalogue.game import systems
from collection.common.chosen_game import remembered_game
from collection.common.paths import path_to

register = template.Library()

#: What the addresses of reports are signed for.
REPORT_SALT = "report"
#: Where a session keeps the digest of the address at which its device is sent notices.
PUSH_DEVICE = "push_device"


@register.inclusion_tag("pieces/noun.html", takes_context=True)
def noun(context: template.Context, icon: str, name: str, short: str, *urls: str) -> dict[str, Any]:
    """One of the site's main places; marked when the page shown lies under one of its addresses.

    It leads to the first of them. `short` is what a phone's narrow bar calls it.
    """
    request = context.get("request")
    inside = request is not None and request.path.startswith(urls)
    return {"url": urls[0], "icon": icon, "name": name, "short": short, "inside": inside}


@register.simple_tag(takes_context=True)
def way_back(context: template.Context) -> str:
    """Where signing in leads back to: the page shown; from the entrance itself, where it would lead
    to."""
    request = context["request"]
    entrance = request.path.startswith((reverse("account_login"), reverse("account_signup")))
    return str(request.GET.get("next", "") if entrance else request.get_full_path())


@register.simple_tag
def product_name() -> str:
    """What the site is called, in every language."""
    return settings.PRODUCT_NAME


@register.simple_tag(takes_context=True)
def games(context: template.Context) -> list[tuple[str, str, bool]]:
    """Every game by its name and title, and whether it is the one that is chosen: the first where
    nobody chose."""
    request = context.get("request")
    offered = systems()
    names = [system.name for system in offered]
    kept = remembered_game(request) if request is not None else ""
    chosen = kept if kept in names else names[0]
    return [(system.name, system.title, system.name == chosen) for system in offered]


@register.simple_tag(takes_context=True)
def report(context: template.Context, kind: str, key: int, name: str = "") -> SafeString:
    """The way to report what somebody wrote, and for members to block them, for whoever sees it:
    the address names it, signed, so that nobody asks for what they were not shown."""
    request = context["request"]
    signed = _signer().sign(f"{kind}.{key}")
    return format_html(
        '<a class="report-link" href="{}?next={}" rel="nofollow">{}</a>',
        path_to("report", signed),
        quote(request.get_full_path()),
        _report_title(name, may_block=request.user.is_authenticated),
    )


def _report_title(name: str, *, may_block: bool) -> str:
    if may_block:
        return _("Report or block %(name)s") % {"name": name} if name else _("Report or block")
    return _("Report the name %(name)s") % {"name": name} if name else _("Report")


@cache
def _signer() -> Signer:
    """A page of a club has hundreds of such addresses."""
    return Signer(salt=REPORT_SALT)


@register.inclusion_tag("pieces/push_switch.html", takes_context=True)
def push_switch(context: template.Context) -> dict[str, Any]:
    """A button by which a device is told when it is somebody's turn, or no more; nothing where
    notices cannot be sent. Browsers take them by HTTPS only."""
    return {
        "is_offered": settings.HTTPS,
        "is_told": PUSH_DEVICE in context["request"].session,
        "csrf_token": context.get("csrf_token"),
    }


@register.filter
def at(marks: Mapping[Any, Any], key: Any) -> Any:
    """What is said under a key; None where nothing is."""
    return marks.get(key)


@register.filter
def every(sent: QueryDict, name: str) -> list[str]:
    """All that a form was sent with under a name."""
    return sent.getlist(name)

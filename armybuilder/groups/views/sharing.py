"""Giving a group to others: who may see it, its link and code, its texts, its picture."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.groups.exports import AnySheet, export, forms_of
from armybuilder.groups.exports.sheet import Sheet
from armybuilder.groups.models import BattleGroup, SealedList, SealMode, Visibility
from armybuilder.groups.present.list_picture import list_picture
from armybuilder.groups.services.sharing import AccountNeeded, set_visibility
from armybuilder.groups.views.group_page import lineage, share_link
from armybuilder.groups.views.groups import not_found_when_gone, own_group
from armybuilder.groups.views.shared import group_behind
from armybuilder.groups.views.sheets import kept_sheet
from armybuilder.site.accounts.visitors import owner_of
from collection.common.answers import answer, wants_part
from collection.common.limits import limited

MEANINGS = {
    Visibility.PRIVATE: gettext_lazy("Only you see this group; a link it had opens nothing."),
    Visibility.LINK: gettext_lazy(
        "Whoever has the link reads and copies it, without an account. Nobody else changes it."
    ),
    Visibility.PUBLIC: gettext_lazy(
        "Everybody finds it among the public groups, with your name. Nobody else changes it."
    ),
}
LABELS = {
    Visibility.PRIVATE: gettext_lazy("Only me"),
    Visibility.LINK: gettext_lazy("Who has the link"),
    Visibility.PUBLIC: gettext_lazy("Everybody"),
}
SEAL_MODES = {
    SealMode.CLOSED.value: gettext_lazy("Nothing"),
    SealMode.SECRET.value: gettext_lazy("Figures only"),
    SealMode.OPEN.value: gettext_lazy("Everything"),
}
#: The forms one copies instead of downloading, in the order of the page.
COPIED = ("compact", "markdown", "packed")
#: Seconds others may show a picture after its list has changed or its link is gone.
PICTURE_STAYS = 300


@dataclass(frozen=True)
class VisibilityChoice:
    """One answer to who may see a group."""

    value: str
    label: str
    chosen: bool
    needs_account: bool


@dataclass(frozen=True)
class SealLine:
    """A sealed list of the group, for its owner."""

    public_id: str
    link: str
    mode: str
    moment: datetime


@dataclass(frozen=True)
class CopiedText:
    """A list as text to be copied."""

    form: str
    title: str | Promise
    text: str


@never_cache
@require_safe
@limited("take_sheet")
def share_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Everything by which a group of one's own can be given to others."""
    group = own_group(request, public_id)
    sheet = kept_sheet(request, group)
    context = {
        "group": group,
        "visibilities": _visibilities(group),
        "meaning": MEANINGS[Visibility(group.visibility)],
        "share_link": share_link(request, group),
        "texts": _texts(sheet),
        "qr": sheet.qr,
        "seals": [_sealed(request, sealed) for sealed in group.seals.all()],
        "seal_modes": SEAL_MODES,
        "picture": list_picture(sheet) if isinstance(sheet, Sheet) else None,
        "lineage": lineage(owner_of(request), group),
        "in_drawer": wants_part(request),
    }
    return answer(request, "groups/share.html", "groups/share_sheet.html", context)


def _sealed(request: HttpRequest, sealed: SealedList) -> SealLine:
    link = request.build_absolute_uri(reverse("sealed", args=[sealed.public_id]))
    return SealLine(sealed.public_id, link, sealed.mode, sealed.sealed)


@require_POST
@not_found_when_gone()
def show_to(request: HttpRequest, public_id: str) -> HttpResponse:
    """Make the group private, readable by a link, or public."""
    group = own_group(request, public_id)
    try:
        wanted = Visibility(request.POST.get("visibility", ""))
    except ValueError:
        return HttpResponseBadRequest()
    try:
        set_visibility(group=group, visibility=wanted)
    except AccountNeeded:
        messages.warning(request, _("Sign in to show a group to everybody."))
    return redirect("group_share", group.public_id)


@require_safe
@cache_control(private=True, no_cache=True)
@limited("take_sheet")
def own_picture(request: HttpRequest, public_id: str) -> HttpResponse:
    """The picture of a group of one's own."""
    return _picture(request, kept_sheet(request, own_group(request, public_id)))


@require_safe
@cache_control(public=True, max_age=PICTURE_STAYS)
@limited("take_sheet")
def shared_picture(request: HttpRequest, token: str) -> HttpResponse:
    """The picture of a group somebody shares."""
    return _picture(request, kept_sheet(request, group_behind(token)))


def _picture(request: HttpRequest, sheet: AnySheet) -> HttpResponse:
    """The picture, unless whoever asks has it already; 404 for an army nobody draws."""
    if not isinstance(sheet, Sheet):
        raise Http404
    picture = list_picture(sheet)
    etag = f'"{picture.digest}"'
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None and unchanged.status_code == 304:
        return unchanged
    headers = {"ETag": etag, "X-Robots-Tag": "noindex"}
    return HttpResponse(picture.content, content_type="image/png", headers=headers)


def _visibilities(group: BattleGroup) -> tuple[VisibilityChoice, ...]:
    return tuple(
        VisibilityChoice(
            value=value,
            label=str(label),
            chosen=group.visibility == value,
            needs_account=value == Visibility.PUBLIC and group.owner_id is None,
        )
        for value, label in LABELS.items()
    )


def _texts(sheet: AnySheet) -> tuple[CopiedText, ...]:
    forms = forms_of(sheet)
    return tuple(
        CopiedText(form, forms[form].title, export(sheet, form).content.decode().strip())
        for form in COPIED
        if form in forms
    )

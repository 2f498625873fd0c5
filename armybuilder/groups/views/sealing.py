"""Sealed lists: sealing one's own, choosing how much of it others see, and what they see."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.groups.certificates.judging import examine
from armybuilder.groups.certificates.seals import line_in, seal_of
from armybuilder.groups.exports import AnySheet
from armybuilder.groups.exports.packed import unpack
from armybuilder.groups.exports.sheet import Sheet
from armybuilder.groups.models import BattleGroup, SealedList, SealMode
from armybuilder.groups.present.files import sheet_for
from armybuilder.groups.present.games import fit, judge, reading
from armybuilder.groups.services.sealing import (
    MOST_SEALS,
    TooManySeals,
    seal,
    show_sealed,
    take_back,
)
from armybuilder.groups.views.groups import not_found_when_gone, own_group
from armybuilder.site.accounts.visitors import owner_of
from collection.common.limits import limited


@require_POST
@not_found_when_gone()
@limited("take_sheet")
def seal_group(request: HttpRequest, public_id: str) -> HttpResponse:
    """Seal a group of one's own as it is now."""
    group = own_group(request, public_id)
    try:
        seal(group=group)
    except TooManySeals:
        told = _("%(most)s lists of this group are sealed already. Take one back first.")
        messages.warning(request, told % {"most": MOST_SEALS})
    return redirect("group_share", group.public_id)


@require_POST
@not_found_when_gone()
def show_seal(request: HttpRequest, public_id: str, seal_id: str) -> HttpResponse:
    """Choose how much of a sealed list others see, or take it back."""
    group = own_group(request, public_id)
    sealed = get_object_or_404(group.seals, public_id=seal_id)
    wanted = request.POST.get("mode", "")
    if wanted == "back":
        take_back(sealed=sealed)
    elif wanted in SealMode:
        show_sealed(sealed=sealed, mode=SealMode(wanted))
    else:
        return HttpResponseBadRequest()
    return redirect("group_share", group.public_id)


@never_cache
@require_safe
@limited("take_sheet")
def sealed_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """A sealed list as far as its player shows it."""
    lists = SealedList.objects.select_related("group__owner")
    sealed = get_object_or_404(lists, public_id=public_id)
    is_mine = BattleGroup.objects.for_owner(owner_of(request)).filter(pk=sealed.group_id).exists()
    if sealed.hidden and not is_mine:
        raise Http404
    found = examine(sealed.certificate)
    context = {
        "sealed": sealed,
        "is_mine": is_mine,
        "player": sealed.group.owner.shown_name if sealed.group.owner else "",
        "found": found,
        "seal": seal_of(sealed.opening),
        **_shown(sealed),
    }
    response = render(request, "groups/sealed.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response


def _shown(sealed: SealedList) -> dict[str, object]:
    """What of the list is shown: nothing, how many of which figures, or all with its opening."""
    if sealed.mode == SealMode.CLOSED:
        return {}
    document = fit(unpack(line_in(sealed.opening)))
    judged = judge(document)
    if sealed.mode == SealMode.SECRET:
        return {"figures": _figures(sheet_for(judged))}
    return {"name": document["name"], "opening": sealed.opening, **reading(judged)}


def _figures(sheet: AnySheet) -> list[tuple[int, str]]:
    """Copies and name of everything that stands on the table, without what it carries."""
    if isinstance(sheet, Sheet):
        return [(piece.count, piece.name or piece.id) for piece in sheet.pieces]
    return [(line.count, line.name) for line in sheet.lines if line.number is not None]

"""What others see of a group, and the files one takes away."""

from allauth.decorators import rate_limit
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.accounts.visitors import owner_of
from armybuilder.adapters.entries import entries
from armybuilder.adapters.files import exported
from armybuilder.adapters.pins import drift, judge_state
from armybuilder.adapters.verdicts import report
from armybuilder.exports import FORM_OF_ENDING
from armybuilder.models import BattleGroup
from armybuilder.services.groups import Source
from armybuilder.views.group_page import lineage, share_link, verdict_value
from armybuilder.views.groups import copied, create_or_complain, own_group


def _group_behind(token: str) -> BattleGroup:
    return get_object_or_404(BattleGroup.objects.shared_by(token).select_related("owner"))


@never_cache
@require_safe
def shared_group(request: HttpRequest, token: str) -> HttpResponse:
    """A group to read: its entries, the verdict and the files."""
    owner = owner_of(request)
    group = _group_behind(token)
    judged = judge_state(group)
    said = report(judged)
    response = render(
        request,
        "armybuilder/groups/shared.html",
        {
            "group": group,
            "entries": entries(judged),
            "standing": said.standing,
            "tally": said.tally,
            "verdict": verdict_value(said),
            "drift": drift(group, judged),
            "lineage": lineage(owner, group),
            "is_mine": BattleGroup.objects.for_owner(owner).filter(pk=group.pk).exists(),
        },
    )
    if not group.is_public:
        response["X-Robots-Tag"] = "noindex"
    return response


@require_POST
def copy_shared(request: HttpRequest, token: str) -> HttpResponse:
    """A copy among one's own groups."""
    source = _group_behind(token)
    group = create_or_complain(request, copied(source.document), Source(source, token))
    return redirect("group", group.public_id) if group else redirect("groups")


@never_cache
@require_safe
@rate_limit(action="take_sheet", limit_get=True)
def own_sheet(request: HttpRequest, public_id: str, ending: str) -> HttpResponse:
    """A file of a group of one's own."""
    return _file(request, own_group(request, public_id), ending)


@never_cache
@require_safe
@rate_limit(action="take_sheet", limit_get=True)
def shared_sheet(request: HttpRequest, token: str, ending: str) -> HttpResponse:
    """A file of a group somebody shares."""
    return _file(request, _group_behind(token), ending)


def _file(request: HttpRequest, group: BattleGroup, ending: str) -> HttpResponse:
    if ending not in FORM_OF_ENDING:
        raise Http404
    form = FORM_OF_ENDING[ending]
    file = exported(judge_state(group), form, link=share_link(request, group))
    return HttpResponse(
        file.content,
        content_type=file.content_type,
        headers={"Content-Disposition": f'attachment; filename="{file.name}"'},
    )

"""What others see of a group."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present.games import drift, entries, judge_state, report
from armybuilder.groups.present.verdicts import verdict_value
from armybuilder.groups.services.groups import Source
from armybuilder.groups.views.group_page import lineage
from armybuilder.groups.views.groups import copied, create_or_complain
from armybuilder.site.accounts.visitors import owner_of


def group_behind(token: str) -> BattleGroup:
    """The group a link opens; 404 for a link that opens none."""
    return get_object_or_404(BattleGroup.objects.shared_by(token).select_related("owner"))


@never_cache
@require_safe
def shared_group(request: HttpRequest, token: str) -> HttpResponse:
    """A group to read: its entries, the verdict and the files."""
    owner = owner_of(request)
    group = group_behind(token)
    judged = judge_state(group)
    said = report(judged)
    response = render(
        request,
        "groups/shared.html",
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
    source = group_behind(token)
    group = create_or_complain(request, copied(source.document), Source(source, token))
    return redirect("group", group.public_id) if group else redirect("groups")

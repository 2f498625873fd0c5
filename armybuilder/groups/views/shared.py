"""What others see of a group."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present.games import drift, judge_state, reading, report
from armybuilder.groups.present.groups import is_army
from armybuilder.groups.present.starters import starter_of
from armybuilder.groups.present.verdicts import Standing, verdict_value
from armybuilder.groups.services.groups import Source
from armybuilder.groups.views.group_page import lineage
from armybuilder.groups.views.groups import copied, create_or_complain
from armybuilder.site.accounts.visitors import owner_of
from collection.common.language import language

#: How chats call the languages of the site.
LOCALES = {"en": "en_GB", "pl": "pl_PL"}


@dataclass(frozen=True)
class LinkPreview:
    """What a chat shows of a link; addresses are whole."""

    title: str
    description: str
    url: str
    picture: str
    locale: str


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
            "starter": starter_of(group),
            **reading(judged),
            "tally": said.tally,
            "verdict": verdict_value(said),
            "drift": drift(group, judged),
            "lineage": lineage(owner, group),
            "preview": _preview(request, group, said.standing),
            "is_mine": BattleGroup.objects.for_owner(owner).filter(pk=group.pk).exists(),
        },
    )
    if not group.is_public:
        response["X-Robots-Tag"] = "noindex"
    return response


@require_POST
def copy_shared(request: HttpRequest, token: str) -> HttpResponse:
    """A copy among one's own groups; of one that comes with the site, in the reader's words."""
    source = group_behind(token)
    starter = starter_of(source)
    document = starter.told() if starter else copied(source.document)
    group = create_or_complain(request, document, Source(source, token))
    return redirect("group", group.public_id) if group else redirect("groups")


def _preview(request: HttpRequest, group: BattleGroup, standing: Standing) -> LinkPreview:
    """A link as a chat shows it: name, points, figures and verdict, and the picture of this very
    state, since chats keep what they have seen; armies of other games have none."""
    figures = ngettext("%(count)s figure", "%(count)s figures", standing.figures)
    points = _("%(total)s of %(limit)s points") if standing.limit else _("%(total)s points")
    told = (
        points % {"total": standing.total, "limit": standing.limit},
        figures % {"count": standing.figures},
        standing.word,
    )
    picture = reverse("shared_group_picture", args=[group.share_token])
    drawn = not is_army(group.document)
    return LinkPreview(
        title=group.name or _("Without a name"),
        description=" · ".join(told),
        url=request.build_absolute_uri(reverse("shared_group", args=[group.share_token])),
        picture=request.build_absolute_uri(f"{picture}?v={group.version}") if drawn else "",
        locale=LOCALES[language()],
    )

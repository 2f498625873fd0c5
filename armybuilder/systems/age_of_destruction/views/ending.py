"""A finished skirmish: how it was won, what it left behind, and its report as a file."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.selectors import numbered_events
from armybuilder.skirmishes.views.pages import own_skirmish, share_link
from armybuilder.systems.age_of_destruction.present.aftermath import aftermath
from armybuilder.systems.age_of_destruction.present.finish import finish
from armybuilder.systems.age_of_destruction.present.report import Report, battle_report
from armybuilder.systems.age_of_destruction.present.tables import (
    SYSTEM,
    Table,
    table_after,
    table_of,
)
from armybuilder.systems.age_of_destruction.reports import pdf, text
from collection.common.limits import limited


def ending_of(skirmish: Skirmish, at: Table) -> dict[str, Any]:
    """How a finished game was won, and what it left behind."""
    steps = numbered_events(skirmish=skirmish)
    start = table_after(skirmish, []).state
    own = {"system": skirmish.system, "public_id": skirmish.public_id}
    reports = {
        ending: reverse(f"{SYSTEM}:report", args=[skirmish.public_id, ending]) for ending in WRITERS
    }
    return {
        "is_own": True,
        "reports": reports,
        "replay_url": reverse("skirmish_replay", kwargs=own),
        "finish": finish(at, [happened for _, happened in steps], skirmish.played),
        "aftermath": aftermath(at, start, steps),
    }


#: How a report is written, by the ending of its address.
WRITERS: Mapping[str, tuple[str, Callable[[Report], bytes]]] = {
    "txt": ("text/plain; charset=utf-8", text.render),
    "pdf": ("application/pdf", pdf.render),
}


@never_cache
@require_safe
@limited("take_sheet")
def own_report(request: HttpRequest, public_id: str, ending: str) -> HttpResponse:
    """The report of a finished battle of one's own."""
    skirmish = own_skirmish(request, public_id, SYSTEM)
    return _report(skirmish, ending, share_link(request, skirmish))


@never_cache
@require_safe
@limited("take_sheet")
def shared_report(request: HttpRequest, token: str, ending: str) -> HttpResponse:
    """The report of a battle somebody shares."""
    skirmish = get_object_or_404(Skirmish.objects.shared_by(token), system=SYSTEM)
    answer = _report(skirmish, ending, share_link(request, skirmish))
    answer["X-Robots-Tag"] = "noindex"
    return answer


def _report(skirmish: Skirmish, ending: str, link: str) -> HttpResponse:
    """A report as a file; 404 for a battle that goes on, and for another ending."""
    if ending not in WRITERS:
        raise Http404
    report = battle_report(
        table_of(skirmish),
        table_after(skirmish, []).state,
        numbered_events(skirmish=skirmish),
        title=str(skirmish),
        seconds=skirmish.played,
        link=link,
    )
    if report is None:
        raise Http404
    content_type, render = WRITERS[ending]
    name = f"battle-{skirmish.turn}.{ending}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(render(report), content_type=content_type, headers=headers)

"""What a group went through: its revisions with what each changed, and back to an earlier one."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.groups.models import GroupRevision
from armybuilder.groups.present.games import differences, entries, judge_state, report
from armybuilder.groups.present.pins import kept_standing
from armybuilder.groups.present.verdicts import Standing, verdict_value
from armybuilder.groups.selectors.groups import RevisionPage, revision_of, revisions_of
from armybuilder.groups.services.groups import StaleVersion, restore_revision
from armybuilder.groups.views.groups import not_found_when_gone, own_group
from collection.common.numbers import whole_number


@dataclass(frozen=True)
class Step:
    """A revision in the list: what it changed, and how the group stood."""

    revision: GroupRevision
    changes: tuple[str, ...]
    standing: Standing | None


@never_cache
@require_safe
def history(request: HttpRequest, public_id: str) -> HttpResponse:
    """The revisions, the newest first."""
    group = own_group(request, public_id)
    before = whole_number(request.GET.get("before", ""))
    page = revisions_of(group=group, before=before)
    return render(
        request,
        "groups/history.html",
        {
            "group": group,
            "steps": _steps(page),
            "first_url": request.path if before else "",
            "more_url": f"?before={page.next_before}" if page.next_before else "",
        },
    )


@never_cache
@require_safe
def revision(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """One revision as it was, and what has changed since."""
    group = own_group(request, public_id)
    shown = revision_of(group=group, number=number)
    if shown is None:
        raise Http404
    judged = judge_state(shown)
    said = report(judged)
    return render(
        request,
        "groups/revision.html",
        {
            "group": group,
            "revision": shown,
            "entries": entries(judged),
            "standing": said.standing,
            "tally": said.tally,
            "verdict": verdict_value(said),
            "since": differences([(shown.document, group.document)])[0],
        },
    )


@require_POST
@not_found_when_gone()
def restore(request: HttpRequest, public_id: str) -> HttpResponse:
    """Bring an earlier revision back, on top of the others."""
    group = own_group(request, public_id)
    version = whole_number(request.POST.get("version", ""))
    number = whole_number(request.POST.get("number", ""))
    if version is None or number is None:
        return HttpResponseBadRequest()
    try:
        restore_revision(group=group, version=version, number=number)
    except GroupRevision.DoesNotExist as error:
        raise Http404 from error
    except StaleVersion:
        messages.warning(
            request, _("The group was changed elsewhere meanwhile; nothing was restored.")
        )
        return redirect("group_history", group.public_id)
    messages.success(
        request,
        _("Revision %(number)s is back. Undo brings back what was there.") % {"number": number},
    )
    return redirect("group", group.public_id)


def _steps(page: RevisionPage) -> Sequence[Step]:
    """The revisions of a page, each with what it changed in the one before it."""
    shown = page.revisions[:-1] if page.next_before else page.revisions
    changes = differences(
        (older.document, newer.document) for newer, older in pairwise(page.revisions)
    )
    if not page.next_before:
        changes.append(())
    return [
        Step(revision, changed, kept_standing(revision.standing))
        for revision, changed in zip(shown, changes, strict=True)
    ]

"""What members proposed, and what editors say to it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from collection.catalogue import game, selectors
from collection.catalogue.entering import selectors as entered
from collection.catalogue.entering import services
from collection.catalogue.entering.differences import base_facts, differences
from collection.catalogue.entering.forms import AcceptReportForm, DeclineForm
from collection.catalogue.files import with_figures_only
from collection.catalogue.models import Contribution, EntryRevision, FigureReport, Proposed
from collection.catalogue.present.entered_values import (
    column_of,
    figure_url,
    is_editor,
    proposed_dial,
    refusal,
    reported_value,
    states,
)
from collection.common.answers import address
from collection.common.limits import limited
from collection.common.people import person

ALREADY_DECIDED = gettext_lazy("Another editor has decided on this already.")
editors_only = permission_required("collection.edit_catalogue", raise_exception=True)


@never_cache
@require_safe
@login_required
@limited("browse")
def contributions(request: HttpRequest) -> HttpResponse:
    """What the member proposed, with what became of it."""
    figures = entered.own_contributions(request.user)
    reports = entered.own_reports(request.user)
    context = {
        **_lists(request, figures, reports, newest_first=True),
        "is_editor": is_editor(request.user),
    }
    return render(request, "catalogue/contributions.html", context)


@never_cache
@require_safe
@login_required
@editors_only
@limited("browse")
def queue(request: HttpRequest) -> HttpResponse:
    """What waits for an editor."""
    figures = entered.waiting_contributions(game.catalogued(request))
    reports = entered.waiting_reports(game.catalogued(request))
    context = _lists(request, figures, reports)
    return render(request, "catalogue/contribution_queue.html", context)


def _lists(
    request: HttpRequest,
    figures: QuerySet[Contribution],
    reports: QuerySet[FigureReport],
    *,
    newest_first: bool = False,
) -> dict[str, Any]:
    """A page of proposed figures and one of reports; the address says where each begins."""
    after = {key: request.GET.get(key, "") for key in ("figures_after", "reports_after")}
    figure_page = entered.page_of(figures, after["figures_after"], newest_first=newest_first)
    report_page = entered.page_of(reports, after["reports_after"], newest_first=newest_first)
    factions = selectors.factions(game.catalogued(request))
    return {
        "contributions": [(row, person(row.proposed_by)) for row in figure_page.rows],
        "reports": [(row, reported_value(row, factions)) for row in report_page.rows],
        "figures_paging": _paging(request.path, after, "figures_after", figure_page.next_after),
        "reports_paging": _paging(request.path, after, "reports_after", report_page.next_after),
    }


def _paging(path: str, after: dict[str, str], key: str, next_after: str) -> dict[str, str]:
    """The addresses of the first and the next page of one list; the other list stays as it is."""
    return {
        "first": address(path, {**after, key: ""}) if after[key] else "",
        "more": address(path, {**after, key: next_after}) if next_after else "",
    }


def _visible(request: HttpRequest, proposal: Proposed) -> Proposed:
    """The proposal, for whoever made it and for editors."""
    if proposal.proposed_by_id != request.user.pk and not is_editor(request.user):
        raise Http404
    return proposal


@never_cache
@require_safe
@login_required
def contribution(request: HttpRequest, public_id: str) -> HttpResponse:
    """A proposed figure with its dial and what it would change."""
    row = get_object_or_404(Contribution.objects.select_related("proposed_by"), public_id=public_id)
    _visible(request, row)
    return _contribution_page(request, row, DeclineForm())


def _contribution_page(
    request: HttpRequest, row: Contribution, decline_form: DeclineForm, status: int = 200
) -> HttpResponse:
    known = entered.known_figure(row.system, row.catalogue_id)
    files = with_figures_only(selectors.loaded_files(row.system), [row.record])
    factions = selectors.factions(row.system)
    changes = row.is_open and known is not None and known["status"] == "complete"
    context = {
        "row": row,
        "by": person(row.proposed_by),
        "dial": proposed_dial(row.record, files),
        "known": known,
        "figure_url": figure_url(row) if known else "",
        "facts": base_facts(row.record, factions),
        "differences": differences(known, row.record, factions) if changes else (),
        "decline_form": decline_form,
        "decides": row.is_open and is_editor(request.user),
    }
    return render(request, "catalogue/contribution.html", context, status=status)


@require_POST
@login_required
@editors_only
def decide_contribution(request: HttpRequest, public_id: str) -> HttpResponse:
    """Accept a proposed figure, or decline it with a reason."""
    row = get_object_or_404(Contribution.objects.select_related("proposed_by"), public_id=public_id)
    if "decline" in request.POST:
        form = DeclineForm(request.POST)
        if not form.is_valid():
            return _contribution_page(request, row, form, status=422)
        return _decline(request, row, form)
    try:
        services.accept(system=row.system, contributions=[row], by=request.user, now=timezone.now())
    except services.AlreadyDecided:
        messages.error(request, ALREADY_DECIDED)
    except services.EntryRefused as refused:
        messages.error(request, refusal(refused.problems))
        return redirect("collection:contribution", row.public_id)
    else:
        told = _("%(figure)s is in the catalogue now.") % {"figure": row.catalogue_id}
        messages.success(request, told)
    return redirect("collection:queue")


def _decline(request: HttpRequest, row: Proposed, form: DeclineForm) -> HttpResponse:
    reason = form.cleaned_data["reason"]
    try:
        services.decline(proposal=row, by=request.user, now=timezone.now(), reason=reason)
    except services.AlreadyDecided:
        messages.error(request, ALREADY_DECIDED)
    else:
        messages.success(request, _("Declined."))
    return redirect("collection:queue")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, public_id: str) -> HttpResponse:
    """A report on one value; an editor corrects the value, or declines."""
    row = get_object_or_404(FigureReport.objects.select_related("proposed_by"), public_id=public_id)
    _visible(request, row)
    factions = selectors.factions(row.system)
    _sheet, column = column_of(row, factions)
    accept_form = AcceptReportForm(column=column, initial={"said": row.said_there})
    decline_form = DeclineForm()
    if request.method == "POST":
        if not is_editor(request.user):
            raise Http404
        if "decline" in request.POST:
            decline_form = DeclineForm(request.POST)
            if decline_form.is_valid():
                return _decline(request, row, decline_form)
        else:
            accept_form = AcceptReportForm(request.POST, column=column)
            if accept_form.is_valid() and _corrected(request, row, accept_form):
                return redirect("collection:queue")
    context = {
        "row": row,
        "value": reported_value(row, factions),
        "by": person(row.proposed_by),
        "figure_url": figure_url(row),
        "accept_form": accept_form,
        "decline_form": decline_form,
        "decides": row.is_open and is_editor(request.user),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "catalogue/report.html", context, status=status)


def _corrected(request: HttpRequest, row: FigureReport, form: AcceptReportForm) -> bool:
    said = form.cleaned_data["said"]
    try:
        services.accept_report(report=row, value=said, by=request.user, now=timezone.now())
    except services.AlreadyDecided:
        messages.error(request, ALREADY_DECIDED)
    except services.EntryRefused as refused:
        form.add_error("said", refusal(refused.problems))
        return False
    else:
        messages.success(request, _("Corrected: %s") % row.catalogue_id)
    return True


@never_cache
@require_safe
def history(request: HttpRequest, figure_id: str) -> HttpResponse:
    """Every state a figure was entered in."""
    revisions = entered.history(game.catalogued(request), figure_id)
    if not revisions:
        raise Http404
    loaded = entered.loaded_figure(game.catalogued(request), figure_id)
    context = {
        "figure_id": figure_id,
        "states": states(revisions, loaded, selectors.factions(game.catalogued(request))),
        "in_force": revisions[0].record is not None,
        "in_files": loaded is not None,
        "is_editor": is_editor(request.user),
    }
    return render(request, "catalogue/figure_history.html", context)


@require_POST
@login_required
@editors_only
def bring_back(request: HttpRequest, figure_id: str, number: int) -> HttpResponse:
    """Make an earlier state the present one; number 0 stands for the catalogue's files."""
    entry = entered.entry(game.catalogued(request), figure_id)
    if entry is None:
        raise Http404
    try:
        if number == 0:
            services.take_off(entry=entry, by=request.user, now=timezone.now())
        else:
            revision = get_object_or_404(EntryRevision, entry=entry, number=number)
            services.bring_back(revision=revision, by=request.user, now=timezone.now())
    except services.EntryRefused as refused:
        messages.error(request, refusal(refused.problems))
    else:
        messages.success(request, _("Brought back."))
    return redirect("collection:figure_history", figure_id)

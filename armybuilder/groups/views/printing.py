"""Many lists on one print: choosing them, a few at once, more beside the page."""

from collections.abc import Sequence
from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from armybuilder.groups.exports import ExportedFile
from armybuilder.groups.exports.options import Options
from armybuilder.groups.forms.sheets import PrintForm
from armybuilder.groups.printing import (
    AT_ONCE,
    KIND,
    MOST_KEPT,
    MOST_PRINTED,
    Printed,
    ask_for_print,
    print_now,
    printed,
)
from armybuilder.groups.selectors.groups import groups_of
from armybuilder.groups.views.group_page import share_link
from armybuilder.groups.views.sheets import sent
from armybuilder.jobs.files import file_of
from armybuilder.jobs.services.asking import TooManyJobs
from armybuilder.jobs.services.clearing import FILES_KEPT
from armybuilder.jobs.views.jobs import own_ask, shown, too_many
from armybuilder.site.accounts.visitors import building_owner, owner_of
from collection.catalogue import game
from collection.common.limits import limited


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("take_sheet")
def print_several(request: HttpRequest) -> HttpResponse:
    """Choose which of one's groups, those changed last, go on one print, and how; or take the file,
    which an address does too where they are few."""
    found = groups_of(owner=owner_of(request), length=MOST_PRINTED, system=game.SYSTEM)
    asked = request.POST if request.method == "POST" else request.GET
    form = PrintForm(asked if "take" in asked else None, groups=found.groups)
    if form.is_bound and form.is_valid():
        chosen = set(form.cleaned_data["groups"])
        groups = [group for group in found.groups if group.public_id in chosen]
        if len(groups) <= AT_ONCE or request.method == "POST":
            lists = [printed(group, share_link(request, group)) for group in groups]
            return print_of(request, lists, form.cleaned_data["form"], form.options)
    context = {"form": form, "groups": found.groups, "at_once": AT_ONCE}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "groups/print_several.html", context, status=status)


def print_of(
    request: HttpRequest, lists: Sequence[Printed], form: str, options: Options
) -> HttpResponse:
    """The file where lists are few, else the page on which it will be."""
    if len(lists) <= AT_ONCE:
        return sent(print_now(lists, form, options, request.build_absolute_uri))
    try:
        ask = ask_for_print(
            owner=building_owner(request),
            lists=lists,
            form=form,
            options=options,
            site=request.build_absolute_uri("/").removesuffix("/"),
        )
    except TooManyJobs:
        messages.error(request, too_many())
        return redirect("jobs")
    return redirect("groups_printed", ask.public_id)


@never_cache
@require_GET
@limited("watch_job")
def printed_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """How far a print of many is; once it is there, where to take it."""
    ask = own_ask(request, public_id, KIND)
    progress = shown(ask)
    file = file_of(ask.job.result) if ask.job.result else None
    context = {
        "ask": ask,
        "progress": progress,
        "file": file,
        "most_kept": MOST_KEPT,
        "days_kept": FILES_KEPT.days,
    }
    return render(request, "groups/printed.html", context)


@never_cache
@require_GET
@limited("take_sheet")
def printed_file(request: HttpRequest, public_id: str) -> HttpResponse:
    """A print of many that is there."""
    job = own_ask(request, public_id, KIND).job
    if job.result is None:
        raise Http404
    file = file_of(job.result)
    return sent(ExportedFile(file.name, file.content_type, file.content))

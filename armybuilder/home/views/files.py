"""The workbook of a large collection: asked for, awaited, taken."""

from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from armybuilder.home.large_files import KIND, MOST_KEPT, ask_for_file
from armybuilder.jobs.files import file_of
from armybuilder.jobs.services.asking import TooManyJobs
from armybuilder.jobs.services.clearing import FILES_KEPT
from armybuilder.jobs.views.jobs import own_ask, shown, too_many
from armybuilder.site.models import User
from collection.common.limits import limited
from collection.owning.exports import Form
from collection.owning.selectors.shelves import Shelf
from collection.owning.views import exports
from collection.owning.views.doors import members_only, shelf_context, shelf_or_404


def export_file(request: HttpRequest, public_id: str, ending: str) -> HttpResponse:
    """A collection as a file; a large one as long work."""
    return exports.export_file(request, public_id, ending, large=_make)


def _make(request: HttpRequest, shelf: Shelf, _form: Form) -> HttpResponse:
    """Have it made; the same again is the same work."""
    try:
        ask = ask_for_file(shelf=shelf, member=cast(User, request.user))
    except TooManyJobs:
        messages.error(request, too_many())
        return redirect("collection:export", shelf.collection.public_id)
    return redirect("collection_file", ask.public_id)


@members_only
@require_safe
@limited("watch_job")
def file_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """How far the workbook of a collection is that one still sees; once it is there, where to take
    it."""
    ask = own_ask(request, public_id, KIND)
    shelf = shelf_or_404(request, ask.job.payload.get("collection", ""))
    progress = shown(ask)
    context = shelf_context(
        shelf,
        ask=ask,
        progress=progress,
        file=file_of(ask.job.result) if ask.job.result else None,
        most_kept=MOST_KEPT,
        days_kept=FILES_KEPT.days,
    )
    return render(request, "home/collection_file.html", context)


@members_only
@require_safe
@limited("take_sheet")
def take_file(request: HttpRequest, public_id: str) -> HttpResponse:
    """The workbook of a collection that one still sees."""
    job = own_ask(request, public_id, KIND).job
    shelf_or_404(request, job.payload.get("collection", ""))
    if job.result is None:
        raise Http404
    file = file_of(job.result)
    return exports.sent(file.name, file.content_type, file.content)

"""Large tables: what a page does at once with a small one is asked for as long work."""

from contextlib import suppress
from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from armybuilder.home.large_tables import (
    APPLY_KIND,
    READ_KIND,
    ask_to_apply,
    ask_to_read,
    table_of,
)
from armybuilder.jobs.models import State
from armybuilder.jobs.services.asking import TooManyJobs
from armybuilder.jobs.views.jobs import own_ask, shown, too_many
from armybuilder.jobs.work import Hopeless
from armybuilder.site.models import User
from collection.common.answers import htmx_of
from collection.common.limits import limited
from collection.owning.models import StagedImport
from collection.owning.views import imports
from collection.owning.views.doors import members_only, shelf_context


def preview(request: HttpRequest, public_id: str, staged_id: str) -> HttpResponse:
    """What the table would do; where it must be read first and is large, how far that is."""
    return imports.preview(request, public_id, staged_id, large=_read)


def change_mode(request: HttpRequest, public_id: str, staged_id: str) -> HttpResponse:
    """Mean the amounts another way."""
    return imports.change_mode(request, public_id, staged_id, large=_look_again)


def finish(request: HttpRequest, public_id: str, staged_id: str) -> HttpResponse:
    """Make the good rows part of the collection."""
    return imports.finish(request, public_id, staged_id, large=_apply)


def _read(request: HttpRequest, staged: StagedImport) -> HttpResponse | None:
    """Have a table read; somebody who has too much under way reads it at the page, some rows after
    the others."""
    with suppress(TooManyJobs):
        ask = ask_to_read(staged=staged, member=cast(User, request.user))
        return redirect("table_work", ask.public_id)
    return None


def _look_again(request: HttpRequest, staged: StagedImport) -> HttpResponse:
    address = reverse("collection:import", args=[staged.collection.public_id, staged.public_id])
    return HttpResponseClientRedirect(address) if htmx_of(request) else redirect(address)


def _apply(request: HttpRequest, staged: StagedImport) -> HttpResponse:
    """Have a table made part of its collection."""
    try:
        ask = ask_to_apply(
            staged=staged,
            member=cast(User, request.user),
            with_removals="removals" in request.POST,
            with_fewer="fewer" in request.POST,
        )
    except TooManyJobs:
        messages.error(request, too_many())
        return redirect("collection:import", staged.collection.public_id, staged.public_id)
    return redirect("table_work", ask.public_id)


@members_only
@require_safe
@limited("browse")
def table_work(request: HttpRequest, public_id: str) -> HttpResponse:
    """How far a large table is; once it is read or part of the collection, that page."""
    ask = own_ask(request, public_id)
    progress, collection = shown(ask), ask.job.payload.get("collection", "")
    shelf = imports.editable_shelf(request, collection)
    try:
        staged = table_of(ask.job.payload)
    except Hopeless:
        if ask.job.state == State.DONE and ask.job.kind != READ_KIND:
            return imports.nothing_changed(request, collection, "")
        messages.info(request, _("This table is no more."))
        return redirect("collection:import_start", collection)
    if staged.change:
        return imports.told_of(request, collection, staged.change)
    if ask.job.state == State.DONE:
        if ask.job.kind == APPLY_KIND:
            return imports.nothing_changed(request, collection, staged.public_id)
        return redirect("collection:import", collection, staged.public_id)
    context = shelf_context(
        shelf, staged=staged, progress=progress, is_read=ask.job.kind == APPLY_KIND
    )
    return render(request, "home/table_work.html", context)

"""Importing a table into a collection: handing it in, looking at what it would do, deciding."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from collection.catalogue import game
from collection.catalogue.finding.known import finder
from collection.common.answers import htmx_of
from collection.common.limits import limited
from collection.common.quotas import full
from collection.owning.copy_fields import COPY_FIELDS
from collection.owning.forms.imports import ImportForm
from collection.owning.importing import staging
from collection.owning.importing.doubts import problem_of
from collection.owning.models import Change, Mode, Outcome, StagedImport, StagedRow
from collection.owning.present.import_values import (
    FILTERS,
    NOT_NAMED,
    filters,
    page_of,
    row_values,
    written_anew,
)
from collection.owning.present.values import piece_value
from collection.owning.selectors.shelves import Shelf
from collection.owning.services.changes import Locked, Moved, NotAllowed, TooManyPieces
from collection.owning.views.doors import LOCKED, members_only, shelf_context, shelf_or_404

IMPORTS_SHOWN = 10
NOT_NAMED_SHOWN = 200
LONGEST_SAID = 40

MOVED = gettext_lazy("The collection has changed meanwhile. Look again at what the table would do.")


#: Hands a large table to somebody who does beside the pages what a page does at once with a small
#: one; None where nobody takes it.
Aside = Callable[[HttpRequest, StagedImport], HttpResponse | None]


def editable_shelf(request: HttpRequest, public_id: str) -> Shelf:
    """The collection of an address, for whoever may change it."""
    found = shelf_or_404(request, public_id)
    if not found.may_edit:
        raise Http404
    return found


def _staged_or_404(request: HttpRequest, shelf: Shelf, staged_id: str) -> StagedImport:
    """A table the person handed in and has not decided on."""
    own = StagedImport.objects.filter(collection=shelf.collection, made_by=request.user.pk)
    return get_object_or_404(
        own.select_related("collection"), public_id=staged_id, change__isnull=True
    )


@members_only
@require_http_methods(["GET", "HEAD", "POST"])
@limited("import_collection", reading=False)
def start(request: HttpRequest, public_id: str) -> HttpResponse:
    """Hand a table in; tables not decided on, and those that were imported."""
    shelf = editable_shelf(request, public_id)
    form = ImportForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        staged = staging.stage(
            collection=shelf.collection,
            actor=request.user,
            source=form.source,
            mode=form.cleaned_data["mode"],
            now=timezone.now(),
        )
        return redirect("collection:import", public_id, staged.public_id)
    staged_imports = shelf.collection.staged_imports.filter(made_by=request.user.pk)
    changes = shelf.collection.changes.filter(source=Change.Source.IMPORT)
    context = shelf_context(
        shelf,
        form=form,
        headings=[said.heading for said in COPY_FIELDS.values()],
        undecided=staged_imports.filter(change=None),
        imported=changes.select_related("reverted_by", "made_by")[:IMPORTS_SHOWN],
    )
    status = 422 if form.errors else 200
    return render(request, "owning/import_start.html", context, status=status)


def _aside(large: Aside | None, request: HttpRequest, staged: StagedImport) -> HttpResponse | None:
    return large(request, staged) if large and staging.is_large(staged) else None


@members_only
@require_safe
def preview(
    request: HttpRequest, public_id: str, staged_id: str, large: Aside | None = None
) -> HttpResponse:
    """How far the table has been read, or what it would do."""
    shelf = editable_shelf(request, public_id)
    staged = _staged_or_404(request, shelf, staged_id)
    if staged.compared is None and (answer := _aside(large, request, staged)):
        return answer
    return _shown(request, shelf, staged)


@members_only
@require_POST
def step(request: HttpRequest, public_id: str, staged_id: str) -> HttpResponse:
    """Read some more rows; without JavaScript all the rest."""
    shelf = editable_shelf(request, public_id)
    staged = _staged_or_404(request, shelf, staged_id)
    done = staging.step(staged=staged, now=timezone.now()).is_done
    while not done and not htmx_of(request):
        done = staging.step(staged=staged, now=timezone.now()).is_done
    return _answer(request, shelf, staged)


@members_only
@require_POST
def change_mode(
    request: HttpRequest, public_id: str, staged_id: str, large: Aside | None = None
) -> HttpResponse:
    """Mean the amounts another way."""
    shelf = editable_shelf(request, public_id)
    staged = _staged_or_404(request, shelf, staged_id)
    mode = request.POST.get("mode", "")
    if mode in Mode.values:
        staging.change_mode(staged=staged, mode=mode, now=timezone.now())
        if mode != staged.mode and (answer := _aside(large, request, staged)):
            return answer
        staging.step(staged=staged, now=timezone.now())
    return _answer(request, shelf, staged)


@members_only
@require_POST
def choose(request: HttpRequest, public_id: str, staged_id: str, row_id: int) -> HttpResponse:
    """Say which piece an unclear row is about, or write the cells of a wrong one anew."""
    shelf = editable_shelf(request, public_id)
    staged = _staged_or_404(request, shelf, staged_id)
    row = get_object_or_404(StagedRow, staged=staged, pk=row_id, outcome__in=staging.LEFT_OUT)
    if row.outcome in staging.MENDABLE:
        staging.mend(
            staged=staged, row=row, cells=written_anew(row, request.POST), now=timezone.now()
        )
        return _answer(request, shelf, staged)
    if "as_written" in request.POST:
        _say_taken(request, staging.take_unlisted(staged=staged, row=row, now=timezone.now()))
        return _answer(request, shelf, staged)
    said = (request.POST.get("piece") or request.POST.get("other", ""))[:LONGEST_SAID]
    meant = finder(game.catalogued(request)).meaning(number=said)
    if meant.piece is None:
        text = _("“%(said)s” is no set and number, such as AOD-102.") % {"said": said}
        messages.error(request, text)
    elif meant.doubt:
        values = {"problem": problem_of(meant, ""), "piece": meant.piece.catalogue_id}
        text = _(
            "%(problem)s If you have it all the same, write %(piece)s! with the exclamation mark."
        )
        messages.error(request, text % values)
    else:
        count = staging.choose(staged=staged, row=row, piece=meant.piece, now=timezone.now())
        text = ngettext(
            "%(count)s row is about %(piece)s.", "%(count)s rows are about %(piece)s.", count
        )
        messages.success(request, text % {"count": count, "piece": meant.piece})
    return _answer(request, shelf, staged)


@members_only
@require_POST
def take_unlisted(request: HttpRequest, public_id: str, staged_id: str) -> HttpResponse:
    """Take every number that nobody knows as it is written."""
    shelf = editable_shelf(request, public_id)
    staged = _staged_or_404(request, shelf, staged_id)
    _say_taken(request, staging.take_unlisted(staged=staged, now=timezone.now()))
    return _answer(request, shelf, staged)


def _say_taken(request: HttpRequest, count: int) -> None:
    text = ngettext(
        "%(count)s row is taken as it is written.",
        "%(count)s rows are taken as they are written.",
        count,
    )
    messages.success(request, text % {"count": count})


@members_only
@require_POST
def finish(
    request: HttpRequest, public_id: str, staged_id: str, large: Aside | None = None
) -> HttpResponse:
    """Make the good rows part of the collection."""
    shelf = editable_shelf(request, public_id)
    staged = _staged_or_404(request, shelf, staged_id)
    if staged.compared is not None and (answer := _aside(large, request, staged)):
        return answer
    try:
        change = staging.finish(
            staged=staged,
            actor=request.user,
            now=timezone.now(),
            with_removals="removals" in request.POST,
            with_fewer="fewer" in request.POST,
        )
    except Moved:
        messages.warning(request, MOVED)
    except Locked:
        messages.error(request, LOCKED)
    except TooManyPieces:
        messages.error(request, full("pieces"))
    except NotAllowed as error:
        raise Http404 from error
    else:
        if change:
            return told_of(request, public_id, change)
        if staging.outcomes(staged)[Outcome.FEWER]:
            return nothing_changed(request, public_id, staged_id)
        staging.drop(staged=staged)
        return nothing_changed(request, public_id, "")
    return redirect("collection:import", public_id, staged_id)


def told_of(request: HttpRequest, public_id: str, change: Change) -> HttpResponse:
    """Say what a table has changed, and go there."""
    text = ngettext(
        "Imported: %(count)s piece changed.",
        "Imported: %(count)s pieces changed.",
        change.pieces,
    )
    messages.success(request, text % {"count": change.pieces})
    return redirect("collection:change", public_id, change.number)


def nothing_changed(request: HttpRequest, public_id: str, staged_id: str) -> HttpResponse:
    """Say why a table has changed nothing; without `staged_id` one that never will."""
    if staged_id:
        messages.warning(request, _("Nothing was ticked, so nothing was imported."))
        return redirect("collection:import", public_id, staged_id)
    messages.info(request, _("The collection was like that already: nothing changed."))
    return redirect("collection:import_start", public_id)


@members_only
@require_POST
def drop(request: HttpRequest, public_id: str, staged_id: str) -> HttpResponse:
    """Do nothing with a table."""
    shelf = editable_shelf(request, public_id)
    staging.drop(staged=_staged_or_404(request, shelf, staged_id))
    messages.success(request, _("Nothing was imported."))
    return redirect("collection:import_start", public_id)


# --- The page -------------------------------------------------------------------------------


def _answer(request: HttpRequest, shelf: Shelf, staged: StagedImport) -> HttpResponse:
    """The page's changing part to htmx, otherwise the way back to the page."""
    if htmx_of(request):
        staged.refresh_from_db()
        return _shown(request, shelf, staged, "owning/import_region.html")
    query = {key: request.POST[key] for key in ("show", "after") if request.POST.get(key)}
    address = reverse("collection:import", args=[shelf.collection.public_id, staged.public_id])
    return redirect(f"{address}?{urlencode(query)}" if query else address)


def _shown(
    request: HttpRequest,
    shelf: Shelf,
    staged: StagedImport,
    template: str = "owning/import.html",
) -> HttpResponse:
    found = staging.progress(staged)
    context = shelf_context(shelf, staged=staged, progress=found)
    if found.is_done:
        asked = request.POST if request.method == "POST" else request.GET
        context |= _preview(staged, asked.get("show", ""), asked.get("after", ""))
    return render(request, template, context)


def _preview(staged: StagedImport, show: str, after: str) -> dict[str, Any]:
    counts = staging.outcomes(staged)
    show = show if show in (*FILTERS, NOT_NAMED) else ""
    rows, next_after = page_of(staged, show, after)
    good = sum(counts[key] for key in staging.COUNTED)
    absent = staging.not_named(staged) if staged.mode == Mode.SYNC else []
    removable = staging.removable(staged) if absent else []
    here = {"show": show} if show else {}
    return {
        "modes": Mode.choices,
        "filters": filters(counts, show),
        "show": show,
        "after": after,
        "rows": row_values(staged, rows),
        "more_url": f"?{urlencode({**here, 'after': next_after})}" if next_after else "",
        "changing": good - counts[Outcome.SAME],
        "taken": good - counts[Outcome.SAME] - counts[Outcome.FEWER],
        "fewer": counts[Outcome.FEWER],
        "left_out": sum(counts[key] for key in staging.LEFT_OUT),
        "unlisted": staging.unlisted_rows(staged).count() if counts[Outcome.UNCLEAR] else 0,
        "absent": len(absent),
        "lent": len(absent) - len(removable),
        "removable": len(removable),
        "absent_pieces": [piece_value(row) for row in absent[:NOT_NAMED_SHOWN]],
        "absent_more": max(len(absent) - NOT_NAMED_SHOWN, 0),
    }

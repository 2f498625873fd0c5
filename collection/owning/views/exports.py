"""A collection as files to take away."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from collection.common.limits import limited
from collection.owning.exports import FORM_OF_ENDING, FORMS, Form, name_of
from collection.owning.exports.holdings import holdings_of, most_rows
from collection.owning.selectors.shelves import Shelf
from collection.owning.views.doors import members_only, shelf_context, shelf_or_404

#: What answers for a file that is large, as long work.
Large = Callable[[HttpRequest, Shelf, Form], HttpResponse]


@members_only
@require_safe
def export_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """The files there are of a collection."""
    shelf = shelf_or_404(request, public_id)
    rows = most_rows(shelf.collection)
    large = [form.ending for form in FORMS.values() if is_large(form, rows)]
    context = shelf_context(shelf, forms=FORMS.values(), large=large)
    return render(request, "owning/export.html", context)


@members_only
@require_safe
@limited("take_sheet")
def export_file(
    request: HttpRequest, public_id: str, ending: str, *, large: Large | None = None
) -> HttpResponse:
    """One of the files."""
    shelf = shelf_or_404(request, public_id)
    form = FORM_OF_ENDING.get(ending)
    if form is None:
        raise Http404
    if large and is_large(form, most_rows(shelf.collection)):
        return large(request, shelf, form)
    return sent(name_of(form), form.content_type, form.render(holdings_of(shelf.collection)))


def is_large(form: Form, rows: int) -> bool:
    """Whether a file of so many rows is made beside the page."""
    return form.at_once is not None and rows > form.at_once


def sent(name: str, content_type: str, content: bytes) -> HttpResponse:
    """A file to be kept by whoever asked for it."""
    disposition = f'attachment; filename="{name}"'
    return HttpResponse(
        content, content_type=content_type, headers={"Content-Disposition": disposition}
    )

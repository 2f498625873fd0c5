"""A collection as files to take away."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from collection.common.limits import limited
from collection.owning.exports import FORM_OF_ENDING, FORMS
from collection.owning.exports.holdings import holdings_of
from collection.owning.views.doors import members_only, shelf_context, shelf_or_404


@members_only
@require_safe
def export_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """The files there are of a collection."""
    shelf = shelf_or_404(request, public_id)
    context = shelf_context(shelf, forms=FORMS.values())
    return render(request, "owning/export.html", context)


@members_only
@require_safe
@limited("take_sheet")
def export_file(request: HttpRequest, public_id: str, ending: str) -> HttpResponse:
    """One of the files."""
    shelf = shelf_or_404(request, public_id)
    form = FORM_OF_ENDING.get(ending)
    if form is None:
        raise Http404
    content = form.render(holdings_of(shelf.collection))
    name = f"collection-{timezone.localdate().isoformat()}.{form.ending}"
    return HttpResponse(
        content,
        content_type=form.content_type,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )

"""Photos on the pages of figures: giving and taking back the consent, seeing, reporting."""

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from collection.common.limits import limited
from collection.common.people import person
from collection.owning.forms.showing import PhotoReportForm, SquareForm, middle_of
from collection.owning.models import Photo
from collection.owning.pieces import piece_of
from collection.owning.present.values import catalogue_url, holding_name, piece_url
from collection.owning.selectors import holdings
from collection.owning.selectors.shelves import Shelf
from collection.owning.selectors.showing import shown_photo
from collection.owning.services import showing
from collection.owning.views.doors import members_only, shelf_context, shelf_or_404


@members_only
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, public_id: str, photo_id: str) -> HttpResponse:
    """Choose a square of a photo and let everybody see it; only its collection's owner may."""
    shelf, photo = _own_photo(request, public_id, photo_id)
    [row] = holdings.holdings(shelf.collection, [piece_of(photo)])
    shown = getattr(photo, "shown", None)
    if row.figure is None or (shown and shown.is_taken_down):
        raise Http404
    first = {"credit": person(request.user), **middle_of(photo)}
    if shown:
        first = {name: getattr(shown, name) for name in ("left", "top", "side", "credit")}
    posted = request.POST if request.method == "POST" else None
    form = SquareForm(posted, initial=first, photo=photo)
    if form.is_bound and form.is_valid():
        showing.show_photo(
            photo=photo,
            actor=request.user,
            square=form.square(),
            credit=form.cleaned_data["credit"],
            now=timezone.now(),
        )
        messages.success(request, _("Everybody sees it on the figure’s page now."))
        return redirect(piece_url(shelf.collection, piece_of(photo)))
    context = shelf_context(
        shelf,
        photo=photo,
        shown=shown,
        form=form,
        name=holding_name(row),
        figure_url=catalogue_url(row),
        back=piece_url(shelf.collection, piece_of(photo)),
    )
    status = 422 if form.is_bound else 200
    return render(request, "owning/show_photo.html", context, status=status)


@members_only
@require_POST
def take_back(request: HttpRequest, public_id: str, photo_id: str) -> HttpResponse:
    """Show a photo no more, at once."""
    shelf, photo = _own_photo(request, public_id, photo_id)
    showing.take_back(photo=photo, actor=request.user)
    messages.success(request, _("Nobody else sees it any more."))
    return redirect(piece_url(shelf.collection, piece_of(photo)))


def _own_photo(request: HttpRequest, public_id: str, photo_id: str) -> tuple[Shelf, Photo]:
    shelf = shelf_or_404(request, public_id)
    photo = holdings.photo(shelf.collection, photo_id)
    if photo is None or not shelf.is_owner:
        raise Http404
    return shelf, photo


@cache_control(no_cache=True)
@require_safe
def picture(request: HttpRequest, shown_id: str) -> HttpResponseBase:
    """The square everybody sees, for as long as its owner lets them."""
    shown = shown_photo(shown_id, request.user)
    path = showing.shown_path(shown) if shown else None
    if path is None or not path.is_file():
        raise Http404
    response = FileResponse(path.open("rb"), content_type="image/webp")
    response["X-Content-Type-Options"] = "nosniff"
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("contribute", reading=False)
def report(request: HttpRequest, shown_id: str) -> HttpResponse:
    """What somebody has against a photo; it is hidden until a moderator has looked."""
    shown = shown_photo(shown_id)
    if shown is None:
        raise Http404
    form = PhotoReportForm(request.POST if request.method == "POST" else None)
    back = reverse("collection:figure", args=[piece_of(shown.photo).catalogue_id])
    if form.is_bound and form.is_valid():
        by = request.user if request.user.is_authenticated else None
        showing.report(shown=shown, by=by, now=timezone.now(), **form.cleaned_data)
        messages.success(request, _("Thank you. Somebody will look at it."))
        return redirect(back)
    context = {"shown": shown, "form": form, "back": back}
    status = 422 if form.is_bound else 200
    return render(request, "owning/report_photo.html", context, status=status)

"""Photos of pieces: adding, removing, and showing them to those who may see the collection."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from collection.catalogue import game
from collection.catalogue.pieces import Piece, find_piece
from collection.common.limits import limited
from collection.owning.models import Collection
from collection.owning.pieces import piece_of
from collection.owning.present.values import piece_url
from collection.owning.selectors import holdings
from collection.owning.services import photos
from collection.owning.services.changes import NotAllowed
from collection.owning.views.doors import members_only, shelf_or_404


@members_only
@require_POST
@limited("photo")
def add(request: HttpRequest, public_id: str, printed: str) -> HttpResponse:
    """Keep a photo of a piece."""
    shelf = shelf_or_404(request, public_id)
    piece = find_piece(game.catalogued(request), printed, request.GET.get("variant", ""))
    if piece is None:
        raise Http404
    copy_id = request.POST.get("copy", "")[:12]
    here = _place(shelf.collection, piece, copy_id)
    file = request.FILES.get("photo")
    if file is None or file.file is None:
        messages.error(request, _("Choose a picture first."))
        return redirect(here)
    try:
        photos.add_photo(
            collection=shelf.collection,
            actor=request.user,
            piece=piece,
            file=file.file,
            now=timezone.now(),
            copy_id=copy_id,
        )
    except NotAllowed as error:
        raise PermissionDenied from error
    except photos.NoSuchCopy as error:
        raise Http404 from error
    except photos.BadPhoto:
        messages.error(request, _("This is no picture that can be read: take JPEG, PNG or WebP."))
    except photos.PhotoTooLarge:
        said = _("This picture is too large: at most %(mb)s MB and %(pixels)s million pixels.")
        told = {
            "mb": photos.LARGEST_FILE // 1_000_000,
            "pixels": photos.MOST_PIXELS // 1_000_000,
        }
        messages.error(request, said % told)
    except photos.TooManyPhotos as full:
        messages.error(request, str(full))
    else:
        messages.success(request, _("The photo is kept."))
    return redirect(here)


@members_only
@require_POST
def remove(request: HttpRequest, public_id: str, photo_id: str) -> HttpResponse:
    """Delete a photo."""
    shelf = shelf_or_404(request, public_id)
    photo = holdings.photo(shelf.collection, photo_id)
    if photo is None:
        raise Http404
    here = _place(shelf.collection, piece_of(photo), photo.copy_id)
    try:
        photos.remove_photo(collection=shelf.collection, actor=request.user, public_id=photo_id)
    except NotAllowed as error:
        raise PermissionDenied from error
    messages.success(request, _("The photo is gone."))
    return redirect(here)


def _place(collection: Collection, piece: Piece, copy_id: str) -> str:
    """Where a photo of a piece, or of one copy of it, is shown."""
    here = piece_url(collection, piece)
    return f"{here}#copy-{copy_id}" if copy_id else here


@cache_control(private=True, max_age=86_400, immutable=True)
@require_safe
def show(request: HttpRequest, public_id: str, photo_id: str, size: str) -> HttpResponseBase:
    """A photo in one of its sizes, to whoever may see its collection."""
    if not request.user.is_authenticated or size not in photos.SIZES:
        raise Http404
    shelf = shelf_or_404(request, public_id)
    photo = holdings.photo(shelf.collection, photo_id)
    path = photos.photo_path(photo, size) if photo else None
    if path is None or not path.is_file():
        raise Http404
    response = FileResponse(path.open("rb"), content_type="image/webp")
    response["X-Content-Type-Options"] = "nosniff"
    return response

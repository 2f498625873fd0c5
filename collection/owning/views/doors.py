"""Who comes to the pages of collections: members only, and only to what they may see."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from collection.common.ways_back import is_page_of_ours
from collection.owning.selectors.shelves import Shelf, find_shelf

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

LOCKED = gettext_lazy("The collection is locked. Open it before you change anything.")
KEPT = "typed_before_signing_in"
LONGEST_KEPT = 20_000


def members_only(view: View[P]) -> View[P]:
    """A page nobody else's cache may keep; guests sign in first and find again what they typed."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        if request.method == "POST" and len(request.POST.urlencode()) <= LONGEST_KEPT:
            request.session[KEPT] = {"path": request.path, "typed": request.POST.urlencode()}
        sign_in = reverse("account_login")
        return redirect(f"{sign_in}?{urlencode({'next': request.get_full_path()})}")

    return never_cache(guarded)


def typed_before(request: HttpRequest) -> QueryDict | None:
    """What a person sent to this page before signing in; told once."""
    kept = request.session.get(KEPT)
    if not kept or kept["path"] != request.path:
        return None
    del request.session[KEPT]
    messages.warning(request, _("Not saved yet: this is what you typed before signing in."))
    return QueryDict(kept["typed"])


def shelf_or_404(request: HttpRequest, public_id: str) -> Shelf:
    """The collection of an address, for whoever may see it."""
    found = find_shelf(request.user, public_id)
    if found is None:
        raise Http404
    return found


def safe_way_back(request: HttpRequest, otherwise: str) -> str:
    """The page of this site a form was sent from, if it says so."""
    back = request.POST.get("back", "")
    return back if is_page_of_ours(back) else otherwise


def shelf_context(shelf: Shelf, /, **more: Any) -> dict[str, Any]:
    """What every page of a collection shows."""
    return {
        "shelf": shelf,
        "collection": shelf.collection,
        "may_change": shelf.may_edit and not shelf.collection.locked,
        **more,
    }

"""What a collection wants and would trade: its owner's page, and the page its link opens."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.clubs.models import Partners
from armybuilder.clubs.present.lists import as_text, csv_of, lines_of
from armybuilder.clubs.selectors.lists import behind, lists_of, trade_list
from armybuilder.clubs.services import lists
from collection.common.limits import limited
from collection.common.people import person
from collection.owning.models import Collection
from collection.owning.services.changes import NotAllowed
from collection.owning.views.doors import members_only, shelf_context, shelf_or_404

ENDINGS = {"txt": "text/plain; charset=utf-8", "csv": "text/csv; charset=utf-8"}


@members_only
@require_safe
def own_lists(request: HttpRequest, public_id: str) -> HttpResponse:
    """The lists of a collection; its owner says here who else sees them."""
    shelf = shelf_or_404(request, public_id)
    shown = trade_list(shelf.collection)
    link = _link(request, shown.token) if shelf.is_owner and shown.token else ""
    context = shelf_context(
        shelf,
        link=link,
        token=shown.token if link else "",
        partners=shown.partners,
        choices=Partners.choices,
        **lines_of(lists_of(shelf.collection)),
    )
    return render(request, "clubs/trading/own_lists.html", context)


@members_only
@require_POST
def set_link(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give the lists a new link, or take it away."""
    shelf = shelf_or_404(request, public_id)
    on = "on" in request.POST
    try:
        lists.set_link(collection=shelf.collection, actor=request.user, on=on)
    except NotAllowed as error:
        raise Http404 from error
    said = _("Whoever has the link sees the lists now.") if on else _("The link opens nothing now.")
    messages.success(request, said)
    return redirect("collection:own_lists", public_id)


@members_only
@require_POST
def set_partners(request: HttpRequest, public_id: str) -> HttpResponse:
    """Say with whom a collection is matched."""
    shelf = shelf_or_404(request, public_id)
    partners = request.POST.get("partners", "")
    if partners not in Partners.values:
        raise Http404
    try:
        lists.set_partners(collection=shelf.collection, actor=request.user, partners=partners)
    except NotAllowed as error:
        raise Http404 from error
    messages.success(request, _("Saved."))
    return redirect("collection:own_lists", public_id)


@never_cache
@require_safe
@limited("browse")
def shared_lists(request: HttpRequest, token: str) -> HttpResponse:
    """What a link opens: wants and offers with amounts, nothing else of the collection."""
    collection = _behind(token)
    owner = collection.owner
    context = {
        "owner": person(owner),
        "reported": owner.pk if owner.shown_name and owner != request.user else None,
        "token": token,
        **lines_of(lists_of(collection)),
    }
    return render(request, "clubs/trading/shared_lists.html", context)


@never_cache
@require_safe
@limited("take_sheet")
def shared_file(request: HttpRequest, token: str, ending: str) -> HttpResponse:
    """The lists of a link as text or CSV."""
    collection = _behind(token)
    if ending not in ENDINGS:
        raise Http404
    if ending == "txt":
        lines = lines_of(lists_of(collection))
        content = as_text(
            (_("Wanted"), lines["wanted"]), (_("For trade"), lines["for_trade"])
        ).encode()
    else:
        content = csv_of(lists_of(collection))
    return HttpResponse(
        content,
        content_type=ENDINGS[ending],
        headers={"Content-Disposition": f'attachment; filename="wish-and-trade.{ending}"'},
    )


def _behind(token: str) -> Collection:
    found = behind(token)
    if found is None:
        raise Http404
    return found


def _link(request: HttpRequest, token: str) -> str:
    return request.build_absolute_uri(reverse("collection:shared_lists", args=[token]))

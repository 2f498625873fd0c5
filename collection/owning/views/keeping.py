"""One more or one fewer of a piece, or one wanted, from wherever the catalogue names it."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from django_htmx.http import trigger_client_event

from collection.catalogue import game, selectors
from collection.catalogue.models import Card, Figure
from collection.catalogue.pieces import Piece
from collection.common.answers import htmx_of
from collection.common.limits import limited
from collection.common.quotas import full
from collection.owning import edits
from collection.owning.models import Change, Collection
from collection.owning.present.keeping import kept_lines
from collection.owning.selectors.keeping import Kept, kept_of, piece_of_record
from collection.owning.services import changes, collections
from collection.owning.states import HoldingState
from collection.owning.views.doors import LOCKED, safe_way_back

Make = Callable[[HoldingState], HoldingState]

#: What one press may change: the number owned, or whether a piece is wanted at all.
STEPS: Mapping[tuple[str, str], Make] = {
    ("by", "1"): partial(edits.add, count=1),
    ("by", "-1"): partial(edits.add, count=-1),
    ("want", "1"): edits.want,
    ("want", "0"): partial(edits.set_amounts, wanted=0),
}


def keeping(request: HttpRequest, record: Figure | Card, also: str = "") -> dict[str, Any]:
    """What pages show of a piece in its reader's collections, the one called `also` first; three
    queries, none for guests."""
    here = htmx_of(request).current_url_abs_path or request.get_full_path()
    item = record.catalogue_id
    if not request.user.is_authenticated:
        sign_in = f"{reverse('account_login')}?{urlencode({'next': here})}"
        return {"sign_in": sign_in, "item": item}
    return {
        "kept": kept_lines(record, kept_of(request.user, record, also)),
        "may_begin": piece_of_record(record) is not None,
        "item": item,
        "back": here,
    }


@never_cache
@require_POST
@limited("keypad", reading=False)
def step(request: HttpRequest, item: str) -> HttpResponse:
    """One more or one fewer of a piece in one's collection, or one wanted there; the first press
    begins a collection."""
    system = game.catalogued(request)
    record = selectors.find_figure(system, item) or selectors.find_card(system, item)
    pressed = (make for (name, said), make in STEPS.items() if request.POST.get(name) == said)
    make = next(pressed, None)
    if record is None or make is None:
        raise Http404
    back = safe_way_back(request, reverse("collection:catalogue"))
    if not request.user.is_authenticated:
        return redirect(f"{reverse('account_login')}?{urlencode({'next': back})}")
    problem = _stepped(request, record, make)
    if not htmx_of(request):
        if problem:
            messages.error(request, problem)
        return redirect(back)
    counted = kept_of(request.user, record, request.POST.get("collection", ""))
    told = {"item": record.catalogue_id, "owned": _owned(request, counted), "problem": problem}
    return trigger_client_event(HttpResponse(status=204), "owned", told)


def _stepped(request: HttpRequest, record: Figure | Card, make: Make) -> str:
    """Make the change; what is in the way, in a sentence, or ""."""
    piece = piece_of_record(record)
    collection = _collection(request)
    if piece is None or collection is None:
        raise Http404
    _change, problem = stepped(request, collection, piece, make)
    return problem


def stepped(
    request: HttpRequest, collection: Collection, piece: Piece, make: Make
) -> tuple[Change | None, str]:
    """Change one piece: the change, None where nothing changes, and what is in the way, in a
    sentence, or "".

    Raises Http404 where the reader may not change the collection.
    """
    edit = changes.Edit(piece, make)
    try:
        made = changes.apply(
            collection=collection, actor=request.user, edits=[edit], now=timezone.now()
        )
    except changes.NotAllowed as error:
        raise Http404 from error
    except changes.Locked:
        return None, str(LOCKED)
    except changes.TooManyPieces:
        return None, full("pieces")
    except changes.EditsRefused as refused:
        return None, refused.refused[0].reason
    return made, ""


def _collection(request: HttpRequest) -> Collection | None:
    """The collection that was named; a person's first where none was."""
    mine = Collection.objects.editable_by(request.user)
    if named := request.POST.get("collection", ""):
        return mine.filter(public_id=named).first()
    own = Collection.objects.owned_by(request.user).first()
    return own or collections.create_collection(
        owner=request.user, name=_("My collection"), currency=_("EUR")
    )


def _owned(request: HttpRequest, kept: list[Kept]) -> dict[str, int]:
    """How many each collection has, and "" all of one's own together."""
    own = sum(each.amounts.owned for each in kept if each.collection.owner_id == request.user.pk)
    return {"": own} | {each.collection.public_id: each.amounts.owned for each in kept}

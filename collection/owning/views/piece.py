"""One piece of a collection: its amounts, its copies, what is lent, its photos and its history."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from collection.catalogue import game
from collection.catalogue.pieces import Piece, find_piece
from collection.catalogue.present.figure_views import figure_view
from collection.common.answers import address
from collection.common.language import Words
from collection.common.quotas import full
from collection.owning import store
from collection.owning.copy_fields import COPY_FIELDS
from collection.owning.forms.copies import (
    EDIT_FORMS,
    AddForm,
    AmountsForm,
    ApartForm,
    CopyForm,
    EditForm,
    LendForm,
    RemoveForm,
    ReturnForm,
    SayForm,
)
from collection.owning.models import Photo
from collection.owning.present.change_words import ChangeValue, change_value
from collection.owning.present.copies import copy_facts, copy_title
from collection.owning.present.values import (
    catalogue_url,
    holding_kind,
    holding_name,
    is_named,
    piece_url,
)
from collection.owning.selectors import holdings
from collection.owning.selectors.history import lines_of_piece
from collection.owning.selectors.loans import borrowers_and_places
from collection.owning.selectors.shelves import Shelf
from collection.owning.services import changes
from collection.owning.states import CopyState, HoldingState, LoanState
from collection.owning.views.doors import (
    LOCKED,
    members_only,
    safe_way_back,
    shelf_context,
    shelf_or_404,
    typed_before,
)

CHANGES_SHOWN = 10
CURRENCIES = ("EUR", "PLN", "USD", "GBP", "CZK", "CHF")


@dataclass(frozen=True)
class CopyValue:
    """One copy with its forms; `loan` is the one that has not ended."""

    id: str
    place_in_list: int
    state: CopyState
    title: tuple[Words, ...]
    facts: tuple[tuple[Words, Words], ...]
    loan: LoanState | None
    late: bool
    ended: tuple[LoanState, ...]
    photos: tuple[Photo, ...]
    form: EditForm
    remove: EditForm
    lend: EditForm
    take_back: EditForm


@members_only
@require_http_methods(["GET", "HEAD", "POST"])
def piece_page(request: HttpRequest, public_id: str, printed: str) -> HttpResponse:
    """A piece and, posted, one edit of it."""
    shelf = shelf_or_404(request, public_id)
    piece = find_piece(game.catalogued(request), printed, request.GET.get("variant", ""))
    if piece is None:
        raise Http404
    if request.method == "POST":
        return _edit(request, shelf, piece)
    return _page(request, shelf, piece, _sent_form(shelf, typed_before(request)))


def _sent_form(shelf: Shelf, sent: QueryDict | None) -> EditForm | None:
    """The form somebody sent, with what they typed."""
    if sent is None:
        return None
    kind = EDIT_FORMS.get(sent.get("action", ""))
    if kind is None:
        raise Http404
    copy_id = sent.get("copy", "")[:12]
    if kind is CopyForm:
        return CopyForm(sent, copy_id=copy_id, usual_currency=shelf.collection.currency)
    return kind(sent, copy_id=copy_id)


def _edit(request: HttpRequest, shelf: Shelf, piece: Piece) -> HttpResponse:
    form = _sent_form(shelf, request.POST)
    assert form is not None  # noqa: S101 - a POST always sends one
    if not form.is_valid():
        return _page(request, shelf, piece, form, status=422)
    edit = changes.Edit(piece, form.make(), form.cleaned_data.get("seen"))
    try:
        change = changes.apply(
            collection=shelf.collection, actor=request.user, edits=[edit], now=timezone.now()
        )
    except changes.NotAllowed as error:
        raise PermissionDenied from error
    except changes.Locked:
        form.add_error(None, LOCKED)
        return _page(request, shelf, piece, form, status=409)
    except changes.TooManyPieces:
        form.add_error(None, full("pieces"))
        return _page(request, shelf, piece, form, status=409)
    except changes.EditsRefused as refused:
        form.add_error(None, refused.refused[0].reason)
        return _page(request, shelf, piece, form, status=422)
    except changes.Stale as stale:
        seen, held = form.cleaned_data["seen"], stale.held[piece]
        form.meet(_facts(held.state, form), held.version)
        return _page(request, shelf, piece, form, status=409, changed_since=seen)
    if change:
        messages.success(request, _("Saved."))
    return redirect(safe_way_back(request, piece_url(shelf.collection, piece)))


def _page(
    request: HttpRequest,
    shelf: Shelf,
    piece: Piece,
    sent: EditForm | None,
    *,
    status: int = 200,
    changed_since: int | None = None,
) -> HttpResponse:
    held = store.read(shelf.collection, [piece]).get(piece, store.NOT_HELD)
    [row] = holdings.holdings(shelf.collection, [piece])
    lines = lines_of_piece(shelf.collection, piece, CHANGES_SHOWN)
    told = [change_value(shelf, line.change, [line], {}) for line in lines]
    photos = holdings.photos(shelf.collection, piece)
    borrowers, places = borrowers_and_places(shelf.collection)
    unit = game.catalogue(piece.system).unit(piece.catalogue_id) if row.figure else None
    context = shelf_context(
        shelf,
        piece=piece,
        here=piece_url(shelf.collection, piece),
        photo_url=address(
            reverse("collection:add_photo", args=[shelf.collection.public_id, piece.catalogue_id]),
            {"variant": piece.variant},
        ),
        name=holding_name(row),
        is_named=is_named(row),
        kind=holding_kind(row),
        figure=row.figure,
        view=figure_view(unit) if unit else None,
        catalogue_url=catalogue_url(row),
        state=held.state,
        free=held.state.owned - held.state.lent,
        points=row.figure.points * held.state.owned if row.figure and row.figure.points else None,
        prices=held.state.paid,
        copies=_copies(shelf, held, sent, photos),
        **_forms(shelf, held, sent),
        sent=sent,
        changes=told,
        since=_since(told, changed_since),
        photos=[photo for photo in photos if photo.copy_id not in held.state.copies],
        places=places,
        borrowers=borrowers,
        currencies=CURRENCIES,
    )
    return render(request, "owning/piece.html", context, status=status)


def _since(told: list[ChangeValue], seen: int | None) -> list[ChangeValue]:
    """What changed after a version."""
    return [] if seen is None else [change for change in told if change.number > seen]


def _forms(shelf: Shelf, held: store.Held, sent: EditForm | None) -> dict[str, EditForm]:
    """The forms of the whole piece; the one that was sent is shown as it was typed."""
    state, first = held.state, {"seen": held.version}
    usual = shelf.collection.currency
    forms: dict[str, EditForm] = {
        "amounts_form": AmountsForm(initial=first | _amounts_of(state)),
        "say_form": SayForm(initial=first | _said_of(state)),
        "apart_form": ApartForm(initial=first),
        "add_form": CopyForm(initial=first, usual_currency=usual),
        "lend_form": LendForm(initial=first | {"since": timezone.localdate()}),
    }
    if isinstance(sent, CopyForm) and sent.copy_id not in state.copies:
        forms["add_form"] = CopyForm(sent.data, usual_currency=usual)
    elif sent and not sent.copy_id and not isinstance(sent, AddForm):
        forms[f"{sent.action}_form"] = sent
    return forms


def _facts(state: HoldingState, form: EditForm) -> dict[str, Any]:
    """What is there now of what a form speaks of."""
    if isinstance(form, AmountsForm):
        return _amounts_of(state)
    if isinstance(form, SayForm):
        return _said_of(state)
    copy = state.copies.get(form.copy_id)
    return _said_of_copy(copy) if copy else {}


def _amounts_of(state: HoldingState) -> dict[str, int]:
    return {"owned": state.owned, "wanted": state.wanted, "for_trade": state.for_trade}


def _said_of(state: HoldingState) -> dict[str, Any]:
    return {"name": state.name, "kind": state.kind, "notes": state.notes, "tags": state.tags}


def _copies(
    shelf: Shelf, held: store.Held, sent: EditForm | None, photos: list[Photo]
) -> list[CopyValue]:
    today, first = timezone.localdate(), {"seen": held.version}

    def form(kind: type[EditForm], copy_id: str, **begins: Any) -> EditForm:
        if sent and sent.copy_id == copy_id and isinstance(sent, kind):
            return sent
        return kind(copy_id=copy_id, initial=first | begins)

    return [
        CopyValue(
            copy_id,
            place,
            copy,
            copy_title(copy),
            copy_facts(copy),
            copy.loan,
            bool(copy.loan and copy.loan.until and copy.loan.until < today),
            tuple(loan for loan in copy.loans.values() if loan.returned),
            tuple(photo for photo in photos if photo.copy_id == copy_id),
            form(CopyForm, copy_id, **_said_of_copy(copy)),
            form(RemoveForm, copy_id),
            form(LendForm, copy_id, since=today),
            form(ReturnForm, copy_id, on=today),
        )
        for place, (copy_id, copy) in enumerate(held.state.copies.items(), 1)
    ]


def _said_of_copy(copy: CopyState) -> dict[str, Any]:
    return {name: getattr(copy, name) for name in COPY_FIELDS}

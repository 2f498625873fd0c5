"""The pieces of a collection: found like the catalogue's figures, and their amounts in a sheet."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from collection.catalogue import game
from collection.catalogue import selectors as catalogue
from collection.catalogue.pieces import Piece, find_piece
from collection.catalogue.present.facets import chip
from collection.catalogue.present.rows import in_order, piece_columns
from collection.catalogue.selectors import FigureFilter
from collection.common.answers import address, answer
from collection.common.limits import limited
from collection.owning.forms.copies import AmountsForm, CountColumn
from collection.owning.forms.search import HoldingSearchForm
from collection.owning.models import Holding
from collection.owning.pieces import piece_named, piece_of
from collection.owning.present.change_words import change_value
from collection.owning.present.keypad_values import box_values
from collection.owning.present.values import (
    PieceValue,
    holding_table,
    piece_url,
    piece_value,
)
from collection.owning.selectors.history import newest_change
from collection.owning.selectors.holdings import (
    ORDERS,
    PAGE_LENGTH,
    amounts_of_rows,
    figures_in,
    find_holdings,
    holdings,
    places,
    totals,
)
from collection.owning.selectors.shelves import Shelf
from collection.owning.services import changes
from collection.owning.store import Held
from collection.owning.views.doors import (
    LOCKED,
    members_only,
    shelf_context,
    shelf_or_404,
    typed_before,
)


@members_only
@require_safe
@limited("browse")
def piece_list(request: HttpRequest, public_id: str) -> HttpResponse:
    """The pieces of a collection found by words, terms and facets; all of it in the address."""
    shelf = shelf_or_404(request, public_id)
    form = _form(request)
    wanted, chosen = form.holdings(), form.chosen()
    after = _after(request)
    found = find_holdings(shelf.collection, wanted, after)
    here = reverse("collection:pieces", args=[public_id])
    columns = in_order(piece_columns(form.shown_columns), ORDERS, chosen, here)
    newest = newest_change(shelf.collection)
    context = shelf_context(
        shelf,
        here=here,
        form=form,
        found=found,
        totals=totals(shelf.collection),
        facets=form.facets(_facet_counts(game.catalogued(request), shelf, form)),
        understood=[
            chip(each.words, address(here, each.without), each.facet, each.value)
            for each in form.narrowed_by()
        ],
        tabular=form.tabular,
        pictures_url=address(here, {**chosen, "view": "pictures"}),
        table_url=address(here, {**chosen, "view": ""}),
        problems=form.problems,
        boxes=[] if found.rows or chosen else box_values(game.catalogued(request)),
        places=places(shelf.collection),
        table=holding_table(
            shelf.collection, found.rows, found.amounts, columns, with_pictures=not form.tabular
        ),
        newest=change_value(shelf, newest, [], {}) if newest else None,
        amounts_url=address(
            reverse("collection:amounts", args=[public_id]),
            {**chosen, "after": request.GET.get("after", "")},
        ),
        more_url=address(here, {**chosen, "after": found.next_after}) if found.next_after else "",
        first_url=address(here, chosen) if after else "",
    )
    shown_at = address(here, {**chosen, "after": request.GET.get("after", "")})
    page, part = "owning/pieces.html", "owning/piece_results.html"
    return answer(request, page, part, context, shown_at)


def _form(request: HttpRequest) -> HoldingSearchForm:
    system = game.catalogued(request)
    return HoldingSearchForm(request.GET, catalogue.sets(system), catalogue.factions(system))


def _after(request: HttpRequest) -> Piece | None:
    return piece_named(game.catalogued(request), request.GET.get("after", ""))


def _facet_counts(
    system: str, shelf: Shelf, form: HoldingSearchForm
) -> Mapping[str, Mapping[str, int]]:
    """How many of the collection's figures each value of each facet would leave."""
    wanted = form.understood()
    mine = figures_in(shelf.collection)
    return catalogue.count_facets(system, FigureFilter(wanted.condition & mine, wanted.chosen))


@members_only
@require_safe
def find(request: HttpRequest, public_id: str) -> HttpResponse:
    """The page of the piece whose number somebody typed, owned or not yet."""
    shelf = shelf_or_404(request, public_id)
    typed = request.GET.get("number", "").strip()
    piece = find_piece(game.catalogued(request), typed.replace(" ", "-", 1))
    if piece is None:
        messages.error(
            request,
            _("“%(typed)s” is no set and number. Write them like AOD-033.") % {"typed": typed[:40]},
        )
        return redirect("collection:pieces", public_id)
    return redirect(piece_url(shelf.collection, piece))


# --- The sheet of amounts -------------------------------------------------------------------


@dataclass(frozen=True)
class AmountLine:
    """One piece of the sheet with its amounts; `form` is what was typed over them, if anything was
    sent."""

    key: str
    prefix: str
    version: int
    piece: Piece
    shown: PieceValue
    amounts: tuple[tuple[CountColumn, str], ...]
    form: AmountsForm | None


@members_only
@require_http_methods(["GET", "HEAD", "POST"])
def amounts(request: HttpRequest, public_id: str) -> HttpResponse:
    """A page of the list with its amounts to be typed over; saved as one change."""
    shelf = shelf_or_404(request, public_id)
    if request.method != "POST":
        found = find_holdings(shelf.collection, _form(request).holdings(), _after(request))
        return _sheet(request, shelf, _lines(found.rows, typed_before(request)))
    system = game.catalogued(request)
    named = (piece_named(system, text) for text in request.POST.getlist("piece"))
    pieces = dict.fromkeys(piece for piece in named if piece)
    if len(pieces) > PAGE_LENGTH:
        raise SuspiciousOperation("more lines than a sheet has")
    lines = _lines(holdings(shelf.collection, pieces), request.POST)
    typed = {line.piece: line.form for line in lines if line.form and line.form.has_changed()}
    if not all(form.is_valid() for form in typed.values()):
        return _sheet(request, shelf, lines, status=422)
    if status := _save_amounts(request, shelf, typed):
        return _sheet(request, shelf, lines, status=status)
    here = reverse("collection:pieces", args=[public_id])
    return redirect(address(here, request.GET.dict()))


def _lines(rows: list[Holding], typed: Any = None) -> list[AmountLine]:
    lines, held, columns = [], amounts_of_rows(rows), AmountsForm.columns()
    for row in rows:
        piece = piece_of(row)
        prefix = str(piece).replace(" ", "_")
        now = {column.name: getattr(held[piece], column.name) for column in columns}
        form = None
        if typed and f"{prefix}-seen" in typed:
            form = AmountsForm(typed, prefix=prefix, initial={"seen": row.version, **now})
        amounts = tuple((column, str(now[column.name])) for column in columns)
        shown = piece_value(row)
        lines.append(AmountLine(str(piece), prefix, row.version, piece, shown, amounts, form))
    return lines


def _save_amounts(request: HttpRequest, shelf: Shelf, typed: dict[Piece, AmountsForm]) -> int:
    """Save what was typed; 0, or the status to answer with where something is in the way."""
    made = [
        changes.Edit(piece, form.make(), form.cleaned_data["seen"]) for piece, form in typed.items()
    ]
    try:
        change = changes.apply(
            collection=shelf.collection, actor=request.user, edits=made, now=timezone.now()
        )
    except changes.Locked:
        messages.error(request, LOCKED)
        return 409
    except changes.NotAllowed as error:
        raise PermissionDenied from error
    except changes.Stale as stale:
        for piece, form in typed.items():
            if piece in stale.held:
                _tell_both(form, stale.held[piece])
        return 409
    except changes.EditsRefused as refused:
        forms = list(typed.values())
        for each in refused.refused:
            forms[each.index].add_error(None, each.reason)
        return 400
    if change:
        said = ngettext("%(count)s piece changed.", "%(count)s pieces changed.", change.pieces)
        messages.success(request, said % {"count": change.pieces})
    return 0


def _tell_both(form: AmountsForm, held: Held) -> None:
    """Say what is there now beside what was typed, and let the next saving choose."""
    state = held.state
    form.meet(
        {"owned": state.owned, "wanted": state.wanted, "for_trade": state.for_trade}, held.version
    )
    said = _(
        "Changed meanwhile: owned %(owned)s, wanted %(wanted)s, for trade %(for_trade)s."
        " Choose what to keep and save again."
    )
    form.add_error(
        None,
        said % {"owned": state.owned, "wanted": state.wanted, "for_trade": state.for_trade},
    )


def _sheet(
    request: HttpRequest, shelf: Shelf, lines: list[AmountLine], status: int = 200
) -> HttpResponse:
    here = reverse("collection:pieces", args=[shelf.collection.public_id])
    context = shelf_context(
        shelf, lines=lines, list_url=address(here, request.GET.dict()), here=request.get_full_path()
    )
    return render(request, "owning/amounts.html", context, status=status)

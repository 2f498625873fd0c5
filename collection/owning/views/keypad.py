"""Typing pieces into a collection, line after line."""

import re
import secrets
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from collection.catalogue import game
from collection.catalogue import selectors as catalogue
from collection.catalogue.finding.known import finder
from collection.catalogue.finding.typed import LONGEST_TYPED, only_a_set
from collection.catalogue.present.catalogue_words import own_name
from collection.common.answers import address, htmx_of
from collection.common.limits import limited
from collection.owning.forms.imports import ProductForm
from collection.owning.models import Collection
from collection.owning.models.keypad import LONGEST_KEY
from collection.owning.present.keypad_values import box_values, line_values
from collection.owning.present.trying import trial_of
from collection.owning.selectors import keypad as selectors
from collection.owning.selectors.shelves import Shelf
from collection.owning.services import keypad as services
from collection.owning.services.changes import Locked, NotAllowed
from collection.owning.services.keypad import Said
from collection.owning.views.doors import LOCKED, members_only, shelf_context
from collection.owning.views.imports import editable_shelf
from collection.owning.views.trying import said_in, trying

MOST_LINES_AT_ONCE = 50
KEY = re.compile(rf"[0-9A-Za-z-]{{8,{LONGEST_KEY}}}")
LAST_SET = "keypad_set"


@never_cache
@require_safe
def door(request: HttpRequest) -> HttpResponse:
    """The keypad of the person's only collection, or the choice of one; what is to be typed goes
    along. Guests type at once, and take it into a collection when they sign up."""
    if not request.user.is_authenticated:
        return trying(request)
    said = said_in(request)
    collections = list(Collection.objects.editable_by(request.user)[:2])
    line = trial_of(said, game.SYSTEM).in_one_line if len(said) > 1 else "".join(said)
    query = {"typed": line} if line else {}
    if not collections:
        return redirect(address(reverse("collection:collections"), {"to": "keypad", **query}))
    if len(collections) == 1:
        return redirect(_address(collections[0].public_id, query))
    choices = [
        (row, _address(row.public_id, query))
        for row in Collection.objects.editable_by(request.user)
    ]
    return render(request, "owning/keypad_door.html", {"choices": choices})


@members_only
@require_safe
def keypad(request: HttpRequest, public_id: str) -> HttpResponse:
    """The keypad with the session at hand; `typed` fills the field beforehand."""
    shelf = editable_shelf(request, public_id)
    return _page(request, shelf, typed=request.GET.get("typed", "")[:LONGEST_TYPED])


@members_only
@require_POST
@limited("keypad", reading=False)
def enter(request: HttpRequest, public_id: str) -> HttpResponse:
    """Add what was typed: one line of the form, or several that waited in the browser."""
    shelf = editable_shelf(request, public_id)
    lines = _lines(request)
    try:
        if "product" in request.POST:
            _enter_product(request, shelf, request.POST["product"])
        services.enter(
            collection=shelf.collection, actor=request.user, lines=lines, now=timezone.now()
        )
    except Locked:
        if htmx_of(request):
            return HttpResponse(LOCKED, status=423, content_type="text/plain; charset=utf-8")
        messages.error(request, LOCKED)
        typed = lines[-1].text if lines else ""
        return _page(request, shelf, typed=typed, status=423)
    except NotAllowed as error:
        raise Http404 from error
    return _answer(request, shelf)


@members_only
@require_POST
def take_back(request: HttpRequest, public_id: str) -> HttpResponse:
    """Undo a line, or the last one that did something; a line that did nothing goes away."""
    shelf = editable_shelf(request, public_id)
    collection = shelf.collection
    key = request.POST.get("key", "")
    if key:
        line = selectors.line(collection, request.user, key)
    else:
        line = selectors.last_change(collection, request.user)
    try:
        if line is None:
            messages.info(request, _("There is nothing to undo."))
        elif line.change is None:
            services.dismiss(line=line)
        elif not services.take_back(line=line, actor=request.user, now=timezone.now()):
            text = _("“%(line)s” cannot be undone: there are fewer of these by now.")
            messages.error(request, text % {"line": line.said})
    except Locked:
        messages.error(request, LOCKED)
    except NotAllowed as error:
        raise Http404 from error
    return _answer(request, shelf)


@members_only
@require_POST
def close(request: HttpRequest, public_id: str) -> HttpResponse:
    """End the session: its lines are put away, what they did stays."""
    shelf = editable_shelf(request, public_id)
    services.close_session(collection=shelf.collection, actor=request.user)
    return redirect("collection:pieces", public_id)


@members_only
@require_POST
def save_product(request: HttpRequest, public_id: str) -> HttpResponse:
    """Write down what is sold whole."""
    shelf = editable_shelf(request, public_id)
    form = ProductForm(request.POST)
    if form.is_valid():
        try:
            services.save_product(
                collection=shelf.collection, actor=request.user, **form.cleaned_data
            )
        except services.NothingInIt as nothing:
            form.add_error("content", str(nothing))
        except services.TooManyProducts:
            form.add_error(None, _("The collection keeps as many products as it may."))
        else:
            messages.success(request, _("Kept: %(name)s") % {"name": form.cleaned_data["name"]})
            return redirect("collection:keypad", public_id)
    return _page(request, shelf, product_form=form, status=422)


@members_only
@require_POST
def delete_product(request: HttpRequest, public_id: str, product_id: str) -> HttpResponse:
    """Forget a product."""
    shelf = editable_shelf(request, public_id)
    product = get_object_or_404(shelf.collection.products, public_id=product_id)
    services.delete_product(product=product, actor=request.user)
    return redirect("collection:keypad", public_id)


# --- What was sent --------------------------------------------------------------------------


def _lines(request: HttpRequest) -> list[Said]:
    """The lines of a request in their order; what names only a set is for the next ones."""
    known = finder(game.catalogued(request))
    texts, keys = request.POST.getlist("said"), request.POST.getlist("key")
    sets = request.POST.getlist("set")
    lines = []
    for text, key, said_set in list(zip(texts, keys, sets, strict=False))[:MOST_LINES_AT_ONCE]:
        set_code = known.set_code(said_set)
        if other := only_a_set(text, known):
            request.session[LAST_SET] = other
        elif text.strip():
            request.session[LAST_SET] = set_code
            given = key if KEY.fullmatch(key) else secrets.token_hex(16)
            lines.append(Said(given, text.replace("\0", "")[:LONGEST_TYPED], set_code))
    return lines


def _enter_product(request: HttpRequest, shelf: Shelf, product_id: str) -> None:
    box = next((box for box in box_values(game.catalogued(request)) if box.key == product_id), None)
    product = box or get_object_or_404(shelf.collection.products, public_id=product_id)
    services.enter_product(
        collection=shelf.collection,
        actor=request.user,
        name=product.name,
        content=product.content,
        key=secrets.token_hex(16),
        now=timezone.now(),
    )


# --- The page -------------------------------------------------------------------------------


def _address(public_id: str, query: dict[str, str]) -> str:
    address = reverse("collection:keypad", args=[public_id])
    return f"{address}?{urlencode(query)}" if query else address


def _answer(request: HttpRequest, shelf: Shelf) -> HttpResponse:
    """The session alone to the page's script, otherwise the way back to the page."""
    if htmx_of(request):
        return render(request, "owning/keypad_session.html", _session(request, shelf))
    return redirect("collection:keypad", shelf.collection.public_id)


def _session(request: HttpRequest, shelf: Shelf) -> dict[str, Any]:
    session = selectors.session(shelf.collection, request.user)
    lines = line_values(shelf.collection, session.lines)
    return shelf_context(shelf, session=session, lines=lines)


def _page(
    request: HttpRequest,
    shelf: Shelf,
    *,
    typed: str = "",
    product_form: ProductForm | None = None,
    status: int = 200,
) -> HttpResponse:
    system = game.catalogued(request)
    first_set = finder(system).first_set
    context = _session(request, shelf) | {
        "typed": typed,
        "longest": LONGEST_TYPED,
        "key": secrets.token_hex(16),
        "sets": [(row.code, own_name(row)) for row in catalogue.sets(system)],
        "set_code": request.session.get(LAST_SET, first_set),
        "products": selectors.products(shelf.collection),
        "boxes": box_values(system),
        "product_form": product_form or ProductForm(),
    }
    return render(request, "owning/keypad.html", context, status=status)

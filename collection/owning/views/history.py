"""The history of a collection: every change, and taking one back."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from collection.catalogue import game
from collection.common.answers import address
from collection.owning.models import Change
from collection.owning.present.change_words import change_value, piece_names
from collection.owning.selectors.history import (
    change_page,
    find_change,
    lines_of,
    lines_of_small,
)
from collection.owning.services import changes
from collection.owning.views.doors import (
    LOCKED,
    members_only,
    safe_way_back,
    shelf_context,
    shelf_or_404,
)

#: Changes of so few pieces are told whole in the list.
TOLD_WHOLE = 5


@members_only
@require_safe
def history(request: HttpRequest, public_id: str) -> HttpResponse:
    """Every change, the newest first."""
    shelf = shelf_or_404(request, public_id)
    before = _number(request, "before")
    page = change_page(shelf.collection, before)
    lines = lines_of_small(page.changes, TOLD_WHOLE)
    names = piece_names(game.catalogued(request))
    here = reverse("collection:history", args=[public_id])
    context = shelf_context(
        shelf,
        changes=[
            change_value(shelf, change, lines.get(change.pk, []), names) for change in page.changes
        ],
        more_url=address(here, {"before": page.next_before}) if page.next_before else "",
        first_url=here if before else "",
    )
    return render(request, "owning/history.html", context)


def _number(request: HttpRequest, name: str) -> int | None:
    """A number of the address, where there is one."""
    asked = request.GET.get(name, "")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 10 else None


@members_only
@require_safe
def change(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """One change with all it did."""
    shelf = shelf_or_404(request, public_id)
    found = find_change(shelf.collection, number)
    if found is None:
        raise Http404
    after = _number(request, "after") or 0
    value = change_value(
        shelf, found, lines_of(found, after), piece_names(game.catalogued(request))
    )
    here, last = reverse("collection:change", args=[public_id, number]), after + len(value.lines)
    context = shelf_context(
        shelf,
        change=value,
        first=after + 1,
        last=last,
        all=found.pieces,
        more_url=address(here, {"after": last}) if value.lines and last < found.pieces else "",
        first_url=here if after else "",
    )
    return render(request, "owning/change.html", context)


@members_only
@require_POST
def undo(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Take a change back whole, or say which later change stands in the way."""
    shelf = shelf_or_404(request, public_id)
    found = find_change(shelf.collection, number)
    if found is None:
        raise Http404
    if problem := undone(request, found):
        messages.error(request, problem)
    else:
        messages.success(request, _("Undone."))
    return redirect(safe_way_back(request, reverse("collection:history", args=[public_id])))


def undone(request: HttpRequest, change: Change) -> str:
    """Take a change back; what is in the way, in a sentence, or ""."""
    try:
        changes.undo(change=change, actor=request.user, now=timezone.now())
    except changes.NotAllowed as error:
        raise PermissionDenied from error
    except changes.Locked:
        return str(LOCKED)
    except changes.UndoneAlready:
        return _("This change is undone already.")
    except changes.InTheWay as blocked:
        said = _(
            "This cannot be undone: change %(number)s has changed %(piece)s since."
            " Undo that one first."
        )
        return said % {"number": blocked.later.number, "piece": blocked.piece}
    return ""

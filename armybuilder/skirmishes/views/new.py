"""A new game of any system from one of its ready-made starts."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.site.accounts.visitors import building_owner
from armybuilder.skirmishes.forms import SeatForm
from armybuilder.skirmishes.present.beginnings import OrderUnreadable, opened
from armybuilder.skirmishes.present.editions import title_of
from armybuilder.skirmishes.present.starts import Start, starts_of
from armybuilder.skirmishes.services import TooManySkirmishes, start_skirmish
from collection.common.limits import limited
from collection.common.quotas import full


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("begin_skirmish", reading=False)
def new_game(request: HttpRequest, system: str) -> HttpResponse:
    """The starts there are, and of the chosen one who plays which seat."""
    starts = starts_of(system)
    if not starts:
        raise Http404
    chosen = _chosen(starts, (request.POST or request.GET).get("start", ""))
    sent = request.POST if request.method == "POST" else None
    forms = seat_forms(chosen, sent)
    if sent is not None and are_valid(forms):
        return begin_game(request, system, chosen, forms) or redirect("skirmish_new", system)
    context: dict[str, Any] = {
        "system": system,
        "title": title_of(system),
        "starts": starts,
        "chosen": chosen,
        "forms": forms,
    }
    status = 200 if sent is None else 422
    return render(request, "skirmishes/new.html", context, status=status)


def _chosen(starts: tuple[Start, ...], name: str) -> Start:
    return next((start for start in starts if start.name == name), starts[0])


def seat_forms(start: Start, sent: Any) -> list[SeatForm]:
    """Who plays each seat of a start."""
    return [SeatForm(seat, start.commanders, sent) for seat in start.seats]


def are_valid(forms: list[SeatForm]) -> bool:
    """Whether all were filled in, each of them asked."""
    valid = [form.is_valid() for form in forms]
    return all(valid)


def begin_game(
    request: HttpRequest, system: str, start: Start, forms: list[SeatForm]
) -> HttpResponse | None:
    """Begin a game with those in the seats; None, with a message, where the rules take no such
    start."""
    try:
        skirmish = start_skirmish(
            owner=building_owner(request),
            title=start.title,
            opening=opened(system, start.document),
            seats={form.seat: form.who for form in forms},
        )
    except OrderUnreadable as error:
        messages.error(request, str(error))
        return None
    except TooManySkirmishes:
        messages.error(request, full("skirmishes"))
        return redirect("skirmishes")
    return redirect("skirmish", system, skirmish.public_id)

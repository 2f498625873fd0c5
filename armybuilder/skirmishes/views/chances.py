"""What became of a position that was played on many times."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.jobs.views.jobs import own_ask, shown
from armybuilder.skirmishes.chances import KIND
from armybuilder.skirmishes.present.chances import chances, so_far
from collection.common.limits import limited


@never_cache
@require_safe
@limited("browse")
def show_chances(request: HttpRequest, public_id: str) -> HttpResponse:
    """The chances of a position, as far as they are counted."""
    ask = own_ask(request, public_id, KIND)
    progress = shown(ask)
    notes = ask.notes
    found = ask.job.result or so_far(ask.job.done, ask.job.kept)
    context = {
        "ask": ask,
        "progress": progress,
        "chances": chances(found, notes["seats"], notes["sides"], _("nobody")),
        "commanders": ask.job.payload["commanders"],
    }
    return render(request, "skirmishes/chances.html", context)

"""Whom one has blocked, and taking it back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.site.accounts.visitors import owner_of
from armybuilder.site.blocks.selectors import blocks_of
from armybuilder.site.blocks.services import unblock
from collection.common.limits import limited
from collection.common.numbers import whole_number


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("play", reading=False)
def blocked_people(request: HttpRequest) -> HttpResponse:
    """Those whom somebody has nothing to do with, visitors' too."""
    owner = owner_of(request)
    if request.method == "POST":
        block_id = whole_number(request.POST.get("block", ""))
        if name := unblock(owner=owner, block_id=block_id) if block_id else "":
            messages.success(request, _("%(name)s is not blocked any more.") % {"name": name})
        return redirect("blocked_people")
    return render(request, "site/blocked_people.html", {"blocked": blocks_of(owner)})

"""Building a group from one's collection."""

import json

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.groups.fielding.stock import Stock
from armybuilder.groups.forms.building import BuildForm
from armybuilder.groups.present.building import Built, build
from armybuilder.groups.present.games import parse_document
from armybuilder.groups.present.groups import Unfit
from armybuilder.groups.selectors.fielding import stock_of
from armybuilder.groups.views.groups import create_or_complain
from armybuilder.site.models import User
from collection.common.answers import answer
from collection.common.limits import limited


@never_cache
@require_safe
@limited("build_group")
def build_page(request: HttpRequest) -> HttpResponse:
    """Say what the group shall be like, and see the best there are."""
    if not isinstance(request.user, User):
        return render(request, "groups/fielding/guest.html")
    asked = "build_total" in request.GET
    form = BuildForm(request.GET if asked else None)
    stock = stock_of(member=request.user)
    built = _built(form, stock) if asked and form.is_valid() else None
    context = {
        "form": form,
        "built": built,
        "proposals": [(each, json.dumps(each.document)) for each in built.proposals]
        if built
        else [],
        "owns": bool(+stock.owned()),
    }
    return answer(
        request,
        "groups/fielding/build.html",
        "groups/fielding/build_region.html",
        context,
        shown_at=request.get_full_path(),
    )


def _built(form: BuildForm, stock: Stock) -> Built:
    usable = stock if form.cleaned_data["leave_reserved"] else Stock(stock.held)
    return build(form.wishes, usable.free(), _("From my collection"))


@require_POST
def keep_built(request: HttpRequest) -> HttpResponse:
    """Keep a proposal as a new group and open it."""
    try:
        document = parse_document(request.POST.get("document", ""))
    except Unfit as error:
        messages.error(request, error.message)
        return redirect("build_group")
    group = create_or_complain(request, document)
    return redirect("group", group.public_id) if group else redirect("groups")

"""Building a group from one's collection."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.groups.fielding.exact import is_installed
from armybuilder.groups.fielding.stock import Stock
from armybuilder.groups.forms.building import BuildForm
from armybuilder.groups.present.building import Built, build
from armybuilder.groups.present.games import parse_document
from armybuilder.groups.present.groups import Unfit
from armybuilder.groups.proving import KIND, ask_to_prove, proved
from armybuilder.groups.selectors.fielding import stock_of
from armybuilder.groups.views.groups import create_or_complain
from armybuilder.jobs.services.asking import TooManyJobs
from armybuilder.jobs.views.jobs import own_ask, shown, too_many
from armybuilder.site.models import Owner, User
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
    return build(form.wishes, _free(form, stock), _("From my collection"))


def _free(form: BuildForm, stock: Stock) -> Mapping[str, int]:
    usable = stock if form.cleaned_data["leave_reserved"] else Stock(stock.held)
    return usable.free()


@require_POST
@limited("ask_for_job")
def prove_best(request: HttpRequest) -> HttpResponse:
    """Have the best there are found and proved, which takes the solver a while."""
    form = BuildForm(request.POST)
    if not isinstance(request.user, User) or not is_installed() or not form.is_valid():
        return redirect("build_group")
    try:
        ask = ask_to_prove(
            owner=Owner(request.user),
            wishes=form.wishes,
            free=_free(form, stock_of(member=request.user)),
            name=_("From my collection"),
        )
    except TooManyJobs:
        messages.error(request, too_many())
        return redirect("jobs")
    return redirect("groups_built", ask.public_id)


@never_cache
@require_safe
@limited("watch_job")
def built_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """How far the search for the best is; then what it found."""
    ask = own_ask(request, public_id, KIND)
    progress = shown(ask)
    built = proved(ask.job.payload, ask.job.result) if ask.job.result else None
    context = {"ask": ask, "progress": progress, "built": built, "is_there": bool(ask.job.result)}
    return render(request, "groups/fielding/built.html", context)


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

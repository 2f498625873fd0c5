"""One figure typed on a page of its own, with every fault at its place."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from collection.catalogue import game, selectors
from collection.catalogue.entering import selectors as entered
from collection.catalogue.entering.figure_form import FigureForm, StartForm, is_equipment, start_of
from collection.catalogue.entering.services import EntryRefused
from collection.catalogue.present.entered_values import is_editor, refusal
from collection.catalogue.views.contribute import propose
from collection.common.limits import limited


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limited("contribute", reading=False)
def enter_figure(request: HttpRequest) -> HttpResponse:
    """A form for the figure the address names; without one, a form that asks which."""
    system = game.catalogued(request)
    sets = selectors.sets(system)
    asked = StartForm(request.GET if "number" in request.GET else None, sets=sets)
    if not asked.is_valid():
        if not asked.is_bound:
            asked.initial = request.GET.dict()
        context = {"form": asked}
        return render(
            request, "catalogue/enter_start.html", context, status=422 if asked.is_bound else 200
        )
    set_code, number, sheet = (asked.cleaned_data[key] for key in ("set", "number", "type"))
    known = entered.known_figures(system, set_code).get(number)
    form = FigureForm(
        start=start_of(set_code, number, sheet, known),
        known=known,
        factions=selectors.factions(system),
        data=request.POST if request.method == "POST" else None,
    )
    if request.method != "POST" or not form.is_valid(system):
        return _page(request, form)
    try:
        sent = propose(request, [form.submitted()])
    except EntryRefused as refused:
        messages.error(request, refusal(refused.problems))
        return redirect("collection:queue")
    return redirect("collection:contribution", sent[0].public_id)


def _page(request: HttpRequest, form: FigureForm) -> HttpResponse:
    problems = form.problems if request.method == "POST" else []
    context = {
        "form": form,
        "figure_id": form.start.catalogue_id,
        "known": form.known,
        "problems": problems,
        "click_columns": form.columns("clicks"),
        "heat_columns": form.columns("heat"),
        "lists": [column for column in form.columns("clicks") if is_equipment(column)],
        "is_editor": is_editor(request.user),
    }
    return render(request, "catalogue/enter_figure.html", context, status=422 if problems else 200)

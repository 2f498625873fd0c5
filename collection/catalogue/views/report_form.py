"""“My figure says otherwise”."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from collection.catalogue import game, selectors
from collection.catalogue.entering import selectors as entered
from collection.catalogue.entering import services
from collection.catalogue.entering.forms import ReportForm
from collection.catalogue.entering.reportable import reportable
from collection.catalogue.present.reporting import face_of
from collection.common.limits import limited


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limited("contribute", reading=False)
def report_figure(request: HttpRequest, figure_id: str) -> HttpResponse:
    """Choose the value that differs from a figure somebody has, then say what it should be."""
    system = game.catalogued(request)
    record = entered.known_figure(system, figure_id)
    if record is None:
        raise Http404
    values = reportable(record, selectors.factions(system))
    form = ReportForm(
        request.POST if request.method == "POST" else None,
        initial={"value": request.GET.get("value", "")},
        values=values,
    )
    if form.is_bound and form.is_valid():
        services.report(
            system=system,
            figure=record["id"],
            value=form.reported(),
            how_sure=form.cleaned_data["how_sure"],
            note=form.cleaned_data["note"],
            by=request.user,
            now=timezone.now(),
        )
        messages.success(request, _("Thank you. An editor will look at it."))
        return redirect("collection:figure", record["id"])
    context = {
        "form": form,
        "record": record,
        "figure_id": record["id"],
        "face": face_of(values),
        "chosen_key": form["value"].value(),
    }
    status = 422 if form.is_bound else 200
    return render(request, "catalogue/report_form.html", context, status=status)

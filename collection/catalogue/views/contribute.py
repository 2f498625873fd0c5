"""Completing a set: the template, the filled file, what it would change, and sending it."""

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from collection.catalogue import game, selectors
from collection.catalogue.entering import selectors as entered
from collection.catalogue.entering import services
from collection.catalogue.entering.forms import SendForm, TemplateForm, UploadForm
from collection.catalogue.entering.previews import Preview, preview
from collection.catalogue.entering.template import write_template
from collection.catalogue.models import Contribution, ExpansionSet
from collection.catalogue.present.entered_values import is_editor, refusal
from collection.common.content_types import XLSX
from collection.common.limits import limited
from collection.common.tabular.limits import RefusedFile


@require_http_methods(["GET", "HEAD", "POST"])
@limited("contribute", reading=False)
def contribute(request: HttpRequest) -> HttpResponse:
    """How to complete a set; a filled template posted here is answered with its preview."""
    sets = selectors.sets(game.catalogued(request))
    chosen = {"set": request.GET.get("set", "")}
    template_form = TemplateForm(sets=sets, initial=chosen)
    if request.method != "POST":
        return _page(request, template_form, UploadForm(sets=sets, initial=chosen))
    if not request.user.is_authenticated:
        return redirect("account_login")
    form = UploadForm(request.POST, request.FILES, sets=sets)
    if not form.is_valid():
        return _page(request, template_form, form, status=422)
    own_set = next(s for s in sets if s.code == form.cleaned_data["set"])
    try:
        found = preview(
            own_set=own_set,
            rows=form.cleaned_data["file"],
            how_sure=form.cleaned_data["how_sure"],
            factions=selectors.factions(game.catalogued(request)),
        )
    except RefusedFile as bad:
        form.add_error("file", str(bad))
        return _page(request, template_form, form, status=422)
    return _preview(request, own_set, found)


def _page(
    request: HttpRequest, template_form: TemplateForm, form: UploadForm, status: int = 200
) -> HttpResponse:
    context = {"template_form": template_form, "form": form}
    return render(request, "catalogue/contribute.html", context, status=status)


def _preview(request: HttpRequest, own_set: ExpansionSet, found: Preview) -> HttpResponse:
    signed = SendForm.sign([figure.submitted for figure in found.planned], request.user)
    context = {
        "set": own_set,
        "preview": found,
        "signed": signed,
        "is_editor": is_editor(request.user),
    }
    return render(request, "catalogue/contribute_preview.html", context)


@require_GET
@limited("contribute")
def template(request: HttpRequest) -> HttpResponse:
    """The workbook of a set, empty or with what is known."""
    sets = selectors.sets(game.catalogued(request))
    form = TemplateForm(request.GET, sets=sets)
    if not form.is_valid():
        return _page(request, form, UploadForm(sets=sets), status=400)
    own_set = next(s for s in sets if s.code == form.cleaned_data["set"])
    with_known = form.cleaned_data["known"]
    known = entered.known_figures(own_set.system, own_set.code) if with_known else {}
    book = write_template(own_set, selectors.factions(game.catalogued(request)), known)
    name = f'attachment; filename="{own_set.code}.xlsx"'
    return HttpResponse(book, content_type=XLSX, headers={"Content-Disposition": name})


@require_POST
@login_required
@limited("contribute", reading=False)
def send(request: HttpRequest) -> HttpResponse:
    """Put the figures of a preview into the queue; an editor may accept them at once."""
    figures = SendForm(request.POST).submitted(request.user)
    if not figures:
        messages.error(request, _("Nothing was sent: upload the file once more."))
        return redirect("collection:contribute")
    try:
        propose(request, figures)
    except services.EntryRefused as refused:
        messages.error(request, refusal(refused.problems))
        return redirect("collection:queue")
    return redirect("collection:contributions")


def propose(request: HttpRequest, figures: Sequence[services.Submitted]) -> list[Contribution]:
    """Put figures into the queue, or accept them at once where an editor asks for that; tell so.

    Raises services.EntryRefused, the figures then wait in the queue.
    """
    now = timezone.now()
    sent = services.propose(
        system=game.catalogued(request), figures=figures, by=request.user, now=now
    )
    if "accept" in request.POST and is_editor(request.user):
        services.accept(
            system=game.catalogued(request), contributions=sent, by=request.user, now=now
        )
        told = ngettext(
            "%(count)s figure is in the catalogue now.",
            "%(count)s figures are in the catalogue now.",
            len(sent),
        )
    else:
        told = ngettext(
            "%(count)s figure sent; an editor will look at it.",
            "%(count)s figures sent; an editor will look at them.",
            len(sent),
        )
    messages.success(request, told % {"count": len(sent)})
    return sent

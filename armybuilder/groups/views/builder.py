"""The builder: one group, its verdict, and every change of it."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.groups.forms.armies import ARMY_EDITS
from armybuilder.groups.forms.edits import EDITS, ChangesForm, EditForm, sent_edit
from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present.armies import JudgedArmy
from armybuilder.groups.present.games import AnyJudged, judge_state, report
from armybuilder.groups.present.groups import Document, Unfit, is_army
from armybuilder.groups.present.verdicts import place_anchor
from armybuilder.groups.selectors.groups import revision_of
from armybuilder.groups.services.groups import (
    NothingToRedo,
    NothingToUndo,
    Saved,
    StaleVersion,
    accept_data,
    keep_data,
    redo,
    save_document,
    undo,
)
from armybuilder.groups.views.army_page import army_context
from armybuilder.groups.views.conflicts import settle
from armybuilder.groups.views.group_page import Fault, builder_context
from armybuilder.groups.views.groups import not_found_when_gone, own_group
from armybuilder.groups.views.page_state import PageState
from armybuilder.library.selectors import shelf_of
from armybuilder.site.accounts.visitors import owner_of
from collection.common.answers import htmx_of, wants_part
from collection.common.numbers import whole_number


@never_cache
@require_safe
def builder(request: HttpRequest, public_id: str) -> HttpResponse:
    """The whole page, or what htmx swaps of it."""
    group = own_group(request, public_id)
    if wants_part(request) and htmx_of(request).target == "proofs":
        said = report(judge_state(group))
        return render(request, "pieces/proofs.html", {"sections": said.sections})
    return _show(request, group)


@require_POST
@not_found_when_gone()
def edit(request: HttpRequest, public_id: str) -> HttpResponse:
    """Make one change; a refused one is shown where it was asked for, with what was typed."""
    group = own_group(request, public_id)
    sent = sent_edit(request.POST)
    edits = ARMY_EDITS if is_army(group.document) else EDITS
    form_class = edits.get(sent.get("action", "change"))
    version = whole_number(sent.get("version", ""))
    if form_class is None or version is None:
        return HttpResponseBadRequest()
    base = _document_at(group, version)
    form = form_class.posted(sent, base)
    if is_army(group.document):
        form.shelf = shelf_of(owner=owner_of(request), system=group.system)
    try:
        document = form.apply(base) if form.is_valid() else None
        message = _errors_of(form)
    except Unfit as error:
        document, message = None, error.message
    if document is None:
        typed = sent.get("number") or sent.get("count") or ""
        return _show(request, group, fault=Fault(form.spot, message, typed), form=form, status=422)
    try:
        saved = save_document(group=group, version=version, document=document)
    except StaleVersion:
        return settle(
            request,
            group,
            document,
            send_to=PageState(request).url(reverse("group_edit", args=[group.public_id])),
            back=_page_url(request, group, ""),
        )
    if isinstance(form, ChangesForm):
        messages.success(request, _("Done. Undo takes it back in one step."))
    return _back(request, saved, form.spot, form.picked)


@require_POST
@not_found_when_gone()
def undo_change(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take the last change back."""
    return _step(request, public_id, undo)


@require_POST
@not_found_when_gone()
def redo_change(request: HttpRequest, public_id: str) -> HttpResponse:
    """Make the change undone last again."""
    return _step(request, public_id, redo)


@require_POST
@not_found_when_gone()
def decide_data(request: HttpRequest, public_id: str) -> HttpResponse:
    """Accept today's data for the group, or keep what it was built with."""
    group = own_group(request, public_id)
    version = whole_number(request.POST.get("version", ""))
    decision = request.POST.get("decision", "")
    if version is None or decision not in ("accept", "keep"):
        return HttpResponseBadRequest()
    if decision == "keep":
        keep_data(group=group)
        return _back(request, group)
    try:
        return _back(request, accept_data(group=group, version=version))
    except StaleVersion:
        messages.warning(request, _("The group was changed elsewhere meanwhile. Look again."))
    return _back(request, group)


def _step(request: HttpRequest, public_id: str, step: Callable[..., Saved]) -> HttpResponse:
    """One step back or forth through the changes."""
    group = own_group(request, public_id)
    version = whole_number(request.POST.get("version", ""))
    if version is None:
        return HttpResponseBadRequest()
    try:
        return _back(request, step(group=group, version=version))
    except NothingToUndo:
        messages.info(request, _("There is nothing to undo."))
    except NothingToRedo:
        messages.info(request, _("There is nothing to redo."))
    except StaleVersion:
        messages.warning(
            request, _("The group was changed elsewhere meanwhile; nothing was undone.")
        )
    return _back(request, group)


def _show(
    request: HttpRequest,
    group: BattleGroup,
    judged: AnyJudged | None = None,
    *,
    answered: bool = False,
    fault: Fault | None = None,
    form: EditForm | None = None,
    picked: tuple[int, ...] = (),
    status: int = 200,
) -> HttpResponse:
    state = PageState(request, answered=answered)
    judged = judged or judge_state(group)
    if isinstance(judged, JudgedArmy):
        context = army_context(request, group, judged, state, fault=fault, form=form)
    else:
        context = builder_context(
            request, group, judged, state, fault=fault, form=form, picked=picked
        )
    return render(request, _template(request, judged), context, status=status)


def _template(request: HttpRequest, judged: AnyJudged) -> str:
    """The template of what is asked for: the page, what htmx swaps of it, or what was found."""
    target = htmx_of(request).target or ""
    if isinstance(judged, JudgedArmy):
        if not wants_part(request):
            return "groups/army/page.html"
        return f"groups/army/{'found' if target == 'found' else 'answer'}.html"
    if not wants_part(request):
        return "groups/builder.html"
    return f"groups/{target if target in ('found', 'opened') else 'builder_answer'}.html"


def _back(
    request: HttpRequest,
    now: Saved | BattleGroup,
    spot: str = "",
    picked: tuple[int, ...] = (),
) -> HttpResponse:
    """To the builder as it was open, at the spot that changed; htmx is answered at once."""
    group, judged = (now.group, now.judged) if isinstance(now, Saved) else (now, None)
    if not wants_part(request):
        return redirect(_page_url(request, group, spot))
    if judged is None:
        group.refresh_from_db()
    return _show(request, group, judged, answered=True, picked=picked)


def _page_url(request: HttpRequest, group: BattleGroup, spot: str) -> str:
    """The builder as it was open, at a spot; a question asked is answered."""
    url = PageState(request, answered=True).url(reverse("group", args=[group.public_id]))
    return url + (place_anchor(spot) or (f"#{spot}" if spot else ""))


def _document_at(group: BattleGroup, version: int) -> Document:
    """What the person saw when they made the change: the version their page was drawn from."""
    if version == group.version:
        return dict(group.document)
    revision = revision_of(group=group, number=version)
    if revision is None:
        raise Http404
    return dict(revision.document)


def _errors_of(form: EditForm) -> str:
    return " ".join(str(error) for field in form.errors.values() for error in field)

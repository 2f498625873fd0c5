"""Reporting what others wrote, the moderators' queue, and what authors see of it."""

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.core.signing import BadSignature, Signer
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.moderation import selectors, services
from armybuilder.moderation.forms import DecisionForm, ReportForm
from armybuilder.moderation.kinds import KINDS, Kind
from armybuilder.moderation.mails import tell_author
from armybuilder.moderation.models import Case
from armybuilder.moderation.present import hidden_items, items, photo_items
from armybuilder.site.accounts.views import safe_next
from armybuilder.site.accounts.visitors import owner_of
from armybuilder.site.blocks.services import block
from armybuilder.site.models import Owner, User
from armybuilder.site.templatetags import REPORT_SALT
from collection.common.limits import limited
from collection.common.people import person
from collection.owning.services.showing import keep_shown, take_down

moderators_only = permission_required("armybuilder.moderate", raise_exception=True)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("report", reading=False)
def report(request: HttpRequest, signed: str) -> HttpResponse:
    """What somebody has against what another wrote; the address says what, and is signed."""
    name, kind, key = _reported(signed)
    form = ReportForm(request.POST if request.method == "POST" else None, named=kind.named)
    back = safe_next(request)
    author = _to_block(request, name, key)
    if author and "block" in request.POST:
        called = person(author)
        block(owner=owner_of(request), other=Owner(author), name=called)
        messages.success(
            request, _("You have nothing more to do with %(name)s.") % {"name": called}
        )
        return redirect(back)
    if form.is_bound and form.is_valid():
        by = request.user if isinstance(request.user, User) else None
        services.report(kind=name, key=key, by=by, now=timezone.now(), **form.cleaned_data)
        messages.success(request, _("Thank you. Somebody will look at it."))
        return redirect(back)
    said = person(author) if author else ""
    context = {"form": form, "title": kind.title, "back": back, "author": said}
    status = 422 if form.is_bound else 200
    return render(request, "moderation/report.html", context, status=status)


def _to_block(request: HttpRequest, name: str, key: int) -> User | None:
    """The author of something, for another member to block."""
    row = services.row_of(name, key) if isinstance(request.user, User) else None
    author = KINDS[name].author_of(row) if row else None
    return author if author != request.user else None


def _reported(signed: str) -> tuple[str, Kind, int]:
    try:
        name, key = Signer(salt=REPORT_SALT).unsign(signed).split(".")
    except BadSignature as error:
        raise Http404 from error
    return name, KINDS[name], int(key)


@never_cache
@require_safe
@login_required
@moderators_only
def queue(request: HttpRequest) -> HttpResponse:
    """What waits, the newest first, and what was decided lately."""
    moderator = cast(User, request.user)
    waiting = list(selectors.waiting(moderator)[: selectors.PAGE])
    decided = list(selectors.decided(moderator)[: selectors.PAGE])
    rows = selectors.rows_of([*waiting, *decided])
    photos = photo_items(selectors.waiting_photos(moderator)[: selectors.PAGE])
    context = {
        "waiting": sorted([*items(waiting, rows), *photos], key=lambda item: item.at, reverse=True),
        "decided": items(decided, rows),
        "count": selectors.count_waiting(),
        "reported_since": selectors.waiting_since(),
        "enough": services.ENOUGH,
        "form": DecisionForm(),
    }
    return render(request, "moderation/queue.html", context)


@require_POST
@login_required
@moderators_only
def decide(request: HttpRequest, case_id: int) -> HttpResponse:
    """Hide something, or let it stay."""
    others = Case.objects.exclude(author=cast(User, request.user)).filter(kind__in=KINDS)
    case = get_object_or_404(others, pk=case_id)
    decision = _decision(request)
    if decision is None:
        return HttpResponseBadRequest()
    tell_author(services.decide(case=case, now=timezone.now(), **decision))
    return _decided(request, decision["hide"])


@require_POST
@login_required
@moderators_only
def decide_photo(request: HttpRequest, shown_id: str) -> HttpResponse:
    """The same of a photo of the catalogue, which goes for good."""
    photos = selectors.waiting_photos(cast(User, request.user))
    shown, decision = get_object_or_404(photos, public_id=shown_id), _decision(request)
    if decision is None:
        return HttpResponseBadRequest()
    now = timezone.now()
    (take_down if decision["hide"] else keep_shown)(shown=shown, now=now)
    owner = shown.photo.collection.owner
    case = services.photo_decided(key=shown.pk, author=owner, now=now, **decision)
    tell_author(case)
    return _decided(request, decision["hide"])


def _decision(request: HttpRequest) -> dict[str, Any] | None:
    form = DecisionForm(request.POST)
    hide = {"hide": True, "stay": False}.get(request.POST.get("decision", ""))
    if hide is None or not form.is_valid():
        return None
    return {"hide": hide, "told": form.cleaned_data["told"]}


def _decided(request: HttpRequest, hide: bool) -> HttpResponse:
    said = _("It is hidden, and its author is told.") if hide else _("It stays.")
    messages.success(request, said)
    return redirect("moderation")


@never_cache
@require_safe
@login_required
def hidden(request: HttpRequest) -> HttpResponse:
    """What of one's own moderators hide, why, and what to do about it."""
    cases = selectors.hidden_of(cast(User, request.user))
    context = {"hidden": hidden_items(cases, selectors.rows_of(cases))}
    return render(request, "moderation/hidden.html", context)


@require_POST
@login_required
@limited("report")
def ask_again(request: HttpRequest, case_id: int) -> HttpResponse:
    """Ask a moderator to look again at what one has changed."""
    own = selectors.hidden_of(cast(User, request.user))
    case = next((each for each in own if each.pk == case_id), None)
    if case is None:
        raise Http404
    try:
        services.ask_again(case=case, now=timezone.now())
    except services.NotChanged:
        messages.error(request, _("It still reads as it did. Change it first, then ask again."))
    else:
        messages.success(request, _("A moderator will look at it again."))
    return redirect("hidden")

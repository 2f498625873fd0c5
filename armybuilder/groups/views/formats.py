"""Event formats: the list, one to read and to use, writing and changing one."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.groups.exports.qr_code import svg_of
from armybuilder.groups.forms.formats import STEP, FormatForm
from armybuilder.groups.models import LONGEST_TITLE, EventFormat, FormatVersion
from armybuilder.groups.present.format_words import Difference, difference, sentences
from armybuilder.groups.present.formats import STANDARD_TITLES, Event, figures_under, known_formats
from armybuilder.groups.selectors.formats import find_format, formats_of, versions_of
from armybuilder.groups.services.formats import (
    FormatText,
    StaleFormat,
    TooManyFormats,
    create_format,
    delete_format,
    save_format,
)
from armybuilder.groups.views.groups import own_lines
from armybuilder.site.accounts.visitors import building_owner, owner_of
from collection.catalogue.game import SYSTEM
from collection.common.answers import address
from collection.common.limits import limited
from collection.common.numbers import whole_number
from collection.common.quotas import full

REFUSED = 422
BY_THE_RULE_BOOK = gettext_lazy("Known to every installation of the site.")


@dataclass(frozen=True)
class Shown:
    """A format as its page shows it; `written` is None for one every installation knows."""

    id: str
    title: str
    description: str
    event: Event
    written: EventFormat | None = None
    system: str = SYSTEM


def shown_format(format_id: str) -> Shown:
    """The format of an address; 404 for none."""
    if format_id in STANDARD_TITLES:
        title, event = str(STANDARD_TITLES[format_id]), known_formats()[format_id]
        return Shown(format_id, title, str(BY_THE_RULE_BOOK), event)
    written = find_format(format_id)
    if written is None:
        raise Http404
    return Shown(
        format_id, written.title, written.description, written.event, written, written.system
    )


@never_cache
@require_safe
@limited("browse")
def format_list(request: HttpRequest) -> HttpResponse:
    """The formats everybody has, and those of the person asking."""
    context = {"known": STANDARD_TITLES.items(), "own": formats_of(owner=owner_of(request))}
    return render(request, "groups/formats/list.html", context)


@never_cache
@require_safe
def format_page(request: HttpRequest, format_id: str) -> HttpResponse:
    """What a format asks for, and everything one may do with it."""
    shown = shown_format(format_id)
    context = {
        "format": shown,
        "sentences": sentences(shown.event),
        "figures": len(figures_under(shown.event)),
        "is_mine": _is_mine(request, shown.written),
        "link": request.build_absolute_uri(reverse("format", args=[shown.id])),
        "catalogue_url": address(reverse("collection:catalogue"), {"scope": shown.id}),
        "new_group_url": address(reverse("group_new"), {"format": shown.id}),
    }
    return render(request, "groups/formats/format.html", context)


@require_safe
@cache_control(public=True, max_age=86_400)
def format_qr(request: HttpRequest, format_id: str) -> HttpResponse:
    """The link of a format as a QR code."""
    shown = shown_format(format_id)
    link = request.build_absolute_uri(reverse("format", args=[shown.id]))
    return HttpResponse(svg_of(link), content_type="image/svg+xml")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_format(request: HttpRequest) -> HttpResponse:
    """Write a format of one's own; where a step is asked for, nothing is kept."""
    if request.method != "POST":
        return _form(request, FormatForm())
    form = FormatForm(request.POST)
    if STEP in request.POST:
        return _form(request, form)
    if form.is_valid():
        return _keep(request, form.text())
    return _form(request, form, status=REFUSED)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def change_format(request: HttpRequest, format_id: str) -> HttpResponse:
    """The same for a format of one's own that is kept; groups stay with the version they have."""
    written = _own_format(request, format_id)
    if request.method != "POST":
        text = FormatText(written.title, written.description, written.restrictions)
        return _form(request, FormatForm.showing(text), written)
    form = FormatForm(request.POST)
    if STEP in request.POST:
        return _form(request, form, written)
    if not form.is_valid():
        return _form(request, form, written, status=REFUSED)
    version = whole_number(request.POST.get("version", "")) or 0
    try:
        save_format(written=written, version=version, text=form.text())
    except StaleFormat:
        return _changed_meanwhile(request, form, format_id)
    messages.success(request, _("“%(title)s” is saved.") % {"title": form.text().title})
    return redirect("format", format_id)


@require_POST
def copy_format(request: HttpRequest, format_id: str) -> HttpResponse:
    """A copy among one's own formats, whoever wrote the first."""
    shown = shown_format(format_id)
    title = _("Copy of %(name)s") % {"name": shown.title}
    restrictions = {k: v for k, v in shown.event.items() if k not in ("name", "title")}
    description = shown.description if shown.written else ""
    text = FormatText(title[:LONGEST_TITLE], description, restrictions)
    return _keep(request, text, copied_from=shown.written)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def remove_format(request: HttpRequest, format_id: str) -> HttpResponse:
    """Ask whether a format shall go, then delete it."""
    written = _own_format(request, format_id)
    if request.method == "POST":
        delete_format(written=written)
        messages.success(request, _("“%(name)s” is deleted.") % {"name": written.title})
        return redirect("formats")
    return render(request, "groups/formats/delete.html", {"format": written})


@never_cache
@require_safe
def format_versions(request: HttpRequest, format_id: str) -> HttpResponse:
    """Every version of a format, each with what changed in it; only its owner's where its words
    are hidden."""
    written = get_object_or_404(EventFormat, public_id=format_id)
    if written.hidden and not _is_mine(request, written):
        raise Http404
    context = {"format": written, "versions": _told(versions_of(written=written))}
    return render(request, "groups/formats/versions.html", context)


@never_cache
@require_safe
def use_format(request: HttpRequest, format_id: str) -> HttpResponse:
    """Which of one's groups shall be under a format."""
    shown = shown_format(format_id)
    context = own_lines(request, shown.system) | {"format": shown}
    return render(request, "groups/formats/use.html", context)


def _is_mine(request: HttpRequest, written: EventFormat | None) -> bool:
    mine = EventFormat.objects.for_owner(owner_of(request))
    return written is not None and mine.filter(pk=written.pk).exists()


def _own_format(request: HttpRequest, format_id: str) -> EventFormat:
    """A format of the person asking; 404 for anybody else's and for none."""
    mine = EventFormat.objects.for_owner(owner_of(request))
    return get_object_or_404(mine, public_id=format_id)


def _keep(
    request: HttpRequest, text: FormatText, copied_from: EventFormat | None = None
) -> HttpResponse:
    try:
        written = create_format(
            owner=building_owner(request),
            text=text,
            copied_from=copied_from,
            system=copied_from.system if copied_from else SYSTEM,
        )
    except TooManyFormats:
        messages.error(request, full("formats"))
        return redirect("formats")
    return redirect("format", written.public_id)


def _form(
    request: HttpRequest,
    form: FormatForm,
    written: EventFormat | None = None,
    *,
    version: int | None = None,
    meanwhile: Difference | None = None,
    status: int = 200,
) -> HttpResponse:
    """The form; `meanwhile` is what somebody else changed since the page was opened."""
    so_far = form.so_far()
    context: dict[str, Any] = {
        "form": form,
        "steps": form.steps(),
        "says": sentences(so_far),
        "figures": len(figures_under(so_far)),
        "is_refused": status == REFUSED,
        "format": written,
        "version": version or request.POST.get("version") or (written and written.version),
        "meanwhile": meanwhile,
    }
    return render(request, "groups/formats/edit.html", context, status=status)


def _changed_meanwhile(request: HttpRequest, form: FormatForm, format_id: str) -> HttpResponse:
    """What was typed beside what was saved meanwhile; saving again puts it on top."""
    written = _own_format(request, format_id)
    mine = {"title": form.text().title, **form.text().restrictions}
    return _form(
        request,
        form,
        written,
        version=written.version,
        meanwhile=difference(written.event, mine),
        status=409,
    )


def _told(versions: list[FormatVersion]) -> list[tuple[FormatVersion, Difference]]:
    """Each version with what it changed of the one before."""
    before = [*versions[1:], None]
    return [
        (version, difference(older.restrictions if older else {}, version.restrictions))
        for version, older in zip(versions, before, strict=True)
    ]

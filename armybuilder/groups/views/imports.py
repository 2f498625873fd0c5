"""Groups from files and text: a preview of what was read, then a new group or a new revision."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.groups.forms.groups import STANDARD_BUILD_TOTAL
from armybuilder.groups.forms.imports import HeadForm, ImportForm, picks_of
from armybuilder.groups.importing.assembly import (
    Picks,
    added,
    built,
    replaced,
    with_notes,
    without_recruits,
)
from armybuilder.groups.importing.reading import Importer
from armybuilder.groups.importing.values import Reading
from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present.games import (
    check_code,
    differences,
    entries,
    fit,
    judge,
    judge_all,
    report,
    standing,
)
from armybuilder.groups.present.groups import Document, Unfit, is_army
from armybuilder.groups.present.import_report import report_of
from armybuilder.groups.present.verdicts import verdict_value
from armybuilder.groups.selectors.imports import importer
from armybuilder.groups.services.groups import StaleVersion, save_document
from armybuilder.groups.views.conflicts import settle
from armybuilder.groups.views.group_page import USUAL_TOTALS
from armybuilder.groups.views.groups import create_or_complain, not_found_when_gone, own_group
from collection.catalogue.game import SYSTEM
from collection.common.limits import limited
from collection.common.numbers import whole_number
from collection.common.tabular.limits import RefusedFile

NEW, REPLACE, ADD = "new", "replace", "add"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("import_group", reading=False)
def import_group(request: HttpRequest) -> HttpResponse:
    """A new group from a file or its text."""
    return _import(request, None)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@not_found_when_gone()
@limited("import_group", reading=False)
def import_into(request: HttpRequest, public_id: str) -> HttpResponse:
    """A file or its text in place of what a group holds, or on top of it."""
    return _import(request, own_group(request, public_id))


@dataclass(frozen=True)
class _Desk:
    """A text on the desk: what was read, what was chosen, and the group it may go into."""

    request: HttpRequest
    form: ImportForm
    group: BattleGroup | None
    importer: Importer
    text: str
    reading: Reading
    picks: Picks

    @property
    def notes(self) -> list[str]:
        """The lines that were not read, where they shall be kept as notes."""
        wanted = "keep_notes" in self.request.POST
        return [line.text for line in self.reading.unread] if wanted else []

    def document(self, way: str) -> Document:
        """What one of the ways to use the reading makes of it; raises Unfit."""
        finder = self.importer.reader.finder
        if way == NEW or self.group is None:
            document = self._as_printed(built(self.reading, finder, self.picks))
        elif way == REPLACE:
            document = replaced(self.group.document, self.reading, finder, self.picks)
        else:
            document = added(self.group.document, self.reading, finder, self.picks)
        return fit(with_notes(document, self.notes) if self.notes else document)

    def _as_printed(self, document: Document) -> Document:
        """What was read, without who recruits its pilots where the list it was printed from, by
        its check code, left that to the rules."""
        bears = _plain(self.reading.check_code)
        if self.reading.exact or not bears:
            return document
        plain = without_recruits(document)
        if plain == document or _plain(check_code(judge(fit(plain)))) != bears:
            return document
        return plain


def _import(request: HttpRequest, group: BattleGroup | None) -> HttpResponse:
    sent = request.POST.copy()
    if sent.get("other"):  # the list that a file was made from, instead of its lines
        sent.setlist("text", sent.getlist("other"))
    # What another program shares with the installed site comes in the address.
    shared = {"text": request.GET.get("text", "")}
    form = ImportForm(sent or None, request.FILES or None, initial=shared)
    if request.method != "POST" or not form.is_valid():
        return _ask(request, form, group)
    text = form.cleaned_data["read"]
    reader = importer()
    try:
        reading = reader.read(text)
        is_same = request.POST.get("seen") == _seal(text)
        picks = picks_of(reading.lines, request.POST.dict()) if is_same else {}
        desk = _Desk(request, form, group, reader, text, reading, picks)
        return _decided(desk) if is_same and "build" in request.POST else _preview(desk)
    except RefusedFile as refused:
        form.complain(text, str(refused))
    except Unfit as unfit:
        whole = unfit.path == "$"
        form.complain(text, unfit.message if whole else f"{unfit.path}: {unfit.message}")
    return _ask(request, form, group)


def _ask(request: HttpRequest, form: ImportForm, group: BattleGroup | None) -> HttpResponse:
    context = {"form": form, "group": group}
    status = 422 if form.errors else 200
    return render(request, "groups/import.html", context, status=status)


def _preview(desk: _Desk, head: HeadForm | None = None) -> HttpResponse:
    """What was read, line by line, what it makes, and what may be done with it."""
    document = _with_total(desk, desk.document(NEW))
    ways = _ways(desk)
    judged, *others = judge_all([document, *(made for _way, made in ways)])
    said = report(judged)
    context = {
        "group": desk.group,
        "text": desk.text,
        "seal": _seal(desk.text),
        "version": desk.request.POST.get("version") or (desk.group.version if desk.group else ""),
        "report": report_of(desk.reading, desk.importer.reader.finder, desk.picks),
        "keeps_notes": "build" not in desk.request.POST or "keep_notes" in desk.request.POST,
        "head": head or HeadForm(initial=_initial(document)),
        "entries": entries(judged),
        "standing": said.standing,
        "verdict": verdict_value(said),
        "code": _code(desk.reading, check_code(judged)),
        "other": _other(desk, document),
        "ways": [
            {"key": way, "standing": standing(made), "changes": changes}
            for (way, _made), made, changes in zip(ways, others, _changes(desk, ways), strict=True)
        ],
    }
    status = 422 if head else 200
    return render(desk.request, "groups/import_preview.html", context, status=status)


def _other(desk: _Desk, document: Document) -> tuple[str, ...]:
    """What the list the file was made from has otherwise than the lines that were read."""
    if not desk.reading.other:
        return ()
    exact = desk.importer.read(desk.reading.other).exact
    (told,) = differences([(document, fit(dict(exact or {})))])
    return told


def _ways(desk: _Desk) -> list[tuple[str, Document]]:
    """What the group it goes into would become."""
    return [(way, desk.document(way)) for way in _ways_into(desk)]


def _ways_into(desk: _Desk) -> tuple[str, ...]:
    """How the reading may go into the group: nothing of another game does, and armies are whole."""
    system = (desk.reading.exact or {}).get("system", SYSTEM)
    if desk.group is None or desk.group.system != system:
        return ()
    return (REPLACE,) if is_army(desk.group.document) else (REPLACE, ADD)


def _changes(desk: _Desk, ways: list[tuple[str, Document]]) -> list[tuple[str, ...]]:
    if desk.group is None:
        return []
    before = desk.group.document
    return differences((before, document) for _way, document in ways)


def _with_total(desk: _Desk, document: Document) -> Document:
    """The document as the head below it proposes: a list that names no build total is taken for
    the smallest usual one that holds it."""
    told = desk.reading.exact or desk.reading.facts
    if "build_total" in told or is_army(document):
        return document
    spent = report(judge(document)).standing.total
    usual = next((total for total in USUAL_TOTALS if total >= spent), STANDARD_BUILD_TOTAL)
    return fit(document | {"build_total": usual})


def _initial(document: Document) -> dict[str, Any]:
    return {"name": document["name"], "build_total": document.get("build_total")}


def _code(reading: Reading, found: str) -> dict[str, Any] | None:
    """The check code the list bears, and whether what was read has the same."""
    bears = _plain(reading.check_code)
    return {"bears": reading.check_code, "agrees": bears == _plain(found)} if bears else None


def _plain(code: str) -> str:
    """A check code without the signs that part it."""
    return code.replace("-", "")


def _decided(desk: _Desk) -> HttpResponse:
    """Build what the preview showed, the way somebody chose."""
    way = desk.request.POST["build"]
    if way not in (NEW, *_ways_into(desk)):
        return HttpResponseBadRequest()
    document = desk.document(way)
    if way == NEW or desk.group is None:
        return _new(desk, document)
    version = whole_number(desk.request.POST.get("version", ""))
    try:
        save_document(group=desk.group, version=version or 0, document=document)
    except StaleVersion:
        public_id = desk.group.public_id
        return settle(
            desk.request,
            desk.group,
            document,
            send_to=reverse("group_import_into", args=[public_id]),
            back=reverse("group", args=[public_id]),
        )
    messages.success(desk.request, _("The list is in the group. Undo brings back what was there."))
    return redirect("group", desk.group.public_id)


def _new(desk: _Desk, document: Document) -> HttpResponse:
    head = HeadForm(desk.request.POST)
    if not head.is_valid():
        return _preview(desk, head)
    group = create_or_complain(desk.request, fit(document | head.cleaned_data))
    return redirect("group", group.public_id) if group else _preview(desk)


def _seal(text: str) -> str:
    """Tells whether the text a choice was made about is still the same."""
    return sha256(text.replace("\r\n", "\n").encode("utf-8", "surrogatepass")).hexdigest()[:16]

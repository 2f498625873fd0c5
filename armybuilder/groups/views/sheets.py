"""Sheets of groups: the page on which one chooses and looks, the files, and the page behind a
packed line."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.groups.exports import (
    FORM_OF_ENDING,
    FORMS,
    AnySheet,
    ExportedFile,
    Form,
    export,
    file_name,
    forms_of,
)
from armybuilder.groups.exports.options import Options
from armybuilder.groups.exports.packed import Unpackable, unpack
from armybuilder.groups.exports.sheet import Sheet
from armybuilder.groups.fielding.stock import Coverage
from armybuilder.groups.forms.sheets import SheetForm
from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present import files
from armybuilder.groups.present.files import sheet_for
from armybuilder.groups.present.games import check_code, fit, judge, reading, report
from armybuilder.groups.present.groups import (
    Document,
    Unfit,
)
from armybuilder.groups.present.needs import needs_of
from armybuilder.groups.present.sheet_preview import preview
from armybuilder.groups.present.verdicts import verdict_value
from armybuilder.groups.selectors.fielding import stock_for
from armybuilder.groups.views.group_page import share_link
from armybuilder.groups.views.groups import create_or_complain, own_group
from armybuilder.groups.views.shared import group_behind
from armybuilder.site.accounts.visitors import owner_of
from collection.catalogue import game
from collection.common.limits import limited
from collection.owning.selectors.at_hand import places_at_hand

#: The forms as the page groups them.
CHOICES: tuple[tuple[str | Promise, tuple[str, ...]], ...] = (
    (pgettext_lazy("army sheet", "To print"), ("pdf", "two", "cards", "sleeves", "packing")),
    (_("Tables"), ("xlsx", "csv")),
    (pgettext_lazy("army sheet", "Text"), ("text", "compact", "secret", "markdown")),
    (_("For programs and links"), ("json", "verdict", "packed", "picture", "qr", "qr_png")),
)
USUAL = "pdf"


@dataclass(frozen=True)
class Choice:
    """One form on the page: its title and address."""

    title: str | Promise
    url: str
    current: bool


@dataclass(frozen=True)
class Place:
    """Where the sheets of a group are found: the names of its page, of the page of its sheets, of
    its files and of the page on which its owner shares it, and the key in their addresses."""

    back_name: str
    page_name: str
    file_name: str
    key: str
    share_name: str = ""

    @property
    def share(self) -> str:
        """The page on which its owner shares it; empty for a group of somebody else."""
        return reverse(self.share_name, args=[self.key]) if self.share_name else ""

    @property
    def back(self) -> str:
        """The group's own page."""
        return reverse(self.back_name, args=[self.key])

    @property
    def page(self) -> str:
        """The page of its sheets."""
        return reverse(self.page_name, args=[self.key])

    def file(self, form: Form) -> str:
        """One of its files."""
        return reverse(self.file_name, args=[self.key, form.ending])


def _own(group: BattleGroup) -> Place:
    return Place("group", "group_sheet_page", "group_sheet", group.public_id, "group_share")


def _shared(group: BattleGroup) -> Place:
    names = ("shared_group", "shared_group_sheet_page", "shared_group_sheet")
    return Place(*names, group.share_token)


def _packed(line: str) -> Place:
    return Place("packed_group", "packed_group_sheet_page", "packed_group_sheet", line)


def kept_sheet(request: HttpRequest, group: BattleGroup) -> AnySheet:
    """The sheet of a group that is kept."""
    return files.kept_sheet(group, link=share_link(request, group), site=request.build_absolute_uri)


def _own_sheet(request: HttpRequest, group: BattleGroup, form_name: str) -> AnySheet:
    """The sheet of a group of one's own, which knows where one keeps its pieces if asked."""
    sheet, member = kept_sheet(request, group), owner_of(request).member
    if form_name != "packing" or member is None or not isinstance(sheet, Sheet):
        return sheet
    return replace(sheet, places=places_at_hand(member, game.SYSTEM))


def _sheet_of_line(request: HttpRequest, line: str) -> AnySheet:
    """The sheet of the group a packed line holds; 404 for a line that holds none."""
    document = _unpacked_or_404(line)
    return sheet_for(judge(document), qr=files.packed_address(request.build_absolute_uri, document))


def _signed(request: HttpRequest, sheet: AnySheet, options: Options) -> AnySheet:
    """The sheet with its certificate in the QR code, where that is wished and a code has room."""
    if not options.signed:
        return sheet
    address = files.certificate_address(request.build_absolute_uri, sheet)
    return replace(sheet, qr=address) if address else sheet


def _page(
    request: HttpRequest,
    sheet: AnySheet,
    place: Place,
    player: str = "",
    coverage: Coverage | None = None,
) -> HttpResponse:
    """The page of a group's sheets, showing the form the address names."""
    chosen, forms = request.GET.get("form", USUAL), forms_of(sheet)
    form_name = chosen if chosen in forms else USUAL
    form = SheetForm(request.GET, forms[form_name], player=player, event=sheet.event)
    if not sheet.qr:
        form.fields.pop("signed", None)
    options = form.options
    signed = _signed(request, sheet, options)
    if options.signed and signed is sheet:
        form.add_error("signed", _("This list is too long for a certificate that a phone reads."))
    sheet = signed
    context = {
        "sheet": sheet,
        "place": place,
        "form_name": form_name,
        "form_title": forms[form_name].title,
        "loses": forms[form_name].loses,
        "form": form,
        "groups": [
            (title, choices)
            for title, names in CHOICES
            if (choices := list(_choices(sheet, names, form_name)))
        ],
        "file_url": place.file(forms[form_name]),
        "file_name": file_name(sheet.name, form_name),
        "picture_url": f"{place.file(FORMS['qr'])}{'?signed=on' if options.signed else ''}",
        "preview": preview(sheet, form_name, options),
        "coverage": coverage,
    }
    response = render(
        request,
        "groups/sheet_page.html",
        context,
        status=422 if form.errors else 200,
    )
    response["X-Robots-Tag"] = "noindex"
    return response


def _choices(sheet: AnySheet, names: Iterable[str], current: str) -> Iterator[Choice]:
    forms = forms_of(sheet)
    for name in names:
        if form := forms.get(name):
            yield Choice(form.title, f"?form={name}", name == current)


def _file(request: HttpRequest, sheet: AnySheet, ending: str) -> HttpResponse:
    """One of a group's files, with the options of the address."""
    form_name = FORM_OF_ENDING.get(ending, "")
    form = forms_of(sheet).get(form_name)
    if form is None:
        raise Http404
    options = SheetForm(request.GET, form).options
    return sent(export(_signed(request, sheet, options), form_name, options))


def sent(file: ExportedFile) -> HttpResponse:
    """A file to be kept by whoever asks."""
    return HttpResponse(
        file.content,
        content_type=file.content_type,
        headers={
            "Content-Disposition": f'attachment; filename="{file.name}"',
            "X-Robots-Tag": "noindex",
        },
    )


# a group of one's own, and one behind a link ------------------------------------------------------


@never_cache
@require_safe
@limited("take_sheet")
def own_sheet_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Choose what to take of a group of one's own, and look at it."""
    group = own_group(request, public_id)
    player = getattr(request.user, "display_name", "")
    sheet = _own_sheet(request, group, request.GET.get("form", USUAL))
    stock = stock_for(owner=owner_of(request))
    coverage = stock.coverage(needs_of(group.document), group.pk) if stock else None
    return _page(request, sheet, _own(group), player, coverage)


@never_cache
@require_safe
@limited("take_sheet")
def own_sheet(request: HttpRequest, public_id: str, ending: str) -> HttpResponse:
    """A file of a group of one's own."""
    group = own_group(request, public_id)
    sheet = _own_sheet(request, group, FORM_OF_ENDING.get(ending, ""))
    return _file(request, sheet, ending)


@never_cache
@require_safe
@limited("take_sheet")
def shared_sheet_page(request: HttpRequest, token: str) -> HttpResponse:
    """Choose what to take of a group somebody shares, and look at it."""
    group = group_behind(token)
    sheet = kept_sheet(request, group)
    return _page(request, sheet, _shared(group))


@never_cache
@require_safe
@limited("take_sheet")
def shared_sheet(request: HttpRequest, token: str, ending: str) -> HttpResponse:
    """A file of a group somebody shares."""
    group = group_behind(token)
    return _file(request, kept_sheet(request, group), ending)


# a packed line ------------------------------------------------------------------------------------


@never_cache
@require_safe
@limited("take_sheet")
def packed_group(request: HttpRequest, line: str) -> HttpResponse:
    """The group an address holds, judged now; nothing of it is kept."""
    try:
        document = _unpacked(line)
    except Unpackable as error:
        fault = {"fault": str(error)}
        return render(request, "groups/packed.html", fault, status=400)
    judged = judge(document)
    said = report(judged)
    context = {
        "name": document["name"],
        "notes": document.get("notes", ""),
        **reading(judged),
        "tally": said.tally,
        "verdict": verdict_value(said),
        "check_code": check_code(judged),
        "line": line,
        "place": _packed(line),
    }
    response = render(request, "groups/packed.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response


@require_POST
def copy_packed(request: HttpRequest, line: str) -> HttpResponse:
    """Keep the group of an address among one's own."""
    group = create_or_complain(request, _unpacked_or_404(line))
    return redirect("group", group.public_id) if group else redirect("groups")


@never_cache
@require_safe
@limited("take_sheet")
def packed_sheet_page(request: HttpRequest, line: str) -> HttpResponse:
    """Choose what to take of the group an address holds."""
    return _page(request, _sheet_of_line(request, line), _packed(line))


@never_cache
@require_safe
@limited("take_sheet")
def packed_sheet(request: HttpRequest, line: str, ending: str) -> HttpResponse:
    """A file of the group an address holds."""
    return _file(request, _sheet_of_line(request, line), ending)


def _unpacked(line: str) -> Document:
    """The group of a line as the site would keep it; raises Unpackable."""
    try:
        return fit(unpack(line))
    except Unfit as error:
        raise Unpackable(f"{error.path}: {error.message}") from error


def _unpacked_or_404(line: str) -> Document:
    try:
        return _unpacked(line)
    except Unpackable as error:
        raise Http404 from error

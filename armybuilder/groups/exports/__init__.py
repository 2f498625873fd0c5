"""Sheets of battle groups as files: one module a form, all drawn from the same `Sheet`.

A new form is a module with a function from `Sheet` and `Options` to bytes, and a line in `FORMS`.
Armies of games that tell only what stands in them are drawn from a `Roster`, by `ROSTER_FORMS`.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import translation
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _

from armybuilder.groups.exports.options import HEAD, PLAIN, Options
from armybuilder.groups.exports.roster import Roster
from armybuilder.groups.exports.sheet import Sheet
from collection.common.content_types import XLSX

TEXT = "text/plain; charset=utf-8"
JSON = "application/json"
PDF = "application/pdf"


AnySheet = Sheet | Roster


@dataclass(frozen=True)
class Form:
    """One kind of file. `ending` closes its address and its name; `renderer` is imported when
    first needed: PDF and xlsx load slowly. `heeds` names the options it knows; a `printed` form
    takes many sheets at once. `loses` says what cannot be read back from the form, empty where a
    whole group can."""

    title: str | Promise
    ending: str
    content_type: str
    renderer: str
    heeds: tuple[str, ...] = ()
    printed: bool = False
    loses: str | Promise = ""


_READING_ONLY = _("For reading: gear choices, own figures, rulings and loads are not in it.")
_LISTED_ONLY = _("For reading; the JSON beside it is read back whole.")
_VERDICT = _("The verdict for programs; the group itself is in the JSON beside it.")
_PICTURE = _("To look at; its code, where it has one, leads to the group.")
_CODE_ONLY = _("A picture: scan it, it is not read from a file.")

FORMS: Mapping[str, Form] = {
    "pdf": Form(
        _("PDF army sheet"), "pdf", PDF, "pdf.render", ("paper", *HEAD, "effects", "signed"), True
    ),
    "xlsx": Form(_("Spreadsheet"), "xlsx", XLSX, "xlsx.render", ("paper",), True),
    "text": Form(_("Text sheet"), "txt", TEXT, "text.render", (*HEAD, "dials")),
    "two": Form(
        _("Two lists on a page"), "two.pdf", PDF, "pdf.render_two", ("paper", *HEAD, "signed"), True
    ),
    "cards": Form(
        _("Dial cards to tick off"),
        "cards.pdf",
        PDF,
        "cards_pdf.render",
        ("paper", "base_values"),
        True,
    ),
    "sleeves": Form(
        _("Sleeve cards in colour"), "sleeves.pdf", PDF, "sleeves_pdf.render", ("paper",), True
    ),
    "packing": Form(_("Packing list"), "packing.pdf", PDF, "packing_pdf.render", ("paper",), True),
    "csv": Form(
        _("CSV"),
        "csv",
        "text/csv; charset=utf-8",
        "csv_file.render",
        ("separator", "mark"),
        loses=_(
            "The pieces only: name, build total, own figures, rulings and loads are not in it."
        ),
    ),
    "compact": Form(
        _("Compact text"), "compact.txt", TEXT, "reading.render_compact", loses=_READING_ONLY
    ),
    "secret": Form(
        _("Text for the opponent"),
        "opponent.txt",
        TEXT,
        "reading.render_secret",
        loses=_("Without gear, pilots, cards and points, on purpose."),
    ),
    "markdown": Form(
        _("Markdown"),
        "md",
        "text/markdown; charset=utf-8",
        "reading.render_markdown",
        loses=_READING_ONLY,
    ),
    "json": Form(_("Battle group as JSON"), "json", JSON, "json_files.render_group"),
    "verdict": Form(
        _("Verdict as JSON"), "verdict.json", JSON, "json_files.render_verdict", loses=_VERDICT
    ),
    "packed": Form(_("Packed line"), "packed.txt", TEXT, "packed.render"),
    "picture": Form(
        _("Picture for a chat"), "picture.png", "image/png", "picture.render", loses=_PICTURE
    ),
    "qr": Form(
        *(_("QR code"), "qr.svg", "image/svg+xml", "qr_code.render_svg", ("signed",)),
        loses=_CODE_ONLY,
    ),
    "qr_png": Form(
        *(_("QR code as PNG"), "qr.png", "image/png", "qr_code.render_png", ("signed",)),
        loses=_CODE_ONLY,
    ),
}
#: The forms a roster is taken in, under the same names and endings.
ROSTER_FORMS: Mapping[str, Form] = {
    "pdf": Form(_("PDF army sheet"), "pdf", PDF, "roster_files.render_pdf", ("paper",), True),
    "xlsx": Form(_("Spreadsheet"), "xlsx", XLSX, "roster_files.render_xlsx"),
    "text": Form(_("Text sheet"), "txt", TEXT, "roster_files.render_text", loses=_LISTED_ONLY),
    "csv": Form(
        *(_("CSV"), "csv", FORMS["csv"].content_type, "roster_files.render_csv"),
        heeds=("separator", "mark"),
        loses=_LISTED_ONLY,
    ),
    "markdown": Form(
        *(_("Markdown"), "md", FORMS["markdown"].content_type, "roster_files.render_markdown"),
        loses=_LISTED_ONLY,
    ),
    **{name: FORMS[name] for name in ("json", "verdict", "packed", "qr", "qr_png")},
}
#: The form of each ending.
FORM_OF_ENDING = {form.ending: name for name, form in FORMS.items()}


@dataclass(frozen=True)
class ExportedFile:
    """A finished file to be sent."""

    name: str
    content_type: str
    content: bytes


#: The forms that are a QR code and nothing else.
QR_FORMS = ("qr", "qr_png")


class NoCode(Exception):
    """A QR code was asked for of a sheet that has none."""


def forms_of(sheet: AnySheet) -> dict[str, Form]:
    """The forms a sheet can be taken in: a QR code where there is one, and no blank paper."""
    forms = ROSTER_FORMS if isinstance(sheet, Roster) else FORMS
    return {
        name: form
        for name, form in forms.items()
        if (sheet.qr or name not in QR_FORMS) and not is_blank(sheet.group, name)
    }


def is_blank(group: Mapping[str, Any], form_name: str) -> bool:
    """Whether a print of a battle-group/1 object in this form would be paper without anything on
    it: dial cards need figures; sleeve cards and a packing list, figures or cards."""
    if form_name == "cards":
        return not group.get("units")
    return form_name in ("sleeves", "packing") and not (group.get("units") or group.get("cards"))


def export(sheet: AnySheet, form_name: str, options: Options = PLAIN) -> ExportedFile:
    """Draw a sheet in its own language; raises KeyError for a form it has not, NoCode."""
    if form_name in QR_FORMS and not sheet.qr:
        raise NoCode
    return _export([sheet], form_name, options, sheet.name)


def export_several(
    sheets: Sequence[AnySheet], form_name: str, options: Options = PLAIN
) -> ExportedFile:
    """Draw several sheets, at least one, in the language of the first: one file to print."""
    return _export(sheets, form_name, options, "battle groups")


def _export(
    sheets: Sequence[AnySheet], form_name: str, options: Options, name: str
) -> ExportedFile:
    form = (ROSTER_FORMS if isinstance(sheets[0], Roster) else FORMS)[form_name]
    render = import_string(f"{__name__}.{form.renderer}")
    with translation.override(sheets[0].language):
        content: bytes = render(sheets if form.printed else sheets[0], options)
    return ExportedFile(file_name(name, form_name), form.content_type, content)


LONGEST_STEM = 60
#: Names Windows keeps for devices, whatever the ending.
DEVICES = re.compile(r"(con|prn|aux|nul|(com|lpt)\d)")


def file_name(list_name: str, form_name: str) -> str:
    """A file name of ASCII letters, digits and hyphens that every system accepts."""
    letters = unicodedata.normalize("NFKD", list_name.casefold()).replace("ł", "l")
    ascii_only = letters.encode("ascii", "ignore").decode()
    stem = re.sub(r"[^a-z0-9]+", "-", ascii_only)[:LONGEST_STEM].strip("-")
    if not stem or DEVICES.fullmatch(stem):
        stem = "-".join(filter(None, ("battle-group", stem)))
    return f"{stem}.{FORMS[form_name].ending}"

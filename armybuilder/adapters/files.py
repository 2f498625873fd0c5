"""A group as a file to take away."""

from armybuilder.adapters.groups import Judged
from armybuilder.adapters.sheet import sheet_of
from armybuilder.exports import ExportedFile, export
from collection.language import language


def exported(judged: Judged, form_name: str, *, link: str = "") -> ExportedFile:
    """The group as a file in the visitor's language; `link` is its public address, if any."""
    sheet = sheet_of(judged.group, judged.verdict, judged.known, language=language(), link=link)
    return export(sheet, form_name)

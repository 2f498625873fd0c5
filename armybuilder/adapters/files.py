"""A group as a file to take away."""

import rules
from armybuilder.adapters.groups import Document, read
from armybuilder.adapters.language import language
from armybuilder.adapters.sheet import sheet_of
from armybuilder.exports import ExportedFile, export
from collection.adapters import catalogue


def exported(document: Document, form_name: str, *, link: str = "") -> ExportedFile:
    """The group as a file in the visitor's language; `link` is its public address, if any."""
    group, known = read(document), catalogue()
    verdict = rules.validate(group, known)
    return export(sheet_of(group, verdict, known, language=language(), link=link), form_name)

"""A group as a sheet, and as a file to take away."""

from armybuilder.groups.exports import ExportedFile, export
from armybuilder.groups.exports.options import PLAIN, Options
from armybuilder.groups.exports.packed import pack
from armybuilder.groups.exports.qr_code import fits
from armybuilder.groups.exports.sheet import Sheet
from armybuilder.groups.present.groups import Judged
from armybuilder.groups.present.sheet import sheet_of
from collection.common.language import language
from rules import age_of_destruction as aod


def sheet_for(judged: Judged, *, link: str = "", qr: str = "") -> Sheet:
    """The sheet of a group in the visitor's language; `link` is its public address, if any, `qr`
    what its QR code holds, if that is another one."""
    return sheet_of(
        judged.group, judged.verdict, judged.known, language=language(), link=link, qr=qr
    )


def exported(
    judged: Judged, form_name: str, *, link: str = "", options: Options = PLAIN
) -> ExportedFile:
    """The group as a file in the visitor's language; `link` is its public address, if any.

    Without one a QR code holds the packed line; raises NoCode where that is too long for one.
    """
    line = pack(aod.write_group(judged.group))
    qr = link or (line if fits(line) else "")
    return export(sheet_for(judged, link=link, qr=qr), form_name, options)

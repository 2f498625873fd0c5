"""QR codes of a group's address, as pictures and as rows of modules."""

import io

import segno

from armybuilder.groups.exports.options import Options
from armybuilder.groups.exports.sheet import Sheet

#: Light modules around a code, without which readers do not find it.
QUIET = 4
#: A code of more modules a side is hard to read from paper at 30 millimetres.
MOST_MODULES = 85
PIXELS = 8


def fits(content: str) -> bool:
    """Whether a code of some text can be read from a sheet."""
    try:
        return len(modules(content)) <= MOST_MODULES
    except segno.DataOverflowError:
        return False


def modules(content: str) -> list[list[bool]]:
    """The rows of a code with its quiet zone; True is dark."""
    return [[bool(dark) for dark in row] for row in _code(content).matrix_iter(border=QUIET)]


def svg_of(content: str) -> bytes:
    """The code of some text as an SVG picture."""
    written = io.BytesIO()
    _code(content).save(written, kind="svg", border=QUIET, scale=PIXELS, light="#fff")
    return written.getvalue()


def render_svg(sheet: Sheet, _options: Options) -> bytes:
    """The code as an SVG picture."""
    return svg_of(sheet.qr)


def render_png(sheet: Sheet, _options: Options) -> bytes:
    """The code as a PNG picture."""
    written = io.BytesIO()
    _code(sheet.qr).save(written, kind="png", border=QUIET, scale=PIXELS)
    return written.getvalue()


def _code(content: str) -> segno.QRCode:
    return segno.make_qr(content, error="l", boost_error=True)

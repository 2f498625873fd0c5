"""Bytes of a text file as text, whatever program on whatever system wrote them."""

import codecs

from django.utils.translation import gettext as _

from collection.common.tabular.limits import RefusedFile

#: Marks at the beginning of a file that name its encoding; the longer ones first.
MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
#: What Polish and other Central European Windows programs write where they name nothing.
WINDOWS = "cp1250"
OLD_EXCEL = b"\xd0\xcf\x11\xe0"

LOOKED_AT = 4_000
#: The shares of NULs, and of other bytes no text has, that give UTF-16 and binary files away.
NULS_OF_UTF16 = 0.3
ODD_BYTES_OF_BINARY = 0.05
ODD_BYTES = frozenset(range(32)) - frozenset(b"\t\n\r\f\v")


def decode(content: bytes) -> str:
    """The text of a file, lines ended by line feeds, without NULs; raises RefusedFile."""
    for mark, encoding in MARKS:
        if content.startswith(mark):
            return plain(content[len(mark) :].decode(encoding, "replace"))
    if encoding := _unmarked_utf16(content[:LOOKED_AT]):
        return plain(content.decode(encoding, "replace"))
    if content.startswith(OLD_EXCEL):
        raise RefusedFile(_("This is an old Excel file (.xls). Save it as .xlsx or CSV first."))
    if _is_binary(content[:LOOKED_AT]):
        raise RefusedFile(_("This is no text file."))
    try:
        return plain(content.decode("utf-8"))
    except UnicodeDecodeError:
        return plain(content.decode(WINDOWS, "replace"))


def plain(text: str) -> str:
    """Text with line feeds for any line ends, without NULs and the mark of its encoding."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    return text.removeprefix("\ufeff")


def _unmarked_utf16(content: bytes) -> str:
    """The kind of UTF-16 whose Latin letters leave every second byte NUL, or ""."""
    pairs = max(len(content) // 2, 1)
    first, second = content[::2].count(0) / pairs, content[1::2].count(0) / pairs
    if second > NULS_OF_UTF16 > first:
        return "utf-16-le"
    return "utf-16-be" if first > NULS_OF_UTF16 > second else ""


def _is_binary(content: bytes) -> bool:
    odd = sum(byte in ODD_BYTES for byte in content)
    return odd > len(content) * ODD_BYTES_OF_BINARY

"""Workbooks made to exhaust whoever opens them, and what reading one takes, when run as a program
with its name."""

import os
import resource
import sys
import zipfile
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path

import django

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
KINDS = "application/vnd.openxmlformats-officedocument.spreadsheetml"
HEAD = '<?xml version="1.0"?>'
ROOM = 15_000_000


def packed(
    sheet: str = "",
    texts: str = "",
    styles: str = "",
    sheets: int = 1,
    others: Mapping[str, str] | None = None,
) -> bytes:
    """A workbook of the parts a library asks for; all its sheets are one part."""
    listed = "".join(f'<sheet name="s{n}" sheetId="{n + 1}" r:id="r0"/>' for n in range(sheets))
    parts = {
        "[Content_Types].xml": f'{HEAD}<Types xmlns="{PACKAGE}/content-types">'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{KINDS}.sheet.main+xml"/>'
        f'<Override PartName="/xl/sharedStrings.xml" ContentType="{KINDS}.sharedStrings+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{KINDS}.styles+xml"/>'
        f'<Override PartName="/xl/s.xml" ContentType="{KINDS}.worksheet+xml"/></Types>',
        "_rels/.rels": f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships"><Relationship '
        f'Id="r1" Type="{LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/_rels/workbook.xml.rels": f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships">'
        f'<Relationship Id="r0" Type="{LINKS}/worksheet" Target="s.xml"/></Relationships>',
        "xl/workbook.xml": f'{HEAD}<workbook xmlns="{MAIN}" xmlns:r="{LINKS}">'
        f"<sheets>{listed}</sheets></workbook>",
        "xl/s.xml": sheet or worksheet('<row r="1"><c r="A1"><v>1</v></c></row>'),
    }
    parts["xl/sharedStrings.xml"] = texts or table_of_texts("")
    parts |= {"xl/styles.xml": styles} if styles else {}
    written = BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as target:
        for name, content in (parts | dict(others or {})).items():
            target.writestr(name, content)
    return written.getvalue()


def worksheet(rows: str, after: str = "", before: str = "") -> str:
    data = f"{before}<sheetData>{rows}</sheetData>{after}"
    return f'{HEAD}<worksheet xmlns="{MAIN}">{data}</worksheet>'


def table_of_texts(texts: str) -> str:
    return f'{HEAD}<sst xmlns="{MAIN}">{texts}</sst>'


def filled(piece: str, room: int = ROOM) -> str:
    return piece * (room // len(piece))


def one_text_everywhere() -> bytes:
    row = "<row>" + '<c t="s"><v>0</v></c>' * 60 + "</row>"
    return packed(worksheet(row * 9_000), table_of_texts(f"<si><t>{'x' * 10_000}</t></si>"))


BOMBS: dict[str, Callable[[], bytes]] = {
    "one_text_everywhere": one_text_everywhere,
    "a_row_of_cells": lambda: packed(worksheet(f"<row>{filled('<c/>')}</row>")),
    "rows_of_nothing": lambda: packed(worksheet(filled("<row/>"))),
    "empty_texts": lambda: packed(texts=table_of_texts(filled("<si/>"))),
    "a_text_of_runs": lambda: packed(texts=table_of_texts(f"<si>{filled('<r><t>x</t></r>')}</si>")),
    "one_long_text": lambda: packed(texts=table_of_texts(f"<si><t>{filled('x')}</t></si>")),
    "styles": lambda: packed(
        styles=f'{HEAD}<styleSheet xmlns="{MAIN}"><cellXfs>{filled("<xf/>")}</cellXfs></styleSheet>'
    ),
    "merged_ranges": lambda: packed(
        worksheet("", f'<mergeCells>{filled("""<mergeCell ref="A1:XFD9"/>""")}</mergeCells>')
    ),
    "wide_columns": lambda: packed(
        worksheet("", before=f'<cols>{filled("""<col min="1" max="16384"/>""")}</cols>')
    ),
    "a_huge_dimension": lambda: packed(
        worksheet(
            '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
            before='<dimension ref="A1:XFD1048576"/>',
        )
    ),
    "sheets": lambda: packed(
        worksheet('<row><c t="inlineStr"><is><t>x</t></is></c></row>' * 5_000), sheets=100_000
    ),
    "some_sheets": lambda: packed(
        worksheet(("<row>" + "<c><v>1</v></c>" * 50 + "</row>") * 4_000), sheets=50
    ),
    "depth": lambda: packed(worksheet(filled("<a>", ROOM))),
    "a_long_attribute": lambda: packed(worksheet(f'<row spans="{filled("1:1 ")}"/>')),
    "entities": lambda: packed(
        '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">'
        + "".join(f'<!ENTITY a{n} "{"&a;" * 10}">' for n in range(50))
        + f']><worksheet xmlns="{MAIN}"><sheetData>&a9;</sheetData></worksheet>'
    ),
    "properties": lambda: packed(others={"docProps/core.xml": f"<x>{filled('mw1~')}</x>"}),
    "a_packed_file_in_a_packed_file": lambda: packed(
        others={
            f"xl/s{n}.zip": packed(worksheet(filled("<row/>", 190_000))).hex() for n in range(100)
        }
    ),
}


def peak_of_this_program() -> int:
    """The most memory it held, in kB. Linux has `getrusage` count what the process held before it
    became this program: a copy of whoever started it."""
    status = Path("/proc/self/status")
    if status.exists():
        lines = status.read_text("ascii").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main(bomb: str) -> None:
    """Read a bomb with every reader; print the peak of memory in MB, and how each ended."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.tests.settings")
    django.setup()
    from armybuilder.groups.importing.sources import text_of
    from collection.common.tabular.files import read_file
    from collection.common.tabular.limits import RefusedFile
    from collection.owning.importing.reading import LIMITS

    content = Path(bomb).read_bytes()
    ended = []
    for read in (text_of, lambda sent: read_file(sent, LIMITS)):
        try:
            read(content)
            ended.append("read")
        except RefusedFile:
            ended.append("refused")
    print(peak_of_this_program() // 1024, *ended)


if __name__ == "__main__":
    main(*sys.argv[1:])

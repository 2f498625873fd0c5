"""Files made to exhaust whoever opens them: what a workbook would unfold to, told before it does.

The parts are walked through once by a parser that keeps nothing, and the walk ends at the first
excess. Whatever is within these bounds a library may then read at its ease.
"""

import zipfile
from io import BytesIO
from xml.parsers import expat

from django.utils.translation import gettext as _

from collection.common.tabular.limits import Limits, RefusedFile

#: Elements within each other; in one shared text; in parts that are neither sheets nor texts; in a
#: sheet beside its rows; cells in one row, of which spreadsheets have 16,384 at most.
DEEPEST = 40
MOST_IN_A_TEXT = 1_000
MOST_OF_SETTINGS = 20_000
MOST_BESIDE_ROWS = 20_000
MOST_IN_A_ROW = 17_000
MOST_SHEETS = 60
#: What sheets of a workbook begin with.
SHEETS = ("worksheet", "chartsheet", "dialogsheet", "macrosheet")
#: A cell is an element with one for its value and perhaps two for its text.
ELEMENTS_OF_A_CELL = 4
CHUNK = 65_536
#: Attributes of one element in characters, and chunks in which no element begins or ends.
LONGEST_TAG = 100_000
MOST_SILENT_CHUNKS = 40


def refuse_bombs(content: bytes, limits: Limits) -> None:
    """Raises RefusedFile for what is no packed file, or would unfold to more than is read."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as packed:
            parts = packed.infolist()
            sizes = sum(part.file_size for part in parts)
            if len(parts) > limits.parts or sizes > limits.unzipped:
                raise too_large()
            walk = _Walk(limits)
            for part in parts:
                if part.file_size:
                    walk.through(packed, part)
            if walk.named > walk.sheets:  # some part would be read again and again
                raise too_large()
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError, OSError) as error:
        raise RefusedFile(_("This file is no workbook (.xlsx).")) from error


def too_large() -> RefusedFile:
    """The refusal of a file that says more than the site reads."""
    return RefusedFile(_("Unpacked, the file is larger than the site reads."))


class _Walk:
    """Counts the elements of all parts together, and of each by what it is."""

    def __init__(self, limits: Limits) -> None:
        self.left = limits.cells * ELEMENTS_OF_A_CELL
        self.texts_left = limits.cells
        self.named = self.sheets = 0

    def through(self, packed: zipfile.ZipFile, part: zipfile.ZipInfo) -> None:
        """Walk through one part; one that is no XML, or broken, ends where it breaks."""
        counting = _Part(self)
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler = counting.begin
        parser.EndElementHandler = counting.end
        parser.StartDoctypeDeclHandler = _refuse_entities
        with packed.open(part) as source:
            silent = 0
            try:
                while chunk := source.read(CHUNK):
                    before = counting.events
                    parser.Parse(chunk, False)
                    silent = silent + 1 if counting.events == before else 0
                    if silent > MOST_SILENT_CHUNKS:
                        raise too_large()
            except (expat.ExpatError, zipfile.BadZipFile, EOFError):
                return
            finally:
                self.named += counting.sheets
                self.sheets += counting.root in SHEETS


class _Part:
    """The elements of one part."""

    def __init__(self, walk: _Walk) -> None:
        self.walk = walk
        self.depth = self.events = 0
        self.root = ""
        self.in_row = self.in_text = self.beside = self.sheets = 0
        self.in_rows = False

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        tag = name.rpartition(" ")[2]
        self.depth += 1
        self.events += 1
        self.walk.left -= 1
        if not self.root:
            self.root = tag
        if self.root == "worksheet":
            self._in_a_sheet(tag)
        elif self.root == "sst":
            self._in_the_texts(tag)
        else:
            self.beside += 1
            self.sheets += tag == "sheet"
        if attributes and sum(map(len, attributes.values())) > LONGEST_TAG:
            raise too_large()
        if self._is_too_much():
            raise too_large()

    def _in_a_sheet(self, tag: str) -> None:
        if tag == "sheetData":
            self.in_rows = True
        elif not self.in_rows:
            self.beside += 1
        elif tag == "row":
            self.in_row = 0
        else:
            self.in_row += 1

    def _in_the_texts(self, tag: str) -> None:
        self.in_text = 0 if tag == "si" else self.in_text + 1
        self.walk.texts_left -= tag == "si"

    def _is_too_much(self) -> bool:
        return (
            self.depth > DEEPEST
            or self.walk.left < 0
            or self.walk.texts_left < 0
            or self.in_row > MOST_IN_A_ROW * ELEMENTS_OF_A_CELL
            or self.in_text > MOST_IN_A_TEXT
            or self.beside > (MOST_BESIDE_ROWS if self.root == "worksheet" else MOST_OF_SETTINGS)
            or self.sheets > MOST_SHEETS
        )

    def end(self, name: str) -> None:
        self.depth -= 1
        self.events += 1
        if name.endswith("sheetData"):
            self.in_rows = False


def _refuse_entities(*_doctype: object) -> None:
    raise RefusedFile(_("This file cannot be read as a workbook (.xlsx)."))

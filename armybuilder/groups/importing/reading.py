"""A text of any form as a reading: the form is found out, then each line is read."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from urllib.parse import unquote

from django.utils import translation
from django.utils.translation import gettext as _

from armybuilder.groups.exports.packed import Unpackable, unpack
from armybuilder.groups.exports.table import columns, rows
from armybuilder.groups.exports.words import harmless
from armybuilder.groups.importing.assembly import built, contents
from armybuilder.groups.importing.facts import FactReader
from armybuilder.groups.importing.loose import LooseReader
from armybuilder.groups.importing.plain import stripped
from armybuilder.groups.importing.sources import LIMITS, PACKED
from armybuilder.groups.importing.tables import header_of, read_rows
from armybuilder.groups.importing.text_sheet import parse_text
from armybuilder.groups.importing.values import Reading, ReadLine
from armybuilder.groups.present.games import fit, parse_document
from armybuilder.groups.present.groups import Document, Unfit, is_army, judge
from armybuilder.groups.present.sheet import sheet_of
from collection.catalogue.finding.meaning import Certainty
from collection.common.folding import folded_words
from collection.common.tabular.cells import read_words
from collection.common.tabular.files import read_text
from collection.common.tabular.limits import RefusedFile
from collection.common.tabular.text import plain

JSON, PACKED_LINE, LINK, SHEET, TABLE, LOOSE = "json", "packed", "link", "sheet", "table", "loose"
MOST_LINES = LIMITS.rows

_JSON = re.compile(r"\s*(?:\{|\[\s*(?:\{|\[|\]|\"))")
_HEADER = re.compile(r"^\s*\+\s*[^\W\d][^:\n]{1,40}:", re.M)
_SHARED = re.compile(r"/g/([A-Za-z0-9_-]{8,64})(?![A-Za-z0-9_-])")
_ONE_LINK = re.compile(r"\s*<?https?://\S+>?\s*", re.I)

#: The document behind the token of a shared group's link; None where no group stands behind it.
Shared = Callable[[str], Document | None]


class Importer:
    """Reads texts against one catalogue."""

    def __init__(self, reader: LooseReader, shared: Shared, unnamed: tuple[str, ...]) -> None:
        """`unnamed` are the words sheets show for a group without a name."""
        self.reader = reader
        self._shared = shared
        self._unnamed = unnamed

    def read(self, text: str) -> Reading:
        """What a text says; raises Unfit for broken JSON and packed lines, RefusedFile for a text
        that is too long."""
        text = unquote(plain(text)) if _ONE_LINK.fullmatch(text) else plain(text)
        if _JSON.match(text):
            return Reading(JSON, exact=parse_document(text))
        whole = text.strip()
        packed = PACKED.search(text)
        if packed and (packed[0] == whole or _ONE_LINK.fullmatch(text)):
            return Reading(PACKED_LINE, exact=_unpacked(packed[0]))
        if _ONE_LINK.fullmatch(text) and (document := self._behind_link(text)):
            return Reading(LINK, exact=document)
        if text.count("\n") > MOST_LINES:
            most = _("A list has at most %(most)s lines.") % {"most": MOST_LINES}
            raise RefusedFile(most)
        return self._sheet(text) or self._completed(self._table(text) or self._loose(text), text)

    # forms ----------------------------------------------------------------------------------------

    def _sheet(self, text: str) -> Reading | None:
        """A full text sheet; lines somebody wrote between its own are read as loose ones."""
        if not _HEADER.search(text):
            return None
        sheet = parse_text(text)
        if sheet.problems and not sheet.group["units"]:
            return None
        facts = FactReader(self._unnamed)
        lines = tuple(
            self._line(problem.number, problem.line, facts, problem.message)
            for problem in sheet.problems
        )
        return Reading(SHEET, lines, exact=sheet.group, check_code=sheet.check_code or "")

    def _table(self, text: str) -> Reading | None:
        table = read_text(text, LIMITS)
        header = header_of(table)
        if header is None:
            return None
        facts = FactReader(self._unnamed)
        above = [
            self._line(line.number, line.text, facts)
            for line in table.lines
            if line.number < header.line.number
        ]
        read = read_rows(table, header, self.reader)
        return _reading(TABLE, [*above, *read], facts)

    def _loose(self, text: str) -> Reading:
        facts = FactReader(self._unnamed)
        return _reading(LOOSE, list(self._loose_lines(text, facts)), facts)

    def _loose_lines(self, text: str, facts: FactReader) -> Iterator[ReadLine]:
        """Each line; the first that says something may be the title."""
        is_first = True
        for number, line in enumerate(text.split("\n"), start=1):
            read = self._line(number, line, facts)
            if is_first and _is_title(read, facts):
                facts.name(line)
                read = ReadLine(number, line, skipped=True)
            is_first = is_first and read.skipped and "name" not in facts.facts.told
            if line.strip():
                yield read

    def _line(self, number: int, line: str, facts: FactReader, message: str = "") -> ReadLine:
        if PACKED.search(line) or facts.takes(line):
            return ReadLine(number, line, skipped=True)
        items = self.reader.items(line)
        return ReadLine(number, line, items, "" if items else message or _not_recognised())

    # what a link adds -----------------------------------------------------------------------------

    def _completed(self, reading: Reading, text: str) -> Reading:
        """The reading with everything a link or packed line in the text knows beyond its lines,
        unless that is another list than the lines are."""
        document = self._embedded(text)
        if document is None:
            return reading
        if is_army(document):
            return Reading(PACKED_LINE, exact=document)
        read = built(reading, self.reader.finder, {})
        if not reading.lines or not (read["units"] or read["cards"]):
            return Reading(PACKED_LINE, exact=document)
        if self._says(reading, read, document):
            return replace(reading, lines=tuple(reading.unread), facts={}, exact=document)
        packed = PACKED.search(text)
        message = _("The link in the text holds other pieces than its lines do; the lines count.")
        return replace(reading, message=message, other=packed[0] if packed else "")

    def _says(self, reading: Reading, read: Document, document: Document) -> bool:
        """Whether lines say what a document does: its pieces, or at least all that a table of this
        site shows of it; and the same name and total where they tell them."""
        told, name = reading.facts, stripped(harmless(document["name"]))
        if folded_words(told.get("name", name)) != folded_words(name):
            return False
        if told.get("build_total", document["build_total"]) != document["build_total"]:
            return False
        if contents(read) == contents(document):
            return True
        if reading.form != TABLE:
            return False
        shown = self._table(_as_a_table(document))
        if shown is None:
            return False
        return contents(built(shown, self.reader.finder, {})) == contents(read)

    def _embedded(self, text: str) -> Document | None:
        if packed := PACKED.search(text):
            try:
                return _unpacked(packed[0])
            except Unfit:
                return None
        return self._behind_link(text)

    def _behind_link(self, text: str) -> Document | None:
        found = _SHARED.search(text)
        return self._shared(found[1]) if found else None


def _as_a_table(document: Document) -> str:
    """The table a workbook of the site shows of a group."""
    judged = judge(document)
    drawn = sheet_of(judged.group, judged.verdict, judged.known, language="en")
    with translation.override(drawn.language):
        lines = [[column.title for column in columns()], *rows(drawn)]
    return "\n".join(
        "\t".join(" ".join(read_words(cell).split()) for cell in line) for line in lines
    )


def _reading(form: str, lines: list[ReadLine], facts: FactReader) -> Reading:
    told = dict(facts.facts.told)
    if facts.facts.notes:
        told["notes"] = "\n".join(facts.facts.notes)
    return Reading(form, tuple(lines), told, check_code=facts.facts.check_code)


def _is_title(line: ReadLine, facts: FactReader) -> bool:
    """Whether the first line that says something names the list."""
    certain = (Certainty.SURE, Certainty.LIKELY)
    if line.skipped or any(item.meant.certainty in certain for item in line.items):
        return False
    return facts.takes_title(line.text) or line.is_unread


def _not_recognised() -> str:
    return _("No figure or card is recognised here.")


def _unpacked(line: str) -> Document:
    """The document of a packed line; raises Unfit."""
    try:
        return fit(unpack(line))
    except Unpackable as error:
        raise Unfit("$", str(error)) from error

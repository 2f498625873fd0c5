"""Groups in tables: the site's own sheets, and columns other tools and people have."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from armybuilder.groups.importing.loose import MOST_COPIES, LooseReader
from armybuilder.groups.importing.values import Item, ReadLine
from collection.catalogue.finding.meaning import Hints, Meant
from collection.common.folding import fold, folded_words
from collection.common.tabular.cells import BadCell, read_whole, read_words
from collection.common.tabular.files import Table, TableLine
from collection.common.tabular.headings import Header, aliases, find_header
from collection.common.tabular.workbooks import Cell
from collection.owning.importing.columns import NAMES

#: What a group's table has beside the columns of any table of pieces.
OF_GROUPS = aliases(
    NAMES
    | {
        "row": ("Wiersz", "Pozycja", "Lp", "Lp."),
        "points": ("Pts", "PV", "TP", "Punkty", "Pkt"),
        "gear": ("Equipment", "Upgrades", "Wyposażenie"),
        "pilot": ("Pilots", "Piloci"),
        "recruited_by": ("Recruit", "Recruited", "Zrekrutowany przez", "Rekrutuje", "Rekrutacja"),
        "serves": ("Served faction", "Służy", "Służy frakcji", "Contract faction"),
        "printed_faction": ("Frakcja na podstawce", "Drukowana frakcja", "Nadrukowana frakcja"),
        "weapon": ("Gear weapon", "Broń"),
    }
)
NAMING = ("number", "id", "name")


def header_of(table: Table) -> Header | None:
    """Where the columns stand, if any of them says which pieces there are."""
    header = find_header(table, OF_GROUPS)
    return header if header and any(key in header.places for key in NAMING) else None


def read_rows(table: Table, header: Header, reader: LooseReader) -> list[ReadLine]:
    """The pieces of each row; rows that are numbered in their order."""
    rows = [(header.values(line), line) for line in header.lines_below(table)]
    read = [(_place(values), _read_row(values, line, reader)) for values, line in rows]
    numbered = sorted((pair for pair in read if pair[0] is not None), key=lambda pair: pair[0] or 0)
    others = [pair for pair in read if pair[0] is None]
    return [line for _place, line in (*numbered, *others)]


def _place(values: Mapping[str, Cell]) -> int | None:
    try:
        return read_whole(values["row"]) if "row" in values else None
    except BadCell:
        return None


def _read_row(values: Mapping[str, Cell], line: TableLine, reader: LooseReader) -> ReadLine:
    if not any(key in values for key in NAMING):
        return ReadLine(line.number, line.text, skipped=True)
    try:
        count = read_whole(values.get("count", 1))
    except BadCell as bad:
        return ReadLine(line.number, line.text, message=str(bad))
    if count < 1:
        return ReadLine(line.number, line.text, skipped=True)
    meant = _meant(values, reader)
    if not meant.id:
        message = _("Neither number nor name of this row is known.")
        return ReadLine(line.number, line.text, message=message)
    said = " ".join(read_words(values[key]) for key in (*NAMING, "variant") if key in values)
    faction = reader.factions.get(fold(read_words(values.get("serves"))), "")
    figure = Item(said, meant, min(count, MOST_COPIES), faction=faction)
    return ReadLine(line.number, line.text, (figure, *_cards(values, reader)))


def _meant(values: Mapping[str, Cell], reader: LooseReader) -> Meant:
    """By set and number, else by a whole id, else by the name and what stands beside it."""
    finder = reader.finder
    said = {key: read_words(cell) for key, cell in values.items()}
    name = f"{said.get('name', '')} {said.get('variant', '')}".strip()
    set_said = said.get("set") or said.get("set_name", "")
    set_code = finder.set_code(set_said)
    for code in filter(None, (said.get("number"), said.get("id"))):
        whole = None if set_said else finder.code.fullmatch(code)
        own_set, number = (finder.set_code(whole[1]), whole[2]) if whole else (set_code, code)
        meant = finder.numbered(own_set, number)
        if meant.id and (own_set or not set_said):
            return reader.checked(meant, name, name)
    hints = Hints(folded_words(" ".join(said.values())), _points(values), set_code)
    named = finder.named(name, hints)
    return named if named.id else reader.misspelt(name, hints)


def _points(values: Mapping[str, Cell]) -> int | None:
    try:
        return read_whole(values["points"]) if "points" in values else None
    except BadCell:
        return None


def _cards(values: Mapping[str, Cell], reader: LooseReader) -> Iterator[Item]:
    recruiters = read_words(values.get("recruited_by"))
    named = [reader.factions.get(fold(name)) for name in recruiters.split(",")]
    factions = tuple(faction for faction in named if faction)
    for column in ("gear", "pilot"):
        for part in read_words(values.get(column)).split(";"):
            for card in reader.items(part):
                recruit = factions if column == "pilot" else ()
                yield Item(
                    card.said, card.meant, card.count, recruit or card.recruit, "", card.weapon
                )

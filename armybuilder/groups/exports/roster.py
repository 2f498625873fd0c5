"""The army of any game as a value: what stands in it line by line, for every file to draw."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from armybuilder.groups.exports.words import UNNAMED, harmless

Value = str | int | None


@dataclass(frozen=True, kw_only=True)
class RosterLine:
    """An entry, or what belongs to the one before it. `number` counts entries from 1 and is None
    for a part; `points` are those of the whole line, None where nobody knows them."""

    number: int | None
    id: str
    name: str
    count: int
    points: int | None
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class RosterTable:
    """A table of a card: heads above the cells, each row begins with what it is of."""

    title: str
    facts: tuple[str, ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, kw_only=True)
class RosterCard:
    """What there is to know of a piece at the table; `values` are their titles and texts."""

    name: str
    kind: str
    values: tuple[tuple[str, str], ...]
    tables: tuple[RosterTable, ...]


@dataclass(frozen=True, kw_only=True)
class Roster:
    """An army judged and ready to be drawn in one language.

    `legal` None: something cannot be decided. `qr` is the address the QR code holds, empty where
    there is none; `group` and `verdict` are the battle-group/1 and verdict/1 objects behind it;
    `cards` are those of the pieces in it, each once; `player` is whose it is on a print of several
    people's, "" where it is one's own.
    """

    language: str
    name: str
    game: str
    total: int
    limit: int | None
    at_least: bool
    legal: bool | None
    ruleset: str
    lines: tuple[RosterLine, ...]
    problems: tuple[str, ...]
    qr: str
    group: Mapping[str, Any]
    verdict: Mapping[str, Any]
    event: str = ""
    cards: tuple[RosterCard, ...] = ()
    player: str = ""

    @property
    def title(self) -> str:
        """The name of the list, or a word for a list without one."""
        return harmless(self.name) or str(UNNAMED)

    @property
    def verdict_word(self) -> str:
        """Legal, illegal or undecided, in capitals."""
        if self.legal is None:
            return _("UNDECIDED")
        return _("LEGAL") if self.legal else _("ILLEGAL")

    @property
    def points(self) -> str:
        """The total, of the limit where there is one."""
        total = f"≥ {self.total}" if self.at_least else str(self.total)
        return total if self.limit is None else f"{total} / {self.limit}"

    @property
    def facts(self) -> str:
        """What there is to know of the whole list, on one line."""
        return " · ".join((self.game, self.points, self.ruleset))


def heads() -> tuple[str, ...]:
    """What stands above the columns, in the language of the moment."""
    return (
        pgettext("army sheet", "Row"),
        pgettext("army sheet", "Count"),
        pgettext("army sheet", "Number"),
        pgettext("army sheet", "Name"),
        pgettext("army sheet", "Facts"),
        pgettext("army sheet", "Points"),
    )


def rows(roster: Roster) -> Iterator[tuple[Value, ...]]:
    """A row a line."""
    for line in roster.lines:
        told = (line.id, line.name, ", ".join(line.facts))
        yield line.number, line.count, *map(harmless, told), line.points


def card_heads(roster: Roster) -> tuple[str, ...]:
    """What stands above the cells of a table of all cards: the values any of them has."""
    values = dict.fromkeys(title for card in roster.cards for title, _text in card.values)
    return (pgettext("army sheet", "Name"), *values, pgettext("army sheet", "Weapons"))


def card_rows(roster: Roster) -> Iterator[tuple[str, ...]]:
    """A row a card, its weapons in words in the last cell."""
    titles = card_heads(roster)[1:-1]
    for card in roster.cards:
        known = dict(card.values)
        weapons = "; ".join(map(table_line, card.tables))
        yield tuple(map(harmless, (card.name, *(known.get(t, "") for t in titles), weapons)))


def table_line(table: RosterTable) -> str:
    """A table in one line: "rifle (firearm, 80 cm): Fire effect to 20 cm +3, to 80 cm −2"."""
    told = [
        f"{row[0]} " + ", ".join(map(" ".join, zip(table.heads, row[1:], strict=True)))
        for row in table.rows
    ]
    facts = f" ({', '.join(table.facts)})" if table.facts else ""
    return f"{table.title}{facts}" + (f": {'; '.join(told)}" if told else "")


def card_lines(roster: Roster) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every card as a heading, and lines below it: its values, then each table."""
    for card in roster.cards:
        values = ", ".join(f"{title} {text}" for title, text in card.values)
        lines = (values, *map(table_line, card.tables))
        yield harmless(f"{card.name} ({card.kind})"), tuple(map(harmless, filter(None, lines)))

"""The menu at a piece: what may be done to it or with it, a line each, whatever the game."""

from collections.abc import Sequence
from dataclasses import dataclass

from armybuilder.skirmishes.present.hands import chance
from armybuilder.skirmishes.present.ordering import typed_into, written
from armybuilder.skirmishes.present.tables import Table
from collection.catalogue.game import rule_chip
from collection.catalogue.present.values import Rule
from collection.common.language import language
from rules import MenuLine


@dataclass(frozen=True)
class Line:
    """One thing to do: its chance in percents, what comes of it and what it costs in words; whole
    as `order`, else to be filled in at the address of `draft`. `why` in few words where it is
    refused."""

    kind: str
    label: str
    chance: str = ""
    result: str = ""
    risk: str = ""
    order: str = ""
    draft: str = ""
    legal: bool = True
    why: str = ""
    says: str = ""
    rules: tuple[Rule, ...] = ()


@dataclass(frozen=True)
class Menu:
    """The lines at a piece, the best first, of which so many at `most` are shown at once; `says`
    what it is up against."""

    unit: str
    target: str
    title: str
    says: str
    lines: tuple[Line, ...]
    most: int = 4

    @property
    def first(self) -> tuple[Line, ...]:
        """Those that are shown at once."""
        return self.lines[: self.most]

    @property
    def more(self) -> tuple[Line, ...]:
        """The others."""
        return self.lines[self.most :]


def menu_of(table: Table, unit: str, target: str, along: Sequence[str]) -> Menu | None:
    """What a piece may do to a target, itself if it is that; None where it may do nothing. Raises
    KeyError for a piece there is not, or that is not seen."""
    for piece in (unit, target, *along):
        table.pieces[piece]
    if table.hands is None or not table.asks:
        return None
    found = table.hands.menu(unit, target, along, language())
    lines = tuple(_line(table, line) for line in found.lines)
    return Menu(unit, target, found.title, found.says, lines) if lines else None


def _line(table: Table, line: MenuLine) -> Line:
    first = line.reasons[0] if line.reasons else None
    return Line(
        kind=line.kind,
        label=line.label,
        chance=chance(line.chance),
        result=line.result,
        risk=line.risk,
        order=written(line.order) if line.is_whole else "",
        draft="" if line.is_whole else typed_into(table.rules, line.kind, line.order),
        legal=line.legal,
        why=line.why,
        says=first.message if first else "",
        rules=tuple(rule_chip(rule) for rule in first.rules) if first else (),
    )

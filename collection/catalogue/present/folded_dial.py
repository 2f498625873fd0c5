"""A whole dial in little room, with what gear and a pilot add folded in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from collection.catalogue import game
from collection.catalogue.present.dial_table import (
    Cell,
    ClickHead,
    combat_values,
    lay_out,
    slots,
    spans,
)
from collection.catalogue.present.values import Click, Dial, Equipment, Weapon
from collection.common.language import Words
from collection.common.numbers import signed


class Counted(Protocol):
    """A click as it counts with cards: its values by the keys of the dial's rows, the equipment
    cards give to each, and the values whose own equipment rests."""

    @property
    def values(self) -> Mapping[str, int]:
        """The totals."""

    @property
    def granted(self) -> Mapping[str, tuple[Equipment, ...]]:
        """Equipment by cards."""

    @property
    def idle(self) -> tuple[str, ...]:
        """Keys of values."""


@dataclass(frozen=True)
class Fitted:
    """A figure as it stands somewhere: by these records, with these clicks and these cards."""

    unit: game.Unit
    known: game.Catalogue
    counted: Sequence[Counted]
    fitting: game.Fitting


@dataclass(frozen=True)
class FoldedCell:
    """One value as it counts: what is printed beside it, and what cards give it."""

    cell: Cell
    granted: tuple[Equipment, ...]
    idle: bool


@dataclass(frozen=True)
class FoldedRow:
    """One combat value over all clicks; `change` is what cards add to the first, signed."""

    key: str
    label: Words
    cells: tuple[FoldedCell, ...]
    weapon: Weapon | None
    range_type: Words
    change: str

    @property
    def icon(self) -> str:
        """The symbol of the row: that of its value, of a damage that of its range type."""
        return f"range-{self.weapon.range_type}" if self.weapon else self.key


@dataclass(frozen=True)
class FoldedDial:
    """A dial with cards folded in, ready to be printed row by row."""

    printed: Dial
    heads: tuple[ClickHead, ...]
    rows: tuple[FoldedRow, ...]


@dataclass(frozen=True)
class EquipmentShown:
    """Equipment a dial shows, with the clicks that show it, runs drawn together; `always` says that
    all do, `by_card` that a card gives it, to some of them at least."""

    equipment: Equipment
    clicks: str
    always: bool
    by_card: bool


def folded_dial(printed: Dial, counted: Sequence[Counted] = ()) -> FoldedDial:
    """The dial at its first click; without counted clicks as it is printed."""
    dial = replace(
        printed,
        current=1,
        heat_current=0 if printed.heat else None,
        clicks=tuple(_counted(printed, click, counted) for click in printed.clicks),
    )
    table = lay_out(dial)
    first = combat_values(printed.clicks[0])
    rows = tuple(
        FoldedRow(
            key=row.key,
            label=row.label,
            cells=tuple(_cell(row.key, cell, at, counted) for at, cell in enumerate(row.cells)),
            weapon=row.weapon,
            range_type=row.range_type,
            change=_change(row.cells[0].value - first[row.key]),
        )
        for row in table.rows
    )
    return FoldedDial(dial, table.heads, rows)


def shown_on(dial: FoldedDial) -> tuple[EquipmentShown, ...]:
    """All equipment on a dial, once each, in the order of the rows."""
    found: dict[Equipment, set[int]] = {}
    given: set[Equipment] = set()
    for row in dial.rows:
        for number, folded in enumerate(row.cells, 1):
            for piece in filter(None, (folded.cell.equipment, *folded.granted)):
                found.setdefault(piece, set()).add(number)
            given.update(folded.granted)
    return tuple(
        EquipmentShown(piece, spans(sorted(clicks)), len(clicks) == len(dial.heads), piece in given)
        for piece, clicks in found.items()
    )


def _counted(printed: Dial, click: Click, counted: Sequence[Counted]) -> Click:
    if not counted:
        return click
    values = counted[click.number - 1].values
    damages = [key for key in slots(printed) if key.endswith("damage")]
    return replace(
        click,
        speed=values["speed"],
        attack=values["attack"],
        defense=values["defense"],
        damages=tuple(values[key] for key in damages),
    )


def _cell(key: str, cell: Cell, at: int, counted: Sequence[Counted]) -> FoldedCell:
    if not counted:
        return FoldedCell(cell, (), idle=False)
    click = counted[at]
    return FoldedCell(cell, click.granted.get(key, ()), idle=key in click.idle)


def _change(change: int) -> str:
    return signed(change) if change else ""

"""A fitted dial as rows of values, the way cards and texts print it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from armybuilder.groups.exports.sheet import FittedDial
from collection.catalogue.present.dial_table import lay_out, spans
from collection.catalogue.present.values import Equipment, Weapon
from collection.common.language import Words


@dataclass(frozen=True)
class Cell:
    """A value as it counts, the printed one, and the printed equipment; `idle` where a card puts
    that out of work."""

    value: int
    printed: int
    equipment: Equipment | None
    idle: bool

    @property
    def changed(self) -> bool:
        """Whether cards make it another value than the printed one."""
        return self.value != self.printed


@dataclass(frozen=True)
class Grant:
    """Equipment a card gives a value, with the clicks it works at; all of them when empty."""

    equipment: Equipment
    clicks: str


@dataclass(frozen=True)
class Row:
    """One combat value over all clicks; damage rows name their weapon."""

    label: Words
    weapon: Weapon | None
    range_type: Words
    cells: tuple[Cell, ...]
    grants: tuple[Grant, ...]


def dial_rows(dial: FittedDial) -> tuple[Row, ...]:
    """The rows of a dial in printed order."""
    return tuple(
        Row(
            label=row.label,
            weapon=row.weapon,
            range_type=row.range_type,
            cells=tuple(
                Cell(
                    value=click.values[row.key],
                    printed=cell.value,
                    equipment=cell.equipment,
                    idle=row.key in click.idle,
                )
                for cell, click in zip(row.cells, dial.clicks, strict=True)
            ),
            grants=tuple(_grants(dial, row.key)),
        )
        for row in lay_out(dial.printed).rows
    )


def _grants(dial: FittedDial, key: str) -> Iterator[Grant]:
    numbers: dict[Equipment, list[int]] = {}
    for number, click in enumerate(dial.clicks, start=1):
        for equipment in click.granted.get(key, ()):
            numbers.setdefault(equipment, []).append(number)
    for equipment, clicks in numbers.items():
        always = len(clicks) == len(dial.clicks)
        yield Grant(equipment, "" if always else spans(clicks))


def all_equipment(dial: FittedDial, rows: Sequence[Row]) -> tuple[Equipment, ...]:
    """Every piece of equipment and heat effect that shows or is given, each code once."""
    given = [grant.equipment for row in rows for grant in row.grants]
    shown = [cell.equipment for row in rows for cell in row.cells if cell.equipment]
    heat = [effect for position in dial.printed.heat for effect in position.effects.values()]
    return tuple({each.code: each for each in [*given, *shown, *heat]}.values())

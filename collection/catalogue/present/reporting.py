"""A figure laid out so that the number that is wrong can be pointed at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from collection.catalogue.entering.columns import COMBAT_VALUES, HEAT_COLUMNS
from collection.catalogue.entering.reportable import Reportable
from collection.catalogue.present import words
from collection.catalogue.present.values import Equipment
from collection.common.language import Words


@dataclass(frozen=True)
class Spot:
    """One printed value: the key of a report on it, what sentences call it, what it says, and the
    equipment or the icon of the marker it is."""

    key: str
    name: str
    here: str
    equipment: Equipment | None = None
    icon: str = ""


@dataclass(frozen=True)
class Row:
    """One value over all clicks or heat positions: each with its number and what is beside it."""

    label: Words
    cells: tuple[tuple[Spot, Spot], ...]


@dataclass(frozen=True)
class Face:
    """Everything printed on a figure: the base, the markers over the clicks, the two dials."""

    base: tuple[Spot, ...]
    markers: tuple[Spot, ...]
    clicks: tuple[Row, ...]
    heat: tuple[Row, ...]


def face_of(values: Mapping[str, Reportable]) -> Face:
    """The values of a figure that may be reported, as they stand on it."""
    spots = {key: _spot(key, value) for key, value in values.items()}
    base = tuple(spots[key] for key, value in values.items() if value.line is None)
    return Face(
        base=base,
        markers=_line(spots, "clicks.marker"),
        clicks=_rows(
            spots, "clicks", [(each, each, f"{each}_equipment") for each in COMBAT_VALUES]
        ),
        heat=_rows(
            spots, "heat", [(each, f"{each}_mod", f"{each}_effect") for each in HEAT_COLUMNS]
        ),
    )


def _rows(
    spots: Mapping[str, Spot], sheet: str, columns: Sequence[tuple[str, str, str]]
) -> tuple[Row, ...]:
    """The rows of a dial, without those a figure has nothing in."""
    found = []
    for value, number, beside in columns:
        numbers, besides = _line(spots, f"{sheet}.{number}"), _line(spots, f"{sheet}.{beside}")
        if any(spot.here for spot in (*numbers, *besides)):
            cells = tuple(zip(numbers, besides, strict=True))
            found.append(Row(words.DIAL_SLOTS[value], cells))
    return tuple(found)


def _line(spots: Mapping[str, Spot], column: str) -> tuple[Spot, ...]:
    """A column's spots, click by click."""
    found: list[Spot] = []
    while spot := spots.get(f"{column}.{len(found)}"):
        found.append(spot)
    return tuple(found)


def _spot(key: str, value: Reportable) -> Spot:
    icon = value.held or "" if value.column.key == "marker" else ""
    return Spot(key, value.name, value.here, _equipment(value), icon)


def _equipment(value: Reportable) -> Equipment | None:
    """The badge of a value that is equipment, kept as "speed red square"."""
    if value.held is None or not value.column.key.endswith("_equipment"):
        return None
    slot, colour, shape = str(value.held).split()
    return words.equipment(slot, colour, shape)

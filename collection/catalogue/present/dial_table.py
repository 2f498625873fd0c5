"""A dial laid out as rows of values, the way the pages print it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from collection.catalogue.present import words
from collection.catalogue.present.values import (
    DIAL_POSITIONS,
    Click,
    Dial,
    Equipment,
    Marker,
    Weapon,
)
from collection.common.language import Words
from collection.common.numbers import signed


@dataclass(frozen=True)
class ClickHead:
    """The head of a column: a click's number and marker."""

    number: int
    marker: Marker | None
    marker_name: Words
    current: bool


@dataclass(frozen=True)
class Cell:
    """One value with its equipment; `previous` is the value a click earlier where it differs."""

    value: int
    equipment: Equipment | None
    current: bool
    previous: int | None = None

    @property
    def better(self) -> bool:
        """Whether the value rose against the click before."""
        return self.previous is not None and self.value > self.previous


@dataclass(frozen=True)
class Row:
    """One combat value over all clicks; damage rows name their weapon."""

    key: str
    label: Words
    cells: tuple[Cell, ...]
    weapon: Weapon | None = None
    range_type: Words = ""


@dataclass(frozen=True)
class Shown:
    """One combat value in the window of a dial; a damage names its weapon."""

    key: str
    label: Words
    value: int
    equipment: Equipment | None
    weapon: Weapon | None = None


@dataclass(frozen=True)
class Window:
    """What a dial shows at one click."""

    speed: Shown
    attack: Shown
    defense: Shown
    damages: tuple[Shown, ...]


@dataclass(frozen=True)
class HeatCell:
    """What one heat position does to one value."""

    modifier: int
    effect: Equipment | None
    current: bool

    @property
    def signed(self) -> str:
        """The modifier with its sign, a true minus: "+1", "0", "−2"."""
        return signed(self.modifier)


@dataclass(frozen=True)
class HeatRow:
    """One combat value over all heat positions."""

    label: Words
    cells: tuple[HeatCell, ...]


@dataclass(frozen=True)
class Use:
    """Equipment or a heat effect with the value it belongs to and the positions that show it."""

    equipment: Equipment
    slot: Words
    positions: str


@dataclass(frozen=True)
class DialTable:
    """A whole dial, ready to be printed row by row; positions past the last click eliminate."""

    heads: tuple[ClickHead, ...]
    rows: tuple[Row, ...]
    uses: tuple[Use, ...]
    eliminated_from: int
    eliminated_to: int
    heat_rows: tuple[HeatRow, ...]
    heat_uses: tuple[Use, ...]


def lay_out(dial: Dial) -> DialTable:
    """Arrange a dial's clicks and heat positions into rows, with a legend of what they show."""
    named = slots(dial)
    return DialTable(
        heads=tuple(_head(dial, click) for click in dial.clicks),
        rows=tuple(_row(dial, key, named[key], index) for index, key in enumerate(named)),
        uses=_uses(
            ((click.number, click.equipment) for click in dial.clicks),
            named,
        ),
        eliminated_from=len(dial.clicks) + 1,
        eliminated_to=DIAL_POSITIONS,
        heat_rows=tuple(_heat_row(dial, key, named[key]) for key in _heated(named))
        if dial.heat
        else (),
        heat_uses=_uses(
            ((position.number, position.effects) for position in dial.heat),
            named,
        ),
    )


def window(dial: Dial) -> Window:
    """What a dial shows: its current click, outside of play the starting one."""
    click = dial.clicks[(dial.current or starting_click(dial)) - 1]
    weapons = (None, None, None, *dial.weapons)
    shown = combat_values(click)
    named = slots(dial)
    speed, attack, defense, *damages = (
        Shown(key, named[key], shown[key], click.equipment.get(key), weapon)
        for key, weapon in zip(named, weapons, strict=True)
    )
    return Window(speed, attack, defense, tuple(damages))


def starting_click(dial: Dial) -> int:
    """The number of the click with the starting marker, 1 where none has it."""
    return next((click.number for click in dial.clicks if click.marker == "start"), 1)


def slots(dial: Dial) -> dict[str, Words]:
    """The dial's rows in printed order with their names; a single damage needs no "primary"."""
    keys = ["speed", "attack", "defense", "primary_damage", "secondary_damage"]
    named = {key: words.DIAL_SLOTS[key] for key in keys[: 3 + len(dial.weapons)]}
    if len(dial.weapons) == 1:
        named["primary_damage"] = words.DIAL_SLOTS["damage"]
    return named


def combat_values(click: Click) -> dict[str, int]:
    """A click's values by the keys of the dial's rows."""
    damages = dict(zip(("primary_damage", "secondary_damage"), click.damages, strict=False))
    return {"speed": click.speed, "attack": click.attack, "defense": click.defense, **damages}


def _heated(slots: Mapping[str, Words]) -> list[str]:
    return [key for key in slots if key not in ("attack", "defense")]


def _head(dial: Dial, click: Click) -> ClickHead:
    return ClickHead(
        number=click.number,
        marker=click.marker,
        marker_name=words.MARKERS[click.marker] if click.marker else "",
        current=click.number == dial.current,
    )


def _row(dial: Dial, key: str, label: Words, index: int) -> Row:
    cells = []
    before: int | None = None
    for click in dial.clicks:
        value = combat_values(click)[key]
        cells.append(
            Cell(
                value=value,
                equipment=click.equipment.get(key),
                current=click.number == dial.current,
                previous=before if before is not None and before != value else None,
            )
        )
        before = value
    weapon = dial.weapons[index - 3] if index >= 3 else None
    return Row(
        key=key,
        label=label,
        cells=tuple(cells),
        weapon=weapon,
        range_type=words.RANGE_TYPES[weapon.range_type] if weapon else "",
    )


def _heat_row(dial: Dial, key: str, label: Words) -> HeatRow:
    return HeatRow(
        label=label,
        cells=tuple(
            HeatCell(
                modifier=position.modifiers.get(key, 0),
                effect=position.effects.get(key),
                current=position.number == dial.heat_current,
            )
            for position in dial.heat
        ),
    )


def _uses(
    shown: Iterable[tuple[int, Mapping[str, Equipment]]],
    slots: Mapping[str, Words],
) -> tuple[Use, ...]:
    numbers: dict[tuple[str, Equipment], list[int]] = {}
    for number, equipment in shown:
        for slot, piece in equipment.items():
            numbers.setdefault((slot, piece), []).append(number)
    order = list(slots)
    return tuple(
        Use(equipment=piece, slot=slots[slot], positions=spans(numbers[slot, piece]))
        for slot, piece in sorted(numbers, key=lambda use: (order.index(use[0]), numbers[use][0]))
    )


def spans(numbers: list[int]) -> str:
    """Ascending numbers with runs drawn together: [1, 2, 3, 5] becomes "1–3, 5"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)

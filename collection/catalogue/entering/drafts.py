"""A figure as the sheets hold it, and the catalogue record it stands for.

A draft knows no rule: whether its record is a figure is for the rules' own reader to say.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from collection.catalogue.entering.columns import (
    COMBAT_VALUES,
    HEAT_COLUMNS,
    NUMBER,
    SHEET_OF_TYPE,
    TYPES_OF_SHEETS,
    WEAPONS,
)

Cells = dict[str, Any]
Record = dict[str, Any]

WEAPON_FIELDS = ("damage_type", "targets", "range_min", "range_max")
PLAIN_FIELDS = (
    "name",
    "nickname",
    "variant",
    "faction",
    "points",
    "speed_mode",
    "mech_class",
    "vent",
    "transport_capacity",
    "artillery_range",
    "attack_symbol",
    "pilot_name_on_base",
    "rarity",
)
#: What a known record says that the sheets do not ask for, and that entering a figure keeps.
KEPT_FIELDS = ("label", "slots", "notes", "sources")


@dataclass
class Draft:
    """One figure: its line of base facts, its clicks and its heat positions, by column."""

    set: str
    sheet: str
    base: Cells
    clicks: list[Cells] = field(default_factory=list)
    heat: list[Cells] = field(default_factory=list)

    @property
    def number(self) -> str:
        """The collector number."""
        return str(self.base.get(NUMBER, ""))

    @property
    def catalogue_id(self) -> str:
        """Set and number."""
        return f"{self.set}-{self.number}"

    def lines(self, sheet: str) -> list[Cells]:
        """The figure's lines on a sheet."""
        return {"clicks": self.clicks, "heat": self.heat}.get(sheet, [self.base])


@dataclass(frozen=True)
class Place:
    """A cell of a draft: the sheet, which of the figure's lines there, and the column."""

    sheet: str
    line: int
    column: str


def to_record(draft: Draft, known: Record | None = None) -> Record:
    """The catalogue record of a draft; what else is known of the figure is kept."""
    base = draft.base
    record = {key: known[key] for key in KEPT_FIELDS if known and key in known}
    record |= {
        "id": draft.catalogue_id,
        "status": "complete",
        "set": draft.set,
        "collector_number": draft.number,
        "type": TYPES_OF_SHEETS[draft.sheet],
    }
    record |= {key: base[key] for key in PLAIN_FIELDS if base.get(key) is not None}
    if rank := base.get("rank"):
        record["unique"] = rank == "unique"
        record["rank"] = None if rank == "unique" else rank
    record["attacks"] = [
        {"slot": slot} | {key: value for key, value in weapon.items() if value is not None}
        for slot, weapon in ((slot, _weapon(base, slot)) for slot in WEAPONS)
        if any(value is not None for value in weapon.values())
    ]
    record["clicks_of_life"] = len(draft.clicks)
    record["dial"] = [_click(cells) for cells in draft.clicks]
    if draft.heat:
        record["heat_dial"] = [_position(cells) for cells in draft.heat]
    return record


def _weapon(base: Cells, slot: str) -> Cells:
    return {key: base.get(f"{slot}_{key}") for key in WEAPON_FIELDS}


def _click(cells: Cells) -> Record:
    printed = {
        key: cells[key] for key in ("click", "marker", *COMBAT_VALUES) if cells.get(key) is not None
    }
    equipment = {}
    for value in COMBAT_VALUES:
        if chosen := cells.get(f"{value}_equipment"):
            _slot, colour, shape = chosen.split()
            equipment[value] = {"color": colour, "shape": shape}
    return {**printed, "special_equipment": equipment}


def _position(cells: Cells) -> Record:
    effects = {value: cells.get(f"{value}_effect") for value in HEAT_COLUMNS}
    return {
        "position": cells.get("position"),
        **{f"{value}_mod": cells.get(f"{value}_mod") or 0 for value in HEAT_COLUMNS},
        "effects": {value: {"color": colour} for value, colour in effects.items() if colour},
    }


def from_record(record: Record) -> Draft:
    """The draft of a record the rules have read; only number and name of one without dial."""
    base: Cells = {NUMBER: record["collector_number"]}
    base |= {key: record[key] for key in PLAIN_FIELDS if record.get(key) is not None}
    base["rank"] = "unique" if record.get("unique") else record.get("rank")
    ranges = {}
    for weapon in record.get("attacks", ()):
        ranges[f"{weapon['slot']}_damage"] = weapon["damage_type"]
        base |= {f"{weapon['slot']}_{key}": weapon[key] for key in WEAPON_FIELDS}
    return Draft(
        set=record["set"],
        sheet=SHEET_OF_TYPE[record["type"]],
        base=base,
        clicks=[_click_cells(click, ranges) for click in record.get("dial", ())],
        heat=[_heat_cells(position) for position in record.get("heat_dial", ())],
    )


def _click_cells(click: Record, ranges: dict[str, str]) -> Cells:
    cells = {key: click.get(key) for key in ("click", "marker", *COMBAT_VALUES)}
    for value, symbol in (click.get("special_equipment") or {}).items():
        slot = ranges.get(value, value)
        cells[f"{value}_equipment"] = f"{slot} {symbol['color']} {symbol['shape']}"
    return cells


def _heat_cells(position: Record) -> Cells:
    cells = {"position": position.get("position")}
    cells |= {f"{value}_mod": position[f"{value}_mod"] for value in HEAT_COLUMNS}
    for value, effect in (position.get("effects") or {}).items():
        cells[f"{value}_effect"] = effect["color"]
    return cells


def misplaced_equipment(draft: Draft) -> list[tuple[Place, str]]:
    """Damage equipment of another range type than its weapon's, with that type.

    A record keeps only the colour, which would then stand for other equipment than was chosen.
    """
    found = []
    for line, cells in enumerate(draft.clicks):
        for weapon in WEAPONS:
            chosen = cells.get(f"{weapon}_damage_equipment")
            printed = draft.base.get(f"{weapon}_damage_type")
            if chosen and printed and chosen.split()[0] != printed:
                found.append((Place("clicks", line, f"{weapon}_damage_equipment"), printed))
    return found


_MISSING = re.compile(r"The field “(\w+)” is missing\.")


def place_of(path: str, reason: str, sheet: str) -> Place:
    """The cell a fault of a record points at: `path` begins with `$`, the figure's record."""
    if missing := _MISSING.fullmatch(reason):
        path = f"{path}.{missing[1]}"
    if line := re.match(r"\$\.dial\[(\d+)\]\.?(.*)", path):
        return Place("clicks", int(line[1]), _click_column(line[2]))
    if line := re.match(r"\$\.heat_dial\[(\d+)\]\.?(.*)", path):
        return Place("heat", int(line[1]), _heat_column(line[2]))
    if weapon := re.match(r"\$\.attacks\[(\d)\]\.?(.*)", path):
        slot = WEAPONS[min(int(weapon[1]), 1)]
        return Place(sheet, 0, f"{slot}_{weapon[2] or 'damage_type'}")
    column = path.removeprefix("$").removeprefix(".").partition(".")[0]
    return Place(sheet, 0, column if column in (*PLAIN_FIELDS, "rank") else NUMBER)


def _click_column(rest: str) -> str:
    head, _, tail = rest.partition(".")
    if head == "special_equipment":
        return f"{tail.partition('.')[0]}_equipment"
    return head or "click"


def _heat_column(rest: str) -> str:
    head, _, tail = rest.partition(".")
    if head == "effects":
        return f"{tail.partition('.')[0]}_effect"
    return head or "position"

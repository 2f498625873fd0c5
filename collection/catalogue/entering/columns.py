"""The sheets figures are entered on: their columns, and the closed lists of words of some.

Sheets of the workbook, reports on a single value and forms all use these columns. The words are
in the language active when the sheets are asked for.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from collection.catalogue.models import Faction, HowSure
from collection.catalogue.present import catalogue_words, words
from collection.common.language import Words

NUMBER = "number"
TYPES_OF_SHEETS = {"infantry": "infantry", "vehicles": "vehicle", "mechs": "mech"}
SHEET_OF_TYPE = {kind: sheet for sheet, kind in TYPES_OF_SHEETS.items()}
COMBAT_VALUES = ("speed", "attack", "defense", "primary_damage", "secondary_damage")
HEAT_COLUMNS = ("speed", "primary_damage", "secondary_damage")
WEAPONS = ("primary", "secondary")
SINGLE_USE = "circle"
MECH_MODES = ("mech", "quad_mech")
OTHER_MODES = ("foot", "tracked", "wheeled", "hover", "vtol", "aquatic")


@dataclass(frozen=True)
class Column:
    """One column. `choices` close it to some keys, shown in words; `whole` to numbers between."""

    key: str
    heading: str
    choices: Mapping[str, str] | None = None
    whole: tuple[int, int] | None = None
    width: int = 12


@dataclass(frozen=True)
class Sheet:
    """One sheet; its lines belong to the figure whose number they bear."""

    key: str
    title: str
    columns: tuple[Column, ...]

    def column(self, key: str) -> Column:
        """The column of a key; raises KeyError."""
        return {column.key: column for column in self.columns}[key]


def sheets(factions: Sequence[Faction]) -> tuple[Sheet, ...]:
    """All sheets, with the factions somebody may choose from."""
    return (
        Sheet("infantry", _("Infantry"), _base("infantry", factions)),
        Sheet("vehicles", _("Vehicles"), _base("vehicle", factions)),
        Sheet("mechs", pgettext("sheet", "Mechs"), _base("mech", factions)),
        Sheet("clicks", pgettext("sheet", "Clicks"), _clicks()),
        Sheet("heat", pgettext("sheet", "Heat"), _heat()),
    )


def _base(kind: str, factions: Sequence[Faction]) -> tuple[Column, ...]:
    mech = kind == "mech"
    columns = [
        _number(),
        Column("name", _("Name"), width=28),
        Column("nickname", _("Name in quotes"), width=16),
        Column("variant", _("Variant"), width=14),
        Column(
            "faction",
            _("Faction"),
            {f.name: catalogue_words.own_name(f) for f in factions},
            width=22,
        ),
        Column("rank", _("Rank"), _words(catalogue_words.RANK_NAMES)),
        Column("points", _("Points"), whole=(0, 9999)),
        Column("speed_mode", _("Speed mode"), _modes(mech)),
    ]
    if mech:
        columns.append(Column("mech_class", _("'Mech class"), _words(catalogue_words.CLASSES)))
        columns.append(Column("vent", _("Vent rating"), whole=(0, 9)))
    else:
        columns.append(Column("transport_capacity", _("Transport capacity"), whole=(0, 99)))
    columns.append(Column("artillery_range", _("Artillery range"), whole=(1, 99)))
    for weapon in WEAPONS if mech else WEAPONS[:1]:
        columns += _weapon(weapon, mech)
    if not mech:
        columns.append(Column("attack_symbol", _("Attack symbol"), _attack_symbols()))
    return (
        *columns,
        Column("pilot_name_on_base", _("Name on the base"), width=18),
        Column("rarity", _("Rarity"), _words(catalogue_words.RARITIES), width=16),
        Column(
            "how_sure", _("Read from"), {key: str(name) for key, name in HowSure.choices}, width=24
        ),
        Column("note", _("Note"), width=40),
    )


def _modes(mech: bool) -> dict[str, str]:
    return _chosen(words.SPEED_MODES, MECH_MODES if mech else OTHER_MODES)


def _number() -> Column:
    return Column(NUMBER, _("Number"), width=9)


def _weapon(weapon: str, mech: bool) -> list[Column]:
    types = (
        words.RANGE_TYPES if mech else {k: n for k, n in words.RANGE_TYPES.items() if k != "melee"}
    )
    named = {
        "primary": _("Primary weapon: %s") if mech else _("Weapon: %s"),
        "secondary": _("Secondary weapon: %s"),
    }[weapon]
    return [
        Column(f"{weapon}_damage_type", named % _("type"), _words(types), width=16),
        Column(f"{weapon}_targets", named % _("targets"), whole=(0, 4), width=16),
        Column(f"{weapon}_range_min", named % _("nearest inch"), whole=(0, 99), width=16),
        Column(f"{weapon}_range_max", named % _("farthest inch"), whole=(0, 99), width=16),
    ]


def _clicks() -> tuple[Column, ...]:
    columns = [
        _number(),
        Column("click", _("Click"), whole=(1, 17), width=7),
        Column("marker", _("Marker"), _words(words.MARKERS), width=17),
    ]
    for value in COMBAT_VALUES:
        name = str(words.DIAL_SLOTS[value])
        columns.append(Column(value, name, whole=(0, 99)))
        columns.append(
            Column(
                f"{value}_equipment", _("%s: equipment") % name, equipment_choices(value), width=28
            )
        )
    return tuple(columns)


def _heat() -> tuple[Column, ...]:
    columns = [_number(), Column("position", _("Heat position"), whole=(0, 9))]
    for value in HEAT_COLUMNS:
        name = str(words.DIAL_SLOTS[value])
        columns.append(Column(f"{value}_mod", _("%s: change") % name, whole=(-9, 9)))
        columns.append(
            Column(f"{value}_effect", _("%s: effect square") % name, _effects(), width=16)
        )
    return tuple(columns)


def equipment_choices(value: str) -> dict[str, str]:
    """Everything a combat value may carry, by slot, colour and shape: "speed red square"."""
    slots = words.RANGE_TYPES if value.endswith("damage") else (value,)
    choices = {}
    for (slot, colour), (code, name) in words.EQUIPMENT.items():
        if slot in slots:
            choices[f"{slot} {colour} square"] = f"{code} {name}"
            choices[f"{slot} {colour} {SINGLE_USE}"] = _("%(name)s, single use") % {
                "name": f"{code} {name}"
            }
    return choices


def _effects() -> dict[str, str]:
    return _chosen(words.COLOURS, ("green", "yellow", "red", "black"))


def _attack_symbols() -> dict[str, str]:
    return {"crosshair": _("crosshair"), "cross": _("cross"), "wrench": _("wrench")}


def _chosen(named: Mapping[str, Words], keys: Iterable[str]) -> dict[str, str]:
    return {key: str(named[key]) for key in keys}


def _words(named: Mapping[str, object]) -> dict[str, str]:
    return {key: str(name) for key, name in named.items()}

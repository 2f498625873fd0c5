"""Cards of units as people enter them: one text a field, in a form or a row of a spreadsheet.

`read_card` and `write_card` are each other's inverse for every card that says no more than the
fields do.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, get_args

import msgspec

from rules.core.codec import Unreadable
from rules.khans_and_generals.records.card import WORDING, table_word
from rules.khans_and_generals.records.profile import (
    Ammunition,
    Formation,
    Level,
    UnitClass,
    WeaponKind,
    read_profile,
)

Kind = Literal["text", "number", "choice", "flag", "several", "words", "numbers", "table"]
CLASSES: tuple[str, ...] = get_args(UnitClass)
_STANDING = ("line", "support", "hq", "artillery", "vehicle")
_ON_FOOT = ("line", "support", "hq")
_ARMED = (*_STANDING, "aircraft")
#: The types of each class; other words are kept.
TYPES: dict[str, tuple[str, ...]] = {
    "line": ("infantry", "riflemen", "cavalry", "cyclists", "motorcyclists"),
    "hq": ("infantry", "riflemen", "cavalry", "cyclists", "motorcyclists"),
    "support": (
        *("machine_gun", "mortar", "at_rifle", "observer", "medic", "runner", "signaller"),
        *("flamethrower", "infantry", "riflemen", "cavalry", "cyclists", "motorcyclists"),
    ),
    "artillery": ("gun", "howitzer", "mortar"),
    "vehicle": ("light_tank", "medium_tank", "heavy_tank", "armoured_car", "unarmoured"),
    "aircraft": ("fighter", "bomber", "dive_bomber", "ground_attack", "line"),
    "attachment": (),
    "fortification": ("palisade", "trench", "wire", "bunker"),
}
#: Weapons a card has room for here.
WEAPONS = 4
_NEED_A_BASE = ("artillery", "vehicle")
_PAIR = re.compile(r"^\s*(\d+(?:[.,]\d+)?)\s*[:=\s]\s*([+\-\u2212]?\d+)\s*$")
Texts = dict[str, str]


class EntryField(msgspec.Struct, frozen=True):
    """A field: what is typed into it, which classes have it, what it offers to choose from.

    `numbers` are so many numbers parted by strokes, a `table` is pairs of distance and value,
    `several` some of the options, `words` any words, both parted by commas.
    """

    name: str
    kind: Kind
    classes: tuple[str, ...] = CLASSES
    options: tuple[str, ...] = ()
    count: int = 0


FIELDS: tuple[EntryField, ...] = (
    EntryField("name", "text"),
    EntryField("class", "choice", options=CLASSES),
    EntryField("type", "choice", tuple(name for name in CLASSES if TYPES[name])),
    EntryField("faction", "text"),
    EntryField("from", "number"),
    EntryField("to", "number"),
    EntryField("points", "number"),
    EntryField("strength", "number", _STANDING),
    EntryField("training", "choice", (*_STANDING, "aircraft"), ("1", "2", "3", "4", "5")),
    EntryField("melee", "number", ("line", "support", "hq", "artillery")),
    EntryField("ranged", "number", _ARMED),
    EntryField("skill", "number", _STANDING),
    EntryField("armour", "number", _STANDING),
    EntryField("movement", "number", _STANDING),
    EntryField("foot", "number", _ON_FOOT),
    EntryField("width", "number", _STANDING),
    EntryField("depth", "number", _STANDING),
    EntryField("counted", "choice", ("hq",), ("line", "support")),
    EntryField("reluctance", "number", ("line", "hq")),
    EntryField("rout_at", "number", ("support", "hq", "artillery", "vehicle")),
    EntryField("formations", "several", _ON_FOOT, get_args(Formation)[2:]),
    EntryField("abilities", "words"),
    EntryField("orders", "words", _STANDING),
    EntryField("modern", "flag", _STANDING),
    EntryField("command", "number", ("hq", "vehicle")),
    EntryField("initiative", "number", ("hq", "vehicle")),
    EntryField("hull", "numbers", ("vehicle",), count=4),
    EntryField("turret", "numbers", ("vehicle",), count=4),
    EntryField("turret_crew", "number", ("vehicle",)),
    EntryField("open_topped", "flag", ("vehicle",)),
    EntryField("optics", "number", ("vehicle", "aircraft")),
    EntryField("radio", "flag", ("vehicle",)),
    EntryField("drive", "choice", ("vehicle",), ("tracked", "wheeled")),
    EntryField("offroad", "number", ("vehicle",)),
    EntryField("hull_mg", "flag", ("vehicle",)),
    EntryField("flammable", "flag", ("vehicle",)),
    EntryField("capacity", "number", ("vehicle",)),
    EntryField("sorties", "number", ("aircraft",)),
    EntryField("time_on_station", "number", ("aircraft",)),
    EntryField("agility", "number", ("aircraft",)),
    EntryField("air_attack", "number", ("aircraft",)),
    EntryField("defensive_armament", "number", ("aircraft",)),
    EntryField("bombs", "numbers", ("aircraft",), count=4),
    EntryField("cannon", "numbers", ("aircraft",), count=3),
    EntryField("battery_level", "choice", ("support",), get_args(Level)),
    EntryField("battery_tubes", "number", ("support",)),
    EntryField("battery_missions", "number", ("support",)),
)
WEAPON_FIELDS: tuple[EntryField, ...] = (
    EntryField("weapon", "text", _ARMED),
    EntryField("kind", "choice", _ARMED, get_args(WeaponKind)),
    EntryField("range", "number", _ARMED),
    EntryField("fire_effect", "table", _ARMED),
    EntryField("accuracy", "number", _ARMED),
    EntryField("spread", "number", _ARMED),
    EntryField("strike_capacity", "number", _ARMED),
    EntryField("explosion", "number", _ARMED),
    EntryField("penetration", "table", _ARMED),
    EntryField("calibre", "number", _ARMED),
    EntryField("ammunition", "several", _ARMED, get_args(Ammunition)),
    EntryField("canister", "numbers", _ARMED, count=2),
    EntryField("heavy", "flag", _ARMED),
    EntryField("aa", "flag", _ARMED),
)
BY_NAME = {field.name: field for field in (*FIELDS, *WEAPON_FIELDS)}
_PLANES = ("front", "side", "rear", "top")
_BOMBS = ("number", "accuracy", "spread", "explosion")
_CANNON = ("accuracy", "explosion", "penetration")
#: Fields of a card whose value stands in it under their own name.
_PLAIN = (
    *("name", "class", "type", "faction", "points", "strength", "training", "counted"),
    *("reluctance", "rout_at", "formations", "abilities", "orders", "modern", "command"),
    *("initiative", "turret_crew", "open_topped", "optics", "radio", "drive", "offroad"),
    *("hull_mg", "flammable", "capacity", "sorties", "time_on_station", "agility"),
    *("air_attack", "defensive_armament"),
)


def weapon_field(name: str, number: int) -> str:
    """What a field of a weapon is called among all fields; weapons count from 1."""
    return f"{name}_{number}"


def all_fields() -> Iterator[tuple[str, EntryField]]:
    """Every field with its name among all, weapons last."""
    for field in FIELDS:
        yield field.name, field
    for number in range(1, WEAPONS + 1):
        for field in WEAPON_FIELDS:
            yield weapon_field(field.name, number), field


# Reading ------------------------------------------------------------------------------------------


def read_card(texts: Mapping[str, str]) -> dict[str, Any]:
    """The card that was entered; raises Unreadable with the name of the field as its path."""
    typed = {name: text.strip() for name, text in texts.items() if text.strip()}
    of_class = typed.get("class", "")
    if of_class not in CLASSES:
        raise _not_one_of("class", of_class, CLASSES)
    if "name" not in typed:
        raise Unreadable("name", "MISSING", field="name")
    values = {
        name: _read(name, field, typed[name])
        for name, field in all_fields()
        if name in typed and of_class in field.classes
    }
    card: dict[str, Any] = {name: values[name] for name in _PLAIN if name in values}
    card |= _pairs(values)
    weapons = [weapon for n in range(1, WEAPONS + 1) if (weapon := _weapon(values, n))]
    if "battery_level" in values and weapons:
        card["battery"] = {
            "level": values["battery_level"],
            "tubes": values.get("battery_tubes", 1),
            "missions": values.get("battery_missions", 0),
            "weapon": weapons.pop(),
        }
    if weapons:
        card["weapons"] = weapons
    if of_class in _NEED_A_BASE and "base" not in card:
        raise Unreadable("width", "MISSING", field="width")
    _check(card)
    return card


def _check(card: dict[str, Any]) -> None:
    """Raise Unreadable where the card is none, at the field that is nearest to the fault."""
    try:
        read_profile(card)
    except Unreadable as fault:
        found = re.findall(r"[a-z_]+", fault.path)
        path = next((name for name in reversed(found) if name in BY_NAME), "name")
        raise Unreadable(path, fault.code, **fault.params) from fault


def _pairs(values: Mapping[str, Any]) -> dict[str, Any]:
    """What stands in a card as several numbers together."""
    card: dict[str, Any] = {}
    if "from" in values or "to" in values:
        card["period"] = [values.get("from", 0), values.get("to", 9999)]
    if "melee" in values or "ranged" in values:
        card["attack"] = [values.get("melee", 0), values.get("ranged")]
    if "skill" in values or "armour" in values:
        card["defence"] = [values.get("skill", 0), values.get("armour", 0)]
    if "movement" in values:
        both = "foot" in values
        card["movement"] = [values["movement"], values["foot"]] if both else values["movement"]
    if "width" in values:
        both = "depth" in values
        card["base"] = [values["width"], values["depth"]] if both else values["width"]
    if "hull" in values:
        card["armour"] = {
            part: dict(zip(_PLANES, values[part], strict=True))
            for part in ("hull", "turret")
            if part in values
        }
    for name, parts in (("bombs", _BOMBS), ("cannon", _CANNON)):
        if name in values:
            card[name] = dict(zip(parts, values[name], strict=True))
    return card


def _weapon(values: Mapping[str, Any], number: int) -> dict[str, Any]:
    weapon = {
        field.name: values[name]
        for field in WEAPON_FIELDS
        if (name := weapon_field(field.name, number)) in values
    }
    if not weapon:
        return {}
    for needed in ("kind", "range"):
        if needed not in weapon:
            raise Unreadable(weapon_field(needed, number), "MISSING", field=needed)
    if "weapon" in weapon:
        weapon["name"] = weapon.pop("weapon")
    return weapon


def _read(name: str, field: EntryField, text: str) -> Any:
    if field.kind == "choice":
        options = field.options
        if options and text not in options:
            raise _not_one_of(name, text, options)
        return int(text) if name == "training" else text
    if field.kind in _READERS:
        return _READERS[field.kind](name, field, text)
    return text


def _number(name: str, _field: EntryField, text: str) -> int | float:
    plain = text.replace(",", ".").replace("\u2212", "-")
    if not re.fullmatch(r"[+-]?\d{1,6}(\.\d{1,3})?", plain):
        raise Unreadable(name, "WRONG_TYPE", expected="a number", found="text")
    value = float(plain)
    return int(value) if value.is_integer() else value


def _flag(name: str, _field: EntryField, text: str) -> bool:
    yes, no = ("yes", "tak", "1", "true", "x", "on"), ("no", "nie", "0", "false")
    if text.casefold() not in (*yes, *no):
        raise _not_one_of(name, text, ("yes", "no"))
    return text.casefold() in yes


def _several(name: str, field: EntryField, text: str) -> list[str]:
    found = _split(text)
    for each in found:
        if each not in field.options:
            raise _not_one_of(name, each, field.options)
    return found


def _words(_name: str, _field: EntryField, text: str) -> list[Any]:
    return [_ability(word) for word in _split(text)]


def _ability(word: str) -> Any:
    """A word, "advance 2", or "against cavalry 4"."""
    if found := re.fullmatch(r"advance\s+([+-]?\d+)", word):
        return {"advance": int(found[1])}
    if found := re.fullmatch(r"against\s+(\w+)\s+([+-]?\d+)", word):
        return {"against": {found[1]: int(found[2])}}
    return word


def _numbers(name: str, field: EntryField, text: str) -> list[int | float]:
    parts = [part for part in re.split(r"[/;\s]+", text) if part]
    if len(parts) != field.count:
        expected = f"{field.count} numbers parted by /"
        raise Unreadable(name, "WRONG_TYPE", expected=expected, found="text")
    return [_number(name, field, part) for part in parts]


def _table(name: str, field: EntryField, text: str) -> list[list[int | float]]:
    """Rows of distance and value: "20: 3, 50: 0", or a line each."""
    rows = []
    for part in re.split(r"[;,\n]+", text):
        if not part.strip():
            continue
        found = _PAIR.match(part)
        if not found:
            expected = "rows such as 20: +3"
            raise Unreadable(name, "WRONG_TYPE", expected=expected, found="text")
        rows.append([_number(name, field, each) for each in found.groups()])
    return sorted(rows)


def _split(text: str) -> list[str]:
    return [word.strip() for word in re.split(r"[,;\n]+", text) if word.strip()]


_READERS: dict[str, Callable[[str, EntryField, str], Any]] = {
    "number": _number,
    "flag": _flag,
    "several": _several,
    "words": _words,
    "numbers": _numbers,
    "table": _table,
}


def _not_one_of(path: str, found: str, options: tuple[str, ...]) -> Unreadable:
    return Unreadable(path, "NOT_ONE_OF", found=found[:80], options=", ".join(options))


# Writing ------------------------------------------------------------------------------------------


def write_card(card: Mapping[str, Any]) -> Texts:
    """The texts of a card, those of fields that are empty left out."""
    values: dict[str, Any] = {name: card[name] for name in _PLAIN if card.get(name) is not None}
    values |= zip(("from", "to"), card.get("period") or (), strict=False)
    values |= zip(("melee", "ranged"), card.get("attack") or (), strict=False)
    values |= zip(("skill", "armour"), card.get("defence") or (), strict=False)
    values |= zip(("movement", "foot"), _listed(card.get("movement")), strict=False)
    values |= zip(("width", "depth"), _listed(card.get("base")), strict=False)
    armour = card.get("armour") or {}
    for name, record, parts in (
        ("hull", armour.get("hull"), _PLANES),
        ("turret", armour.get("turret"), _PLANES),
        ("bombs", card.get("bombs"), _BOMBS),
        ("cannon", card.get("cannon"), _CANNON),
    ):
        if record:
            values[name] = [record.get(part, 0) for part in parts]
    weapons = list(card.get("weapons") or ())
    if battery := card.get("battery"):
        weapons.append(battery["weapon"])
        values |= {f"battery_{part}": battery[part] for part in ("level", "tubes", "missions")}
    for number, weapon in enumerate(weapons[:WEAPONS], start=1):
        told = dict(weapon)
        told["weapon"] = told.pop("name", "")
        values |= {weapon_field(name, number): told[name] for name in told}
    known = dict(all_fields())
    texts = {name: _text(known[name], values[name]) for name in values if name in known}
    if card["class"] == "vehicle":
        texts.pop("melee", None)
    return {name: text for name, text in texts.items() if text}


def _listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _text(field: EntryField, value: Any) -> str:
    if value is None:
        return ""
    if field.kind == "flag":
        return "yes" if value else ""
    if field.kind == "numbers":
        return "/".join(f"{part:g}" for part in value)
    if field.kind == "table":
        return ", ".join(f"{reach:g}: {number:+d}" for reach, number in value)
    if field.kind in ("several", "words"):
        return ", ".join(_word(word) for word in value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def _word(word: Any) -> str:
    if isinstance(word, str):
        return word
    ((name, value),) = word.items()
    if isinstance(value, dict):
        return ", ".join(f"{name} {kind} {bonus:+d}" for kind, bonus in value.items())
    return f"{name} {value}"


# Words --------------------------------------------------------------------------------------------


def word_of(field: str, value: str, language: str) -> str:
    """What an option of a field is called, or with an empty value the field itself."""
    if not value:
        return WORDING.word("field", field, language)
    vocabulary = _VOCABULARIES.get(field)
    if vocabulary:
        return WORDING.word(vocabulary, value, language)
    return table_word(value, language)


_VOCABULARIES = {
    "class": "class",
    "type": "type",
    "training": "training",
    "counted": "class",
    "drive": "drive",
    "battery_level": "level",
    "kind": "weapon",
}

"""The card of a unit in words, for whoever reads it."""

from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Any

from rules.core.army import Card, Table, Value
from rules.core.ordering import TableWords
from rules.core.wording import Wording
from rules.khans_and_generals.records.profile import Plane, Profile, Weapon

WORDING = Wording.from_toml(
    files("rules.khans_and_generals.records").joinpath("words.toml").read_text("utf-8")
)
_TABLE = TableWords.of("rules.khans_and_generals")
NOTHING = "–"

#: Classes whose drawing is that of the class, whatever the type.
_SIGNED_BY_CLASS = ("hq", "attachment", "fortification")
_SIGN_OF_TYPE = {
    "riflemen": "infantry",
    "light_tank": "tank",
    "medium_tank": "tank",
    "heavy_tank": "tank",
    "unarmoured": "lorry",
    "dive_bomber": "bomber",
    "ground_attack": "bomber",
    "medic": "support",
    "runner": "support",
    "signaller": "support",
}
_SIGN_OF_CLASS = {
    "line": "infantry",
    "support": "support",
    "artillery": "gun",
    "vehicle": "lorry",
    "aircraft": "fighter",
}
#: Every drawing a unit may have.
SIGNS = frozenset(
    (
        *_SIGNED_BY_CLASS,
        *_SIGN_OF_TYPE.values(),
        *_SIGN_OF_CLASS.values(),
        "cavalry",
        "cyclists",
        "motorcyclists",
        "machine_gun",
        "mortar",
        "at_rifle",
        "flamethrower",
        "observer",
        "howitzer",
        "armoured_car",
        "bomber",
    )
)


def sign_of(profile: Profile) -> str:
    """The name of the drawing of a unit's kind, one of `SIGNS`."""
    if profile.class_ in _SIGNED_BY_CLASS:
        return profile.class_
    wanted = _SIGN_OF_TYPE.get(profile.type, profile.type)
    return wanted if wanted in SIGNS else _SIGN_OF_CLASS[profile.class_]


def kind_of(profile: Profile, language: str) -> str:
    """Class and type of a unit in words."""
    said = WORDING.word("class", profile.class_, language)
    if not profile.type:
        return said
    return f"{said}, {WORDING.word('type', profile.type, language)}"


def card_of(profile: Profile, language: str) -> Card:
    """The whole card."""
    return Card(
        sign=sign_of(profile),
        kind=kind_of(profile, language),
        values=tuple(
            Value(WORDING.word("value", name, language), text)
            for name, text in _values(profile, language)
            if text
        ),
        tables=tuple(_table(weapon, language) for weapon in weapons_of(profile)),
    )


def weapons_of(profile: Profile) -> tuple[Weapon, ...]:
    """The weapons of a unit, that of its battery off the map the last."""
    return (*profile.weapons, *((profile.battery.weapon,) if profile.battery else ()))


def _values(profile: Profile, language: str) -> Iterator[tuple[str, str]]:
    """Every value the card has, by its name."""
    if profile.class_ not in ("attachment", "fortification"):
        yield "attack", _pair(profile.attack)
        yield from _staying(profile, language)
        yield "command", _number(profile.command)
        yield "initiative", _number(profile.initiative)
    yield from _of_vehicles(profile, language)
    yield from _of_aircraft(profile, language)
    if battery := profile.battery:
        level = WORDING.word("level", battery.level, language)
        said = {"level": level, "tubes": battery.tubes, "missions": battery.missions}
        yield "battery", WORDING.say("battery", said, language)
    yield "formations", ", ".join(_of_table(profile.formations, language))
    yield "abilities", ", ".join(abilities_of(profile, language))
    yield "orders", ", ".join(profile.orders)
    yield "faction", profile.faction or ""
    yield "period", "–".join(map(str, profile.period or ()))


def _staying(profile: Profile, language: str) -> Iterator[tuple[str, str]]:
    """Defence, what it bears, and how it moves."""
    if profile.class_ == "aircraft":
        return
    yield "defence", _pair(profile.defence)
    yield "strength", str(profile.strength)
    if profile.line_way:
        yield "reluctance", str(profile.base_reluctance)
    yield "rout_at", _number(profile.rout_at)
    yield "training", WORDING.word("training", str(profile.training), language)
    yield "movement", _movement(profile, language)


def _movement(profile: Profile, language: str) -> str:
    if isinstance(profile.movement, tuple):
        mounted, foot = profile.movement
        return WORDING.say(
            "two_lengths", {"mounted": _length(mounted), "foot": _length(foot)}, language
        )
    return WORDING.say("length", {"length": _length(profile.movement)}, language)


def _of_vehicles(profile: Profile, language: str) -> Iterator[tuple[str, str]]:
    if not profile.is_vehicle:
        return
    if profile.armour:
        yield "hull", _planes(profile.armour.hull, language)
        if profile.armour.turret:
            yield "turret", _planes(profile.armour.turret, language)
    yield "drive", WORDING.word("drive", profile.drive, language)
    yield "optics", _signed(profile.optics) if profile.optics else ""
    yield "offroad", _signed(profile.offroad) if profile.offroad else ""
    yield "capacity", str(profile.capacity or "")


def _of_aircraft(profile: Profile, language: str) -> Iterator[tuple[str, str]]:
    if profile.class_ != "aircraft":
        return
    for name in ("sorties", "time_on_station", "agility", "air_attack"):
        yield name, str(getattr(profile, name))
    yield "optics", _signed(profile.optics)
    yield "defensive_armament", _number(profile.defensive_armament)
    for name, record in (("bombs", profile.bombs), ("cannon", profile.cannon)):
        if record:
            said = {field: getattr(record, field) for field in record.__struct_fields__}
            yield name, WORDING.say(name, said, language)


def abilities_of(profile: Profile, language: str) -> Iterator[str]:
    """The abilities of a card in words, those of its type among them."""
    if profile.has("black_powder") and "black_powder" not in profile.abilities:
        yield WORDING.word("ability", "black_powder", language)
    for entry in profile.abilities:
        if isinstance(entry, str):
            yield WORDING.word("ability", entry, language)
        else:
            yield from _valued(entry, language)
    for name in ("modern", "open_topped", "radio", "flammable"):
        if getattr(profile, name):
            yield WORDING.word("ability", name, language)


def _valued(entry: dict[str, Any], language: str) -> Iterator[str]:
    for name, value in entry.items():
        if name == "against" and isinstance(value, dict):
            for kind, bonus in value.items():
                said = {"value": _signed(bonus), "type": WORDING.word("type", kind, language)}
                yield WORDING.say("against", said, language)
        else:
            yield f"{WORDING.word('ability', name, language)} {value}"


def _table(weapon: Weapon, language: str) -> Table:
    """A weapon with what it does by distance; both tables of a gun share their distances."""
    ends = sorted({reach for reach, _ in (*weapon.fire_effect, *weapon.penetration)})
    heads = tuple(WORDING.say("up_to", {"distance": _length(end)}, language) for end in ends)
    rows = []
    if weapon.fire_effect:
        rows.append(_row("fire_effect", [weapon.coefficient(end) for end in ends], language))
    if weapon.penetration:
        rows.append(_row("penetration", [weapon.penetrates(end) for end in ends], language))
    kind = WORDING.word("weapon", weapon.kind, language)
    said = WORDING.say("weapon_facts", {"kind": kind, "range": _length(weapon.range)}, language)
    facts = (said, *(_of_guns(weapon, language) if weapon.is_gun else ()))
    if weapon.kind == "at_rifle":
        facts = (said, f"{WORDING.word('value', 'accuracy', language)} {weapon.accuracy}")
    return Table(weapon.name or kind, facts, heads, tuple(rows))


def _row(name: str, values: Sequence[int], language: str) -> tuple[str, ...]:
    show = _signed if name == "fire_effect" else str
    return (WORDING.word("value", name, language), *map(show, values))


def _of_guns(weapon: Weapon, language: str) -> Iterator[str]:
    if weapon.calibre:
        yield WORDING.say("calibre", {"calibre": weapon.calibre}, language)
    for name in ("accuracy", "explosion", "strike_capacity"):
        yield f"{WORDING.word('value', name, language)} {getattr(weapon, name)}"
    spread = WORDING.say("length", {"length": _length(weapon.spread)}, language)
    yield f"{WORDING.word('value', 'spread', language)} {spread}"
    yield ", ".join(_of_table(weapon.ammunition, language))


def _of_table(names: Sequence[str], language: str) -> list[str]:
    return [table_word(name, language) for name in names]


def table_word(name: str, language: str) -> str:
    """What a formation or a kind of ammunition is called."""
    return _TABLE.say("values", name, language)


def _planes(plane: Plane, language: str) -> str:
    said = {side: getattr(plane, side) for side in ("front", "side", "rear", "top")}
    return WORDING.say("planes", said, language)


def _pair(values: tuple[int, int | None]) -> str:
    first, second = values
    return f"{first}/{NOTHING if second is None else second}"


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def _signed(value: int) -> str:
    return f"{value:+d}".replace("-", "−") if value else "0"


def _length(value: float) -> str:
    return f"{value:g}"

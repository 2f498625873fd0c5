"""Cards of units as forms and tables have them, and as pages show them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import rules
from armybuilder.library.models import LONGEST_NAME, OwnUnit
from collection.catalogue.game import edition
from collection.common.folding import fold
from collection.common.language import language
from collection.common.names import PRESENTATION, fault_of_name
from rules import khans_and_generals as kg

#: What stands between the rows of a table that was typed.
BREAKS = re.compile(r"[\r\n\t]")
SYSTEM = "khans-and-generals"
Texts = Mapping[str, str]
Record = dict[str, Any]

CLASSES: tuple[str, ...] = tuple(kg.TYPES)
USUAL_CLASS = "line"


class Fault(Exception):
    """A card that is none: the field and a sentence."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message


@dataclass(frozen=True)
class FieldValue:
    """A field of a card as a form has it; `name` is that among all fields."""

    name: str
    title: str
    kind: str
    options: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class UnitView:
    """A unit on a page: of the library, or one of a sample force under its key."""

    name: str
    key: str
    card: rules.ArmyCard
    points: int
    owned: int = 0
    public_id: str = ""


def title() -> str:
    """What the game of the library is called."""
    return rules.GAME_SYSTEMS[SYSTEM].title


def class_titles() -> list[tuple[str, str]]:
    """Every class with its word."""
    return [(name, kg.word_of("class", name, language())) for name in CLASSES]


def fields_of(unit_class: str) -> tuple[list[FieldValue], list[list[FieldValue]]]:
    """The fields a class has, and those of each weapon it may carry."""
    plain = [_field(f.name, f, unit_class) for f in kg.FIELDS if unit_class in f.classes]
    weapons = [
        [
            _field(kg.weapon_field(f.name, number), f, unit_class)
            for f in kg.WEAPON_FIELDS
            if unit_class in f.classes
        ]
        for number in range(1, kg.WEAPONS + 1)
    ]
    return plain, [fields for fields in weapons if fields]


def _field(name: str, field: kg.EntryField, unit_class: str) -> FieldValue:
    options = kg.TYPES[unit_class] if name == "type" else field.options
    worded = tuple((option, kg.word_of(field.name, option, language())) for option in options)
    return FieldValue(name, kg.word_of(field.name, "", language()), field.kind, worded)


def record_of(texts: Texts) -> Record:
    """The card that was entered; raises Fault."""
    texts = {name: PRESENTATION.sub("", text) for name, text in texts.items()}
    for name, text in texts.items():
        _refuse_unseen(name, BREAKS.sub(" ", text).strip())
    try:
        record = kg.read_card(texts)
        rules.refuse_unwritable(record)
    except rules.Unreadable as error:
        raise Fault(error.path, error.message(language())) from error
    refuse_bad_name(record["name"])
    return record


def refuse_bad_name(name: str) -> None:
    """Raise Fault for what a unit cannot be called."""
    if len(name) > LONGEST_NAME:
        raise Fault("name", too_long())
    _refuse_unseen("name", name)


def _refuse_unseen(field: str, text: str) -> None:
    if fault := fault_of_name(text):
        raise Fault(field, fault)


def too_long() -> str:
    """That a name is longer than a library keeps."""
    fault = rules.Unreadable("name", "OUT_OF_RANGE", found="", low=1, high=LONGEST_NAME)
    return fault.message(language())


def texts_of(record: Mapping[str, Any]) -> dict[str, str]:
    """The texts of the fields of a card."""
    return kg.write_card(record)


def columns() -> list[str]:
    """The columns of a spreadsheet of units."""
    return [name for name, _field in kg.all_fields()]


def column_titles() -> dict[str, str]:
    """Every heading a spreadsheet may bear for a column, folded: its name, and its title in any
    language with the number of its weapon."""
    found: dict[str, str] = {}
    for name, field in kg.all_fields():
        number = name.removeprefix(field.name).replace("_", " ")
        for each in (name, *(kg.word_of(field.name, "", code) + number for code in ("en", "pl"))):
            found.setdefault(fold(each), name)
    return found


def views_of(units: Iterable[OwnUnit], owned: Mapping[str, int]) -> list[UnitView]:
    """The units of a library."""
    return [_view(u.record, u.key, owned, u.public_id) for u in units]


def _view(
    record: Mapping[str, Any], key: str, owned: Mapping[str, int], public_id: str = ""
) -> UnitView:
    profile = kg.read_profile(record)
    card = kg.card_of(profile, language())
    name = str(record["name"])
    return UnitView(name, key, card, profile.points, owned.get(name, 0), public_id)


def samples(owned: Mapping[str, int]) -> list[tuple[str, list[UnitView]]]:
    """The units of the sample forces under the names of these."""
    return [
        (
            str(force["name"]),
            [_view(record, f"{place}/{key}", owned) for key, record in force["profiles"].items()],
        )
        for place, force in _forces().items()
    ]


def sample_record(key: str) -> Record | None:
    """The card of a sample by its key, None where there is none."""
    place, _stroke, name = key.partition("/")
    force = _forces().get(place)
    record = force["profiles"].get(name) if force else None
    return dict(record) if record else None


def _forces() -> Mapping[str, Mapping[str, Any]]:
    army = edition(SYSTEM).army
    building = army.building if army else None
    return building.ready_made() if building else {}


def parsed(text: str) -> Any:
    """What a text holds as JSON; raises Fault."""
    try:
        return rules.parse_json(text)
    except rules.Unreadable as error:
        raise Fault(error.path, error.message(language())) from error


def is_card(record: object) -> bool:
    """Whether a value of a file could be a card."""
    return isinstance(record, Mapping) and "class" in record


def as_texts(record: Mapping[str, Any]) -> dict[str, str]:
    """The texts of a card of a file, however little it says; raises Fault where it is none."""
    try:
        kg.read_profile(dict(record))
    except rules.Unreadable as error:
        raise Fault(error.path, error.message(language())) from error
    return texts_of(record)


def sorted_names(*tables: Iterable[str]) -> Sequence[str]:
    """All names of several tables once, in order."""
    return sorted({name for table in tables for name in table}, key=fold)

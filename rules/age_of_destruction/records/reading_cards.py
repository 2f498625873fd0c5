"""Reading cards: a record of the catalogue becomes a `Card`; what is odd about it, a `Problem`."""

import re
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from rules.age_of_destruction.records.cards import (
    Card,
    Cost,
    Frequency,
    Provides,
    Requirement,
    Summary,
    canonical_card_id,
    parse_cost,
    type_of_number,
)
from rules.age_of_destruction.records.reading_units import Problem, Whole
from rules.age_of_destruction.records.units import Symbol
from rules.age_of_destruction.records.vocabulary import (
    CARD_TYPES,
    EquipmentSlot,
    MechClass,
    Rank,
    UnitType,
    WeaponSlot,
)
from rules.core.codec import Unreadable
from rules.core.typed import Written, read_typed


class RequiredBase(Written, frozen=True):
    """What the 'Mech must be that carries the card."""

    classes: tuple[MechClass, ...] = msgspec.field(name="class", default=())
    factions: tuple[str, ...] = msgspec.field(name="faction", default=())


class Alongside(Written, frozen=True):
    """What a gear card may be used with on one value."""

    gear: bool = False
    other_than: str | None = None
    equipment: bool = False


class ProvidesRecord(Symbol, frozen=True):
    """Special equipment a gear card grants."""

    slot: EquipmentSlot
    name: str


class RequiredUnits(Written, frozen=True):
    """The kind of units a card asks for."""

    type: UnitType | None = None
    rank: Rank | None = None
    mech_class: MechClass | None = msgspec.field(name="class", default=None)
    faction: str | None = None
    unique: bool | None = None


class RequirementRecord(Written, frozen=True):
    """A further condition: a text, or how many units of what kind."""

    text: dict[str, str] | None = None
    of: RequiredUnits | None = None
    count: Annotated[int, Meta(ge=1, le=99)] | None = None


class CardRecord(Written, frozen=True, kw_only=True):
    """A card as the catalogue's files have it. Nothing is decided by `text` and `ability`, which
    may have another shape."""

    id: str
    cost: str | None = None
    requires: RequiredBase = RequiredBase()
    preferred_mech: str | None = None
    alongside: Alongside = Alongside()
    type: str
    set: str
    number: str
    name: str
    name_pl: str | None = None
    official: bool = True
    text: Any = None
    ability: Any = None
    attaches_to: EquipmentSlot | None = None
    mark: WeaponSlot | None = None
    provides: ProvidesRecord | None = None
    under_salvage: bool = False
    needs_damage: bool = False
    modifiers: dict[str, Whole] = msgspec.field(default_factory=dict)
    recruitment: dict[str, Whole] = msgspec.field(default_factory=dict)
    crossed_out: tuple[str, ...] = ()
    factions: tuple[str, ...] = ()
    requirements: tuple[RequirementRecord, ...] = ()
    frequency: str | None = None
    cancels: tuple[str, ...] = ()
    cancels_any_one: bool = False


def read_card(data: Any, path: str = "$") -> tuple[Card, list[Problem]]:
    """Read a card record; raises Unreadable for a wrong type, returns the problems beside it."""
    record = read_typed(data, CardRecord, path)
    problems: list[Problem] = []
    card_id = canonical_card_id(record.id)
    card = Card(
        id=card_id,
        type=_type(record, card_id, path, problems),
        set=record.set,
        number=record.number,
        name=record.name,
        name_pl=record.name_pl,
        official=record.official,
        text=_texts(record.text),
        ability=_ability(record.ability),
        cost=_cost(record.cost, path, problems),
        cost_text=record.cost,
        classes=record.requires.classes,
        required_factions=record.requires.factions,
        attaches_to=record.attaches_to,
        mark=record.mark,
        provides=_provides(record.provides) if record.provides else None,
        joins_gear=record.alongside.gear,
        joins_other_than=record.alongside.other_than,
        joins_equipment=record.alongside.equipment,
        under_salvage=record.under_salvage,
        needs_damage=record.needs_damage,
        modifiers=record.modifiers,
        preferred_mech=record.preferred_mech,
        recruitment=record.recruitment,
        crossed_out=record.crossed_out,
        factions=record.factions,
        requirements=tuple(
            _requirement(requirement, f"{path}.requirements[{index}]")
            for index, requirement in enumerate(record.requirements)
        ),
        frequency=_frequency(record.frequency, f"{path}.frequency"),
        cancels=record.cancels,
        cancels_any_one=record.cancels_any_one,
    )
    if (card.is_gear or card.is_pilot) and not (card.provides or card.modifiers or record.text):
        reason = f"{card_id} prints no modifier, equipment or text (AOD-GEAR-004)"
        problems.append(Problem("CARD_RECORD_INCOMPLETE", path, reason, "warning"))
    return card, problems


def _type(record: CardRecord, card_id: str, path: str, problems: list[Problem]) -> str:
    if record.type not in CARD_TYPES:
        return "other"
    derived = type_of_number(card_id.split("-", 1)[-1])
    if record.type != derived:
        reason = f"the number of {card_id} says {derived}, the record {record.type}"
        problems.append(Problem("CARD_TYPE_PREFIX_CONFLICT", f"{path}.type", reason, "warning"))
    return record.type


def _cost(text: str | None, path: str, problems: list[Problem]) -> Cost | None:
    if text is None:
        return None
    try:
        return parse_cost(text)
    except ValueError:
        reason = f"{text!r} is no cost; write n, n/150, 'a OR b' or one cost a class"
        problems.append(Problem("COST_FORMAT_INVALID", f"{path}.cost", reason))
        return None


def _provides(record: ProvidesRecord) -> Provides:
    return Provides(record.slot, Symbol(record.color, record.shape), record.name)


def _texts(said: object) -> dict[str, str]:
    """A text by language; a record may have it in another shape, since nothing is decided by it."""
    found = said.items() if isinstance(said, dict) else ()
    return {language: text for language, text in found if isinstance(text, str)}


def _ability(said: object) -> Summary | None:
    if not isinstance(said, dict) or not isinstance(said.get("name"), str):
        return None
    return Summary(said["name"], _texts(said.get("text")))


def _requirement(record: RequirementRecord, path: str) -> Requirement:
    if record.text is not None:
        return Requirement(text=record.text)
    if record.of is None or record.count is None:
        raise Unreadable(path, "MISSING", field="of" if record.of is None else "count")
    return Requirement(record.count, **msgspec.structs.asdict(record.of))


def _frequency(text: str | None, path: str) -> Frequency | None:
    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,2})/(\d{1,4})", text)
    if not match or not int(match[2]):
        raise Unreadable(path, "NOT_ONE_OF", found=text, options="n/m")
    return Frequency(int(match[1]), int(match[2]))

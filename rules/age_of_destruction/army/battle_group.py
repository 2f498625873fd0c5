"""A battle group as its owner wrote it, and the battle-group/1 format.

Nothing here is judged: a group is only what somebody chose. Reading is strict about types and
forgiving about fields it does not know, which are kept and named in `unknown`.
"""

from operator import attrgetter
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from rules.age_of_destruction.army.event import (
    Count,
    EventFormat,
    EventRecord,
    event_of,
    find_event,
    write_event,
)
from rules.age_of_destruction.records.reading_units import (
    FigureRecord,
    Whole,
    fit_for_a_group,
    unit_of,
)
from rules.age_of_destruction.records.units import Unit
from rules.age_of_destruction.records.vocabulary import WeaponSlot
from rules.core.codec import Unreadable, without_empty
from rules.core.typed import Written, others, read_typed

FORMAT = "battle-group/1"
SYSTEM = "age-of-destruction"


class Rulings(Written, frozen=True):
    """The named readings of the rule book a group may switch."""

    unique_by_name: bool = False
    unique_pilot_by_name: bool = False
    sa_limits_factions: bool = False
    symbolless_cost_gives_any_symbol: bool = True


#: The switches with their defaults.
RULINGS: dict[str, bool] = msgspec.structs.asdict(Rulings())


class CardChoice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card on a figure. `weapon`: the slot it sits on; `recruit`: the factions paid, None if the
    file is silent; `points` and `recruit_points` are costs the file states, compared only."""

    card: str
    weapon: str | None = None
    recruit: tuple[str, ...] | None = None
    points: int | None = None
    recruit_points: int | None = None
    unknown: dict[str, Any] = {}


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of figures: an id or an inline figure, how many, and the cards on it."""

    unit: str
    count: int = 1
    gear: tuple[CardChoice, ...] = ()
    pilots: tuple[CardChoice, ...] = ()
    points: int | None = None
    inline: Unit | None = None
    record: dict[str, Any] | None = None
    unknown: dict[str, Any] = {}

    def mounted(self) -> list[tuple[str, int | None, CardChoice]]:
        """The cards on it, gear first: "gear" or "pilot", the number of the card there, None for a
        pilot alone, and the choice."""
        gear = [("gear", slot, choice) for slot, choice in enumerate(self.gear)]
        if len(self.pilots) == 1:
            return [*gear, ("pilot", None, self.pilots[0])]
        return [*gear, *(("pilot", slot, choice) for slot, choice in enumerate(self.pilots))]

    def cards_at(self, where: str) -> list[tuple[str, str, CardChoice]]:
        """The cards on an entry that stands at a place, each with its own place in the file."""
        return [(part, place_on(where, part, slot), card) for part, slot, card in self.mounted()]


#: What a value of the file holds without being understood.
_UNKNOWN = attrgetter("unknown")


def place_on(where: str, part: str, slot: int | None) -> str:
    """The place of a card on an entry that stands at a place: "units[2].gear[0]"; a pilot alone has
    no number."""
    return f"{where}.{part}" if slot is None else f"{where}.{part}[{slot}]"


class GroupCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card of the whole group. `faction`: a contract's choice; `confirmed`: requirements the
    player vouches for."""

    card: str
    faction: str | None = None
    confirmed: tuple[str, ...] = ()
    points: int | None = None
    unknown: dict[str, Any] = {}


class Load(msgspec.Struct, frozen=True, omit_defaults=True):
    """Passengers stored with the list: indexes of `units`."""

    transport: int
    passengers: tuple[int, ...]
    unknown: dict[str, Any] = {}


class BattleGroup(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player's battle group (AOD-UNIT-027)."""

    name: str = ""
    build_total: int | None = None
    units: tuple[Entry, ...] = ()
    cards: tuple[GroupCard, ...] = ()
    event: EventFormat | None = None
    rulings: dict[str, Any] = {}
    loads: tuple[Load, ...] = ()
    owned: dict[str, int] | None = None
    notes: str = ""
    unknown: dict[str, Any] = {}

    def ruling(self, switch: str) -> bool:
        """A named reading of the rule book: the group's own or the default."""
        chosen = self.rulings.get(switch)
        return RULINGS[switch] if chosen is None else chosen is True

    @property
    def unknown_fields(self) -> list[str]:
        """The places of every field and ruling kept without being understood."""
        places = [*self.unknown, *(f"rulings.{name}" for name in self.rulings.keys() - RULINGS)]
        for index, entry in enumerate(self.units):
            if entry.unknown:
                places += [f"units[{index}].{name}" for name in entry.unknown]
            laden = entry.gear or entry.pilots
            if laden and any(map(_UNKNOWN, (*entry.gear, *entry.pilots))):
                for _, where, choice in entry.cards_at(f"units[{index}]"):
                    places += [f"{where}.{name}" for name in choice.unknown]
        for index, card in enumerate(self.cards):
            places += [f"cards[{index}].{name}" for name in card.unknown]
        for index, load in enumerate(self.loads):
            places += [f"loads[{index}].{name}" for name in load.unknown]
        if self.event:
            places += [f"event.{name}" for name in self.event.unknown]
        return sorted(places)


class CardChoiceRecord(Written, frozen=True):
    """A card on a figure as an object. `recruit` null pays for no faction; an absent one leaves
    open which."""

    card: str
    weapon: WeaponSlot | None = None
    recruit: str | tuple[str, ...] | UnsetType | None = UNSET
    points: Count | None = None
    recruit_points: Count | None = None


Chosen = CardChoiceRecord | str


class MountedRecord(Written, frozen=True, kw_only=True):
    """Whatever may bear cards."""

    gear: tuple[Chosen, ...] = ()
    pilot: Chosen | tuple[Chosen, ...] = ()


class EntryRecord(MountedRecord, frozen=True, kw_only=True):
    """One line of figures: a number, or a figure written out."""

    unit: str | FigureRecord
    count: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    points: Count | None = None


class GroupCardRecord(Written, frozen=True):
    """A card of the group as an object; `confirmed` true vouches for every requirement."""

    card: str
    faction: str | None = None
    confirmed: tuple[str, ...] | bool = False
    points: Count | None = None


class LoadRecord(Written, frozen=True):
    """Passengers by the numbers of entries."""

    transport: Whole
    passengers: tuple[Whole, ...]


#: A format by its name, or as an object.
EventChoice = EventRecord | str


class GroupFile(Written, frozen=True, kw_only=True):
    """A battle-group/1 file."""

    format: Literal["battle-group/1"]
    system: Literal["age-of-destruction"]
    units: tuple[EntryRecord, ...]
    name: str = ""
    build_total: Whole | None = None
    cards: tuple[GroupCardRecord | str, ...] = ()
    event: EventChoice | None = None
    rulings: Rulings = Rulings()
    loads: tuple[LoadRecord, ...] = ()
    owned: dict[str, Count] | None = None
    notes: str = ""


def read_group(data: Any) -> BattleGroup:
    """Read a parsed battle-group/1 file; raises Unreadable with the path of the first fault."""
    file = read_typed(data, GroupFile)
    return BattleGroup(
        name=file.name,
        build_total=file.build_total,
        units=tuple(
            _entry(record, data["units"][index], f"$.units[{index}]")
            for index, record in enumerate(file.units)
        ),
        cards=tuple(
            group_card_of(record, data["cards"][index]) for index, record in enumerate(file.cards)
        ),
        event=None if file.event is None else event_chosen(file.event, data["event"], "$.event"),
        rulings=data.get("rulings") or {},
        loads=tuple(
            _load(record, data["loads"][index], f"$.loads[{index}]", len(file.units))
            for index, record in enumerate(file.loads)
        ),
        owned=file.owned,
        notes=file.notes,
        unknown=others(data, GroupFile),
    )


def read_entry(data: Any, path: str) -> Entry:
    """One line of figures; raises Unreadable."""
    return _entry(read_typed(data, EntryRecord, path), data, path)


def read_card_choice(data: Any, path: str) -> CardChoice:
    """A card on a figure, an id or an object; raises Unreadable."""
    return _choice(read_typed(data, Chosen, path), data)


def read_group_card(data: Any, path: str) -> GroupCard:
    """A card of the group, an id or an object; raises Unreadable."""
    read: GroupCardRecord | str = read_typed(data, GroupCardRecord | str, path)
    return group_card_of(read, data)


def read_event_choice(data: Any, path: str) -> EventFormat:
    """A format by name, or the one the file carries; raises Unreadable."""
    read: EventChoice = read_typed(data, EventChoice, path)
    return event_chosen(read, data, path)


def _entry(record: EntryRecord, data: dict[str, Any], path: str) -> Entry:
    inline = None
    if isinstance(record.unit, FigureRecord):
        inline = fit_for_a_group(*unit_of(record.unit, f"{path}.unit"))
    gear, pilots = choices_of(record, data)
    if record.count > 1 and (gear or pilots or record.points is not None):
        raise Unreadable(f"{path}.count", "COUNT_WITH_CARDS")
    return Entry(
        unit=record.unit if isinstance(record.unit, str) else record.unit.id,
        count=record.count,
        gear=gear,
        pilots=pilots,
        points=record.points,
        inline=inline,
        record=data["unit"] if inline else None,
        unknown=others(data, EntryRecord),
    )


def choices_of(
    record: MountedRecord, data: dict[str, Any]
) -> tuple[tuple[CardChoice, ...], tuple[CardChoice, ...]]:
    """The gear and the pilots on a figure, read from its object."""
    several = isinstance(record.pilot, tuple)
    pilots: Any = record.pilot if several else (record.pilot,)
    gear = data.get("gear") or ()
    aboard = (data.get("pilot") or ()) if several else (data["pilot"],)
    return tuple(map(_choice, record.gear, gear)), tuple(map(_choice, pilots, aboard))


def _choice(record: Chosen, data: Any) -> CardChoice:
    if isinstance(record, str):
        return CardChoice(record)
    fields = msgspec.structs.asdict(record) | {"recruit": _recruit(record)}
    return CardChoice(**fields, unknown=others(data, CardChoiceRecord))


def _recruit(record: CardChoiceRecord) -> tuple[str, ...] | None:
    if isinstance(record.recruit, UnsetType):
        return None
    return (record.recruit,) if isinstance(record.recruit, str) else record.recruit or ()


def group_card_of(record: GroupCardRecord | str, data: Any) -> GroupCard:
    """A card of the group, read from its id or its object."""
    if isinstance(record, str):
        return GroupCard(record)
    everything = ("*",) if record.confirmed else ()
    return GroupCard(
        card=record.card,
        faction=record.faction or None,
        confirmed=everything if isinstance(record.confirmed, bool) else record.confirmed,
        points=record.points,
        unknown=others(data, GroupCardRecord),
    )


def event_chosen(record: EventChoice, data: Any, path: str) -> EventFormat:
    """A format by its name, or as its object gives it; raises Unreadable for an unknown name."""
    return find_event(record, path) if isinstance(record, str) else event_of(record, data)


def _load(record: LoadRecord, data: dict[str, Any], path: str, entries: int) -> Load:
    places = {f"{path}.transport": record.transport}
    places |= {f"{path}.passengers[{n}]": index for n, index in enumerate(record.passengers)}
    for place, index in places.items():
        if not 0 <= index < entries:
            raise Unreadable(place, "NO_SUCH_ENTRY", found=index, entries=entries)
    return Load(record.transport, record.passengers, others(data, LoadRecord))


def write_group(group: BattleGroup) -> dict[str, Any]:
    """The group as a battle-group/1 object; `read_group(write_group(g)) == g`."""
    written: dict[str, Any] = {
        "format": FORMAT,
        "system": SYSTEM,
        "name": group.name,
        "build_total": group.build_total,
        "units": [write_entry(entry) for entry in group.units],
        "cards": [write_group_card(card) for card in group.cards],
    }
    if group.event is not None:
        written["event"] = write_event(group.event)
    if group.owned is not None:
        written["owned"] = group.owned
    optional = {
        "rulings": group.rulings,
        "loads": [_write_load(load) for load in group.loads],
        "notes": group.notes,
    }
    return written | without_empty(optional) | group.unknown


def write_entry(entry: Entry) -> dict[str, Any]:
    """One line of figures as the file has it."""
    pilots = [write_card_choice(pilot) for pilot in entry.pilots]
    written = without_empty(
        {
            "count": entry.count if entry.count > 1 else None,
            "points": entry.points,
            "gear": [write_card_choice(gear) for gear in entry.gear],
            "pilot": pilots[0] if len(pilots) == 1 else pilots,
        }
    )
    return {"unit": entry.record or entry.unit} | written | entry.unknown


def write_card_choice(choice: CardChoice) -> dict[str, Any]:
    """A card on a figure as the file has it."""
    written: dict[str, Any] = {"card": choice.card} | without_empty(
        {
            "weapon": choice.weapon,
            "points": choice.points,
            "recruit_points": choice.recruit_points,
        }
    )
    if choice.recruit is not None:
        several = len(choice.recruit) > 1
        written["recruit"] = list(choice.recruit) if several else next(iter(choice.recruit), None)
    return written | choice.unknown


def _write_load(load: Load) -> dict[str, Any]:
    return {"transport": load.transport, "passengers": list(load.passengers)} | load.unknown


def write_group_card(card: GroupCard) -> str | dict[str, Any]:
    """A card of the group: its id, or an object where more is said."""
    extras = without_empty(
        {"faction": card.faction, "confirmed": list(card.confirmed), "points": card.points}
    )
    extras |= card.unknown
    return {"card": card.card} | extras if extras else card.card

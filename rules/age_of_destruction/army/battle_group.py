"""A battle group as its owner wrote it, and the battle-group/1 format.

Nothing here is judged: a group is only what somebody chose. Reading is strict about types and
forgiving about fields it does not know, which are kept and named in `unknown`.
"""

from typing import Any

import msgspec

from rules.age_of_destruction.army.event import EventFormat, find_event, read_event, write_event
from rules.age_of_destruction.records.reading_units import fit_for_a_group, read_unit
from rules.age_of_destruction.records.units import Unit
from rules.age_of_destruction.records.vocabulary import WEAPON_SLOTS
from rules.core.codec import Node, without_empty

FORMAT = "battle-group/1"
SYSTEM = "age-of-destruction"

#: The named readings of the rule book a group may switch, with their defaults (violations.md §12).
RULINGS: dict[str, bool] = {
    "unique_by_name": False,
    "unique_pilot_by_name": False,
    "sa_limits_factions": False,
    "symbolless_cost_gives_any_symbol": True,
}


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

    def cards_at(self, where: str) -> list[tuple[str, str, CardChoice]]:
        """The cards on an entry that stands at a place, gear first: "gear" or "pilot", the place of
        the card ("units[2].gear[0]"; a pilot alone has no number), and the choice."""
        gear = [("gear", f"{where}.gear[{i}]", choice) for i, choice in enumerate(self.gear)]
        if len(self.pilots) == 1:
            return [*gear, ("pilot", f"{where}.pilot", self.pilots[0])]
        pilots = [("pilot", f"{where}.pilot[{i}]", choice) for i, choice in enumerate(self.pilots)]
        return gear + pilots


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
            places += [f"units[{index}].{name}" for name in entry.unknown]
            if entry.gear or entry.pilots:
                for _, where, choice in entry.cards_at(f"units[{index}]"):
                    places += [f"{where}.{name}" for name in choice.unknown]
        for index, card in enumerate(self.cards):
            places += [f"cards[{index}].{name}" for name in card.unknown]
        for index, load in enumerate(self.loads):
            places += [f"loads[{index}].{name}" for name in load.unknown]
        if self.event:
            places += [f"event.{name}" for name in self.event.unknown]
        return sorted(places)


def read_group(data: Any) -> BattleGroup:
    """Read a parsed battle-group/1 file; raises Unreadable with the path of the first fault."""
    node = Node(data)
    node.get("format").one_of((FORMAT,))
    node.get("system").one_of((SYSTEM,))
    units = tuple(read_entry(item) for item in node.get("units").items())
    return BattleGroup(
        name=node.optional("name", Node.text) or "",
        build_total=node.optional("build_total", Node.integer),
        units=units,
        cards=node.optional("cards", lambda n: tuple(read_group_card(i) for i in n.items())) or (),
        event=node.optional("event", read_event_choice),
        rulings=node.optional("rulings", _read_rulings) or {},
        loads=node.optional("loads", lambda n: tuple(_read_load(i, len(units)) for i in n.items()))
        or (),
        owned=node.optional(
            "owned", lambda n: {key: value.integer(low=0) for key, value in n.fields()}
        ),
        notes=node.optional("notes", Node.text) or "",
        unknown=node.others(
            *("format", "system", "name", "build_total", "units", "cards"),
            *("event", "rulings", "loads", "owned", "notes"),
        ),
    )


def _read_rulings(node: Node) -> dict[str, Any]:
    for switch in RULINGS:
        node.optional(switch, Node.boolean)
    return node.object()


def read_entry(node: Node) -> Entry:
    """One line of figures; raises Unreadable."""
    unit = node.get("unit")
    inline, record = None, None
    if isinstance(unit.value, dict):
        inline = fit_for_a_group(*read_unit(unit))
        record = unit.value
    gear, pilots = read_card_choices(node)
    entry = Entry(
        unit=inline.id if inline else unit.text(),
        count=node.optional("count", lambda n: n.integer(low=1, high=1_000_000)) or 1,
        gear=gear,
        pilots=pilots,
        points=node.optional("points", lambda n: n.integer(low=0)),
        inline=inline,
        record=record,
        unknown=node.others("unit", "count", "gear", "pilot", "points"),
    )
    if entry.count > 1 and (entry.gear or entry.pilots or entry.points is not None):
        raise node.get("count").refuse("COUNT_WITH_CARDS")
    return entry


def read_card_choices(node: Node) -> tuple[tuple[CardChoice, ...], tuple[CardChoice, ...]]:
    """The gear and the pilots on a figure; raises Unreadable."""
    gear = node.optional("gear", lambda n: tuple(read_card_choice(i) for i in n.items())) or ()
    return gear, node.optional("pilot", _read_pilots) or ()


def read_card_choice(node: Node) -> CardChoice:
    """A card on a figure, an id or an object; raises Unreadable."""
    if isinstance(node.value, str):
        return CardChoice(node.text())
    return CardChoice(
        card=node.get("card").text(),
        weapon=node.optional("weapon", lambda n: n.one_of(WEAPON_SLOTS)),
        recruit=_read_recruit(node),
        points=node.optional("points", lambda n: n.integer(low=0)),
        recruit_points=node.optional("recruit_points", lambda n: n.integer(low=0)),
        unknown=node.others("card", "weapon", "recruit", "points", "recruit_points"),
    )


def _read_recruit(node: Node) -> tuple[str, ...] | None:
    if not node.has("recruit"):
        return None
    recruit = node.get("recruit")
    if recruit.value is None:
        return ()
    if isinstance(recruit.value, list):
        return tuple(faction.text() for faction in recruit.items())
    return (recruit.text(),)


def _read_pilots(node: Node) -> tuple[CardChoice, ...]:
    if isinstance(node.value, list):
        return tuple(read_card_choice(item) for item in node.items())
    return (read_card_choice(node),)


def read_group_card(node: Node) -> GroupCard:
    """A card of the group, an id or an object; raises Unreadable."""
    if isinstance(node.value, str):
        return GroupCard(node.text())
    return GroupCard(
        card=node.get("card").text(),
        faction=node.optional("faction", Node.text) or None,
        confirmed=node.optional("confirmed", _read_confirmed) or (),
        points=node.optional("points", lambda n: n.integer(low=0)),
        unknown=node.others("card", "faction", "confirmed", "points"),
    )


def _read_confirmed(node: Node) -> tuple[str, ...]:
    if isinstance(node.value, bool):
        return ("*",) if node.value else ()
    return tuple(item.text() for item in node.items())


def read_event_choice(node: Node) -> EventFormat:
    """A format by name, or the one the file carries; raises Unreadable."""
    return find_event(node) if isinstance(node.value, str) else read_event(node)


def _read_load(node: Node, entries: int) -> Load:
    def index(item: Node) -> int:
        value = item.integer()
        if not 0 <= value < entries:
            raise item.refuse("NO_SUCH_ENTRY", found=value, entries=entries)
        return value

    return Load(
        transport=index(node.get("transport")),
        passengers=tuple(index(item) for item in node.get("passengers").items()),
        unknown=node.others("transport", "passengers"),
    )


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

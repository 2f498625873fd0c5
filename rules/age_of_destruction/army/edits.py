"""Edits of a battle group, as verdict/1 writes them, and what a group is after them."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from rules.age_of_destruction.army.battle_group import (
    BattleGroup,
    CardChoice,
    Entry,
    GroupCard,
    Load,
    read_card_choice,
    read_entry,
    read_event_choice,
    read_group_card,
    write_card_choice,
    write_entry,
    write_group_card,
)
from rules.age_of_destruction.records.cards import type_of_number
from rules.age_of_destruction.records.vocabulary import PILOT_TYPES
from rules.core.codec import Node
from rules.core.typed import Written, read_typed

#: In the order in which edits work together: a moved card keeps its old place for further edits,
#: and leaves a figure before the figure goes.
OPERATIONS = ("replace", "move", "set", "remove", "add")
BUILD_TOTAL = "build_total"
EVENT = "event"

_PLACE = re.compile(r"(units|cards|loads)(?:\[(\d+)\])?(?:\.(gear|pilot)(?:\[(\d+)\])?)?")

#: The fields `set` may change, by the kind of place.
_FIELDS = {
    "units": ("count", "points"),
    "mounted": ("weapon", "recruit", "points", "recruit_points"),
    "cards": ("faction", "confirmed", "points"),
}


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """One edit: `op` is replace (by the id `replacement`, or a line of figures with all its cards
    by `entry`), set (`field` to `value`), move (`to` another figure or "cards"), remove, or add
    (`entry` to a list)."""

    op: str
    where: str
    replacement: str | None = None
    entry: dict[str, Any] | None = None
    to: str | None = None
    field: str | None = None
    value: Any = None


def set_build_total(value: int) -> Change:
    """The edit that agrees on another build total."""
    return Change("set", BUILD_TOTAL, field=BUILD_TOTAL, value=value)


def write_change(change: Change) -> dict[str, Any]:
    """The edit as a JSON object of verdict/1."""
    fields: dict[str, dict[str, Any]] = {
        "replace": {"with": change.replacement or change.entry},
        "set": {"field": change.field, "value": change.value},
        "move": {"to": change.to},
        "remove": {},
        "add": {"entry": change.entry},
    }
    return {"op": change.op, "where": change.where} | fields[change.op]


class _Written(Written, frozen=True, kw_only=True, tag_field="op"):
    """One edit as verdict/1 writes it."""

    where: str


class _Replace(_Written, frozen=True, kw_only=True, tag="replace"):
    new: str | dict[str, Any] = msgspec.field(name="with")


class _Move(_Written, frozen=True, kw_only=True, tag="move"):
    to: str


class _Set(_Written, frozen=True, kw_only=True, tag="set"):
    field: str
    value: Any


class _Remove(_Written, frozen=True, kw_only=True, tag="remove"):
    pass


class _Add(_Written, frozen=True, kw_only=True, tag="add"):
    entry: dict[str, Any]


_ANY: Any = _Replace | _Move | _Set | _Remove | _Add


def read_change(data: Any) -> Change:
    """Read one edit from JSON; raises Unreadable."""
    read: _Written = read_typed(data, _ANY)
    fields = msgspec.structs.asdict(read)
    if "new" in fields:
        new = fields.pop("new")
        fields["entry" if isinstance(new, dict) else "replacement"] = new
    return Change(str(read.__struct_config__.tag), **fields)


#: Places whose parts are remembered; whoever searches asks for the same few again and again.
PLACES_KEPT = 4096


class Place(NamedTuple):
    """A place in the file taken apart: "units[2].gear[0]" is ("units", 2, "gear", 0)."""

    kind: str
    number: int | None
    part: str | None
    slot: int | None


@lru_cache(PLACES_KEPT)
def parse_place(where: str) -> Place:
    """Take a place apart; raises ValueError for what names none."""
    match = _PLACE.fullmatch(where)
    if not match or (match[3] and (match[1] != "units" or match[2] is None)):
        raise ValueError(f"no such place: {where}")
    number, slot = (int(match[n]) if match[n] else None for n in (2, 4))
    return Place(match[1], number, match[3], slot)


class Mounting(msgspec.Struct, frozen=True):
    """A card on a figure while editing, with the place it had in the group before."""

    choice: CardChoice
    origin: str | None


class Draft:
    """A group under its edits. A removed entry leaves a gap, an added one goes to the end, so that
    the places of the group before any edit stay good; `group()` closes the gaps."""

    def __init__(self, group: BattleGroup) -> None:
        self._before = group
        self._build_total = group.build_total
        self._event = group.event
        self._units: list[Entry | None] = list(group.units)
        self._cards: list[GroupCard | None] = list(group.cards)
        self._loads: list[Load | None] = list(group.loads)
        self._mounted: dict[tuple[int, str], list[Mounting | None]] = {}
        self._moved: dict[Place, tuple[list[Mounting | None], int, Place]] = {}
        self._kept: dict[str, list[int | None]] = {}

    def apply(self, change: Change) -> None:
        """Make one edit; raises ValueError for a place that is not (or no longer) there, Unreadable
        for a value of the wrong type."""
        self._kept.clear()
        getattr(self, f"_{change.op}")(change)

    # Places -------------------------------------------------------------------------------------

    def _row(self, kind: str) -> tuple[list[Any], int]:
        """A list of the group and how many entries it had before any edit."""
        if kind == "units":
            return self._units, len(self._before.units)
        if kind == "cards":
            return self._cards, len(self._before.cards)
        return self._loads, len(self._before.loads)

    def _find(self, where: str) -> tuple[list[Any], int, Place]:
        """The list a place stands in, its index there and its parts."""
        place = parse_place(where)
        if place in self._moved:
            return self._moved[place]
        row, known = self._row(place.kind)
        if place.number is None or place.number >= known or row[place.number] is None:
            raise ValueError(f"no such place: {where}")
        if place.part is None:
            return row, place.number, place
        mounted = self._open(place.number, place.part)
        slot = place.slot or 0
        before = self._before.units[place.number]
        if slot >= len(before.gear if place.part == "gear" else before.pilots):
            raise ValueError(f"no such place: {where}")
        if mounted[slot] is None or (place.part == "gear" and place.slot is None):
            raise ValueError(f"no such place: {where}")
        return mounted, slot, place

    def _open(self, index: int, part: str) -> list[Mounting | None]:
        """The gear or the pilots of a figure, ready to be edited."""
        if (index, part) not in self._mounted:
            cards = self._before.units[index].cards_at(f"units[{index}]")
            self._mounted[index, part] = [
                Mounting(choice, where) for kind, where, choice in cards if kind == part
            ]
        return self._mounted[index, part]

    # Operations ---------------------------------------------------------------------------------

    def _replace(self, change: Change) -> None:
        """Another figure or card in the same place; stated costs and choices of the old one go."""
        row, index, place = self._find(change.where)
        if change.entry is not None:
            self._replace_whole(row, index, place, change)
            return
        if place.kind == "loads" or change.replacement is None:
            raise ValueError(f"nothing to replace: {change.where}")
        if place.part:
            old = row[index]
            choice = CardChoice(change.replacement, weapon=old.choice.weapon)
            row[index] = Mounting(choice, old.origin)
        elif place.kind == "cards":
            row[index] = GroupCard(change.replacement)
        else:
            row[index] = msgspec.structs.replace(
                row[index], unit=change.replacement, points=None, inline=None, record=None
            )

    def _replace_whole(self, row: list[Any], index: int, place: Place, change: Change) -> None:
        """Another line of figures, and none of the cards of the old one."""
        if place.kind != "units" or place.part:
            raise ValueError(f"no line of figures: {change.where}")
        new = read_entry(change.entry, change.where)
        row[index] = new
        for part, choices in (("gear", new.gear), ("pilot", new.pilots)):
            gone: list[Mounting | None] = [None] * len(self._open(index, part))
            self._mounted[index, part] = gone + [Mounting(choice, None) for choice in choices]

    def _set(self, change: Change) -> None:
        value = change.value
        if change.where == BUILD_TOTAL:
            node = Node(value, change.where)
            self._build_total = None if value is None else node.integer()
        elif change.where == EVENT:
            self._event = None if value is None else read_event_choice(value, change.where)
        else:
            self._set_field(change)

    def _set_field(self, change: Change) -> None:
        """Write the entry, change the field there, and read it back: reading checks the value."""
        row, index, place = self._find(change.where)
        field, old = str(change.field), row[index]
        if place.kind == "loads":
            row[index] = self._loaded(old, change)
            return
        if field not in _FIELDS["mounted" if place.part else place.kind]:
            raise ValueError(f"no field to set: {field}")
        if place.part:
            written = {**write_card_choice(old.choice), field: change.value}
            row[index] = Mounting(read_card_choice(written, change.where), old.origin)
        elif place.kind == "cards":
            card = write_group_card(old)
            fields = {"card": card} if isinstance(card, str) else card
            row[index] = read_group_card({**fields, field: change.value}, change.where)
        else:
            row[index] = self._entry_with(old, field, change)

    def _entry_with(self, entry: Entry, field: str, change: Change) -> Entry:
        """An entry with another count or stated cost; its figure is not read again."""
        bare = msgspec.structs.replace(entry, inline=None, record=None)
        read = read_entry({**write_entry(bare), field: change.value}, change.where)
        return msgspec.structs.replace(entry, count=read.count, points=read.points)

    def _loaded(self, load: Load, change: Change) -> Load:
        if change.field != "passengers":
            raise ValueError(f"no field to set: {change.field}")
        last = len(self._before.units) - 1
        passengers = Node(change.value, change.where).items()
        return Load(load.transport, tuple(item.integer(low=0, high=last) for item in passengers))

    def _move(self, change: Change) -> None:
        """A card to another figure, or to the cards of the group, with its choices."""
        row, index, place = self._find(change.where)
        if place.kind == "loads" or (place.kind == "units" and not place.part):
            raise ValueError(f"nothing to move: {change.where}")
        old, row[index] = row[index], None
        choice = (
            old.choice if isinstance(old, Mounting) else CardChoice(old.card, points=old.points)
        )
        if change.to == "cards":
            self._cards.append(GroupCard(choice.card, points=choice.points))
            return
        _, target, to = self._find(str(change.to))
        if to.kind != "units" or to.part:
            raise ValueError(f"no such place: {change.to}")
        part = "pilot" if is_pilot_id(choice.card) else "gear"
        mounted = self._open(target, part)
        mounted.append(Mounting(choice, change.where))
        now = Place("units", target, part, len(mounted) - 1)
        self._moved[parse_place(change.where)] = (mounted, len(mounted) - 1, now)

    def _remove(self, change: Change) -> None:
        row, index, _ = self._find(change.where)
        row[index] = None

    def _add(self, change: Change) -> None:
        if change.where == "units":
            self._units.append(read_entry(change.entry, change.where))
        elif change.where == "cards":
            self._cards.append(read_group_card(change.entry, change.where))
        else:
            place = parse_place(change.where)
            if place.number is None or not place.part or place.slot is not None:
                raise ValueError(f"nothing can be added at {change.where}")
            self._find(f"units[{place.number}]")
            choice = read_card_choice(change.entry, change.where)
            self._open(place.number, place.part).append(Mounting(choice, None))

    # The result ---------------------------------------------------------------------------------

    def group(self) -> BattleGroup:
        """The edited group; loads follow their figures, and go with their transport.

        Raises ValueError for a card on an entry of several copies.
        """
        for index in {index for index, _ in self._mounted}:
            entry = self._units[index]
            if entry is not None:
                gear, pilots = self._choices(index, "gear"), self._choices(index, "pilot")
                if entry.count > 1 and (gear or pilots):
                    raise ValueError(f"units[{index}] is {entry.count} copies and takes no card")
                self._units[index] = msgspec.structs.replace(entry, gear=gear, pilots=pilots)
        return msgspec.structs.replace(
            self._before,
            build_total=self._build_total,
            event=self._event,
            units=tuple(entry for entry in self._units if entry is not None),
            cards=tuple(card for card in self._cards if card is not None),
            loads=self._remaining_loads(),
        )

    def _choices(self, index: int, part: str) -> tuple[CardChoice, ...]:
        return tuple(cell.choice for cell in self._open(index, part) if cell)

    def _remaining_loads(self) -> tuple[Load, ...]:
        if not self._loads:
            return ()
        now = {old: new for new, old in enumerate(self.kept("units")) if old is not None}
        loads = []
        for load in self._loads:
            if load is not None and load.transport in now:
                passengers = tuple(now[index] for index in load.passengers if index in now)
                if passengers or not load.passengers:
                    loads.append(Load(now[load.transport], passengers))
        return tuple(loads)

    def kept(self, kind: str) -> list[int | None]:
        """For every entry of the edited list its index before, None for an added one."""
        if kind not in self._kept:
            row, known = self._row(kind)
            left = [i for i, value in enumerate(row) if value is not None]
            self._kept[kind] = [i if i < known else None for i in left]
        return self._kept[kind]

    def origin(self, where: str) -> str | None:
        """The place before any edit of what stands at a place of the edited group; None for what
        an edit has added."""
        if where in (BUILD_TOTAL, EVENT):
            return where
        place = parse_place(where)
        if place.number is None:
            return where
        old = self.kept(place.kind)[place.number]
        if old is None or not place.part:
            return None if old is None else f"{place.kind}[{old}]"
        if (old, place.part) in self._mounted:
            cells = [cell for cell in self._mounted[old, place.part] if cell]
            return cells[place.slot or 0].origin
        return f"units[{old}]" + where.partition("]")[2]


def is_pilot_id(card_id: str) -> bool:
    """Whether the number of a card is a pilot's (AOD-CARD-004)."""
    return type_of_number(card_id.partition("-")[2]) in PILOT_TYPES


def in_order(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Edits by operation, then in the order of the file."""
    return tuple(sorted(changes, key=lambda change: (OPERATIONS.index(change.op), order(change))))


def order(change: Change) -> tuple[Any, ...]:
    """Where an edit stands in the file, and then a fixed order among edits of one place."""
    if change.where in (BUILD_TOTAL, EVENT):
        place: tuple[Any, ...] = (0, 0, 0, 0)
    else:
        kind, index, part, slot = parse_place(change.where)
        end = 1_000_000_000
        place = (
            ("units", "cards", "loads").index(kind) + 1,
            end if index is None else index,
            (None, "gear", "pilot").index(part),
            slot or 0,
        )
    rest = (change.op, change.field or "", str(change.replacement or change.to or change.value))
    return (*place, *rest, str(change.entry or ""))


def apply_changes(group: BattleGroup, changes: Iterable[Change]) -> BattleGroup:
    """The group after edits whose places are those before any of them.

    Raises ValueError for a place that is not there and Unreadable for a value of the wrong type.
    """
    draft = Draft(group)
    for change in in_order(changes):
        draft.apply(change)
    return draft.group()

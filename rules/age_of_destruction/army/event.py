"""Event formats: what a tournament or a club adds to the rules of army building (AOD-STD).

A format is data. Limits it does not name stay those of the rule book; terrain and time are kept for
the table.
"""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from rules.age_of_destruction.records.units import Unit
from rules.age_of_destruction.records.vocabulary import (
    MERCENARY,
    NO_SYMBOL_LABELS,
    CardType,
    MechClass,
    RankMark,
    UnitType,
)
from rules.core.codec import LARGEST_INTEGER, Node, without_empty
from rules.core.typed import Written, others, read_typed

Count = Annotated[int, Meta(ge=0, le=LARGEST_INTEGER)]
FromOne = Annotated[int, Meta(ge=1, le=LARGEST_INTEGER)]


class UnitRange(Written, frozen=True):
    """How many figures of a kind a format wants: from `least` to `most` (None: no bound)."""

    type: UnitType | None = None
    mech_class: MechClass | None = msgspec.field(name="class", default=None)
    rank: RankMark | None = None
    least: Count = 0
    most: Count | None = None

    def counts(self, unit: Unit) -> bool:
        """Whether a figure is of the kind that is counted."""
        return (
            self.type in (None, unit.type)
            and self.mech_class in (None, unit.mech_class)
            and self.rank in (None, unit.rank_mark)
        )


class EventRecord(Written, frozen=True):
    """A format as files have it; an empty one restricts nothing (AOD-STD-008).

    The lists name what is allowed, `banned` the numbers of figures and cards that are not.
    `factions` are symbols on the base, "mercenary" for none, `figures` numbers; `catalogue_only`
    forbids figures written into the list. `least_points` and `most_points` are for one figure
    without its cards; `per_name` and `per_number` say how many figures may share one.
    """

    name: str = ""
    title: str = ""
    build_totals: tuple[FromOne, ...] = ()
    sets: tuple[str, ...] = ()
    types: tuple[UnitType, ...] = ()
    classes: tuple[MechClass, ...] = ()
    ranks: tuple[RankMark, ...] = ()
    factions: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    banned: tuple[str, ...] = ()
    least_points: Count | None = None
    most_points: Count | None = None
    per_name: FromOne | None = None
    per_number: FromOne | None = None
    card_types: tuple[CardType, ...] | None = None
    card_counts: dict[CardType, Count] = msgspec.field(default_factory=dict)
    unit_counts: tuple[UnitRange, ...] = ()
    catalogue_only: bool = False
    pure: bool = False
    orders: Annotated[int, Meta(ge=0, le=99)] | None = None
    table: dict[str, Any] = msgspec.field(default_factory=dict)


class EventFormat(EventRecord, frozen=True):
    """Restrictions on battle groups, with the fields of a file that nobody knows."""

    unknown: dict[str, Any] = msgspec.field(default_factory=dict)

    @property
    def called(self) -> str:
        """What people call it."""
        return self.title or self.name

    def most_cards(self, card_type: str) -> int | None:
        """How many cards of a type a group may have here; None where nothing is said of it."""
        return next((most for kind, most in self.card_counts.items() if kind == card_type), None)

    def bans(self, unit: Unit) -> bool:
        """Whether a figure's number is not allowed."""
        return unit.id in self.banned or bool(self.figures and unit.id not in self.figures)

    def prices_out(self, unit: Unit) -> bool:
        """Whether a figure's known points are not those of a figure here."""
        if unit.points is None:
            return False
        too_cheap = self.least_points is not None and unit.points < self.least_points
        return too_cheap or (self.most_points is not None and unit.points > self.most_points)

    def enlists(self, unit: Unit) -> bool:
        """Whether a figure's symbol, or the want of one, is allowed; unrecorded it never is."""
        if not self.factions or unit.faction in self.factions:
            return True
        without = any(
            name.lower() == MERCENARY or name in NO_SYMBOL_LABELS for name in self.factions
        )
        return without and unit.is_mercenary

    def excludes(self, unit: Unit) -> list[tuple[str, str | None, tuple[str, ...]]]:
        """What speaks against a figure's kind: property, value and what is allowed."""
        asked: list[tuple[str, str | None, tuple[str, ...]]] = [
            ("set", unit.set, self.sets),
            ("type", unit.type, self.types),
            ("rank", unit.rank_mark, self.ranks),
        ]
        if not self.enlists(unit):
            asked.append(("faction", unit.faction, self.factions))
        if unit.is_mech:
            asked.append(("class", unit.mech_class, self.classes))
        return [
            (name, value, allowed)
            for name, value, allowed in asked
            if allowed and value not in allowed
        ]

    def admits(self, unit: Unit) -> bool:
        """Whether nothing speaks against a figure by itself."""
        return not (self.bans(unit) or self.prices_out(unit) or self.excludes(unit))


def _standard(total: int) -> EventFormat:
    return EventFormat(
        name=f"standard-{total}",
        title=f"Standard {total}",
        build_totals=(total,),
        table={
            "width": 36,
            "depth": 36,
            "terrain_per_player": 2,
            "minutes": 50,
            "elevated": False,
            "deep_water": False,
        },
    )


#: The formats every installation knows; 450 is the standard game (AOD-STD-003).
EVENTS = {
    event.name: event
    for event in (
        _standard(450),
        _standard(300),
        _standard(600),
        EventFormat(name="unrestricted", title="Unrestricted"),
    )
}
STANDARD = EVENTS["standard-450"]


def find_event(name: str, path: str) -> EventFormat:
    """The format of a name; raises Unreadable with the known names for another."""
    return EVENTS[Node(name, path).one_of(tuple(EVENTS))]


def parse_event(data: Any) -> EventFormat:
    """A format as plain values; raises Unreadable."""
    return event_of(read_typed(data, EventRecord), data)


def event_of(record: EventRecord, data: Mapping[str, Any]) -> EventFormat:
    """The format of a record, with the fields of its object that it does not name."""
    return EventFormat(**msgspec.structs.asdict(record), unknown=others(data, EventRecord))


def write_event(event: EventFormat) -> str | dict[str, Any]:
    """The name of a known format, else the format itself."""
    if EVENTS.get(event.name) == event:
        return event.name
    fields = {key: value for key, value in msgspec.to_builtins(event).items() if value is not False}
    fields["unit_counts"] = [without_empty(msgspec.to_builtins(each)) for each in event.unit_counts]
    unknown: dict[str, Any] = fields.pop("unknown")
    written = {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in without_empty(fields).items()
    }
    none_allowed: dict[str, Any] = {"card_types": []} if event.card_types == () else {}
    return written | none_allowed | unknown

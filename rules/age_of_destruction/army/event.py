"""Event formats: what a tournament or a club adds to the rules of army building (AOD-STD).

A format is data. Limits it does not name stay those of the rule book; terrain and time are kept for
the table.
"""

from typing import Any

import msgspec

from rules.age_of_destruction.records.units import Unit
from rules.age_of_destruction.records.vocabulary import (
    CARD_TYPES,
    MECH_CLASSES,
    MERCENARY,
    NO_SYMBOL_LABELS,
    RANKS,
    UNIT_TYPES,
)
from rules.core.codec import Node, without_empty


class UnitRange(msgspec.Struct, frozen=True):
    """How many figures of a kind a format wants: from `least` to `most` (None: no bound)."""

    type: str | None = None
    mech_class: str | None = None
    rank: str | None = None
    least: int = 0
    most: int | None = None

    def counts(self, unit: Unit) -> bool:
        """Whether a figure is of the kind that is counted."""
        return (
            self.type in (None, unit.type)
            and self.mech_class in (None, unit.mech_class)
            and self.rank in (None, unit.rank_mark)
        )


class EventFormat(msgspec.Struct, frozen=True):
    """Restrictions on battle groups; an empty one restricts nothing (AOD-STD-008).

    The lists name what is allowed, `banned` the numbers of figures and cards that are not.
    `factions` are symbols on the base, "mercenary" for none, `figures` numbers; `catalogue_only`
    forbids figures written into the list. `least_points` and `most_points` are for one figure
    without its cards; `per_name` and `per_number` say how many figures may share one.
    """

    name: str
    title: str = ""
    build_totals: tuple[int, ...] = ()
    sets: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    ranks: tuple[str, ...] = ()
    factions: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    banned: tuple[str, ...] = ()
    least_points: int | None = None
    most_points: int | None = None
    per_name: int | None = None
    per_number: int | None = None
    card_types: tuple[str, ...] | None = None
    card_counts: dict[str, int] = {}
    unit_counts: tuple[UnitRange, ...] = ()
    catalogue_only: bool = False
    pure: bool = False
    orders: int | None = None
    table: dict[str, Any] = {}
    unknown: dict[str, Any] = {}

    @property
    def called(self) -> str:
        """What people call it."""
        return self.title or self.name

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


def find_event(node: Node) -> EventFormat:
    """The format of a name; raises Unreadable with the known names for another."""
    return EVENTS[node.one_of(tuple(EVENTS))]


def parse_event(data: Any) -> EventFormat:
    """A format as plain values; raises Unreadable."""
    return read_event(Node(data))


def read_event(node: Node) -> EventFormat:
    """A format a file carries; raises Unreadable."""

    def words(key: str, options: tuple[str, ...] = ()) -> tuple[str, ...] | None:
        return node.optional(
            key,
            lambda n: tuple(i.one_of(options) if options else i.text() for i in n.items()),
        )

    totals = node.optional(
        "build_totals", lambda n: tuple(item.integer(low=1) for item in n.items())
    )
    return EventFormat(
        name=node.optional("name", Node.text) or "",
        title=node.optional("title", Node.text) or "",
        build_totals=totals or (),
        sets=words("sets") or (),
        types=words("types", UNIT_TYPES) or (),
        classes=words("classes", MECH_CLASSES) or (),
        ranks=words("ranks", (*RANKS, "unique")) or (),
        factions=words("factions") or (),
        figures=words("figures") or (),
        banned=words("banned") or (),
        least_points=node.optional("least_points", lambda n: n.integer(low=0)),
        most_points=node.optional("most_points", lambda n: n.integer(low=0)),
        per_name=node.optional("per_name", lambda n: n.integer(low=1)),
        per_number=node.optional("per_number", lambda n: n.integer(low=1)),
        card_types=words("card_types", CARD_TYPES),
        card_counts=node.optional(
            "card_counts", lambda n: {_card_type(n, k): v.integer(low=0) for k, v in n.fields()}
        )
        or {},
        unit_counts=node.optional(
            "unit_counts", lambda n: tuple(_read_range(item) for item in n.items())
        )
        or (),
        catalogue_only=node.optional("catalogue_only", Node.boolean) or False,
        pure=node.optional("pure", Node.boolean) or False,
        orders=node.optional("orders", lambda n: n.integer(low=0, high=99)),
        table=node.optional("table", Node.object) or {},
        unknown=node.others(*(field for field in _FIELDS if field != "unknown")),
    )


_FIELDS = EventFormat.__struct_fields__


def _card_type(counts: Node, key: str) -> str:
    return Node(key, f"{counts.path}.{key}").one_of(CARD_TYPES)


def _read_range(node: Node) -> UnitRange:
    return UnitRange(
        type=node.optional("type", lambda n: n.one_of(UNIT_TYPES)),
        mech_class=node.optional("class", lambda n: n.one_of(MECH_CLASSES)),
        rank=node.optional("rank", lambda n: n.one_of((*RANKS, "unique"))),
        least=node.optional("least", lambda n: n.integer(low=0)) or 0,
        most=node.optional("most", lambda n: n.integer(low=0)),
    )


def write_event(event: EventFormat) -> str | dict[str, Any]:
    """The name of a known format, else the format itself."""
    if EVENTS.get(event.name) == event:
        return event.name
    fields = msgspec.to_builtins(event) | {
        "unit_counts": [_write_range(wanted) for wanted in event.unit_counts],
        "catalogue_only": event.catalogue_only or None,
        "pure": event.pure or None,
    }
    unknown: dict[str, Any] = fields.pop("unknown")
    written = {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in without_empty(fields).items()
    }
    none_allowed: dict[str, Any] = {"card_types": []} if event.card_types == () else {}
    return written | none_allowed | unknown


def _write_range(wanted: UnitRange) -> dict[str, Any]:
    fields = msgspec.to_builtins(wanted)
    return without_empty({"class": fields.pop("mech_class")} | fields)

"""Armies for those who know none of their types: what stands in one, what may join it, how it is
changed, and the part of a verdict every game has."""

from typing import Literal

import msgspec

from rules.core.violations import Severity


class Value(msgspec.Struct, frozen=True):
    """One value of a card: what it is called, and what it is, in words."""

    title: str
    text: str


class Table(msgspec.Struct, frozen=True):
    """A table of a card, such as what a weapon does by distance: its heads stand above the cells,
    every row begins with what it is of."""

    title: str
    facts: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


class Card(msgspec.Struct, frozen=True):
    """What the card of a piece says; `sign` names the drawing of its kind, `kind` is it in
    words."""

    sign: str = ""
    kind: str = ""
    values: tuple[Value, ...] = ()
    tables: tuple[Table, ...] = ()


class Setting(msgspec.Struct, frozen=True):
    """A choice for the whole army or for one entry, by its name in the file: a number, a text, or
    one of some options, each with what it is called; `value` is empty while nothing is chosen.

    The options of a number are usual ones beside which any other may be chosen; `note` says what
    comes of the choice; `rare` says that few armies need it.
    """

    name: str
    title: str
    value: str = ""
    kind: Literal["number", "text", "choice"] = "text"
    options: tuple[tuple[str, str], ...] = ()
    note: str = ""
    rare: bool = False


class ArmyEntry(msgspec.Struct, frozen=True):
    """One entry: its place in the file, what it is by id and by name, and how many.

    `points` are those of the whole entry with its parts, None where nobody knows them; `facts` are
    what else is worth printing beside the name. `counts` says that its number may be changed,
    `takes` that something may be added to it; `parts` are the entries that belong to it, `choices`
    what may be chosen for it alone. The points of an entry `aside` are not among those of the army.
    """

    place: str
    id: str
    name: str
    count: int = 1
    points: int | None = None
    facts: tuple[str, ...] = ()
    counts: bool = True
    takes: bool = False
    parts: tuple["ArmyEntry", ...] = ()
    card: Card | None = None
    choices: tuple[Setting, ...] = ()
    aside: bool = False


class Gauge(msgspec.Struct, frozen=True):
    """Something of which there is so much, and how much of it is used; `note` says why so much."""

    title: str
    used: int
    most: int
    note: str = ""


class Section(msgspec.Struct, frozen=True):
    """Entries that stand together, by their places, under a title; something may be added to the
    section at its own place where it has one, and `removable` says that it may go with all of
    them."""

    title: str
    entries: tuple[str, ...]
    place: str = ""
    facts: tuple[str, ...] = ()
    gauge: Gauge | None = None
    choices: tuple[Setting, ...] = ()
    removable: bool = False


class Overview(msgspec.Struct, frozen=True):
    """An army as a whole: its sections, what is spent beside the points, and what was agreed in
    words. Without sections the entries stand in one list."""

    sections: tuple[Section, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    notes: tuple[str, ...] = ()


class Offer(msgspec.Struct, frozen=True):
    """Something that may be added: what it costs there, None where nobody knows, and why the army
    would break its rules with it. Offers of one heading follow each other; `pieces` are the ids
    of what comes with it, where that is more than itself."""

    id: str
    name: str
    points: int | None = None
    facts: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    heading: str = ""
    card: Card | None = None
    pieces: tuple[str, ...] = ()


class Offers(msgspec.Struct, frozen=True):
    """The first of what may be added, and whether there is more."""

    offers: tuple[Offer, ...] = ()
    more: bool = False


class Add(msgspec.Struct, frozen=True, tag_field="edit", tag="add"):
    """What is offered by an id joins the army, or the entry at a place."""

    id: str
    to: str = ""


class Recount(msgspec.Struct, frozen=True, tag_field="edit", tag="count"):
    """Another number of copies."""

    place: str
    count: int


class Remove(msgspec.Struct, frozen=True, tag_field="edit", tag="remove"):
    """An entry goes, with its parts."""

    place: str


class Choose(msgspec.Struct, frozen=True, tag_field="edit", tag="choose"):
    """A setting of the army, or of what stands at a place, gets another value; nothing is chosen
    any more where it is empty."""

    setting: str
    value: str
    place: str = ""


class Renew(msgspec.Struct, frozen=True, tag_field="edit", tag="renew"):
    """What the file says of a record is said as it is on the shelf now."""

    id: str


Edit = Add | Recount | Remove | Choose | Renew


class NoSuchPlace(ValueError):
    """An edit of what the army does not have (any more), or to what cannot take it."""


class Points(msgspec.Struct, frozen=True):
    """The points of a verdict."""

    total: int
    limit: int | None = None
    at_least: bool = False


class Finding(msgspec.Struct, frozen=True):
    """A violation of a verdict, in words."""

    code: str
    severity: Severity
    message: str
    rules: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    params: dict[str, object] = {}

    @property
    def key(self) -> tuple[str, tuple[str, ...]]:
        """What tells it from the others of an army."""
        return self.code, self.where


class Answered(msgspec.Struct, frozen=True):
    """A check of a verdict, in words."""

    message: str
    holds: bool
    rules: tuple[str, ...] = ()


class Mend(msgspec.Struct, frozen=True):
    """A repair of a verdict; `changes` are for the game alone to read.

    What it is for, in a code and in words, and the points it leaves are told by games that know.
    """

    message: str
    changes: list[dict[str, object]]
    total: int
    intent: str = ""
    keeps: str = ""
    left: int | None = None


class Verdict(msgspec.Struct, frozen=True):
    """What every verdict/1 object says."""

    ruleset: str
    name: str
    legal: bool | None
    points: Points
    violations: tuple[Finding, ...]
    catalogue: str = ""
    orders: int | None = None
    checks: tuple[Answered, ...] = ()
    repairs: tuple[Mend, ...] = ()


def read_verdict(written: object) -> Verdict:
    """What a system's verdict/1 object says; raises msgspec.ValidationError where it is none."""
    return msgspec.convert(written, Verdict)


def read_mends(written: object) -> tuple[Mend, ...]:
    """Repairs as a verdict lists them; raises msgspec.ValidationError."""
    return msgspec.convert(written, tuple[Mend, ...])

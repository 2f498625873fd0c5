"""A game of real figures, refereed: one question at a time, each with its first choice made."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeGuard
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from armybuilder.skirmishes.present.beginnings import Document, OrderUnreadable
from armybuilder.systems.age_of_destruction.present.choices import LEAST_ROLL, as_json
from armybuilder.systems.age_of_destruction.present.drafts import draft
from armybuilder.systems.age_of_destruction.present.figures import FigureLine, figure_lines
from armybuilder.systems.age_of_destruction.present.queries import Query
from armybuilder.systems.age_of_destruction.present.refusals import Reason, reasons
from armybuilder.systems.age_of_destruction.present.tables import Table
from armybuilder.systems.age_of_destruction.present.titles import title, title_of
from armybuilder.systems.age_of_destruction.present.words import seat_name
from collection.catalogue.present.words import RANGE_TYPES
from collection.common.chances import percent
from collection.common.language import Words, language
from rules import Violation
from rules import age_of_destruction as aod

#: What only a map can show: ways of several, places of shells.
ON_THE_MAP = frozenset({"artillery", "march", "formation", "flight_shot", "face"})
#: What is asked of a real table, and how it may be answered.
ROWS: Mapping[str, Words] = {
    "ground": gettext_lazy("It starts in"),
    "range": gettext_lazy("Distance"),
    "front": gettext_lazy("In its front arc?"),
    "rear": gettext_lazy("From behind?"),
    "line": gettext_lazy("Line of fire"),
    "height": gettext_lazy("Height"),
    "obstructed": gettext_lazy("Something on the line?"),
}
YES_NO: Mapping[str, Words] = {"yes": gettext_lazy("Yes"), "no": gettext_lazy("No")}
ANSWERS: Mapping[str, Mapping[str, Words]] = {
    "ground": {
        "open": gettext_lazy("the open"),
        "hindering": gettext_lazy("rough ground"),
        "shallow_water": gettext_lazy("shallow water"),
        "deep_water": gettext_lazy("deep water"),
    },
    "front": YES_NO,
    "rear": YES_NO,
    "obstructed": YES_NO,
    "line": {
        "clear": pgettext_lazy("a line of fire", "Clear"),
        "hindered": gettext_lazy("Through cover"),
        "blocked": gettext_lazy("Blocked"),
    },
    "height": {
        "level": gettext_lazy("Level"),
        "target": gettext_lazy("Target higher"),
        "unit": gettext_lazy("Shooter higher"),
    },
}
#: What a dispute settles: what holds where the action is allowed, and where it is not.
DISPUTED: Mapping[str, tuple[str, str]] = {
    "range": ("within", "beyond"),
    "front": ("yes", "no"),
    "rear": ("yes", "no"),
    "line": ("clear", "blocked"),
    "height": ("level", "target"),
}
#: Events that are looked through for what has been said before.
REMEMBERED = 40


@dataclass(frozen=True)
class Figure:
    """Somebody who may be ordered, or why not; `query` goes on with him."""

    line: FigureLine
    query: str
    why: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class Doing:
    """Something to do: what it is called, and how it goes on (`query`), or the whole `order`;
    or why not. `on_the_map`: only there."""

    label: Words
    query: str = ""
    order: str = ""
    why: tuple[Reason, ...] = ()
    on_the_map: bool = False


@dataclass(frozen=True)
class Aim:
    """A target with a weapon, "" where there is no choice of one."""

    line: FigureLine
    weapon: str
    query: str


@dataclass(frozen=True)
class Answer:
    """One answer to what is asked."""

    value: str
    label: Words
    taken: bool


@dataclass(frozen=True)
class Row:
    """Something to be told, with the answers; `dispute` is the order that rolls for it, "" where a
    die settles nothing."""

    name: str
    title: Words
    answers: tuple[Answer, ...]
    dispute: str = ""


@dataclass(frozen=True)
class Facts:
    """An order with what has to be told of it, and what the rules make of that.

    `kept`: the fields that stay as they are; `inches`: how far it may go; `touching`: whom it may
    come to touch; `claim` and `order` as forms send them, "" while it may not be given.
    """

    title: str
    kept: tuple[tuple[str, str], ...]
    rows: tuple[Row, ...]
    inches: tuple[Answer, ...]
    touching: tuple[Answer, ...]
    refused: tuple[Reason, ...]
    claim: str
    order: str
    needed: int | None = None
    chance: str = ""
    rolls: bool = False
    settled: str = ""


@dataclass(frozen=True)
class Screen:
    """What is shown now, one of: whom to order, what it does, at whom, what has to be told."""

    step: str
    unit: FigureLine | None = None
    figures: tuple[Figure, ...] = ()
    doings: tuple[Doing, ...] = ()
    switches: tuple[Doing, ...] = ()
    denied: tuple[Doing, ...] = ()
    aims: tuple[Aim, ...] = ()
    facts: Facts | None = None
    back: str = ""
    kind: str = ""


def screen(table: Table, query: Query, before: Iterable[Document], *, asks: bool) -> Screen:
    """What comes next after what the address says; `before` are the last events, the last first.

    `asks`: how figures stand is asked; else it is measured on the map.
    """
    if not table.in_play:
        return Screen("")
    lines = {line.row.id: line for line in figure_lines(table)}
    unit = query.one("unit")
    if unit not in lines or lines[unit].row.seat != table.actor:
        return Screen("who", figures=tuple(_figures(table, lines)))
    found = aod.open_kinds(table.field, unit)
    do = query.one("do")
    kind = next((kind for kind in found if kind.name == do and kind.options), None)
    if kind is None or do in ON_THE_MAP:
        return _what(table, lines[unit], found, asks=asks)
    option = _chosen(kind, query)
    if option is None:
        aims = tuple(_aims(table, kind, lines, asks=asks))
        back = urlencode({"unit": unit})
        return Screen("whom", lines[unit], aims=aims, back=back, kind=title(kind.name))
    happened = aod.read_events(list(before))
    facts = _facts(table, option, query, happened, asks=asks)
    again = {"unit": unit} if len(kind.options) == 1 else {"unit": unit, "do": do}
    return Screen("facts", lines[unit], facts=facts, back=urlencode(again), kind=facts.title)


# --- Who, what, at whom ----------------------------------------------------------------------


def _figures(table: Table, lines: Mapping[str, FigureLine]) -> Iterator[Figure]:
    """The figures of who acts, first those that may still be ordered."""
    own = [line for line in lines.values() if line.row.seat == table.actor and line.stands]
    found = [
        Figure(line, urlencode({"unit": line.row.id}), _bars(table, line.row.id)) for line in own
    ]
    yield from sorted(found, key=lambda figure: bool(figure.why))


def _bars(table: Table, unit: str) -> tuple[Reason, ...]:
    """What keeps a unit from every order."""
    kinds = [kind for kind in aod.open_kinds(table.field, unit) if kind.name != "switch"]
    if not kinds or any(kind.options for kind in kinds):
        return ()
    return reasons(table, min((kind.refused for kind in kinds), key=len)[:1])


def _what(table: Table, line: FigureLine, found: Sequence[aod.OpenKind], *, asks: bool) -> Screen:
    usual = [kind for kind in found if kind.name != "switch"]
    doings = [doing for kind in usual for doing in _doings(table, kind, asks=asks)]
    off = [kind for kind in found if kind.name == "switch" and kind.options]
    return Screen(
        "what",
        line,
        switches=tuple(doing for kind in off for doing in _doings(table, kind, asks=asks)),
        doings=tuple(doing for doing in doings if not doing.why),
        denied=tuple(doing for doing in doings if doing.why),
    )


def _doings(table: Table, kind: aod.OpenKind, *, asks: bool) -> Iterator[Doing]:
    if kind.name in ON_THE_MAP:
        if kind.options:
            label = _("Formations") if kind.name == "formation" else title(kind.name, ["…"])
            yield Doing(label, on_the_map=True)
        return
    if not kind.options:
        yield Doing(title(kind.name, ["…"]), why=reasons(table, kind.refused[:1]))
        return
    whole = [o for o in kind.options if not o.target and not o.asks_for_a_way]
    if whole or kind.name in ("level", "board", "disembark", "lead"):
        for option in kind.options:
            if option.legal:
                yield Doing(title_of(table, option.order), order=as_json(option.order))
        return
    unit = kind.options[0].order.units[0]
    needs_map = not asks and all(o.asks_for_a_way for o in kind.options)
    query = urlencode({"unit": unit, "do": kind.name})
    yield Doing(title(kind.name), query, on_the_map=needs_map)


def _chosen(kind: aod.OpenKind, query: Query) -> aod.Option | None:
    """The option the address means; the only one where there is no choice."""
    if len(kind.options) == 1:
        return kind.options[0]
    asked = (query.one("target"), query.one("weapon"))
    return next((o for o in kind.options if (o.target, o.weapon) == asked and o.target), None)


def _aims(
    table: Table, kind: aod.OpenKind, lines: Mapping[str, FigureLine], *, asks: bool
) -> Iterator[Aim]:
    for option in kind.options:
        if not asks and not option.legal:
            continue
        fields = {"unit": option.order.units[0], "do": kind.name, "target": option.target}
        if option.weapon:
            fields["weapon"] = option.weapon
        yield Aim(lines[option.target], _weapon(table, option), urlencode(fields))


def _weapon(table: Table, option: aod.Option) -> str:
    """Which weapon with its range, "" where the order names none."""
    weapon = table.setup.figures[option.order.units[0]].weapons.get(option.weapon)
    if weapon is None:
        return ""
    reach = f"{weapon.minimum}–{weapon.maximum}″" if weapon.maximum else ""
    return " ".join(filter(None, (str(RANGE_TYPES[weapon.range_type]), reach)))


# --- What has to be told ---------------------------------------------------------------------


def _facts(
    table: Table,
    option: aod.Option,
    query: Query,
    happened: Sequence[aod.AnyEvent],
    *,
    asks: bool,
) -> Facts:
    unit, target = option.order.units[0], option.target
    kept = [("unit", unit), ("do", option.kind), ("target", target), ("weapon", option.weapon)]
    names = aod.Names(table.setup, language())
    heading = title(option.kind, option.units)
    if target:
        heading = f"{heading} – {names.unit(target)}"
    if not asks:
        return _measured(table, option, heading, kept)
    settled = _settled(happened, unit, target)
    said = aod.still_known(happened, unit, target) | {
        name: query.one(name) for name in ROWS if query.one(name)
    }
    said |= settled[0]
    ruled = aod.rule_on(
        table.field, option.order, said, query.inches("inches"), query.every("touch")
    )
    weapon = _reach(table, option)
    return Facts(
        title=heading,
        kept=tuple((name, value) for name, value in kept if value),
        rows=tuple(_row(row, weapon, unit, target) for row in ruled.rows),
        inches=_inches(ruled.most, query),
        touching=_touching(table, option, query) if ruled.most is not None else (),
        refused=_why(table, ruled),
        claim=as_json(ruled.claim) if ruled.legal and ruled.claim else "",
        order=as_json(ruled.order) if ruled.legal else "",
        settled=settled[1],
        **_odds(option, ruled.needed.get(target)),
    )


def _measured(
    table: Table, option: aod.Option, heading: str, kept: Sequence[tuple[str, str]]
) -> Facts:
    """An order that is judged where figures stand on the map."""
    found = aod.needed(table.setup, table.state, option.order) if option.legal else {}
    return Facts(
        title=heading,
        kept=tuple((name, value) for name, value in kept if value),
        rows=(),
        inches=(),
        touching=(),
        refused=reasons(table, option.refused),
        claim="",
        order=as_json(option.order) if option.legal else "",
        **_odds(option, found.get(option.target)),
    )


def _odds(option: aod.Option, needed: int | None) -> Document:
    if needed is None:
        return {}
    shown = max(needed, LEAST_ROLL)
    hit = aod.Glance(option.order.units[0], option.target, option.kind, shown).hit
    return {"needed": shown, "chance": percent(hit), "rolls": True}


def _why(table: Table, ruled: aod.Ruled) -> tuple[Reason, ...]:
    if ruled.clash:
        return (Reason(_("This cannot all be true at once."), ()),)
    found = zip(ruled.refused, reasons(table, ruled.refused), strict=True)
    return tuple(_unmeasured(violation, reason) for violation, reason in found)


def _unmeasured(violation: Violation, reason: Reason) -> Reason:
    """A reason that names no inches nobody has measured."""
    if violation.code == "OUT_OF_RANGE":
        most = violation.params["maximum"]
        return replace(reason, message=_("The weapon reaches %(most)s″.") % {"most": most})
    if violation.code == "TOO_CLOSE":
        least = violation.params["minimum"]
        said = _("The weapon needs %(least)s″ at least.") % {"least": least}
        return replace(reason, message=said)
    return reason


def _reach(table: Table, option: aod.Option) -> tuple[int, int]:
    weapon = table.setup.figures[option.order.units[0]].weapons.get(option.weapon or "primary")
    return (weapon.minimum, weapon.maximum) if weapon else (0, 0)


def _row(row: aod.ClaimRow, reach: tuple[int, int], unit: str, target: str) -> Row:
    least, most = reach
    labels = ANSWERS.get(row.name) or {
        "within": _("%(least)s to %(most)s″") % {"least": least, "most": most},
        "beyond": _("farther"),
        "under": _("nearer"),
    }
    dispute: Document = {"order": "dispute", "unit": unit, "target": target, "about": row.name}
    return Row(
        name=row.name,
        title=ROWS[row.name],
        answers=tuple(Answer(value, labels[value], value == row.taken) for value in row.answers),
        dispute=_written(dispute) if row.name in DISPUTED and target else "",
    )


def _written(order: Document) -> str:
    return as_json(aod.read_order(order))


def _settled(
    happened: Sequence[aod.AnyEvent], unit: str, target: str
) -> tuple[dict[str, str], str]:
    """What the last dice about disputes have settled of an order, and the last in words."""
    found: dict[str, str] = {}
    words = ""
    for event in happened:
        if not isinstance(event, aod.DisputeRolled | aod.OrderGiven | aod.OrderFinished):
            break
        if isinstance(event, aod.DisputeRolled) and (event.unit, event.target) == (unit, target):
            allowed, not_allowed = DISPUTED.get(event.about, ("", ""))
            found.setdefault(event.about, allowed if event.allowed else not_allowed)
            said = _("%(die)s: allowed") if event.allowed else _("%(die)s: not allowed")
            words = words or said % {"die": event.dice[0]}
    return found, words


def _inches(most: int | None, query: Query) -> tuple[Answer, ...]:
    """Every whole inch a unit may go, the most first taken."""
    if not most:
        return ()
    taken = query.one("inches") or str(most)
    return tuple(
        Answer(str(inches), f"{inches}″", str(inches) == taken) for inches in range(1, most + 1)
    )


def _touching(table: Table, option: aod.Option, query: Query) -> tuple[Answer, ...]:
    """Everybody it may come to touch beside its target, opponents first."""
    piece = table.field.piece(option.order.units[0])
    taken = query.every("touch")
    others = [
        other
        for other in table.field.on_table
        if other.id not in (piece.id, option.target) and not other.cruising
    ]
    others.sort(key=lambda other: other.team == piece.team)
    return tuple(
        Answer(other.id, f"{other.unit.name} {other.id}", other.id in taken) for other in others
    )


# --- The set-up ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rider:
    """A figure that may start aboard others, as which it is told."""

    line: FigureLine
    transports: tuple[Answer, ...]


def riders(table: Table, legal: Iterable[Document]) -> tuple[Rider, ...]:
    """The figures of who deploys that may start aboard some other, by the orders that are legal."""
    lines = {line.row.id: line for line in figure_lines(table)}
    found: dict[str, list[str]] = {}
    for order in legal:
        if order["order"] == "deploy" and order.get("aboard"):
            found.setdefault(order["unit"], []).append(order["aboard"])
    return tuple(
        Rider(
            lines[unit],
            (
                Answer("", _("on the table"), taken=True),
                *(
                    Answer(each, f"{lines[each].row.name} {each}", taken=False)
                    for each in dict.fromkeys(transports)
                ),
            ),
        )
        for unit, transports in found.items()
    )


def placing(legal: Sequence[Document], aboard: Mapping[str, str] | None) -> Document | None:
    """The next order that puts a figure where it is said to be, anywhere of its zone on a table
    that is not looked at; None where nobody has said who is `aboard`."""
    deploys = [order for order in legal if order["order"] == "deploy"]
    if not deploys:
        return next((order for order in legal if order["order"] == "end_stage"), None)
    if aboard is None:
        if any(order.get("aboard") for order in deploys):
            return None
        aboard = {}
    meant = [o for o in deploys if o.get("aboard", "") == aboard.get(o["unit"], "")]
    return (meant or deploys)[0]


# --- Answers, the end of a turn --------------------------------------------------------------


@dataclass(frozen=True)
class Spin:
    """A turn towards whoever has come, as a form sends it."""

    label: str
    order: str


def spins(table: Table) -> tuple[Spin, ...]:
    """The free spins of those who are asked, each towards the unit that came."""
    question = table.question
    if question is None or question.to != "free_spin":
        return ()
    names = aod.Names(table.setup, language())
    found = []
    for unit in question.options:
        said = Query({"do": ["free_spin"], "unit": [unit], "spinner": [unit]})
        written = draft(table, said)
        if written:
            values = {"unit": names.unit(unit), "to": names.unit(question.about)}
            label = _("%(unit)s turns to %(to)s") % values
            found.append(Spin(label, _written(written)))
    return tuple(found)


@dataclass(frozen=True)
class Intruder:
    """A unit of who plays next that may stand in a zone of the other's, and whether it does."""

    line: FigureLine
    stands: bool
    claim: str


def intruders(table: Table) -> tuple[Intruder, ...]:
    """The units that score as the next turn begins, if they stand in an opposing zone
    (AOD-VICT-017): each with the claim that says otherwise than what is known."""
    coming = table.setup.after(table.state.active)[0]
    there = {piece.id for piece in aod.occupiers(table.field, coming)}
    zone = table.setup.after(coming)[0]
    found = []
    for line in figure_lines(table):
        if line.row.seat == coming and line.stands:
            fact = {"fact": "zoned", "unit": line.row.id}
            if line.row.id not in there:
                fact["player"] = zone
            claim = _written({"order": "claim", "facts": [fact]})
            found.append(Intruder(line, line.row.id in there, claim))
    return tuple(found)


def contact_claim(table: Table, unit: str, touches: Sequence[str]) -> str:
    """The claim that a unit touches some others and nobody else, each before it."""
    named = [each for each in dict.fromkeys(touches) if each in table.state.units and each != unit]
    fact = {"fact": "contact", "unit": unit, "touches": named, "front": named}
    return _written({"order": "claim", "facts": [fact]})


def place_claim(table: Table, said: Query) -> str:
    """The claim that a unit stands where the map was touched (`at`), looking as it is said to
    (`face`), or so many `inches` from some `other` one; raises OrderUnreadable."""
    unit, other = said.one("unit"), said.one("other")
    if unit not in table.field.bases.by_unit:
        raise OrderUnreadable(_("Choose a figure first."))
    if other:
        inches = said.inches("inches")
        if inches is None or other not in table.field.bases.by_unit or other == unit:
            raise OrderUnreadable(_("Say which other figure, and how many inches."))
        fact: Document = {"fact": "apart", "unit": unit, "other": other, "inches": inches}
        return _written({"order": "claim", "facts": [fact]})
    points = said.points("at")
    if not points:
        raise OrderUnreadable(_("Touch the map where it stands."))
    facing = said.facing()
    now = table.state.units[unit].facing
    fact = {"fact": "standing", "unit": unit, "at": points[-1]}
    fact["facing"] = (now if facing is None else facing) % 360
    return _written({"order": "claim", "facts": [fact]})


def touched(table: Table, unit: str) -> tuple[Answer, ...]:
    """Everybody on the table beside a unit, and whether they touch."""
    if unit not in table.field.bases.by_unit:
        return ()
    now = table.field.touching(unit)
    return tuple(
        Answer(other.id, f"{other.unit.name} {other.id}", other.id in now)
        for other in table.field.on_table
        if other.id != unit
    )


# --- What was read out -----------------------------------------------------------------------


def hurt(happened: Iterable[Document]) -> tuple[str, ...]:
    """The units whose dials some events turned for the worse, in their order."""
    read = aod.read_events(list(happened))
    return tuple(dict.fromkeys(event.unit for event in read if _hurts(event)))


def _hurts(event: aod.AnyEvent) -> TypeGuard[aod.Damaged | aod.HeatChanged]:
    if isinstance(event, aod.HeatChanged):
        return sum(part.value for part in event.parts) > 0
    return isinstance(event, aod.Damaged) and event.amount > 0


def resumed(order: Document) -> str:
    """The query that leads back to an order that was taken back."""
    target = order.get("target") or next(iter(order.get("targets") or ()), "")
    read = aod.read_order(order)
    fields = {"unit": order.get("unit", ""), "do": read.form, "target": target}
    fields["weapon"] = order.get("weapon") or ""
    if order.get("order") == "move" and order.get("member_legs"):
        return ""
    return urlencode({name: value for name, value in fields.items() if value})


def thrown_for(table: Table, order: aod.Order) -> str:
    """What dice are thrown for: who and, where there is one, at whom."""
    if isinstance(order, aod.Dispute):
        values = {"what": ROWS.get(order.about, order.about), "least": aod.ALLOWED_FROM}
        return _("%(what)s – from %(least)s it is allowed") % values
    names = aod.Names(table.setup, language())
    who, whom = names.units(order.units), names.units(order.aims)
    return _("%(who)s at %(whom)s") % {"who": who, "whom": whom} if who and whom else who


def first_thrower(table: Table, thrown: int) -> str:
    """Whose dice for the first turn come after so many throws."""
    seats = list(table.seats)
    return str(seat_name(table, seats[thrown % len(seats)]))

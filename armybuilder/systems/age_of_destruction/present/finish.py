"""A finished skirmish: the victory conditions with their sums, what decided it, what each figure
did. Everything is read from its events."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import formats
from django.utils.translation import gettext as _

from armybuilder.skirmishes.present.beginnings import Document
from armybuilder.systems.age_of_destruction.present.tables import Table
from armybuilder.systems.age_of_destruction.present.words import seat_name
from collection.catalogue.present.values import Tally, TallyPart
from collection.common.language import Words, language
from rules import age_of_destruction as aod


@dataclass(frozen=True)
class Side:
    """A team: the seat it is called by, its name, and the names of its players."""

    seat: str
    name: Words


@dataclass(frozen=True)
class Condition:
    """One victory condition: every player's sum figure by figure, and the team that won it."""

    name: str
    winner: Side | None
    sums: tuple[tuple[str, Tally], ...]


@dataclass(frozen=True)
class Bar:
    """A bar of a chart as wide as 100: from where, how long; `value` in words."""

    start: float
    length: float
    value: str


@dataclass(frozen=True)
class Deed:
    """What one figure did."""

    id: str
    name: str
    seat: str
    points: int
    dealt: int
    taken: int
    damage: Bar
    attacks: int
    hits: int
    expected: str
    luck: Bar
    heated: int
    cooled: int
    heat: Bar
    has_heat: bool


@dataclass(frozen=True)
class Luck:
    """What a player's attack rolls brought, against what their numbers promised."""

    seat: str
    name: Words
    attacks: int
    hits: int
    expected: str
    difference: str


@dataclass(frozen=True)
class Finish:
    """The end of a game."""

    winner: Side
    says: str
    decided: str
    rolls: tuple[str, ...]
    conditions: tuple[Condition, ...]
    deeds: tuple[Deed, ...]
    luck: tuple[Luck, ...]


def finish(table: Table, events: Iterable[list[Document]]) -> Finish | None:
    """The end of a game from the events of all its steps; None for one that goes on."""
    happened = [event for step in events for event in aod.read_events(step)]
    ended = next((e for e in reversed(happened) if isinstance(e, aod.GameEnded)), None)
    if ended is None:
        return None
    names = aod.Names(table.setup, language(), table.names)
    records = aod.reckoned(table.setup, happened)
    (told,) = aod.tell(table.setup, [ended], language(), table.names)
    return Finish(
        winner=_side(table, ended.winner),
        says=told.text,
        decided=names.word("decided", ended.decided_by),
        rolls=tuple(_rolls(table, ended)),
        conditions=tuple(_conditions(table, ended, names)),
        deeds=_deeds(table, records, names),
        luck=tuple(_luck(table, records)),
    )


def _side(table: Table, team: str) -> Side:
    members = table.setup.members(team)
    return Side(members[0], " + ".join(str(seat_name(table, seat)) for seat in members))


def _rolls(table: Table, ended: aod.GameEnded) -> Iterator[str]:
    for faces in ended.rolls:
        yield ", ".join(f"{_side(table, team).name}: {face}" for team, face in faces.items())


def _conditions(table: Table, ended: aod.GameEnded, names: aod.Names) -> Iterator[Condition]:
    standing = aod.recorded(table.setup, table.state)
    for condition in next(iter(standing.values())):
        won = ended.won.get(condition)
        yield Condition(
            name=names.word("condition_won", condition),
            winner=_side(table, won) if won else None,
            sums=tuple(
                (seat, _points(table, seat, points[condition].parts, names))
                for seat, points in standing.items()
            ),
        )


def _points(table: Table, seat: str, parts: Iterable[Any], names: aod.Names) -> Tally:
    shown = tuple(
        TallyPart(names.unit(part.where), part.value, names.word("part", part.what))
        for part in parts
    )
    return Tally(seat_name(table, seat), sum(part.value for part in shown), shown)


# --- What each figure did -------------------------------------------------------------------


def _deeds(table: Table, records: Mapping[str, aod.Record], names: aod.Names) -> tuple[Deed, ...]:
    """Every figure's deeds, seat by seat; bars are as long as the best of their chart allows."""
    most_dealt = max((_per_hundred(table, unit, r) for unit, r in records.items()), default=0)
    most_luck = max((abs(_difference(record)) for record in records.values()), default=0)
    most_heat = max((record.heated for record in records.values()), default=0)
    return tuple(
        Deed(
            id=unit,
            name=names.unit(unit),
            seat=figure.owner,
            points=figure.value,
            dealt=record.dealt,
            taken=record.taken,
            damage=_bar(_per_hundred(table, unit, record), most_dealt),
            attacks=record.attacks,
            hits=record.hits,
            expected=_number(float(record.expected)),
            luck=_bar_from_middle(_difference(record), most_luck),
            heated=record.heated,
            cooled=record.cooled,
            heat=_bar(record.heated, most_heat),
            has_heat=figure.unit.is_mech,
        )
        for unit, figure in table.setup.figures.items()
        for record in [records[unit]]
    )


def _per_hundred(table: Table, unit: str, record: aod.Record) -> float:
    """Clicks dealt for a hundred points of worth."""
    return 100 * record.dealt / max(table.setup.figures[unit].value, 1)


def _difference(record: aod.Record) -> float:
    return float(record.hits - record.expected)


def _bar(value: float, most: float) -> Bar:
    return Bar(0, round(100 * value / most, 1) if most else 0, _number(value))


def _bar_from_middle(value: float, most: float) -> Bar:
    length = round(50 * abs(value) / most, 1) if most else 0
    return Bar(50 if value >= 0 else 50 - length, length, _signed(value))


def _luck(table: Table, records: Mapping[str, aod.Record]) -> Iterator[Luck]:
    for player in table.setup.players:
        own = [
            record
            for unit, record in records.items()
            if table.setup.figures[unit].owner == player.id
        ]
        hits, expected = sum(r.hits for r in own), float(sum(r.expected for r in own))
        yield Luck(
            seat=player.id,
            name=seat_name(table, player.id),
            attacks=sum(r.attacks for r in own),
            hits=hits,
            expected=_number(expected),
            difference=_signed(hits - expected),
        )


def _number(value: float) -> str:
    return formats.number_format(round(value, 1), use_l10n=True)


def _signed(value: float) -> str:
    """A difference with its sign; none for none."""
    rounded = round(value, 1)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return f"{sign}{_number(abs(rounded))}" if sign else _("even")

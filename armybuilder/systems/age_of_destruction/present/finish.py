"""A finished skirmish: the victory conditions with their sums, what decided it, what each figure
did. Everything is read from its events."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import formats
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from armybuilder.skirmishes.present.beginnings import Document
from armybuilder.skirmishes.seats.present import RESULTS
from armybuilder.systems.age_of_destruction.present.tables import Table
from armybuilder.systems.age_of_destruction.present.words import seat_name, team_name
from collection.catalogue.present.figure_views import figure_view
from collection.catalogue.present.values import FigureView, Tally, TallyPart
from collection.common.language import Words, language
from rules import age_of_destruction as aod

#: Figures that are named among those who dealt the most.
MOST_DEALERS = 5


@dataclass(frozen=True)
class Side:
    """A team: the seat it is called by, its name, and the names of its players."""

    seat: str
    name: Words


@dataclass(frozen=True)
class Condition:
    """One victory condition: every team's points, the one that won it, and every player's sum
    figure by figure."""

    name: str
    winner: Side | None
    totals: tuple[tuple[Side, int], ...]
    sums: tuple[tuple[str, Tally], ...]


@dataclass(frozen=True)
class Bar:
    """A bar of a chart as wide as 100: from where, how long; `value` in words."""

    start: float
    length: float
    value: str


@dataclass(frozen=True)
class Deed:
    """What one figure did; `share` is how its clicks compare to those of the one that dealt the
    most."""

    id: str
    name: str
    view: FigureView
    share: Bar
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
    """The end of a game, which nobody wins where all agreed on it. `says` is how it was won in one
    sentence; `kindly` is said to a person who lost, "" where nobody is to be consoled."""

    winner: Side | None
    says: str
    kindly: str
    after: str
    rolls: tuple[str, ...]
    sides: tuple[Side, ...]
    conditions: tuple[Condition, ...]
    deeds: tuple[Deed, ...]
    luck: tuple[Luck, ...]

    @property
    def best(self) -> tuple[Deed, ...]:
        """Those who dealt the most clicks, the most first."""
        dealers = sorted((deed for deed in self.deeds if deed.dealt), key=lambda d: -d.dealt)
        return tuple(dealers[:MOST_DEALERS])


def finish(table: Table, events: Iterable[list[Document]], seconds: int = 0) -> Finish | None:
    """The end of a game from the events of all its steps, after so many seconds of play; None for
    one that goes on."""
    happened = [event for step in events for event in aod.read_events(step)]
    ended = next((e for e in reversed(happened) if isinstance(e, aod.GameEnded)), None)
    if ended is None and not table.ended:
        return None
    names = aod.Names(table.setup, language(), table.names)
    records = aod.reckoned(table.setup, happened)
    sides = tuple(_side(table, team) for team in table.setup.teams)
    return Finish(
        winner=_side(table, table.winner) if table.winner else None,
        says=_says(ended, names) if ended else str(RESULTS[table.ended]),
        kindly=_kindly(table, records),
        after=_after(table, seconds),
        rolls=tuple(_rolls(table, ended)) if ended else (),
        sides=sides,
        conditions=tuple(_conditions(table, ended.won if ended else {}, names)),
        deeds=_deeds(table, records, names),
        luck=tuple(_luck(table, records)),
    )


def _side(table: Table, team: str) -> Side:
    return Side(table.setup.members(team)[0], team_name(table, team))


def _says(ended: aod.GameEnded, names: aod.Names) -> str:
    """By what the game was won, and why it ended."""
    won = [names.word("condition_won", c) for c, team in ended.won.items() if team == ended.winner]
    why = names.word("ending", ended.why)
    if ended.decided_by != "conditions":
        decided = names.word("decided", ended.decided_by)
        return _("%(decided)s; %(why)s.") % {"decided": capfirst(decided), "why": why}
    total = len(next(iter(ended.totals.values())))
    told = ngettext(
        "%(count)s victory condition of %(total)s: %(won)s; %(why)s.",
        "%(count)s victory conditions of %(total)s: %(won)s; %(why)s.",
        len(won),
    )
    return told % {"count": len(won), "total": total, "won": ", ".join(won), "why": why}


def _kindly(table: Table, records: Mapping[str, aod.Record]) -> str:
    """What is said to the people where all of them are on one side, and that has lost."""
    people = {table.setup.team(seat) for seat in table.mine}
    if len(people) != 1 or not table.winner or table.winner in people:
        return ""
    dealt = sum(
        record.dealt
        for unit, record in records.items()
        if table.setup.team(table.setup.figures[unit].owner) in people
    )
    if not dealt:
        return _("Not your day. Below is where it turned.")
    told = ngettext(
        "Not your day, and still %(count)s click dealt. Below is where it turned.",
        "Not your day, and still %(count)s clicks dealt. Below is where it turned.",
        dealt,
    )
    return told % {"count": dealt}


def _after(table: Table, seconds: int) -> str:
    """How long it took."""
    turns = ngettext("After %(count)s turn", "After %(count)s turns", table.state.turn)
    told = turns % {"count": table.state.turn}
    minutes = round(seconds / 60)
    if not minutes:
        return told
    lasted = ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
    return f"{told}, {lasted}"


def _rolls(table: Table, ended: aod.GameEnded) -> Iterator[str]:
    for faces in ended.rolls:
        yield ", ".join(f"{_side(table, team).name}: {face}" for team, face in faces.items())


def _conditions(table: Table, won_by: Mapping[str, str], names: aod.Names) -> Iterator[Condition]:
    standing = aod.standings(table.field)
    totals = aod.totals(table.setup, standing)
    for condition in next(iter(standing.values())):
        won = won_by.get(condition)
        yield Condition(
            name=names.word("condition_won", condition),
            winner=_side(table, won) if won else None,
            totals=tuple(
                (_side(table, team), points[condition]) for team, points in totals.items()
            ),
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
    most_clicks = max((record.dealt for record in records.values()), default=0)
    most_luck = max((abs(_difference(record)) for record in records.values()), default=0)
    most_heat = max((record.heated for record in records.values()), default=0)
    return tuple(
        Deed(
            id=unit,
            name=names.unit(unit),
            view=figure_view(figure.unit),
            share=_bar(record.dealt, most_clicks),
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

"""The entries of an army of any game as pages show them, under what they belong to."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import rules
from armybuilder.groups.present.armies import JudgedArmy, with_parts
from armybuilder.groups.present.gauge import Gauge, gauge_of
from armybuilder.groups.present.verdicts import place_anchor
from collection.common.language import language

#: The values of a card that stand in its line; the others are a press away.
IN_LINE = 6


@dataclass(frozen=True)
class Owned:
    """How many models of a unit somebody owns, and how many an army takes of them."""

    owned: int
    needed: int


@dataclass(frozen=True)
class ArmyLine:
    """An entry as lists show it, by its number as people count."""

    row: int
    anchor: str
    entry: rules.ArmyEntry
    owned: "Owned | None" = None

    @property
    def values(self) -> tuple[rules.CardValue, ...]:
        """The first values of its card."""
        return self.entry.card.values[:IN_LINE] if self.entry.card else ()


@dataclass(frozen=True)
class Measure:
    """Something of which there is so much, as a bar with its numbers."""

    title: str
    used: int
    most: int
    note: str
    bar: Gauge | None

    @property
    def over(self) -> int:
        """How much of it is too much."""
        return max(0, self.used - self.most)


@dataclass(frozen=True)
class ArmySection:
    """Lines under a title; `place` is where more may be added, empty where that is nowhere."""

    anchor: str
    place: str
    title: str
    facts: tuple[str, ...]
    measure: Measure | None
    choices: tuple[rules.Setting, ...]
    removable: bool
    lines: tuple[ArmyLine, ...]

    @property
    def points(self) -> int | None:
        """What its lines cost together, None where that is not known of all of them."""
        costs = [line.entry.points for line in self.lines]
        return None if None in costs else sum(filter(None, costs))


@dataclass(frozen=True)
class Lines:
    """Everything in an army; `reading` is the template that shows it to whoever reads."""

    reading: ClassVar[str] = "groups/army/reading.html"

    sections: tuple[ArmySection, ...]
    measures: tuple[Measure, ...]
    notes: tuple[str, ...]
    gauge: Gauge | None

    @cached_property
    def lines(self) -> tuple[ArmyLine, ...]:
        """The lines of all sections."""
        return tuple(line for section in self.sections for line in section.lines)


def needs_of(entries: Iterable[rules.ArmyEntry]) -> dict[str, int]:
    """How many models of each unit entries take, by name."""
    needed: dict[str, int] = {}
    for entry in with_parts(entries):
        needed[entry.name] = needed.get(entry.name, 0) + entry.count
    return needed


def lines_of(judged: JudgedArmy, owned: Mapping[str, int] = {}) -> Lines:
    """The entries as a list shows them, beside the models that somebody owns, if that is known."""
    needed = needs_of(judged.entries) if owned else {}
    models = {name: Owned(owned.get(name, 0), number) for name, number in needed.items()}
    overview = judged.army.overview(judged.document, language())
    by_place = {entry.place: entry for entry in judged.entries}
    parts = overview.sections or (rules.Section("", tuple(by_place)),)
    sections = []
    row = 0
    for part in parts:
        entries = [by_place[place] for place in part.entries]
        sections.append(_section(part, entries, row, models))
        row += len(entries)
    points = judged.verdict.points
    counted = [entry for section in sections for entry in _counted(section)]
    return Lines(
        tuple(sections),
        tuple(map(_measure, overview.gauges)),
        overview.notes,
        gauge_of(_spans(counted), points.total, points.limit),
    )


def _section(
    part: rules.Section,
    entries: Iterable[rules.ArmyEntry],
    row: int,
    models: Mapping[str, Owned],
) -> ArmySection:
    return ArmySection(
        anchor=place_anchor(part.place).removeprefix("#"),
        place=part.place,
        title=part.title,
        facts=part.facts,
        measure=_measure(part.gauge) if part.gauge else None,
        choices=part.choices,
        removable=part.removable,
        lines=tuple(
            ArmyLine(
                number,
                place_anchor(entry.place).removeprefix("#"),
                entry,
                models.get(entry.name),
            )
            for number, entry in enumerate(entries, start=row + 1)
        ),
    )


def _measure(gauge: rules.Gauge) -> Measure:
    bar = gauge_of([(0, gauge.used, False)] if gauge.used else [], gauge.used, gauge.most)
    return Measure(gauge.title, gauge.used, gauge.most, gauge.note, bar)


def _counted(section: ArmySection) -> Iterator[rules.ArmyEntry]:
    return (line.entry for line in section.lines if not line.entry.aside)


def _spans(entries: Iterable[rules.ArmyEntry]) -> Iterator[tuple[int, int, bool]]:
    """Where each entry begins and ends, in points."""
    at = 0
    for entry in entries:
        if entry.points:
            yield at, at + entry.points, False
            at += entry.points

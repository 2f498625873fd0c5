"""A skirmish from battle groups: whether they can be played, and the table before the set-up."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from armybuilder.groups.present.groups import judge_with, read
from armybuilder.groups.present.verdicts import Report, Standing, report, standing
from armybuilder.skirmishes.present.beginnings import Document, Opening, opened
from collection.catalogue.game import catalogue
from collection.common.language import language
from rules import age_of_destruction as aod
from rules.age_of_destruction import BattleGroup, figure_of, read_group


@dataclass(frozen=True)
class Entrant:
    """One seat of a new skirmish: the battle group it plays, its team ("" alone)."""

    seat: str
    document: Document
    team: str = ""


@dataclass(frozen=True)
class Agreed:
    """What the players agree on. `conditions`: planetary conditions by card, None for those of the
    groups; `rulings`: the switches set otherwise than usual; `real_table`: they play with real
    figures."""

    build_total: int
    pool: tuple[str, ...]
    rulings: Mapping[str, Any] = field(default_factory=dict)
    conditions: tuple[str, ...] | None = None
    turn_limit: int | None = None
    time_limit: int | None = None
    real_table: bool = False


@dataclass(frozen=True)
class Readiness:
    """Whether a group can be played: what the rules say of it, and the figures without a known
    dial, which nobody can play."""

    report: Report
    without_dials: tuple[str, ...]

    @property
    def legal(self) -> bool:
        """Whether the rules have nothing against it."""
        return self.report.standing.legal is True


def seats(count: int) -> tuple[str, ...]:
    """The seats of a table for so many players."""
    return aod.SEATS[:count]


def readiness(document: Document) -> Readiness:
    """How ready a group is for a skirmish; raises Unfit for what is no group."""
    judged = judge_with(read(document), catalogue())
    return Readiness(report(judged), tuple(_without_dials(judged.group)))


def line_of(document: Document) -> Standing:
    """The line of a group that comes with the site."""
    return standing(judge_with(read(document), catalogue()))


def _without_dials(group: BattleGroup) -> list[str]:
    known = catalogue()
    found = [(entry, figure_of(entry, known)) for entry in group.units]
    return [
        unit.title if unit else entry.unit
        for entry, unit in found
        if unit is None or not unit.dial or unit.speed_mode is None
    ]


def open_skirmish(entrants: Sequence[Entrant], agreed: Agreed) -> Opening:
    """A skirmish between groups; raises OrderUnreadable with what is wrong in it."""
    sides = [aod.Side(e.seat, read_group(e.document), e.team) for e in entrants]
    agreement = aod.Agreement(
        build_total=agreed.build_total,
        pool=aod.pool_of(agreed.pool),
        rulings=dict(agreed.rulings),
        turn_limit=agreed.turn_limit,
        time_limit=agreed.time_limit,
        conditions=agreed.conditions,
        real_table=agreed.real_table,
    )
    # The start is kept as JSON and must read the same from there.
    start = json.loads(json.dumps(aod.opening(sides, agreement, catalogue())))
    return opened(aod.AGE_OF_DESTRUCTION.name, start)


def pool_by_lot(seed: int, players: int, *, standard: bool = True) -> tuple[str, ...]:
    """A pool of terrain by lot; a standard one has neither elevations nor deep water."""
    return aod.pool_by_lot(seed, players, standard=standard)


def names_of_terrain(pool: Sequence[str]) -> list[str]:
    """The titles of some pieces of terrain."""
    titles = dict(pieces_of_terrain())
    return [titles[name] for name in pool]


@dataclass(frozen=True)
class Condition:
    """A planetary condition: its card, what it is called, what it does."""

    id: str
    title: str
    text: str


def planetary_conditions() -> list[Condition]:
    """Every planetary condition there is a card of."""
    said = language()
    cards = [card for card in catalogue().cards.values() if card.type == "PC"]
    return [Condition(card.id, card.name_in(said), card.text.get(said, "")) for card in cards]


def pieces_of_terrain() -> list[tuple[str, str]]:
    """Every piece of terrain there is to choose, with its title."""
    found = aod.terrain_pieces().items()
    return [(name, piece["title"][language()]) for name, piece in found]

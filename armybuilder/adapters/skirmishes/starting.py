"""A skirmish from battle groups: whether they can be played, and the table before the set-up."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from armybuilder.adapters.skirmishes.tables import Document, Opening, opened
from collection.adapters import catalogue
from collection.language import language
from rules import BattleGroup, playing, read_group, validate


@dataclass(frozen=True)
class Entrant:
    """One seat of a new skirmish: the battle group it plays, its team ("" alone)."""

    seat: str
    document: Document
    team: str = ""


@dataclass(frozen=True)
class Readiness:
    """Whether a group can be played: its points, whether it is legal, and the figures without a
    known dial, which nobody can play."""

    points: int
    legal: bool | None
    without_dials: tuple[str, ...]


def seats(count: int) -> tuple[str, ...]:
    """The seats of a table for so many players."""
    return playing.SEATS[:count]


def readiness(document: Document) -> Readiness:
    """How ready a group is for a skirmish."""
    group = read_group(document)
    verdict = validate(group, catalogue())
    return Readiness(verdict.points.total, verdict.legal, tuple(_without_dials(group)))


def _without_dials(group: BattleGroup) -> list[str]:
    known = catalogue()
    found = [(entry, entry.inline or known.unit(entry.unit)) for entry in group.units]
    return [
        unit.title if unit else entry.unit
        for entry, unit in found
        if unit is None or not unit.dial or unit.speed_mode is None
    ]


def open_skirmish(
    entrants: Sequence[Entrant],
    *,
    build_total: int,
    pool: Sequence[str],
    rulings: Mapping[str, Any] | None = None,
    turn_limit: int | None = None,
) -> Opening:
    """A skirmish between groups; raises OrderUnreadable with what is wrong in it."""
    sides = [playing.Side(e.seat, read_group(e.document), e.team) for e in entrants]
    agreement = playing.Agreement(
        build_total=build_total,
        pool=playing.pool_of(pool),
        rulings=dict(rulings or {}),
        turn_limit=turn_limit,
    )
    # The start is kept as JSON and must read the same from there.
    start = json.loads(json.dumps(playing.opening(sides, agreement, catalogue())))
    return opened(start, language())


def pool_by_lot(seed: int, players: int) -> tuple[str, ...]:
    """A standard pool of terrain by lot."""
    return playing.pool_by_lot(seed, players)


def pieces_of_terrain() -> list[tuple[str, str]]:
    """Every piece of terrain there is to choose, with its title."""
    found = playing.terrain_pieces().items()
    return [(name, piece["title"][language()]) for name, piece in found]


def versus(titles: Sequence[str]) -> str:
    """The title of a skirmish between groups."""
    return _(" against ").join(titles)[:120]

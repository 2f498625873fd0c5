"""How a skirmish began and where it stands, as the rules see it.

A skirmish pins the records its start names: a later correction changes neither the game nor its
replay.
"""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.editions import Pins, pins_for, play_of
from collection.common.language import language
from rules import Match, Play, Taken, Unreadable

Document = dict[str, Any]
#: A step as rows keep it: order, faces, events, fingerprint.
Row = tuple[Document, list[int], list[Document], str]


class OrderUnreadable(Exception):
    """An order or a start that is none; the message names the place."""


@dataclass(frozen=True)
class Opening:
    """A skirmish before its first order, as a row keeps it; `kept` has the pinned records by the
    digests that `records` gives them."""

    system: str
    start: Document
    seed: int
    state: Document
    standing: dict[str, Any]
    sides: dict[str, str]
    dice: str
    ruleset: str
    catalogue: str
    records: dict[str, str]
    kept: dict[str, Document]


def opened(system: str, start: Document) -> Opening:
    """A skirmish from a scenario/1 object, with dice of its own; raises OrderUnreadable with what
    is wrong in it, and KeyError for a system that is not played here."""
    play = play_of(Pins(system))
    seed = secrets.randbits(63)
    try:
        match = play.begin(start, seed)
        pins = pins_for(system, play.records_named(start))
    except Unreadable as error:
        raise OrderUnreadable(f"{error.path}: {error.message(language())}") from error
    return Opening(
        system=system,
        start=start,
        seed=seed,
        state=match.state(),
        standing=kept_standing(match),
        sides=dict(match.sides),
        dice=str(match.chance),
        ruleset=play.ruleset,
        catalogue=pins.catalogue,
        records=pins.records,
        kept=pins.kept,
    )


def kept_standing(match: Match) -> dict[str, Any]:
    """How a game stands, as its row keeps it for lists."""
    standing = match.standing()
    return {
        "turn": standing.turn,
        "stage": standing.stage,
        "acting": next(iter(standing.acting), ""),
        "over": not standing.acting,
        "winner": standing.winner,
        "points": standing.points,
    }


def play_at(skirmish: Skirmish) -> Play:
    """The game of a skirmish, with the records it pinned."""
    pinned = tuple(sorted(skirmish.records.items()))
    return play_of(Pins(skirmish.system, skirmish.catalogue, pinned))


def match_of(skirmish: Skirmish, play: Play) -> Match:
    """The present moment of a skirmish."""
    match = _begun(skirmish, play, skirmish.state)
    match.chance = int(skirmish.dice)
    return match


def match_after(
    skirmish: Skirmish, play: Play, steps: Iterable[Row], state: Document | None = None
) -> Match:
    """A skirmish as it was after some steps, with its history from the beginning, or from a later
    state."""
    match = _begun(skirmish, play, state)
    for order, faces, events, fingerprint in steps:
        match.follow(Taken(order, tuple(faces), tuple(events), fingerprint))
    return match


def _begun(skirmish: Skirmish, play: Play, state: Document | None = None) -> Match:
    start = play.as_begun(skirmish.start, skirmish.ruleset)
    return play.begin(start, skirmish.seed, state)

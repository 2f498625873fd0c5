"""Two groups that fight: what is asked of the rules, and one game after the other."""

from collections.abc import Sequence
from typing import Any

import msgspec

from armybuilder.groups.present.groups import Document, read
from armybuilder.groups.present.pins import named, pinned_records
from collection.catalogue.game import catalogue
from rules import NothingLegal, Unreadable, digest
from rules import age_of_destruction as aod

#: What a group is called and says of itself, which no game depends on.
PRIVATE = ("name", "notes", "event")


class CannotFight(Exception):
    """Groups nobody can play as they are; the text says why in the rules' words."""


class Corrected(Exception):
    """The catalogue has other records by now than those that were meant."""


class FightStuck(Exception):
    """A game in which nobody had anything legal to do: a fault of ours."""


def matched(
    groups: Sequence[Document], commanders: Sequence[str], games: int, seed: int
) -> Document:
    """All that the games of two groups depend on, as plain values; raises CannotFight."""
    known = catalogue()
    bare = [nameless(group) for group in groups]
    ids = {each for group in bare for each in named(read(group), known)}
    asked = {
        "groups": bare,
        "commanders": list(commanders),
        "games": games,
        "seed": seed,
        "records": digest(pinned_records(ids, known)[0]),
        "rules": aod.playing_version(),
    }
    try:
        _contest(asked)
    except Unreadable as error:
        raise CannotFight(f"{error.path}: {error.code}") from error
    return asked


def nameless(group: Document) -> Document:
    """A group as it plays, whatever it is called."""
    return {key: value for key, value in group.items() if key not in PRIVATE} | {"name": ""}


def play(asked: Document, number: int) -> Document:
    """One game, which depends on its number alone; raises Corrected and FightStuck."""
    known = catalogue()
    ids = {each for group in asked["groups"] for each in named(read(group), known)}
    if digest(pinned_records(ids, known)[0]) != asked["records"]:
        raise Corrected
    try:
        played = aod.play_game(_contest(asked), number, known)
    except NothingLegal as error:
        raise FightStuck(str(error)) from error
    written: Document = msgspec.to_builtins(played)
    return written


def summed_up(asked: Document, games: Sequence[Any]) -> Document:
    """What some games show (contest/1)."""
    played = [msgspec.convert(game, aod.Played) for game in games]
    return aod.summary(_contest(asked), played, catalogue())


def _contest(asked: Document) -> aod.Contest:
    one, other = (read(group) for group in asked["groups"])
    return aod.set_up_contest((one, other), tuple(asked["commanders"]), asked["seed"], catalogue())

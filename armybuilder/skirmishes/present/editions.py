"""The games that can be played here, with the records each is played by."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache

from armybuilder.groups.present.pins import Record, catalogue_of, pinned_records
from collection.catalogue.game import CATALOGUED, catalogue, edition, edition_of, systems
from collection.common.language import language
from rules import GameSystem, Play


@dataclass(frozen=True)
class Pins:
    """By which records of the catalogue a game is played, to be looked up by."""

    system: str
    catalogue: str = ""
    pinned: tuple[tuple[str, str], ...] = ()

    @property
    def records(self) -> dict[str, str]:
        """The digests by the ids of the records."""
        return dict(self.pinned)


@dataclass(frozen=True)
class Kept:
    """What a new game pins: the catalogue of today, the digests of the records that its start
    names, and these by their digests."""

    catalogue: str
    records: dict[str, str]
    kept: dict[str, Record]


def playable() -> tuple[GameSystem, ...]:
    """The systems without a catalogue here that can be played from ready-made starts."""
    return tuple(
        system
        for system in systems()
        if system not in CATALOGUED and (play := edition(system.name).play) and play.openings
    )


def title_of(name: str) -> str:
    """What a system is called; its name where it is gone."""
    return next((system.title for system in systems() if system.name == name), name)


def agreed_end(name: str) -> str:
    """By what a game of a system is decided that all agree to end, "" for by nothing: nobody wins
    it."""
    about = next((system.about for system in systems() if system.name == name), None)
    return about.agreed_end.get(language(), "") if about else ""


def stages_of(name: str) -> Mapping[str, Mapping[str, str]]:
    """The titles of the stages of a system, by name and language."""
    return next((system.stages for system in systems() if system.name == name), {})


def play_of(pins: Pins) -> Play:
    """A system in play by its pins; raises KeyError for one that is not played here."""
    system = next((each for each in systems() if each.name == pins.system), None)
    play = None
    if system in CATALOGUED:
        play = _of_catalogue(pins, catalogue().id)
    elif system is not None:
        play = edition(system.name).play
    if play is None:
        raise KeyError(pins.system)
    return play


def pins_for(system: str, named: Collection[str]) -> Kept:
    """What a new game pins of the records that its start names."""
    if all(each.name != system for each in CATALOGUED):
        return Kept("", {}, {})
    today = catalogue()
    digests, kept = pinned_records(named, today)
    return Kept(today.id, digests, kept)


@lru_cache(maxsize=64)
def _of_catalogue(pins: Pins, today: str) -> Play | None:
    """By pins and the catalogue of today, which says whether they are outdated."""
    known = catalogue_of(pins) if pins.pinned else catalogue()
    return edition_of(known).play

"""Saved games: a position, and every order with the dice it rolled and the marker it drew."""

from collections.abc import Iterable
from functools import partial
from typing import Literal

import msgspec

from rules.core.game import GameRules
from rules.core.saved_game import GameFile, SavedGames, fingerprint
from rules.nations_at_war.chance import ScriptedChance
from rules.nations_at_war.events import AnyEvent, MarkerDrawn
from rules.nations_at_war.evolve import evolve
from rules.nations_at_war.orders import AnyOrder, read_order
from rules.nations_at_war.play import advance, decide, explain, legal_orders
from rules.nations_at_war.position import Face
from rules.nations_at_war.reading import SYSTEM, read_position
from rules.nations_at_war.state import Setup, State

RULESET = f"{SYSTEM}@1"


class Rolled(msgspec.Struct, frozen=True):
    """What one order took of chance."""

    faces: tuple[int, ...]
    drawn: tuple[str, ...]

    def scripted(self) -> ScriptedChance:
        """The same once more."""
        return ScriptedChance(self.faces, self.drawn)


class SavedGame(GameFile, frozen=True, kw_only=True):
    """A game/1 file of this system."""

    system: Literal["nations-at-war"]
    faces: tuple[tuple[Face, ...], ...]
    drawn: tuple[tuple[str, ...], ...]


def rules_of(setup: Setup) -> GameRules[State, AnyOrder, AnyEvent]:
    """The four functions, bound to a set-up."""
    return GameRules(
        explain=partial(explain, setup),
        legal_orders=partial(legal_orders, setup),
        decide=partial(decide, setup),
        evolve=evolve,
        fingerprint=fingerprint,
        advance=partial(advance, setup),
    )


def drawn_in(events: Iterable[AnyEvent]) -> tuple[str, ...]:
    """The markers drawn."""
    return tuple(event.marker for event in events if isinstance(event, MarkerDrawn))


GAMES = SavedGames(
    kind=SavedGame,
    ruleset=RULESET,
    read_position=read_position,
    read_order=read_order,
    rules_of=rules_of,
    lists=("drawn",),
    rolled=Rolled,
    scripted=Rolled.scripted,
)

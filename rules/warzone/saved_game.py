"""Saved games: a position, and every order with the faces it rolled, up to 20."""

from functools import partial
from typing import Literal

from rules.core.game import GameRules
from rules.core.saved_game import GameFile, SavedGames, fingerprint
from rules.warzone.events import AnyEvent
from rules.warzone.evolve import evolve
from rules.warzone.orders import AnyOrder, read_order
from rules.warzone.play import advance, decide, explain, legal_orders
from rules.warzone.position import Face
from rules.warzone.reading import SYSTEM, read_position
from rules.warzone.state import Setup, State

RULESET = f"{SYSTEM}@1"


class SavedGame(GameFile, frozen=True, kw_only=True):
    """A game/1 file of this system."""

    system: Literal["warzone"]
    faces: tuple[tuple[Face, ...], ...]


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


GAMES = SavedGames(
    kind=SavedGame,
    ruleset=RULESET,
    read_position=read_position,
    read_order=read_order,
    rules_of=rules_of,
)

"""A skirmish as a game that goes on: who acts for whom, and one order further."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.conf import settings

import rules
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.beginnings import (
    Document,
    OrderUnreadable,
    Row,
    kept_standing,
    match_after,
    match_of,
    play_at,
)
from armybuilder.skirmishes.present.editions import Pins, play_of
from armybuilder.skirmishes.processes import Processes
from collection.common.language import language
from rules import Match, NothingLegal, Play, Standing, Taken, Unreadable

#: Where commanders think.
THINKING = Processes(settings.THINKING_PROCESSES)


class OrderRefused(Exception):
    """An order the rules do not allow; `order` is the one, so that a page may say why."""

    def __init__(self, order: Document) -> None:
        super().__init__(order)
        self.order = order


class GameStuck(Exception):
    """A commander finds nothing legal to do, or gives what the rules refuse: a fault of ours."""


@dataclass(frozen=True)
class Outcome:
    """What an order has led to, as rows keep it."""

    player: str
    order: Document
    faces: list[int]
    events: list[Document]
    fingerprint: str
    state: Document
    dice: str
    standing: dict[str, Any]


@dataclass(frozen=True)
class Game:
    """A skirmish at one moment."""

    play: Play
    match: Match
    seats: Mapping[str, Mapping[str, str]]

    @cached_property
    def standing(self) -> Standing:
        """How it stands."""
        return self.match.standing()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.standing.acting

    @property
    def actor(self) -> str:
        """The seat that has to act now, "" where the game is over."""
        return next(iter(self.standing.acting), "")

    @property
    def commander(self) -> str:
        """The commander who acts now, "" for a person."""
        return self.seats[self.actor]["commander"] if self.actor else ""

    @cached_property
    def is_stuck(self) -> bool:
        """Whether whoever must act has nothing legal to do: a fault of the rules."""
        return self.match.is_stuck()

    def speaks_for_a_commander(self, order: Document) -> bool:
        """Whether an order names a player whom a commander plays, to agree or withdraw for him."""
        named = self.seats.get(str(order.get("player", "")))
        return named is not None and bool(named["commander"])

    @property
    def people(self) -> list[str]:
        """The seats that people play."""
        return [seat for seat, who in self.seats.items() if not who["commander"]]

    @property
    def stand_in(self) -> str:
        """The commander who stands in for a person, the strongest; "" where there is none."""
        return next(reversed(self.play.commanders), "")

    @property
    def names(self) -> dict[str, str]:
        """What players are called who do not go by their seat."""
        return {seat: who["name"] for seat, who in self.seats.items() if who["name"]}


def game_of(skirmish: Skirmish) -> Game:
    """The present moment of a skirmish."""
    play = play_at(skirmish)
    return Game(play, match_of(skirmish, play), skirmish.seats)


def game_after(skirmish: Skirmish, steps: Iterable[Row], state: Document | None = None) -> Game:
    """A skirmish as it was after some steps, with its history from the beginning, or from a later
    state."""
    play = play_at(skirmish)
    return Game(play, match_after(skirmish, play, steps, state), skirmish.seats)


def game_with_last_step(
    skirmish: Skirmish, steps: Sequence[Row], state: Document | None = None
) -> tuple[Document, Game]:
    """The state before the last of some steps, and the game after it; both are the same without
    steps."""
    game = game_after(skirmish, steps[:-1], state)
    before: Document = game.match.state()
    for order, faces, events, fingerprint in steps[-1:]:
        game.match.follow(Taken(order, tuple(faces), tuple(events), fingerprint))
    return before, game


def record_of(game: Game, skirmish: Skirmish) -> Document:
    """A game/1 object of a skirmish with its whole history."""
    return game.match.save(skirmish.ruleset)


def earlier_rules(skirmish: Skirmish, game: Game) -> str:
    """The ruleset a skirmish began under, "" where it is today's."""
    return skirmish.ruleset if skirmish.ruleset != game.play.ruleset else ""


def take(game: Game, order: Document) -> Outcome:
    """Take an order; raises OrderRefused and OrderUnreadable, and changes nothing then."""
    by = str(order.get("player", ""))
    player = by if by in game.standing.acting else game.actor
    match = game.match
    try:
        match.take(order)
    except Unreadable as error:
        raise OrderUnreadable(error.message(language())) from error
    except rules.OrderRefused as error:
        raise OrderRefused(order) from error
    taken = match.last()
    return Outcome(
        player=player,
        order=taken.order,
        faces=list(taken.faces),
        events=list(taken.events),
        fingerprint=taken.fingerprint,
        state=match.state(),
        dice=str(match.chance),
        standing=kept_standing(match),
    )


def commanded(game: Game, lot: int) -> Document:
    """The order of the commander who acts now, or of one who stands in for a person; raises
    GameStuck where he finds none, and Busy where too many are thinking."""
    try:
        order: Document = THINKING.run(game.match.thought(game.commander or game.stand_in, lot))
    except NothingLegal as error:
        raise GameStuck(str(error)) from error
    return order


def commanders_of(system: str) -> Sequence[str]:
    """Who can command in a system, from the weakest to the strongest."""
    return play_of(Pins(system)).commanders


def explained(game: Game, order: Document) -> list[Any]:
    """Every reason against an order, each with its message and rules; raises OrderUnreadable."""
    try:
        return list(game.match.explain(order, language()))
    except Unreadable as error:
        raise OrderUnreadable(error.message(language())) from error

"""A skirmish as a game that goes on: who acts for whom, and one order further."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

import rules
from armybuilder.skirmishes.looking import AT_ONE_SCREEN, Looker
from armybuilder.skirmishes.models import Skirmish, SkirmishStep
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
from rules import (
    DieNeeded,
    FacesLeft,
    FaceWrong,
    Match,
    NothingLegal,
    Play,
    Standing,
    Taken,
    Unreadable,
)

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
    """A skirmish at one moment; `ended` says how people ended it without an order."""

    play: Play
    match: Match
    seats: Mapping[str, Mapping[str, str]]
    looker: Looker = AT_ONE_SCREEN
    ended: str = ""

    @cached_property
    def standing(self) -> Standing:
        """How it stands."""
        return self.match.standing()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.ended) or not self.standing.acting

    @property
    def actor(self) -> str:
        """The seat that has to act now, a person's where only people know what to say; theirs
        where whoever looks may act as well as others; "" where the game is over."""
        acting = () if self.ended else self.standing.acting
        first = next(iter(self.looker.acting(acting) or acting), "")
        if self.standing.for_people and first not in self.people:
            return next(iter(self.mine or self.people), first)
        return first

    @property
    def commander(self) -> str:
        """The commander who acts now, "" for a person."""
        return self.seats[self.actor]["commander"] if self.actor else ""

    @cached_property
    def is_stuck(self) -> bool:
        """Whether whoever must act has nothing legal to do: a fault of the rules."""
        return self.match.is_stuck()

    @property
    def acts(self) -> bool:
        """Whether whoever looks is to act now."""
        return self.actor in self.mine

    @property
    def may_answer(self) -> bool:
        """Whether whoever looks may act out of turn."""
        return not set(self.mine).isdisjoint(self.standing.answering)

    @property
    def answering_bots(self) -> list[str]:
        """The seats of bots that may act out of turn now."""
        answering = () if self.is_over else self.standing.answering
        return [seat for seat in answering if self.seats[seat]["commander"]]

    def giver(self, order: Document) -> str:
        """The seat that gives an order: the one that must act where the order speaks for none that
        may; a person for what only people say."""
        by = self.match.given_by(order)
        if by in (*self.standing.acting, *self.standing.answering):
            return by
        is_peoples = order.get("order") in self.match.at_any_time and not self.acts
        return next(iter(self.mine), self.actor) if is_peoples else self.actor

    def is_anothers(self, order: Document) -> bool:
        """Whether it is for a commander, or a person at another screen, to give an order, to agree
        or withdraw as it says, or to be asked first whether the game ends; raises
        OrderUnreadable."""
        try:
            ends = not self.is_at_one_screen and self.match.is_by_agreement(order)
        except Unreadable as error:
            raise OrderUnreadable(error.message(language())) from error
        seats = {self.giver(order), self.match.given_by(order)} - {""}
        if ends and self.yet_to_agree:
            seats = self.yet_to_agree
        return not seats <= set(self.mine)

    @property
    def is_at_one_screen(self) -> bool:
        """Whether whoever looks acts for all people who play."""
        return set(self.people) <= set(self.mine)

    @cached_property
    def have_a_say(self) -> list[str]:
        """The seats of all who must agree for the game to end now; nobody where it cannot end so,
        or a bot plays, which never agrees."""
        if self.is_over or len(self.people) < len(self.seats):
            return []
        if self.match.by_agreement() is None:
            return self.people
        return [seat for seat in self.people if self.yet_to_agree & {seat, ""}]

    @cached_property
    def yet_to_agree(self) -> set[str]:
        """Whose word is missing for the rules to end the game now, "" for that of all at once;
        who gave his at one screen has no say any more when a seat is given away."""
        return {self.match.given_by(order) for order in self.match.by_agreement() or ()}

    @cached_property
    def people(self) -> list[str]:
        """The seats that people play."""
        return [seat for seat, who in self.seats.items() if not who["commander"]]

    @cached_property
    def mine(self) -> list[str]:
        """Those of them for which whoever looks may act."""
        return self.looker.acting(self.people)

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
    return Game(play, match_of(skirmish, play), skirmish.seats, skirmish.looker, skirmish.ended)


def as_followed(steps: Iterable[SkirmishStep]) -> list[Row]:
    """Steps as a game follows them."""
    return [(step.order, step.faces, step.events, step.fingerprint) for step in steps]


def game_after(skirmish: Skirmish, steps: Iterable[Row], state: Document | None = None) -> Game:
    """A skirmish as it was after some steps, with its history from the beginning, or from a later
    state; what people agreed on since, they had not then."""
    play = play_at(skirmish)
    match = match_after(skirmish, play, steps, state)
    return Game(play, match, skirmish.seats, skirmish.looker)


def game_with_last_step(
    skirmish: Skirmish, steps: Sequence[Row], state: Document | None = None
) -> tuple[Document, Game]:
    """The state before the last of some steps, and the game after it; both are the same without
    steps."""
    game = game_after(skirmish, steps[:-1], state)
    before: Document = game.match.state()
    go_on(game, steps[-1:])
    return before, game


def go_on(game: Game, steps: Iterable[Row]) -> None:
    """Take a game some steps further, as they were taken."""
    for order, faces, events, fingerprint in steps:
        game.match.follow(Taken(order, tuple(faces), tuple(events), fingerprint))


def record_of(game: Game, skirmish: Skirmish) -> Document:
    """A game/1 object of a skirmish with its whole history."""
    return game.match.save(skirmish.ruleset)


def write_record(game: Game, skirmish: Skirmish) -> bytes:
    """The file of a skirmish: the same bytes wherever it is written."""
    told = json.dumps(
        record_of(game, skirmish), ensure_ascii=False, separators=(",", ":"), sort_keys=True
    )
    return told.encode()


def earlier_rules(skirmish: Skirmish, game: Game) -> str:
    """The ruleset a skirmish began under, "" where it is today's."""
    return skirmish.ruleset if skirmish.ruleset != game.play.ruleset else ""


def as_taken(step: SkirmishStep | None) -> Taken | None:
    """A step as the rules follow it."""
    if step is None:
        return None
    return Taken(step.order, tuple(step.faces), tuple(step.events), step.fingerprint)


def take(
    game: Game, order: Document, faces: Sequence[int] | None = None, once: Taken | None = None
) -> Outcome:
    """Take an order, with the faces that people threw for it where there are some, or with those
    that fell where it was given `once`; raises OrderRefused and OrderUnreadable, and changes
    nothing then."""
    player, match = game.giver(order), game.match
    try:
        if once is None or not match.repeat(order, once):
            match.take(order, faces)
    except Unreadable as error:
        raise OrderUnreadable(error.message(language())) from error
    except (DieNeeded, FacesLeft, FaceWrong) as error:
        raise OrderUnreadable(_("These dice are not those of the order.")) from error
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


def answered(game: Game, lot: int) -> Document | None:
    """The order of a bot that may act out of turn, None where all let the moment pass; raises Busy
    where too many are thinking."""
    for seat in game.answering_bots:
        order: Document | None = THINKING.run(
            game.match.answer(seat, game.seats[seat]["commander"], lot)
        )
        if order is not None:
            return order
    return None


def commanders_of(system: str) -> Sequence[str]:
    """Who can command in a system, from the weakest to the strongest."""
    return play_of(Pins(system)).commanders


def explained(game: Game, order: Document) -> list[Any]:
    """Every reason against an order, each with its message and rules; raises OrderUnreadable."""
    try:
        return list(game.match.explain(order, language()))
    except Unreadable as error:
        raise OrderUnreadable(error.message(language())) from error

"""A game/1 file, played again by the rules of here before it is believed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from armybuilder.skirmishes.models import KEPT_EVERY, Skirmish, SkirmishStep
from armybuilder.skirmishes.present.beginnings import Document, Opening, kept_standing, play_at
from armybuilder.skirmishes.present.editions import Pins, pins_for, play_of
from armybuilder.skirmishes.present.games import Game, as_followed, game_after
from collection.common.language import language
from rules import Differs, Match, Play, SavedGame, SavedStep, Taken, Unreadable, parse_json

#: Bytes of a file, its orders, and the characters that name its rules, at most.
LARGEST_FILE = 4_000_000
MOST_ORDERS = 1500
LONGEST_RULESET = 64
LONGEST_TITLE = 120
#: Who plays a seat of a game that was played elsewhere.
NOBODY = {"name": "", "commander": ""}


class GameRefused(Exception):
    """A file that is no game, or one that goes otherwise here: where, and why. `order` is the
    number of the order that does, 0 for none."""

    def __init__(self, path: str, message: str, order: int = 0) -> None:
        super().__init__(f"{path}: {message}")
        self.path, self.message, self.order = path, message, order


@dataclass(frozen=True)
class Reopened:
    """A game as a file tells it, played again: what its row keeps of it at its end, its steps with
    who gave each, and some of its states by the number of the step that led to them."""

    opening: Opening
    title: str
    seats: Mapping[str, Mapping[str, str]]
    steps: list[tuple[str, Taken]]
    states: Mapping[int, Document]


def reopened(text: bytes) -> Reopened:
    """The game that a file holds, whole, judged order by order; raises GameRefused."""
    try:
        return _played_again(_read(text))
    except Unreadable as error:
        raise GameRefused(error.path, error.message(language())) from error


@dataclass(frozen=True)
class WentOn:
    """How a game that is kept went on elsewhere after so many of its steps: what its row keeps of
    it at its end, the steps with who gave each, and some states as `Reopened` has them."""

    after: int
    state: Document
    standing: dict[str, Any]
    steps: list[tuple[str, Taken]]
    states: Mapping[int, Document]


def went_on(skirmish: Skirmish, steps: Sequence[SkirmishStep], text: bytes) -> WentOn:
    """How a skirmish with these steps went on by a file of it, judged order by order from where
    the two part; raises GameRefused."""
    try:
        data = _read(text)
        play = play_at(skirmish)
        file = play.saved(data)
    except Unreadable as error:
        raise GameRefused(error.path, error.message(language())) from error
    _refuse_long(file)
    if data.get("system") != skirmish.system:
        raise GameRefused("$.system", _("This is another game."))
    after = 0
    for kept, step in zip(steps, file.steps, strict=False):
        if (kept.order, kept.fingerprint) != (step.order, step.fingerprint):
            break
        after += 1
    match = game_after(skirmish, as_followed(steps[:after])).match
    taken, states = _judged(play, match, skirmish.seats, file.steps[after:], after + 1)
    return WentOn(after, match.state(), kept_standing(match), taken, states)


def _read(text: bytes) -> Document:
    if len(text) > LARGEST_FILE:
        raise GameRefused("$", _("This file is larger than a game."))
    data = parse_json(text)
    if not isinstance(data, dict) or data.get("format") != "game/1":
        raise GameRefused("$.format", _("This is no saved game: it does not say “game/1”."))
    return data


def _played_again(data: Document) -> Reopened:
    system = str(data.get("system", ""))
    try:
        play = play_of(Pins(system))
    except KeyError as error:
        raise GameRefused("$.system", _("No game of that name is played here.")) from error
    file = play.saved(data)
    _refuse_long(file)
    return _reopened(system, play, file)


def _refuse_long(file: SavedGame) -> None:
    if len(file.steps) > MOST_ORDERS:
        message = ngettext(
            "A game has %(most)s order at most.", "A game has %(most)s orders at most.", MOST_ORDERS
        )
        raise GameRefused("$.orders", message % {"most": MOST_ORDERS})
    if len(file.ruleset) > LONGEST_RULESET:
        raise GameRefused("$.ruleset", _("No rules have so long a name."))


def _reopened(system: str, play: Play, file: SavedGame) -> Reopened:
    try:
        match = play.begin(play.as_begun(file.start, file.ruleset), file.lot)
        pins = pins_for(system, play.records_named(file.start))
    except Unreadable as error:
        raise error.below("$.start") from error
    seats = dict.fromkeys(match.players, NOBODY)
    steps, states = _judged(play, match, seats, file.steps, 1)
    opening = Opening(
        system=system,
        start=file.start,
        seed=file.lot,
        state=match.state(),
        standing=kept_standing(match),
        sides=dict(match.sides),
        dice=str(match.chance),
        ruleset=file.ruleset,
        catalogue=pins.catalogue,
        records=pins.records,
        kept=pins.kept,
    )
    name = file.start.get("name")
    title = name[:LONGEST_TITLE] if isinstance(name, str) else ""
    return Reopened(opening, title, seats, steps, states)


def _judged(
    play: Play,
    match: Match,
    seats: Mapping[str, Mapping[str, str]],
    steps: Iterable[SavedStep],
    first: int,
) -> tuple[list[tuple[str, Taken]], dict[int, Document]]:
    """Orders of a file from the number `first` on, taken as the rules take them, and some of the
    states they lead to; raises GameRefused."""
    taken: list[tuple[str, Taken]] = []
    states: dict[int, Document] = {}
    alone = match.by_itself()
    for number, step in enumerate(steps, start=first):
        by_itself = number == 1 and step.order == alone
        player = "" if by_itself else Game(play, match, seats).giver(step.order)
        try:
            match.again(step)
        except Differs as error:
            reasons = [str(why["message"]) for why in match.explain(step.order, language())]
            message = " ".join(reasons) or error.difference.message(language())
            raise GameRefused(f"$.orders[{number - 1}]", message, number) from error
        except Unreadable as error:
            at = error.below(f"$.orders[{number - 1}]")
            raise GameRefused(at.path, at.message(language()), number) from error
        taken.append((player, match.last()))
        if not number % KEPT_EVERY:
            states[number] = match.state()
    return taken, states

"""A game/1 file, played again by the rules of here before it is believed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from armybuilder.groups.present.groups import Unfit, refuse_control_characters
from armybuilder.skirmishes.models import KEPT_EVERY, Skirmish, SkirmishStep
from armybuilder.skirmishes.naming import LONGEST_TITLE
from armybuilder.skirmishes.present.beginnings import Document, Opening, kept_standing, play_at
from armybuilder.skirmishes.present.editions import Kept, Pins, pins_for, play_of
from armybuilder.skirmishes.present.games import Game, as_followed, game_after
from collection.common.language import language
from rules import (
    Differs,
    Match,
    Play,
    SavedGame,
    SavedStep,
    Taken,
    Unreadable,
    agrees,
    canonical_json,
    parse_json,
)

#: Bytes of a file, its orders, and the characters that name its rules, at most.
LARGEST_FILE = 4_000_000
MOST_ORDERS = 1500
LONGEST_RULESET = 64
#: Who plays a seat of a game that was played elsewhere.
NOBODY = {"name": "", "commander": ""}
#: Before the first order of a file is judged.
UNJUDGED: Document = {"steps": [], "states": {}, "state": None, "dice": "", "refused": 0}


class GameRefused(Exception):
    """A file that is no game, or one that goes otherwise here: where, and why. `order` is the
    number of the order that does, 0 for none."""

    def __init__(self, path: str, message: str, order: int = 0) -> None:
        super().__init__(f"{path}: {message}")
        self.path, self.message, self.order = path, message, order


@dataclass(frozen=True)
class Sent:
    """A file that could be read: its game as it begins, by the rules and the records of today."""

    system: str
    play: Play
    file: SavedGame
    pins: Kept

    @property
    def orders(self) -> int:
        """How many orders it has."""
        return len(self.file.steps)

    @property
    def rules(self) -> Document:
        """All that judging it depends on beside the file."""
        return {"rules": self.play.ruleset, "catalogue": self.pins.catalogue}

    def at(self, stand: Document) -> Match:
        """The game where judging it has come to."""
        start = self.play.as_begun(self.file.start, self.file.ruleset)
        match = self.play.begin(start, self.file.lot, stand["state"])
        if stand["dice"]:
            match.chance = int(stand["dice"])
        return match


@dataclass(frozen=True)
class Reopened:
    """A game as a file tells it, played again: what its row keeps of it at its end, its steps with
    who gave each, and some of its states by the number of the step that led to them."""

    opening: Opening
    title: str
    seats: Mapping[str, Mapping[str, str]]
    steps: list[tuple[str, Taken]]
    states: Mapping[int, Document]


def read_game(text: bytes) -> Sent:
    """The game that a file holds, its orders not judged yet; raises GameRefused."""
    try:
        return _sent(_read(text))
    except Unreadable as error:
        raise GameRefused(error.path, error.message(language())) from error


def reopened(text: bytes) -> Reopened:
    """The game that a file holds, whole, judged order by order; raises GameRefused."""
    sent = read_game(text)
    return judged_whole(sent, judged(sent, UNJUDGED))


def judged(sent: Sent, stand: Document, most: int = MOST_ORDERS) -> Document:
    """Where judging a game has come to after so many more of its orders, as plain JSON; it ends
    with the first that comes out otherwise, which is `refused`."""
    match, begun = sent.at(stand), len(stand["steps"])
    steps, states, refused = [*stand["steps"]], {**stand["states"]}, 0
    seats = dict.fromkeys(match.players, NOBODY)
    due = sent.file.steps[begun : begun + most]
    try:
        for number, player, taken in _taken_again(sent.play, match, seats, due, begun + 1):
            steps.append([player, taken.order, taken.faces, taken.events, taken.fingerprint])
            if not number % KEPT_EVERY:
                states[str(number)] = match.state()
    except GameRefused as refusal:
        refused = refusal.order
    return {
        "steps": steps,
        "states": states,
        "state": match.state(),
        "dice": str(match.chance),
        "refused": refused,
    }


def is_judged(sent: Sent, stand: Document) -> bool:
    """Whether nothing is left to judge."""
    return bool(stand["refused"]) or len(stand["steps"]) == sent.orders


def judged_whole(sent: Sent, stand: Document) -> Reopened:
    """A game nothing of which is left to judge; raises GameRefused for one that goes otherwise
    here."""
    match, file, pins = sent.at(stand), sent.file, sent.pins
    seats = dict.fromkeys(match.players, NOBODY)
    if number := stand["refused"]:
        list(_taken_again(sent.play, match, seats, [file.steps[number - 1]], number))
        raise ValueError(f"order {number} was refused once and holds now")
    opening = Opening(
        system=sent.system,
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
    steps = [
        (player, Taken(order, tuple(faces), tuple(events), fingerprint))
        for player, order, faces, events, fingerprint in stand["steps"]
    ]
    states = {int(number): state for number, state in stand["states"].items()}
    return Reopened(opening, title, seats, steps, states)


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
        is_same = canonical_json(kept.order) == canonical_json(step.order)
        if not is_same or not agrees(kept.fingerprint, step.fingerprint):
            break
        after += 1
    match = game_after(skirmish, as_followed(steps[:after])).match
    taken: list[tuple[str, Taken]] = []
    states: dict[int, Document] = {}
    for number, player, again in _taken_again(
        play, match, skirmish.seats, file.steps[after:], after + 1
    ):
        taken.append((player, again))
        if not number % KEPT_EVERY:
            states[number] = match.state()
    return WentOn(after, match.state(), kept_standing(match), taken, states)


def _read(text: bytes) -> Document:
    if len(text) > LARGEST_FILE:
        raise GameRefused("$", _("This file is larger than a game."))
    data = parse_json(text)
    if not isinstance(data, dict) or data.get("format") != "game/1":
        raise GameRefused("$.format", _("This is no saved game: it does not say “game/1”."))
    return data


def _sent(data: Document) -> Sent:
    system = str(data.get("system", ""))
    try:
        play = play_of(Pins(system))
    except KeyError as error:
        raise GameRefused("$.system", _("No game of that name is played here.")) from error
    file = play.saved(data)
    _refuse_long(file)
    try:
        refuse_control_characters({"start": file.start, "ruleset": file.ruleset})
        play.begin(play.as_begun(file.start, file.ruleset), file.lot)
    except Unfit as fault:
        raise GameRefused(fault.path, fault.message) from fault
    except Unreadable as error:
        raise error.below("$.start") from error
    return Sent(system, play, file, pins_for(system, play.records_named(file.start)))


def _refuse_long(file: SavedGame) -> None:
    if len(file.steps) > MOST_ORDERS:
        message = ngettext(
            "A game has %(most)s order at most.", "A game has %(most)s orders at most.", MOST_ORDERS
        )
        raise GameRefused("$.orders", message % {"most": MOST_ORDERS})
    if len(file.ruleset) > LONGEST_RULESET:
        raise GameRefused("$.ruleset", _("No rules have so long a name."))


def _taken_again(
    play: Play,
    match: Match,
    seats: Mapping[str, Mapping[str, str]],
    steps: Iterable[SavedStep],
    first: int,
) -> Iterator[tuple[int, str, Taken]]:
    """Orders of a file from the number `first` on, taken as the rules take them: the number of
    each, who gave it, and what came of it; raises GameRefused at the first that is not."""
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
        yield number, player, match.last()

"""A small battle to try something out on: two units and some ground, and the orders of battles.

Facts that somebody reads off a real table (a distance, a side, how a base stands in an area) are
laid out so that the functions of battles find them again.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from rules.core.calculators import (
    Fault,
    Need,
    Prospect,
    face_fault,
    prospects,
)
from rules.core.dice import D6, Die, DieNeeded, FaceWrong, TypedDice
from rules.khans_and_generals.moment.field import Field
from rules.khans_and_generals.records.profile import Profile
from rules.khans_and_generals.state.events import Event
from rules.khans_and_generals.state.setup import Setup
from rules.khans_and_generals.state.state import Conditions, State, Unit
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.table.terrain import Terrain

#: Who acts and whom it concerns, and their players.
ONE, OTHER = "one", "other"
PLAYERS = ("red", "blue")
#: Far from every edge: the table is a square, the acting unit in its middle looks to +y.
TABLE, MIDDLE = 2_000.0, 1_000.0
#: The square of ground that burns, or may.
HERE = (MIDDLE, MIDDLE)
AROUND = {"front": 180.0, "flank": 90.0, "rear": 0.0}
Side = Literal["front", "flank", "rear"]
USUAL = Conditions()

Act = Callable[[Resolution], None]


class Stand(msgspec.Struct, frozen=True):
    """A unit on the bench: its card, its state, and where it stands."""

    card: Profile
    state: Mapping[str, Any]
    place: tuple[float, float] | None = (MIDDLE, MIDDLE)
    facing: float = 0
    red: bool = False


def around(card: Profile, other: Profile, gap: float, side: Side, **state: Any) -> Stand:
    """A unit that stands so many centimetres before another, base to base, and turns a side to
    it."""
    wide, deep = other.footprint
    reach = wide if side == "flank" and not other.is_round else deep
    at = (MIDDLE, MIDDLE + card.footprint[1] / 2 + gap + reach / 2)
    return Stand(other, state, at, AROUND[side])


def square(name: str, kind: Any, at: tuple[float, float], half: float, **more: Any) -> Terrain:
    """Ground round a place."""
    x, y = at
    corners = (
        (x - half, y - half),
        (x + half, y - half),
        (x + half, y + half),
        (x - half, y + half),
    )
    return Terrain(name, kind, polygon=corners, **more)


class Trial(msgspec.Struct, frozen=True):
    """What came of some faces: the events, each with how many dice had fallen by then, the state,
    the dice that fell, the one that is wanted next, and what is wrong with a face."""

    events: tuple[Event, ...]
    fallen: tuple[int, ...]
    state: State
    dice: tuple[Die, ...]
    wanted: Die | None = None
    wrong: FaceWrong | None = None

    @property
    def settled(self) -> int:
        """How many dice had fallen when something last happened."""
        return max(self.fallen, default=0)


class _Followed(Resolution):
    """An order being carried out that remembers how many dice fell before each event."""

    def __init__(self, setup: Setup, state: State, dice: TypedDice) -> None:
        super().__init__(setup, state, dice)
        self._typed = dice
        self.fallen: list[int] = []

    def emit(self, event: str, *rules: str, **facts: Any) -> None:
        """Let something happen."""
        super().emit(event, *rules, **facts)
        self.fallen.append(len(self._typed.used))


class Bench:
    """A position, and what is done in it."""

    def __init__(
        self,
        one: Stand,
        other: Stand | None,
        act: Act,
        *,
        more: Mapping[str, Stand] = MappingProxyType({}),
        terrain: Sequence[Terrain] = (),
        conditions: Conditions = USUAL,
        **table: Any,
    ) -> None:
        stands = {ONE: one} | ({OTHER: other} if other else {}) | dict(more)
        cards = {name: stand.card for name, stand in stands.items()}
        self.setup = Setup(TABLE, TABLE, PLAYERS, cards, tuple(terrain))
        units = {
            name: _unit(name, PLAYERS[0 if name == ONE or stand.red else 1], stand)
            for name, stand in stands.items()
        }
        usual: dict[str, Any] = {"turn": 1, "active": PLAYERS[0], "stage": "orders"}
        self.state = State(units=units, conditions=conditions, **usual | table)
        self._act = act

    @property
    def field(self) -> Field:
        """The position before anything is done."""
        return Field(self.setup, self.state)

    def after(self, trial: Trial) -> Field:
        """The position after some faces."""
        return Field(self.setup, trial.state)

    def trial(self, faces: Sequence[int]) -> Trial:
        """What comes of some faces."""
        dice = TypedDice(faces)
        res = _Followed(self.setup, self.state, dice)
        wanted = wrong = None
        try:
            self._act(res)
        except DieNeeded as needed:
            wanted = needed.die
        except FaceWrong as error:
            wrong = error
        return Trial(
            tuple(res.events), tuple(res.fallen), res.state, tuple(dice.used), wanted, wrong
        )

    def throw(self, faces: tuple[int, ...], trial: Trial) -> "Throw":
        """The dice that fall together now: green and red, or one."""
        die = trial.wanted or D6
        filled = [*faces, die.faces[0]]
        follows = self.trial(filled)
        alone = bool(_event_for(follows, len(faces)))
        is_red = die == D6 and (len(faces) - trial.settled) % 2 == 1 and trial.dice[-1] == D6
        is_green = die == D6 and not alone and follows.wanted == D6 and not is_red
        while not (event := _event_for(follows, len(faces))) and follows.wanted is not None:
            filled.append(follows.wanted.faces[0])
            follows = self.trial(filled)
        wanted = (die, die) if is_green else (die,)
        return Throw(wanted, event, green=faces[-1] if is_red else None)


class Throw(msgspec.Struct, frozen=True):
    """Dice that are asked for, and the event they are thrown for; `green` is the face of the one
    that a red one is asked for beside."""

    dice: tuple[Die, ...]
    event: str
    green: int | None = None

    def counted(self, faces: tuple[int, ...]) -> int:
        """Green less red, or the face of one."""
        whole = faces if self.green is None else (self.green, *faces)
        return whole[0] - whole[1] if len(whole) == 2 else whole[0]


def _event_for(trial: Trial, number: int) -> str:
    """The event that a die was thrown for: the first after it fell."""
    pairs = zip(trial.events, trial.fallen, strict=True)
    return next((event.event for event, fallen in pairs if fallen > number), "")


def _unit(name: str, owner: str, stand: Stand) -> Unit:
    card = stand.card
    state: dict[str, Any] = {"strength": card.strength} | dict(stand.state)
    if card.commands:
        state = {"commander": "alive"} | state
    return Unit(id=name, owner=owner, at=stand.place, facing=stand.facing, **state)


class Thrown(msgspec.Struct, frozen=True):
    """The dice of a bench, those that fell and those that are asked for."""

    trial: Trial
    needs: tuple[Need, ...]
    prospects: tuple[Prospect, ...]
    faults: tuple[Fault, ...]


class DiceWords(msgspec.Struct, frozen=True):
    """How throws are told: what the throw of an event is called, what a die in it is, and what the
    events of a trial from some number on bring."""

    throw: Callable[[str], str]
    die: Callable[[str, int, Die], str]
    brings: Callable[[Trial, int], tuple[str, ...]]
    nothing: str
    language: str


def thrown(bench: Bench, faces: tuple[int, ...], words: DiceWords) -> Thrown:
    """Throw some faces, and ask for those that are wanting."""
    trial = bench.trial(faces)
    faults: tuple[Fault, ...] = ()
    if trial.wrong is not None:
        faults = (face_fault(trial.wrong, words.language),)
        faces = faces[: trial.wrong.at]
        trial = bench.trial(faces)
    if trial.wanted is None:
        return Thrown(trial, _fallen(trial, faces, words), (), faults)
    throw = bench.throw(faces, trial)
    needs = _fallen(trial, faces, words, throw.event)
    first = len(faces) - trial.settled
    asked = tuple(
        Need(len(die.faces), words.die(throw.event, first + n, die), words.throw(throw.event))
        for n, die in enumerate(throw.dice)
    )
    found = _prospects(bench, faces, trial, throw, words)
    return Thrown(trial, (*needs, *asked), found, faults)


def _prospects(
    bench: Bench, faces: tuple[int, ...], trial: Trial, throw: Throw, words: DiceWords
) -> tuple[Prospect, ...]:
    """What a throw may bring, less what it brings in any case."""
    happened = len(trial.events)
    ways = product(*(die.faces for die in throw.dice))
    told = {more: words.brings(bench.trial((*faces, *more)), happened) for more in ways}
    if not any(told.values()):
        return ()
    always = set.intersection(*map(set, told.values()))

    def brings(more: tuple[int, ...]) -> str:
        return "; ".join(text for text in told[more] if text not in always) or words.nothing

    return prospects(throw.dice, brings, throw.counted)


def _fallen(
    trial: Trial, faces: tuple[int, ...], words: DiceWords, last: str = ""
) -> tuple[Need, ...]:
    """The dice that fell, by the throws they belong to."""
    needs: list[Need] = []
    for index, die in enumerate(trial.dice):
        event = _event_for(trial, index) or last
        number = index - max((n for n in trial.fallen if n <= index), default=0)
        label, throw = words.die(event, number, die), words.throw(event)
        needs.append(Need(len(die.faces), label, throw, faces[index]))
    return tuple(needs)

"""A skirmish as the rules see it: opened from its row, asked, and taken one order further."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.conf import settings

from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.beginnings import Document, OrderUnreadable, beginning_of
from armybuilder.skirmishes.processes import Processes
from rules import RecordedDice, SeededDice, Unreadable, Violation
from rules import age_of_destruction as aod

#: Where commanders think.
THINKING = Processes(settings.THINKING_PROCESSES)
#: The commander who stands in for a person.
STAND_IN = "random"


class OrderRefused(Exception):
    """An order the rules do not allow; `violations` say why."""

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        super().__init__(", ".join(violation.code for violation in violations))
        self.violations = violations


class GameStuck(Exception):
    """A commander finds nothing legal to do, or gives what the rules refuse: a fault of ours."""


@dataclass(frozen=True)
class Taken:
    """What an order has led to, as rows keep it; `winner` is a team, "" while nobody has won."""

    player: str
    order: Document
    faces: list[int]
    events: list[Document]
    fingerprint: str
    state: Document
    dice: str
    winner: str


@dataclass(frozen=True)
class Table:
    """A skirmish at its present moment."""

    setup: aod.Setup
    state: aod.State
    seats: Mapping[str, Mapping[str, str]]
    open_dials: bool = True

    @cached_property
    def field(self) -> aod.Field:
        """Everything that stands on the table."""
        return aod.Field.of_moment(self.setup, self.state)

    @property
    def question(self) -> aod.Question | None:
        """What somebody must answer before the game goes on."""
        return aod.open_question(self.state)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.stage == "over"

    @property
    def in_play(self) -> bool:
        """Whether units may be ordered: no set-up, no question, no end."""
        return not (self.is_over or self.question or self.state.preparation)

    @property
    def step(self) -> str:
        """The step of the set-up, "" in the game."""
        return self.state.preparation.step if self.state.preparation else ""

    @property
    def actor(self) -> str:
        """The seat that has to act now."""
        return aod.who_acts(self.state)

    @cached_property
    def is_stuck(self) -> bool:
        """Whether whoever must act has nothing legal to do: a fault of the rules."""
        return aod.is_stuck(self.setup, self.state)

    @property
    def commander(self) -> str:
        """The commander who acts now, "" for a person."""
        return "" if self.is_over else self.seats[self.actor]["commander"]

    def speaks_for_a_commander(self, order: aod.Order) -> bool:
        """Whether an order names a player whom a commander plays, to agree or withdraw for him."""
        named = self.seats.get(getattr(order, "player", ""))
        return named is not None and bool(named["commander"])

    @property
    def viewers(self) -> tuple[str, ...]:
        """The seats whose secrets may be shown: those of the people, where all of them are on one
        side, else that of the person who has to act."""
        people = [seat for seat, who in self.seats.items() if not who["commander"]]
        if len({self.setup.team(seat) for seat in people}) == 1:
            return self.setup.members(self.setup.team(people[0]))
        return self.setup.members(self.setup.team(self.actor)) if self.actor in people else ()

    def shows_dial(self, seat: str) -> bool:
        """Whether the whole dials of a seat's units may be shown."""
        return self.open_dials or self.is_over or seat in self.viewers

    @property
    def names(self) -> dict[str, str]:
        """What players are called who do not go by their seat."""
        return {seat: who["name"] for seat, who in self.seats.items() if who["name"]}

    def refusals(self, order: aod.Order) -> tuple[Violation, ...]:
        """Every reason against an order."""
        return aod.explain(self.setup, self.state, order)


def table_of(skirmish: Skirmish) -> Table:
    """The present moment of a skirmish."""
    return Table(
        setup=beginning_of(skirmish).setup,
        state=aod.read_state(skirmish.state),
        seats=skirmish.seats,
        open_dials=skirmish.open_dials,
    )


def new_dice(seed: int) -> str:
    """The memory of fresh dice."""
    return str(SeededDice(seed).state)


def read_order(data: Any, language: str) -> aod.Order:
    """An order out of parsed JSON; raises OrderUnreadable."""
    try:
        return aod.read_order(data)
    except Unreadable as error:
        raise OrderUnreadable(error.message(language)) from error


def take(table: Table, order: aod.Order, dice: str) -> Taken:
    """Take an order; raises OrderRefused and changes nothing then."""
    if violations := table.refusals(order):
        raise OrderRefused(violations)
    source = _dice(dice)
    rolled = RecordedDice(source)
    state, happened = aod.advance(table.setup, table.state, order, rolled)
    return Taken(
        player=table.actor,
        order=aod.write_order(order),
        faces=list(rolled.faces),
        events=aod.write_events(happened),
        fingerprint=aod.fingerprint(state),
        state=aod.write_state(state),
        dice=str(source.state),
        winner=state.winner,
    )


def _dice(memory: str) -> SeededDice:
    dice = SeededDice(0)
    dice.state = int(memory)
    return dice


def commanded(table: Table, seed: int) -> aod.Order:
    """The order of the commander who acts now, or of one who stands in for a person by lot;
    raises GameStuck where he finds none, and Busy where too many are thinking."""
    name = table.commander or STAND_IN
    try:
        return THINKING.run(aod.ordered, name, seed, table.setup, table.state, table.actor)
    except aod.NothingLegal as error:
        raise GameStuck(str(error)) from error


def record_of(skirmish: Skirmish, steps: Iterable[tuple[Document, list[int], str]]) -> Document:
    """A game/1 object out of the orders, faces and fingerprints of a skirmish."""
    orders = ((aod.read_order(order), faces, state) for order, faces, state in steps)
    return aod.write_play_record(skirmish.start, orders, ruleset=skirmish.ruleset)


def at_step(skirmish: Skirmish, events: list[list[Document]]) -> Table:
    """A skirmish as it was after the events of some steps."""
    return replace(table_of(skirmish), state=aod.read_state(replayed(skirmish, events)))


def waits_for_nobody(table: Table) -> bool:
    """Whether the game begins with a roll nobody has to be asked for."""
    return aod.begins_by_itself(table.state)


def beginning() -> aod.Order:
    """The order that lets the set-up begin."""
    return aod.read_order({"order": "end_stage"})


def replayed(skirmish: Skirmish, events: list[list[Document]]) -> Document:
    """The state of a skirmish after the events of some steps."""
    state = beginning_of(skirmish).state
    for happened in events:
        for event in aod.read_events(happened):
            state = aod.evolve(state, event)
    return aod.write_state(state)

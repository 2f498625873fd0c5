"""A skirmish of Age of Destruction as its rules see it: opened from its row, and asked."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from armybuilder.skirmishes.looking import AT_ONE_SCREEN, Looker
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.beginnings import Document, OrderUnreadable, Row
from armybuilder.skirmishes.present.games import Game, game_after, game_of
from collection.catalogue.game import catalogue
from rules import Unreadable, Violation
from rules import age_of_destruction as aod

SYSTEM = aod.AGE_OF_DESTRUCTION.name


@dataclass(frozen=True)
class Table:
    """A skirmish at one moment."""

    setup: aod.Setup
    state: aod.State
    seats: Mapping[str, Mapping[str, str]]
    open_dials: bool = True
    looker: Looker = AT_ONE_SCREEN
    ended: str = ""
    victor: str = ""

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
        return self.state.stage == "over" or bool(self.ended)

    @property
    def winner(self) -> str:
        """The team that has won, "" for none."""
        return self.victor if self.ended else self.state.winner or ""

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

    @property
    def commander(self) -> str:
        """The commander who acts now, "" for a person."""
        return "" if self.is_over else self.seats[self.actor]["commander"]

    @property
    def people(self) -> list[str]:
        """The seats that people play."""
        return [seat for seat, who in self.seats.items() if not who["commander"]]

    @property
    def mine(self) -> list[str]:
        """Those of them for which whoever looks may act."""
        return self.looker.acting(self.people)

    @property
    def acts(self) -> bool:
        """Whether whoever looks has to act now."""
        return not self.is_over and self.actor in self.mine

    def gives(self, seat: str) -> bool:
        """Whether a seat gives its orders before the eyes of whoever looks: theirs and a bot's do,
        that of a person at another screen does not."""
        return seat in self.mine or bool(self.seats[seat]["commander"])

    @property
    def viewers(self) -> tuple[str, ...]:
        """The seats whose secrets may be shown: those of whoever looks, where all of them are on
        one side, else that of the one among them who has to act."""
        mine = self.mine
        if len({self.setup.team(seat) for seat in mine}) == 1:
            return self.setup.members(self.setup.team(mine[0]))
        return self.setup.members(self.setup.team(self.actor)) if self.actor in mine else ()

    def shows_dial(self, seat: str) -> bool:
        """Whether the whole dials of a seat's units may be shown."""
        return self.open_dials or self.is_over or seat in self.viewers

    @cached_property
    def seen(self) -> "Table":
        """The same as its viewers know it: every click of a hidden dial is as the one in its
        window."""
        figures = self.setup.figures.items()
        hidden = {unit for unit, figure in figures if not self.shows_dial(figure.owner)}
        if not hidden:
            return self
        return replace(self, setup=aod.as_seen(self.setup, self.state, hidden))

    @cached_property
    def pages(self) -> frozenset[str]:
        """The figures of the game that have a page in the catalogue; asks for it once."""
        known = catalogue().units
        return frozenset(each.unit.id for each in self.setup.figures.values()) & known.keys()

    @property
    def names(self) -> dict[str, str]:
        """What players are called who do not go by their seat."""
        return {seat: who["name"] for seat, who in self.seats.items() if who["name"]}

    def refusals(self, order: aod.Order) -> tuple[Violation, ...]:
        """Every reason against an order; who was just deployed may be put elsewhere."""
        return aod.explain(self.setup, self.before(order), order)

    def before(self, order: aod.Order) -> aod.State:
        """The position an order is given in: a unit that is put elsewhere is taken up first."""
        if isinstance(order, aod.Deploy) and order.unit in self.movable:
            return aod.taken_up(self.state, order.unit)
        return self.state

    @cached_property
    def movable(self) -> tuple[str, ...]:
        """The units whose player may still put them elsewhere in the set-up."""
        return aod.movable(self.setup, self.state)


def table_of(skirmish: Skirmish) -> Table:
    """The present moment of a skirmish."""
    return table_at(skirmish, game_of(skirmish))


def table_after(skirmish: Skirmish, steps: Iterable[Row]) -> Table:
    """A skirmish as it was after some steps."""
    return table_at(skirmish, game_after(skirmish, steps))


def table_at(skirmish: Skirmish, game: Game) -> Table:
    """The table of a moment; raises TypeError for one of another game."""
    match = game.match
    if not isinstance(match, aod.SkirmishMatch):
        raise TypeError(skirmish.system)
    return Table(
        match.setup,
        match.game.state,
        skirmish.seats,
        skirmish.open_dials,
        skirmish.looker,
        ended=game.ended,
        victor=skirmish.winner if game.ended else "",
    )


def read_order(data: Any, language: str) -> aod.Order:
    """An order out of parsed JSON; raises OrderUnreadable."""
    try:
        return aod.read_order(data)
    except Unreadable as error:
        raise OrderUnreadable(error.message(language)) from error


def read_state(kept: Document) -> aod.State:
    """A state as the row of a skirmish keeps it."""
    return aod.read_state(kept)

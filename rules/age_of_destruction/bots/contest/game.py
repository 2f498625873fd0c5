"""One skirmish of a contest, played from its number alone."""

from collections import Counter

import msgspec

from rules.age_of_destruction.army.battle_group import BattleGroup
from rules.age_of_destruction.bots import COMMANDERS, fight
from rules.age_of_destruction.play.opening import (
    SEATS,
    Agreement,
    Side,
    opening,
    pool_by_lot,
    pool_of,
)
from rules.age_of_destruction.play.scenario import Scenario, read_scenario
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.state.events import AnyEvent, Damaged, GameEnded
from rules.core.dice import SeededDice

#: Turns of both sides together after which a game ends, unless somebody says otherwise.
TURNS = 24
#: What every game draws by lot, each from a seed of its own.
LOTS = ("terrain", "dice", "first commander", "second commander")


class Contest(msgspec.Struct, frozen=True):
    """Two battle groups, the names of their commanders, and all that chance depends on."""

    groups: tuple[BattleGroup, BattleGroup]
    commanders: tuple[str, str]
    seed: int
    turns: int = TURNS


class Served(msgspec.Struct, frozen=True):
    """How a unit did in one game: clicks of damage dealt to opponents, and whether it was there at
    the end."""

    damage: int
    survived: bool


class Played(msgspec.Struct, frozen=True):
    """What came of one game; sides are 0 and 1, as the groups of the contest.

    `first` had the first turn; `won`: the side that won each condition, where one did; `served`:
    the units of either side in the order of their group.
    """

    winner: int
    first: int
    why: str
    decided_by: str
    won: dict[str, int]
    turns: int
    served: tuple[tuple[Served, ...], tuple[Served, ...]]


def play_game(contest: Contest, number: int, catalogue: Catalogue) -> Played:
    """Play a game of a contest; every other game the groups change seats. Raises Unreadable for
    groups that cannot be played."""
    seats = seats_of(number)
    scenario = begin(contest, number, catalogue)
    commanders = {
        seats[side]: COMMANDERS[name](lot(contest, number, LOTS[2 + side]))
        for side, name in enumerate(contest.commanders)
    }
    state, happened = scenario.state, list[AnyEvent]()
    for taken in fight(scenario.setup, state, commanders, lot(contest, number, "dice")):
        state = taken.state
        happened += taken.events
    end = next(event for event in reversed(happened) if isinstance(event, GameEnded))
    owners = {unit_id: figure.owner for unit_id, figure in scenario.setup.figures.items()}
    damage = _damage_dealt(happened, owners)
    served = tuple(
        tuple(
            Served(damage[unit_id], survived=not state.units[unit_id].gone)
            for unit_id, owner in owners.items()
            if owner == seat
        )
        for seat in seats
    )
    return Played(
        winner=seats.index(end.winner),
        first=seats.index(state.first),
        why=end.why,
        decided_by=end.decided_by,
        won={condition: seats.index(team) for condition, team in end.won.items()},
        turns=state.turn,
        served=(served[0], served[1]),
    )


def seats_of(number: int) -> tuple[str, str]:
    """The seats of the two sides in a game."""
    return (SEATS[0], SEATS[1]) if number % 2 == 0 else (SEATS[1], SEATS[0])


def begin(contest: Contest, number: int, catalogue: Catalogue) -> Scenario:
    """The start of a game, before its set-up; the two games of a pair have the same terrain.

    Raises Unreadable for groups that cannot be played.
    """
    sides = [
        Side(seat, group)
        for seat, group in sorted(
            zip(seats_of(number), contest.groups, strict=True),
            key=lambda seated: SEATS.index(seated[0]),
        )
    ]
    terrain = pool_by_lot(_seed(contest, number // 2, "terrain"), players=len(sides))
    agreement = Agreement(
        build_total=max(group.build_total or 0 for group in contest.groups),
        pool=pool_of(terrain),
        turn_limit=contest.turns,
    )
    start = opening(sides, agreement, catalogue)
    return read_scenario(start | {"dice": [], "orders": []}, catalogue)


def lot(contest: Contest, number: int, what: str) -> SeededDice:
    """What something in a game is drawn by."""
    return SeededDice(_seed(contest, number, what))


def _seed(contest: Contest, number: int, what: str) -> int:
    """A seed for something drawn in a game, different for all of them."""
    return (contest.seed * 1_000_003 + number) * len(LOTS) + LOTS.index(what)


def _damage_dealt(happened: list[AnyEvent], owners: dict[str, str]) -> Counter[str]:
    """The clicks every unit has dealt to units of others."""
    dealt: Counter[str] = Counter()
    for event in happened:
        if isinstance(event, Damaged) and owners.get(event.source) not in (
            None,
            owners[event.unit],
        ):
            dealt[event.source] += event.amount
    return dealt

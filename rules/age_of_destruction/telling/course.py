"""How a battle went: the points still standing after every order, and where it turned."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from rules.age_of_destruction.moment.outfit import Outfit, outfits
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.evolve import evolve
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State, UnitState

#: Turning points that are told of a battle.
MOST_TURNS = 3


class Moment(msgspec.Struct, frozen=True):
    """A battle after so many orders: the `turn`, 0 in the set-up, and each team's points still
    standing."""

    step: int
    turn: int
    standing: Mapping[str, float]
    state: State


class TurningPoint(msgspec.Struct, frozen=True):
    """An order that moved the sides apart: the moments `before` and `after` it, its events, and by
    how many points its `swing` changed what lies between the side that gained by it and the one
    that lost."""

    before: Moment
    after: Moment
    happened: tuple[events.AnyEvent, ...]
    swing: float

    @property
    def changes(self) -> dict[str, float]:
        """The points each team gained by it, below 0 those it lost."""
        before = self.before.standing
        return {team: now - before[team] for team, now in self.after.standing.items()}


def points_standing(setup: Setup, state: State) -> dict[str, float]:
    """The points of each team that still stand.

    A unit counts its points by the share of its clicks before heavy damage that it has left; one
    that is heavily damaged, a captive or out of the game counts nothing (AOD-END-005).
    """
    known = outfits(setup)
    standing = dict.fromkeys(setup.teams, 0.0)
    for unit_id, unit in state.units.items():
        figure = setup.figures[unit_id]
        team = setup.team(unit.owner or figure.owner)
        standing[team] += figure.value * _share_left(known[unit_id], unit)
    return standing


def _share_left(outfit: Outfit, unit: UnitState) -> float:
    if unit.gone or unit.captive_of is not None:
        return 0.0
    fit = [not salvage for salvage in outfit.salvage]
    return sum(fit[unit.click - 1 :]) / sum(fit) if any(fit) and _is_fit(fit, unit) else 0.0


def _is_fit(fit: Sequence[bool], unit: UnitState) -> bool:
    return unit.click <= len(fit) and fit[unit.click - 1]


def course(
    setup: Setup, start: State, steps: Iterable[tuple[int, Iterable[events.AnyEvent]]]
) -> list[Moment]:
    """Every moment of a battle from its first state, which is step 0, to the last of its steps,
    each with its number and its events."""
    moments = [Moment(0, 0, points_standing(setup, start), start)]
    state = start
    for step, happened in steps:
        for event in happened:
            state = evolve(state, event)
        turn = 0 if state.preparation else state.turn
        moments.append(Moment(step, turn, points_standing(setup, state), state))
    return moments


def turning_points(
    moments: Sequence[Moment],
    steps: Sequence[tuple[int, tuple[events.AnyEvent, ...]]],
    most: int = MOST_TURNS,
) -> list[TurningPoint]:
    """The orders with the largest swings, the first one first; of equal ones the earlier count."""
    found = [
        TurningPoint(before, after, happened, _swing(before, after))
        for before, after, (_, happened) in zip(moments, moments[1:], steps, strict=False)
    ]
    largest = sorted((each for each in found if each.swing > 0), key=lambda each: -each.swing)
    return sorted(largest[:most], key=lambda each: each.after.step)


def _swing(before: Moment, after: Moment) -> float:
    changes = [now - before.standing[team] for team, now in after.standing.items()]
    return max(changes) - min(changes)

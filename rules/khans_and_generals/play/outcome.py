"""The outcome/1 object: what came of a scenario."""

from typing import Any

import msgspec

from rules.core.dice import Dice
from rules.core.violations import Violation
from rules.khans_and_generals.army.battle_group import SYSTEM
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.moment.morale import reluctance
from rules.khans_and_generals.orders.answer import Answer
from rules.khans_and_generals.play.dice import ScenarioDice
from rules.khans_and_generals.play.refusals import message
from rules.khans_and_generals.play.rules import AnyOrder, decide, explain
from rules.khans_and_generals.play.scenario import Scenario
from rules.khans_and_generals.state.events import Event, evolve
from rules.khans_and_generals.state.setup import Setup
from rules.khans_and_generals.state.state import State
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.steps.turn import change_battlefield

FORMAT = "outcome/1"
#: Decimals of lengths in outcomes.
DECIMALS = 3


class Outcome(msgspec.Struct, frozen=True):
    """What came of it all."""

    setup: Setup
    state: State
    events: tuple[Event, ...]
    refused: tuple[tuple[int, tuple[Violation, ...]], ...]
    dice_left: int


def opened(setup: Setup, state: State, dice: Dice) -> list[Event]:
    """What happens before the first order: a change of the battlefield that is still due."""
    if state.stage != "change":
        return []
    res = Resolution(setup, state, dice)
    change_battlefield(res)
    return res.events


def resolve(scenario: Scenario) -> Outcome:
    """Play a scenario; raises Unreadable when its dice do not fit."""
    run = _Run(scenario)
    for index, order in enumerate(scenario.orders):
        if not isinstance(order, Answer):
            run.answer_by_itself()
        run.give(index, order)
    run.answer_by_itself()
    refused = tuple(run.refused)
    return Outcome(scenario.setup, run.state, tuple(run.events), refused, run.dice.left)


class _Run:
    """A scenario being played."""

    def __init__(self, scenario: Scenario) -> None:
        self.setup = scenario.setup
        self.state = scenario.state
        self.asks = scenario.asks
        self.dice = ScenarioDice(scenario.dice)
        self.events: list[Event] = []
        self.refused: list[tuple[int, tuple[Violation, ...]]] = []
        self._happen(opened(self.setup, self.state, self.dice))

    def _happen(self, events: list[Event]) -> None:
        self.events += events
        for event in events:
            self.state = evolve(self.state, event)

    def give(self, index: int, order: AnyOrder) -> None:
        """Give one order; refused, it changes nothing."""
        if faults := explain(self.setup, self.state, order):
            self.refused.append((index, tuple(faults)))
        else:
            self._happen(decide(self.setup, self.state, order, self.dice))

    def answer_by_itself(self) -> None:
        """A question nobody answers takes the first in file order."""
        while not self.asks and self.state.waiting is not None and self.state.stage != "over":
            answer = Answer(choice=self.state.waiting.options[0])
            self._happen(decide(self.setup, self.state, answer, self.dice))


def write_outcome(outcome: Outcome, language: str) -> dict[str, Any]:
    """The outcome as an outcome/1 object with sentences in a language."""
    state = outcome.state
    return {
        "format": FORMAT,
        "system": SYSTEM,
        **write_position(outcome.setup, state),
        "events": [write_event(event) for event in outcome.events],
        "refused": [
            {"index": index, "violations": [write_violation(v, language) for v in violations]}
            for index, violations in outcome.refused
        ],
        "dice_left": outcome.dice_left,
    }


def write_position(setup: Setup, state: State) -> dict[str, Any]:
    """A position as outcome/1 tells it."""
    field = Field(setup, state)
    own = [p.id for p in field.pieces if p.owner == state.active]
    return {
        "turn": state.turn,
        "active": state.active,
        "stage": state.stage,
        "orders_left": sum(left for hq, left in state.activations.items() if hq in own),
        "activations": state.activations,
        "command_points": state.command_points,
        "conditions": msgspec.to_builtins(state.conditions),
        "battle": state.battle.type,
        "units": {piece.id: write_unit(piece) for piece in field.pieces},
        "smoke": [msgspec.to_builtins(cloud) for cloud in state.smoke],
        "fires": [{"at": list(square)} for square in state.fires],
        "destroyed_terrain": list(state.destroyed),
        "objectives": {objective.id: objective.holder for objective in state.objectives},
        "assessment": {
            player: {"limit": held.limit, "tokens": list(held.tokens), "total": held.total}
            for player, held in state.assessment.items()
        },
        "waiting_for": None
        if state.waiting is None
        else {"to": "choose", **msgspec.to_builtins(state.waiting)},
        "winner": state.winner,
        "ended_by": state.ended_by,
    }


def write_unit(piece: Piece) -> dict[str, Any]:
    """One unit as outcome/1 tells it."""
    unit = piece.unit
    if piece.profile.class_ == "aircraft":
        names = ("airborne", "sorties", "turns_left", "bombs", "eliminated", "left", "broken")
        return {"at": None, **{name: getattr(unit, name) for name in names}}
    fields: dict[str, Any] = {
        "at": None if unit.at is None else [round(x, DECIMALS) for x in unit.at],
        "facing": round(unit.facing % 360, DECIMALS),
        "reluctance": reluctance(piece.field, piece).total,
        "locked": piece.field.opponents(piece.id),
        "broken": list(unit.broken),
        "effects": msgspec.to_builtins(unit.effects),
        "moved": round(unit.moved, DECIMALS),
    }
    fields |= {name: getattr(unit, name) for name in _PLAIN}
    if piece.profile.battery is not None:
        fields |= {"missions": unit.missions, "next_mission": unit.next_mission}
    return fields


_PLAIN = (
    "strength",
    "formation",
    "pinned",
    "routed",
    "bogged",
    "immobilised",
    "abandoned",
    "in_position",
    "mounted",
    "deployed",
    "hatches",
    "commander",
    "aboard",
    "hidden",
    "eliminated",
    "left",
)


def write_event(event: Event) -> dict[str, Any]:
    """What happened, without the bookkeeping."""
    written: dict[str, Any] = {"event": event.event, "unit": event.unit}
    facts: dict[str, Any] = msgspec.to_builtins(event.facts)
    return written | {"rules": list(event.rules)} | facts


def write_violation(violation: Violation, language: str) -> dict[str, Any]:
    """One reason for a refusal."""
    return {
        "code": violation.code,
        "rules": list(violation.rules),
        "params": violation.params,
        "message": message(violation, language),
    }

"""What long-range fire promises when it lands, exactly: the engine lets it land for every way the
dice fall, on everybody where they are now (rules AOD-ARTY).

Nothing here is a rule. A salvo lands in its player's next command stage; who moves away meanwhile
is not met, and who moves in is.
"""

from collections import defaultdict
from fractions import Fraction

import msgspec

from rules.age_of_destruction.forecast.outlook import (
    MOST_WAYS,
    Counting,
    Outlook,
    attack_ways,
    sums_and_black,
)
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.orders.answer import Answer, default_answer, open_question
from rules.age_of_destruction.orders.end_stage import EndStage
from rules.age_of_destruction.orders.ranged import Ranged
from rules.age_of_destruction.play.rules import advance
from rules.age_of_destruction.state.events import AnyEvent, SalvoLanded
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import Question, State
from rules.age_of_destruction.steps.artillery import land_salvo
from rules.age_of_destruction.steps.resolution import Resolution, Stopped
from rules.core.branching import all_ways, every_way
from rules.core.dice import Dice
from rules.core.geometry import Point


class Landing(msgspec.Struct, frozen=True):
    """A place where what is fired at a marker may come down: how far from it, the chance, who is in
    the blast there."""

    marker: Point
    at: Point
    drift: int
    radius: int
    chance: Fraction
    struck: tuple[str, ...] = ()
    off_table: bool = False


class Salvo(msgspec.Struct, frozen=True):
    """What becomes of long-range fire: its landings, the likeliest first for each marker, and the
    outlook of it and of the order that fires it together."""

    landings: tuple[Landing, ...]
    outlook: Outlook

    @property
    def missed(self) -> Fraction:
        """The chance that nothing comes down at all: a critical miss (AOD-ARTY-014)."""
        markers = {landing.marker for landing in self.landings}
        total = sum((landing.chance for landing in self.landings), Fraction(0))
        return 1 - total / len(markers) if markers else Fraction(1)


def salvo(setup: Setup, state: State, order: Ranged, *, most: int = MOST_WAYS) -> Salvo:
    """What a legal order of long-range fire promises; raises TooManyWays when it can come out in
    too many ways."""
    run, counted = _Run(setup, state, order), Counting(state)
    ways = all_ways if order.choices else attack_ways(sums_and_black)
    chances: dict[Landing, Fraction] = defaultdict(Fraction)
    for chance, (after, happened, assumed) in every_way(run, ways=ways, most=most):
        counted.add(chance, after, happened, assumed)
        for event in happened:
            if isinstance(event, SalvoLanded):
                chances[_landing(event)] += chance
    found = [msgspec.structs.replace(landing, chance=chance) for landing, chance in chances.items()]
    found.sort(key=lambda landing: (landing.marker, -landing.chance))
    return Salvo(tuple(found), counted.finished())


def _landing(event: SalvoLanded) -> Landing:
    place = (event.marker, event.at, event.drift, event.radius)
    return Landing(*place, Fraction(0), event.struck, event.off_table)


class _Run(msgspec.Struct, frozen=True):
    """The order and its landing with some dice, its questions answered by default."""

    setup: Setup
    state: State
    order: Ranged

    def __call__(self, dice: Dice) -> tuple[State, tuple[AnyEvent, ...], tuple[Question, ...]]:
        state, _ = advance(self.setup, self.state, self.order, dice)
        assumed: tuple[Question, ...] = ()
        while question := open_question(state):
            assumed = (*assumed, question)
            state, _ = advance(self.setup, state, default_answer(question), dice)
        player = Field(self.setup, self.state).piece(self.order.unit).owner
        start = msgspec.structs.replace(state, active=player, stage="command")
        answers: tuple[Answer, ...] = ()
        faces: tuple[int, ...] = ()
        while True:
            res = Resolution(self.setup, start, EndStage(), dice, answers, faces)
            try:
                land_salvo(res, self.order.unit)
            except Stopped as stopped:
                assumed = (*assumed, stopped.question)
                answers = (*answers, default_answer(stopped.question))
                faces = res.faces
            else:
                return res.state, tuple(res.events), assumed

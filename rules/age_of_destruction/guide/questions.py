"""Whether a question need be asked: not where no answer is better than the usual one."""

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from rules.age_of_destruction.forecast.outlook import TooManyWays, outcomes
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.orders.answer import Answer, default_answer, open_question
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import Question, State

#: How many ways an order may come out for its answers to be compared.
MOST_WAYS = 2000


def answer_matters(setup: Setup, state: State) -> bool:
    """Whether some answer to the open question to switch equipment off is better for whoever is
    asked, in any respect, than to leave everything on; any other question matters, and one on which
    too much hangs to be counted.
    """
    question = open_question(state)
    if question is None or question.to != "deactivate" or state.under_way is None:
        return question is not None
    try:
        usual, *others = (_harm(setup, state, answer) for answer in _answers(question))
    except TooManyWays:
        return True
    team = setup.team(question.player)
    return any(_is_better(setup, team, usual, other) for other in others)


def _answers(question: Question) -> Iterator[Answer]:
    """Nothing off, each piece of equipment, all of it."""
    nothing = default_answer(question)
    offs = dict.fromkeys(((), *((name,) for name in question.options), question.options))
    return (msgspec.structs.replace(nothing, unit=question.unit, off=off) for off in offs)


#: What is expected to befall units: clicks and heat gained, and the chances of what is worse.
Harm = dict[str, tuple[Fraction, ...]]


def _harm(setup: Setup, state: State, answer: Answer) -> Harm:
    """What is expected of all units after an answer."""
    found: Harm = {name: (Fraction(0),) * 5 for name in state.units}
    for chance, after in outcomes(setup, state, answer, _by_default, most=MOST_WAYS):
        for name, now in after.units.items():
            said = (now.click, now.heat, now.eliminated, now.shutdown, now.captive_of is not None)
            found[name] = tuple(
                total + chance * int(value) for total, value in zip(found[name], said, strict=True)
            )
    return found


def _is_better(setup: Setup, team: str, usual: Harm, other: Harm) -> bool:
    """Whether less befalls some unit of a team, or more somebody else."""
    for name, figure in setup.figures.items():
        own = setup.team(figure.owner) == team
        for before, after in zip(usual[name], other[name], strict=True):
            if after < before if own else after > before:
                return True
    return False


def _by_default(field: Field, question: Question) -> Answer:
    return default_answer(question)

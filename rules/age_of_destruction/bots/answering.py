"""Answers a commander gives to what the rules ask him."""

from collections.abc import Iterator

from rules.age_of_destruction.bots.sparing import too_dear
from rules.age_of_destruction.bots.worth import loss, worth
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.orders.answer import Answer, default_answer, places
from rules.age_of_destruction.orders.approaches import heading
from rules.age_of_destruction.play.rules import NothingLegal, is_legal
from rules.age_of_destruction.state.state import Question

#: What stands for doing nothing among the choices of a question.
NOTHING = ("nobody", "decline", "leave", "stay")
#: Choices that cost more than they bring, as far as one sees beforehand.
DEAR = ("take",)


def answer(field: Field, question: Question) -> Answer:
    """The answer to a question: towards whoever comes near, switched off what costs more than it
    saves, the damage where it takes most, the choice that does something.

    Raises NothingLegal where the game is stuck.
    """
    liked = (given for given in _answers(field, question) if is_legal(field, given))
    found = next(liked, None)
    if found is None:
        raise NothingLegal(question.player, field.state)
    return found


def _answers(field: Field, question: Question) -> Iterator[Answer]:
    """Answers, the liked first; the default ones are always legal."""
    if question.to == "free_spin":
        spinner, mover = field.piece(question.unit), field.piece(question.about)
        yield Answer(to="free_spin", unit=spinner.id, facing=heading(spinner.at, mover.at))
        yield Answer(to="free_spin", unit=spinner.id)
    elif question.to == "place":
        yield from (given for given in places(field, question) if given.at is not None)
    elif question.to == "split":
        yield Answer(to="split", unit=question.unit, split=_split(field, question))
    elif question.to == "deactivate":
        off = tuple(too_dear(field, question))
        yield Answer(to="deactivate", unit=question.unit, off=off)
    elif question.to == "choose":
        yield Answer(to="choose", unit=question.unit, choice=_choice(field, question))
    elif question.to == "march":
        yield Answer(to="march", unit=question.unit)
    yield default_answer(question)


def _split(field: Field, question: Question) -> dict[str, int]:
    """Click by click to whom the next one costs most."""
    shares = dict.fromkeys(question.options, 0)
    for _ in range(question.damage):

        def next_click(target_id: str) -> float:
            target = field.piece(target_id)
            given = shares[target_id]
            return loss(target, given + 1) - loss(target, given)

        shares[max(question.options, key=next_click)] += 1
    return shares


def _choice(field: Field, question: Question) -> str:
    useful = [o for o in question.options if o not in (*NOTHING, *DEAR)]
    if not useful:
        return question.options[0]
    if all(option in field.state.units for option in useful):
        return min(useful, key=lambda unit_id: _left(field, unit_id))
    return useful[0]


def _left(field: Field, unit_id: str) -> float:
    return worth(field.outfits[unit_id], field.state.units[unit_id].click)

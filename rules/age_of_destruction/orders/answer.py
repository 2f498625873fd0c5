"""The answer to the one open question, by what it is to."""

from collections.abc import Callable, Iterator
from typing import Literal

import msgspec

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.orders.forms import PATH, Draft, Form, Said, Written
from rules.age_of_destruction.orders.marches import refuse_plan
from rules.age_of_destruction.orders.move import Move
from rules.age_of_destruction.orders.move_drafts import member_legs
from rules.age_of_destruction.state.given import Reply
from rules.age_of_destruction.state.legs import Degrees, Legs, Name, Place, Split
from rules.age_of_destruction.state.state import Question, State
from rules.age_of_destruction.steps.movement import may_face
from rules.age_of_destruction.steps.room import first_spot, spot_of
from rules.age_of_destruction.steps.transport import refuse_landing
from rules.core.geometry import bearing

#: Where a passenger may be put first: at the rear, or at either end of the rear arc.
STARTS = (180.0, 90.0, 240.0)


# --- What somebody says ----------------------------------------------------------------------


def _answering(say: Callable[[Field, Question, Said], Written]) -> Draft:
    """The draft of an answer to the open question, of what else it says."""

    def draft(form: Form, field: Field, said: Said) -> Written | None:
        question = open_question(field.state)
        answer = {"order": "answer", "to": form.name}
        return answer | say(field, question, said) if question else None

    return draft


def _spin_said(field: Field, question: Question, said: Said) -> Written:
    """A spin to a direction, towards the unit that came unless another is said."""
    unit, facing = said.one("spinner") or question.unit, said.facing()
    if facing is None and unit in field.bases.by_unit:
        facing = bearing(field.piece(unit).at, field.piece(question.about).at)
    return {"unit": unit, "facing": facing}


def _place_said(field: Field, question: Question, said: Said) -> Written:
    """A passenger at a place, against its transport on that side where there is room."""
    points, facing = said.points(), said.facing()
    if not points:
        return {"unit": question.unit}
    transport = field.piece(question.about)
    start = bearing(transport.at, points[-1]) - transport.now.facing
    if spot := first_spot(field, transport.id, question.unit, start=start):
        at, looks = spot.at, spot.facing
    else:
        at, looks = points[-1], 0.0
    return {"unit": question.unit, "at": at, "facing": looks if facing is None else facing}


def _nothing_said(field: Field, question: Question, said: Said) -> Written:
    """What is switched off is settled by boxes."""
    return {"unit": question.unit}


def _split_said(field: Field, question: Question, said: Said) -> Written:
    """Shares of the damage (`share-R2`)."""
    shares = {unit: said.count(f"share-{unit}") for unit in question.options}
    return {"split": {unit: share for unit, share in shares.items() if share}}


def _march_said(field: Field, question: Question, said: Said) -> Written:
    """The ways of those who are free, the first of whom leads."""
    free = [unit for unit in question.options if unit in field.bases.by_unit]
    ways = member_legs(field, said, free[0], free) if free else {}
    return {"unit": question.unit, "member_legs": ways}


class Answer(Order, Reply, frozen=True):
    """The answer to the one open question."""

    to: Literal["free_spin", "place", "deactivate", "split", "choose", "march"]
    unit: Name = ""
    at: Place | None = None
    facing: Degrees | None = None
    split: Split | None = None
    choice: Name = ""
    member_legs: dict[Name, Legs] = msgspec.field(default_factory=dict)

    forms = (
        Form("free_spin", ("face",), clicks="turn", draft=_answering(_spin_said)),
        Form("place", PATH, clicks="spot", draft=_answering(_place_said)),
        Form("deactivate", draft=_answering(_nothing_said)),
        Form("split", draft=_answering(_split_said)),
        Form("choose"),
        Form("march", PATH, draft=_answering(_march_said)),
    )
    strays = ({"choice": "none of them"},)

    @property
    def form(self) -> str:
        """The question says what it is."""
        return ""

    def explain(self, field: Field, refusals: Refusals) -> None:
        """Report an answer to nothing, to something else, or one that is not among those asked
        for."""
        question = open_question(field.state)
        if question is None:
            refusals.add("NO_QUESTION")
        elif self.to != question.to or not question.concerns(self.unit):
            refusals.add("WRONG_ANSWER", to=question.to)
        else:
            _REFUSE[self.to](field, question, self, refusals)

    @classmethod
    def candidates(cls, field: Field, player: str) -> Iterator["Answer"]:
        """Answers to what the player is asked."""
        question = open_question(field.state)
        if question is not None and question.player == player:
            yield from _SAMPLES[question.to](field, question)


def open_question(state: State) -> Question | None:
    """What somebody must answer before the game goes on."""
    return state.under_way.question if state.under_way else None


def default_answer(question: Question) -> Answer:
    """The answer nobody has to give: no spin, nothing switched off, the first choice."""
    choice = question.options[0] if question.to == "choose" else ""
    return msgspec.convert({"order": "answer", "to": str(question.to), "choice": choice}, Answer)


# --- Free spins -------------------------------------------------------------------------------


def _refuse_spin(field: Field, question: Question, answer: Answer, refusals: Refusals) -> None:
    spinner, mover = field.piece(answer.unit or question.unit), field.piece(question.about)
    if answer.facing is None:
        return
    facing = answer.facing % 360
    if not (spinner.would_face(facing, mover) and may_face(spinner, facing)):
        refusals.add("CANNOT_SPIN", spinner.id)


def _spins(field: Field, question: Question) -> Iterator[Answer]:
    mover = field.piece(question.about)
    for spinner in question.options:
        facing = bearing(field.piece(spinner).at, mover.at)
        yield Answer(to="free_spin", unit=spinner)
        yield Answer(to="free_spin", unit=spinner, facing=facing)


# --- Places of passengers ---------------------------------------------------------------------


def _refuse_place(field: Field, question: Question, answer: Answer, refusals: Refusals) -> None:
    if spot := spot_of(field, question.about, question.unit, answer):
        refuse_landing(field, question.about, question.unit, spot, refusals)


def places(field: Field, question: Question) -> Iterator[Answer]:
    """Where a passenger put down by force may stand."""
    yield Answer(to="place", unit=question.unit)
    for start in STARTS:
        if spot := first_spot(field, question.about, question.unit, start=start):
            yield Answer(to="place", unit=question.unit, at=spot.at, facing=spot.facing)


# --- Equipment, damage, choices ---------------------------------------------------------------


def _refuse_off(field: Field, question: Question, answer: Answer, refusals: Refusals) -> None:
    for name in answer.off:
        if name not in question.options:
            refusals.add("EQUIPMENT_ABSENT", question.unit, name=name)


def _offs(field: Field, question: Question) -> Iterator[Answer]:
    yield Answer(to="deactivate", unit=question.unit)
    yield Answer(to="deactivate", unit=question.unit, off=question.options)


def _refuse_split(field: Field, question: Question, answer: Answer, refusals: Refusals) -> None:
    shares = answer.split or {}
    if shares.keys() - set(question.options) or sum(shares.values()) > question.damage:
        refusals.add("SPLIT_IMPOSSIBLE", question.unit, damage=question.damage)


def _splits(field: Field, question: Question) -> Iterator[Answer]:
    for favoured in question.options:
        yield Answer(to="split", split={favoured: question.damage})


def _refuse_choice(field: Field, question: Question, answer: Answer, refusals: Refusals) -> None:
    if answer.choice not in question.options:
        refusals.add("WRONG_ANSWER", to=question.about)


def _choices(field: Field, question: Question) -> Iterator[Answer]:
    for choice in question.options:
        yield Answer(to="choose", unit=question.unit, choice=choice)


# --- Marches ----------------------------------------------------------------------------------


def _refuse_other_march(
    field: Field, question: Question, answer: Answer, refusals: Refusals
) -> None:
    """Judge how the others march when some members are held (AOD-FORM-009); they may always stay
    where they are."""
    order = field.state.under_way.order if field.state.under_way else None
    if not isinstance(order, Move):
        return
    order = order.marching(answer.member_legs)
    order.refuse_legs_of_others(refusals)
    if any(answer.member_legs.values()):
        held = set(order.members) - set(question.options)
        refuse_plan(field, order.ways, order.unit, refusals, held)


def _marches(field: Field, question: Question) -> Iterator[Answer]:
    yield Answer(to="march", unit=question.unit)


_REFUSE: dict[str, Callable[[Field, Question, Answer, Refusals], None]] = {
    "free_spin": _refuse_spin,
    "place": _refuse_place,
    "deactivate": _refuse_off,
    "split": _refuse_split,
    "choose": _refuse_choice,
    "march": _refuse_other_march,
}
_SAMPLES: dict[str, Callable[[Field, Question], Iterator[Answer]]] = {
    "free_spin": _spins,
    "place": places,
    "deactivate": _offs,
    "split": _splits,
    "choose": _choices,
    "march": _marches,
}

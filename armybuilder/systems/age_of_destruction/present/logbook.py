"""What has just happened in a skirmish, and what somebody is asked."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from armybuilder.skirmishes.present.beginnings import Document
from armybuilder.systems.age_of_destruction.present.tables import Table
from armybuilder.systems.age_of_destruction.present.words import seat_name
from collection.common.language import Words, language
from rules import age_of_destruction as aod


@dataclass(frozen=True)
class Answer:
    """One answer to a question: its words and the order that gives it."""

    label: str
    order: Document

    @property
    def json(self) -> str:
        """The order as a form sends it."""
        return json.dumps(self.order, separators=(",", ":"))


@dataclass(frozen=True)
class Spinner:
    """A unit that may spin freely, with the words that offer it."""

    unit: str
    label: str


@dataclass(frozen=True)
class Asked:
    """A question: who is asked, what, and the answers that are whole orders.

    `kind` says what else may be answered ("free_spin" a facing, "place" a spot, "split" numbers).
    """

    seat: str
    player: Words
    kind: str
    text: str
    unit: str
    answers: tuple[Answer, ...]
    spinners: tuple[Spinner, ...] = ()


#: How many sentences of a step are repeated as news.
MOST_NEWS = 3


def news(table: Table, happened: list[Document]) -> tuple[str, ...]:
    """The last step in a few words: what it began, and how that came out."""
    told = aod.tell(table.setup, aod.read_events(happened), language(), table.names)
    begun = [line.text for line in told if line.opens][-1:]
    outcomes = [line.text for line in told if not line.opens and line.weight != "small"]
    return (*begun, *outcomes[-MOST_NEWS:]) or tuple(line.text for line in told[-2:])


def asked(table: Table) -> Asked | None:
    """What somebody must answer now, None for nothing."""
    question = table.question
    if question is None:
        return None
    prompt = aod.ask(table.setup, question, language(), table.names)
    return Asked(
        seat=question.player,
        player=seat_name(table, question.player),
        kind=question.to,
        text=prompt.text,
        unit=question.unit,
        answers=tuple(_answers(question, prompt)),
        spinners=tuple(_spinners(question, prompt)),
    )


def _spinners(question: aod.Question, prompt: aod.Prompt) -> Iterator[Spinner]:
    if question.to == "free_spin":
        for unit, label in prompt.options:
            yield Spinner(unit, _("Turn %(unit)s") % {"unit": label})


def _answers(question: aod.Question, prompt: aod.Prompt) -> Iterator[Answer]:
    order: Document = {"order": "answer", "to": question.to}
    if question.to == "choose":
        for option, label in prompt.options:
            yield Answer(label, order | {"choice": option})
    elif question.to == "deactivate":
        yield Answer(_("Leave everything on"), order | {"unit": question.unit})
        for option, label in prompt.options:
            switched = order | {"unit": question.unit, "off": [option]}
            yield Answer(_("Switch off %(name)s") % {"name": label}, switched)
    elif question.to == "free_spin":
        for option, label in prompt.options:
            yield Answer(_("No spin for %(unit)s") % {"unit": label}, order | {"unit": option})
    elif question.to == "split":
        for option, label in prompt.options:
            whole = order | {"split": {option: question.damage}}
            yield Answer(_("All of it to %(unit)s") % {"unit": label}, whole)
    elif question.to == "place":
        yield Answer(_("The first place with room"), order | {"unit": question.unit})
    else:
        yield Answer(_("Everybody stays"), order | {"unit": question.unit})

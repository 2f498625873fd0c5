"""An order being carried out: it rolls, asks and emits, and sees the state change as it goes."""

from typing import Any

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.fitted import Fitted
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.records.cards import Card
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.evolve import evolve
from rules.age_of_destruction.state.given import Given, Reply
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import Question, State
from rules.core.dice import Dice
from rules.core.tally import Part


class Stopped(Exception):
    """The order cannot go on before a question is answered."""

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self.question = question


class Resolution:
    """One run of an order from the state it began in.

    Faces and answers of an earlier run come first. Heat and circled equipment of the order are
    gathered until its end (AOD-HEAT-012, AOD-EQUIP-008).
    """

    def __init__(
        self,
        setup: Setup,
        state: State,
        order: Given,
        dice: Dice,
        answers: tuple[Reply, ...] = (),
        faces: tuple[int, ...] = (),
    ) -> None:
        self.setup = setup
        self.state = state
        self.order = order
        self.events: list[events.AnyEvent] = []
        self.faces: tuple[int, ...] = ()
        self.heat_due: dict[str, list[Part]] = {}
        self.used: dict[tuple[str, str], bool] = {}
        self._dice = dice
        self._recorded = faces
        self._answers = list(answers)
        self.start = self._field = Field.of_moment(setup, state)

    @property
    def field(self) -> Field:
        """The table as it is now."""
        if self._field.state is not self.state:
            self._field = self._field.later(self.state).remembered()
        return self._field

    def piece(self, unit_id: str) -> Piece:
        """A unit as it is now."""
        return self.field.piece(unit_id)

    def ruling(self, switch: str) -> Any:
        """The reading in force."""
        return self.setup.rulings[switch]

    def emit(self, event: events.AnyEvent) -> None:
        """Let something happen."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def roll(self, number: int) -> tuple[int, ...]:
        """Roll dice: the recorded faces first, then new ones."""
        known = self._recorded[len(self.faces) : len(self.faces) + number]
        rolled = known + (self._dice.roll(number - len(known)) if len(known) < number else ())
        self.faces += rolled
        return rolled

    def ask(self, question: Question) -> Reply:
        """The answer to a question; raises Stopped when there is none yet.

        One to a question that earlier rules asked, and that is not asked any more, is passed over.
        """
        while self._answers:
            answer = self._answers.pop(0)
            if answer.to == question.to and question.concerns(answer.unit):
                return answer
        raise Stopped(question)

    def use(self, piece: Piece, fitted: Fitted) -> None:
        """Note that an ability made a difference in this order; a limited one, every time."""
        if fitted.card and fitted.card.frequency:
            self._use_limited(piece, fitted, fitted.card)
        elif (piece.id, fitted.name) not in self.used:
            self.used[piece.id, fitted.name] = fitted.circled
            kind = events.EquipmentUsed if fitted.item.slot else events.AbilityUsed
            rules, circled = fitted.item.rules, fitted.circled
            self.emit(kind(unit=piece.id, name=fitted.name, circled=circled, rules=rules))

    def _use_limited(self, piece: Piece, fitted: Fitted, card: Card) -> None:
        self.emit(
            events.AbilityUsed(
                unit=piece.id,
                name=fitted.name,
                player=piece.owner,
                card=card.id,
                rules=(*fitted.item.rules, "AOD-CARD-021"),
            )
        )

    def heat(self, unit_id: str, what: str, clicks: int = 1) -> None:
        """Gather heat this order gives a unit, to be applied at its end (AOD-HEAT-004)."""
        self.heat_due.setdefault(unit_id, []).append(Part(what, clicks))

    def stop(self, question: Question) -> None:
        """Leave the order open at a question."""
        self.emit(events.Asked(question=question, faces=self.faces, told=len(self.events)))

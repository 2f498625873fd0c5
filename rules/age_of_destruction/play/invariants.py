"""What is true of every state of a skirmish, whatever has been ordered."""

from collections.abc import Iterable, Iterator

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.orders.answer import default_answer, open_question
from rules.age_of_destruction.play.rules import is_legal
from rules.age_of_destruction.state.events import AnyEvent, OrderPaid, TurnStarted
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State
from rules.age_of_destruction.steps.transport import spaces

#: Inches by which bases that touch may overlap for want of exact numbers.
OVERLAP = 0.03


def broken_invariants(setup: Setup, state: State) -> list[str]:
    """What is wrong with a state, a sentence each; nothing ever should be."""
    field = Field(setup, state)
    pieces = [field.piece(unit_id) for unit_id in state.units]
    broken = [] if state.orders_left >= 0 else ["fewer orders left than none"]
    broken += _wrong_questions(field)
    for piece in field.on_table:
        broken += _wrong_places(field, piece)
    for piece in pieces:
        broken += _wrong_dials(piece)
        broken += _wrong_company(field, piece)
    return broken


def _wrong_questions(field: Field) -> Iterator[str]:
    """Every question has an answer: the one that is taken where nobody gives any."""
    question = open_question(field.state)
    if question is not None and not is_legal(field, default_answer(question)):
        yield f"the usual answer to {question} is refused"


def _wrong_places(field: Field, piece: Piece) -> Iterator[str]:
    """AOD-CONTACT-006, AOD-MOVE-009; nothing touches a unit at cruising level."""
    if not field.setup.table.holds(piece.outline):
        yield f"{piece.id} is off the table"
    for other in field.on_table:
        if other.id < piece.id and piece.outline.gap(other.outline) < -OVERLAP:
            yield f"{piece.id} stands on {other.id}"
    if piece.cruising and piece.touching:
        yield f"{piece.id} is touched at cruising level"


def _wrong_dials(piece: Piece) -> Iterator[str]:
    """Dials within their ends; nothing left of what is eliminated."""
    now, last = piece.now, len(piece.unit.dial)
    if not 0 <= now.heat <= len(piece.unit.heat_dial):
        yield f"{piece.id} is at heat {now.heat}"
    if not 1 <= now.click <= last + 1:
        yield f"{piece.id} is at click {now.click}"
    if now.click > last and not now.eliminated:
        yield f"{piece.id} lives beyond its dial"
    if now.gone and (now.at is not None or now.aboard or now.captive_of or now.tokens):
        yield f"{piece.id} is gone and still holds something"
    if now.tokens < 0:
        yield f"{piece.id} has {now.tokens} tokens"
    if now.shutdown and not now.gone and now.tokens < 2:
        yield f"{piece.id} is shut down without two tokens"


def _wrong_company(field: Field, piece: Piece) -> Iterator[str]:
    """Captives touch the one unit that holds them; passengers have no place of their own
    (AOD-CAPTURE-011, AOD-CARRY-003).

    Between the questions of an order a captive may wait for its place, and passengers for theirs.
    """
    units, now = field.state.units, piece.now
    riders = [field.piece(passenger) for passenger in piece.passengers]
    if sum(map(spaces, riders)) > piece.unit.capacity:
        yield f"{piece.id} carries more than it can"
    settled = field.state.under_way is None
    if riders and settled and (piece.is_captive or piece.is_salvage):
        yield f"{piece.id} carries units and cannot"
    if len(piece.captives) > 1:
        yield f"{piece.id} holds more than one captive"
    if now.captive_of is not None:
        if units[now.captive_of].gone:
            yield f"{piece.id} is the captive of nobody"
        elif settled and now.at is not None and not piece.touches(field.piece(now.captive_of)):
            yield f"{piece.id} has lost touch with its captor"
    if now.aboard is not None and (now.at is not None or units[now.aboard].gone):
        yield f"{piece.id} is aboard and elsewhere"


def ordered_twice(happened: Iterable[AnyEvent], ordered: set[str]) -> list[str]:
    """What is wrong with the orders paid for: a unit has one a turn (AOD-TURN-010).

    `ordered` are the units ordered so far this turn; it is brought up to date.
    """
    twice: list[str] = []
    for event in happened:
        if isinstance(event, TurnStarted):
            ordered.clear()
        elif isinstance(event, OrderPaid):
            given = {event.unit, *event.members}
            twice += [f"{unit_id} is ordered twice" for unit_id in sorted(given & ordered)]
            ordered |= given
    return twice

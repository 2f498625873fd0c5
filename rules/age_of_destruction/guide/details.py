"""What may still be settled about an order, and what its dice would have to show."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice, repeat

import msgspec

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.fitted import Fitted
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.orders.answer import default_answer, open_question
from rules.age_of_destruction.orders.assault import Assault
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.orders.deploy import Deploy
from rules.age_of_destruction.orders.ranged import Ranged
from rules.age_of_destruction.orders.unit_orders import UnitOrder
from rules.age_of_destruction.play.rules import advance, explain
from rules.age_of_destruction.state.events import AttackRolled
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State
from rules.age_of_destruction.steps.deploying import infiltrating
from rules.core.dice import Dice, SeededDice
from rules.core.tally import Part


class Detail(msgspec.Struct, frozen=True):
    """Something an order may have or not: `kind` "off" (equipment it goes without), "on" (what
    equipment offers, `value` the unit picked for it) or "target" (one more target)."""

    kind: str
    name: str
    value: str = ""
    taken: bool = False


def details(setup: Setup, state: State, order: Order) -> tuple[Detail, ...]:
    """Everything that may be settled about an order without making it any worse."""
    field = Field.of_moment(setup, state)
    if isinstance(order, Deploy) and order.unit in state.units:
        names = infiltrating(field, order.unit)
        return tuple(Detail("off", name, taken=name in order.off) for name in names)
    if not isinstance(order, UnitOrder) or not set(order.units) <= state.units.keys():
        return ()
    spoken = {violation.code for violation in explain(setup, state, order)}
    return tuple(
        detail
        for detail, candidate in _details(field.piece(order.unit), field, order)
        if detail.taken or {v.code for v in explain(setup, state, candidate)} <= spoken
    )


Candidate = tuple[Detail, UnitOrder]


def _details(leader: Piece, field: Field, order: UnitOrder) -> Iterator[Candidate]:
    yield from _switches([field.piece(unit_id) for unit_id in order.units], order)
    asked_for = [f for f in leader.working if f.item.is_asked_for and order.is_about(f.item)]
    for fitted in {f.name: f for f in asked_for}.values():
        yield from _offers(leader, fitted, order)
    yield from _targets(leader, order)


def _switches(pieces: Iterable[Piece], order: UnitOrder) -> Iterator[Candidate]:
    shown = dict.fromkeys(f.name for piece in pieces for f in piece.shown if f.item.optional)
    for name in shown:
        changed = msgspec.structs.replace(order, off=(*order.off, name))
        yield Detail("off", name, taken=name in order.off), changed


def _offers(leader: Piece, fitted: Fitted, order: UnitOrder) -> Iterator[Candidate]:
    opponents = leader.field.opponents_of(leader.team)
    picks = [other.id for other in opponents] if fitted.item.picks_target else [""]
    for value in picks:
        taken = order.choices.get(fitted.name) == value
        chosen = order.choices | {fitted.name: value}
        yield (
            Detail("on", fitted.name, value, taken),
            msgspec.structs.replace(order, on=chosen),
        )


def _targets(leader: Piece, order: UnitOrder) -> Iterator[Candidate]:
    """More targets for a weapon that takes several (AOD-RANGED)."""
    if not isinstance(order, Ranged | Assault) or not order.targets:
        return
    weapon = leader.weapons.get(order.weapon or "primary")
    if weapon is None or weapon.targets < 2:
        return
    for other in leader.field.opponents_of(leader.team):
        if other.id == order.targets[0]:
            continue
        taken = other.id in order.targets
        more = order.targets if taken else (*order.targets, other.id)
        yield (
            Detail("target", other.id, taken=taken),
            msgspec.structs.replace(order, targets=more),
        )


# --- What the dice must show ----------------------------------------------------------------


#: More dice than an order throws up to the end of its first attack.
_STEADY = 30
#: Neither makes a critical hit or miss; with the second even who is gripped breaks away.
_TRIED = (4, 5)


class Presumed:
    """Faces that are known, after them one face many times, then others: no tie lasts for ever."""

    def __init__(self, known: Iterable[int], face: int) -> None:
        self._faces = chain(known, repeat(face, _STEADY))
        self._others = SeededDice(0)

    def roll(self, number: int) -> tuple[int, ...]:
        """The next faces."""
        faces = tuple(islice(self._faces, number))
        return (*faces, *self._others.roll(number - len(faces)))


def needed(setup: Setup, state: State, order: Order) -> dict[str, int]:
    """What three dice must show against each target of the first attack of a legal order; empty
    where none comes about without other dice."""
    tries = (_first_attack(setup, state, order, Presumed((), face)) for face in _TRIED)
    first = next((attack for attack in tries if attack), None)
    return {} if first is None else {t: gap(a.attack, a.defense) for t, a in first.targets.items()}


def _first_attack(setup: Setup, state: State, order: Order, dice: Dice) -> AttackRolled | None:
    """The first attack roll that some dice bring about, its questions answered by default."""
    state, happened = advance(setup, state, order, dice)
    while question := open_question(state):
        state, more = advance(setup, state, default_answer(question), dice)
        happened += more
    return next((event for event in happened if isinstance(event, AttackRolled)), None)


def gap(attack: tuple[Part, ...], defense: tuple[Part, ...]) -> int:
    """What dice must show at least for an attack to reach a defense."""
    return sum(part.value for part in defense) - sum(part.value for part in attack)

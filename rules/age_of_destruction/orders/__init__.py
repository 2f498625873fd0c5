"""Every kind of order, one file each; a new one is a file and a line here."""

from collections.abc import Iterable
from typing import Any, get_args

import msgspec

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.orders.answer import Answer, open_question
from rules.age_of_destruction.orders.assault import Assault
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.orders.charge import Charge
from rules.age_of_destruction.orders.claim import Claim
from rules.age_of_destruction.orders.close import Close
from rules.age_of_destruction.orders.death_from_above import DeathFromAbove
from rules.age_of_destruction.orders.deploy import Deploy
from rules.age_of_destruction.orders.dispute import Dispute
from rules.age_of_destruction.orders.end_game import EndGame
from rules.age_of_destruction.orders.end_stage import EndStage
from rules.age_of_destruction.orders.face import Face
from rules.age_of_destruction.orders.forms import Form, Said, Written
from rules.age_of_destruction.orders.move import Move
from rules.age_of_destruction.orders.place_terrain import PlaceTerrain
from rules.age_of_destruction.orders.ram import Ram
from rules.age_of_destruction.orders.ranged import Ranged
from rules.age_of_destruction.orders.special_attacks import SpecialAttack
from rules.age_of_destruction.orders.switch import Switch
from rules.age_of_destruction.orders.time_up import TimeUp
from rules.age_of_destruction.orders.vent import Vent
from rules.age_of_destruction.orders.withdraw import Withdraw
from rules.age_of_destruction.state.given import Given
from rules.core.codec import Unreadable
from rules.core.naming import tag_of
from rules.core.typed import read_typed

AnyOrder = (
    Move
    | Vent
    | Ranged
    | Close
    | Assault
    | Charge
    | DeathFromAbove
    | Ram
    | Deploy
    | PlaceTerrain
    | Face
    | Switch
    | Claim
    | Dispute
    | EndStage
    | Withdraw
    | EndGame
    | TimeUp
    | Answer
)
KINDS: tuple[type[Order], ...] = get_args(AnyOrder)
#: Those that strike at the end of a move.
SPECIAL_ATTACKS = tuple(kind for kind in KINDS if issubclass(kind, SpecialAttack))


def _forms_of(kinds: Iterable[type[Order]]) -> dict[str, Form]:
    return {form.name: form for kind in kinds for form in kind.forms}


#: Those of answers, of what is given in the set-up, and of what is ordered in a turn.
_ANSWERS = _forms_of([Answer])
_SET_UP = _forms_of(kind for kind in KINDS if "orders" not in kind.stages)
_TURN = _forms_of(kind for kind in KINDS if "orders" in kind.stages and kind is not Answer)
FORMS = {**_ANSWERS, **_SET_UP, **_TURN}

#: The fields of every order by its name, and those of all orders together.
_FIELDS = {tag_of(kind): kind.__struct_fields__ for kind in KINDS}
_ALL_FIELDS = {field for fields in _FIELDS.values() for field in fields}


def read_order(value: Any, path: str = "$") -> Order:
    """Read one order; raises Unreadable with the path of the first fault.

    A field no order has is passed over; one that only other orders have is a fault.
    """
    order: Order = read_typed(value, AnyOrder, path)
    for field in value:
        if field in _ALL_FIELDS and field not in _FIELDS[tag_of(type(order))]:
            raise Unreadable(f"{path}.{field}", "MISPLACED", field=field, order=tag_of(type(order)))
    return order


def draft(field: Field, said: Said) -> Written | None:
    """The order that something said means now, None for none; raises Undraftable.

    `do` names the form and `unit` who is ordered; the rest is what the form makes of it.
    """
    form = _forms_now(field, said.one("unit")).get(said.one("do"))
    return form.draft(form, field, said) if form and form.draft else None


def _forms_now(field: Field, unit_id: str) -> dict[str, Form]:
    """The forms that something may be said in: an answer to the open question alone, in a turn
    about units on the table only."""
    if question := open_question(field.state):
        return {name: form for name, form in _ANSWERS.items() if name == question.to}
    if field.state.preparation:
        return _SET_UP
    return _TURN if unit_id in field.bases.by_unit else {}


def read_given(kind: type, value: Any) -> Given:
    """The hook with which msgspec reads the orders and answers that states and events hold."""
    read: Given = msgspec.convert(value, AnyOrder if kind is Given else Answer)
    return read

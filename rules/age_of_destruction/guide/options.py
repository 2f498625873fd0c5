"""What a unit may be ordered to do now, and why not."""

from collections.abc import Iterable, Iterator

import msgspec

from rules.age_of_destruction.guide.mending import RepairOdds, repair_odds
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.orders import FORMS, KINDS
from rules.age_of_destruction.orders.base import Offer, Order
from rules.age_of_destruction.orders.close import Close
from rules.age_of_destruction.orders.move import Move
from rules.age_of_destruction.orders.ranged import Ranged
from rules.age_of_destruction.orders.samples import JOINT
from rules.age_of_destruction.orders.unit_orders import weapons_of
from rules.age_of_destruction.play.rules import explain
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State
from rules.age_of_destruction.steps.movement import allowance
from rules.core.drawing import as_listed
from rules.core.violations import Violation

#: What is said against a way or a spot and may not hold for another one.
OF_THE_PLACE = frozenset(
    {
        *("BASE_IN_WAY", "BETWEEN_BASES", "TERRAIN_IN_WAY", "NO_ACCESS", "MUST_STOP", "OFF_TABLE"),
        *("ENDS_ON_BASE", "ENDS_ON_TERRAIN", "OUT_OF_ARC", "OUT_OF_RANGE", "TOO_CLOSE"),
        *("LINE_BLOCKED", "NOT_IN_CONTACT", "NOT_IN_FRONT", "TARGET_IN_WATER", "ABRUPT_EDGE"),
        *("MARKER_OFF_TABLE", "MARKER_OUT_OF_ARC", "MARKER_TOO_CLOSE", "MARKER_TOO_FAR"),
        "MARKER_TOO_CLOSE_FOR_BATTERY",
    }
)


class Option(msgspec.Struct, frozen=True):
    """One thing a unit might be ordered to do, with every reason why not.

    `kind` names it: a form of an order, or "formation"; `units` are those taken along. `order` is
    whole, except where the kind asks for a way or a spot: then it stays where it is, or goes
    straight, and somebody may draw another way; `from_elsewhere` tells that only the place stands
    against it. `odds`: what a legal repair promises, None for anything else.
    """

    kind: str
    order: Order
    target: str = ""
    weapon: str = ""
    refused: tuple[Violation, ...] = ()
    units: tuple[str, ...] = ()
    from_elsewhere: bool = False
    odds: RepairOdds | None = None

    @property
    def legal(self) -> bool:
        """Whether the order may be given as it is."""
        return not self.refused

    @property
    def asks_for_a_way(self) -> bool:
        """Whether a path or a spot is still to be drawn."""
        form = FORMS.get(self.kind)
        return form is not None and bool(form.fields)


def options(setup: Setup, state: State, unit_id: str) -> tuple[Option, ...]:
    """Everything a unit on the table might be ordered to do, legal or not; none aboard or gone."""
    field = Field.of_moment(setup, state)
    piece = field.piece(unit_id)
    if piece.now.at is None or piece.now.gone:
        return ()
    return (
        *(judged(setup, state, piece, offer) for offer in _offers(piece)),
        *_repairs(setup, state, piece),
    )


def _repairs(setup: Setup, state: State, piece: Piece) -> Iterator[Option]:
    """Both ways to repair each friend in contact, first the one that restores more clicks."""
    for friend in piece.friends_in_contact:
        ways = [_repair(setup, state, order) for order in Close.repairs(piece, friend)]
        yield from sorted(ways, key=lambda way: -way.odds.restored if way.odds else 1)


def _repair(setup: Setup, state: State, order: Close) -> Option:
    refused = explain(setup, state, order)
    odds = None if refused else repair_odds(setup, state, order)
    return Option(order.form, order, order.target, refused=refused, odds=odds)


def judged(setup: Setup, state: State, piece: Piece, offer: Offer) -> Option:
    """What is offered with what is said against it; where equipment that waits to be asked for
    makes it legal, it asks for that."""
    option = Option(offer.form, offer.order, offer.target, offer.weapon, units=offer.units)
    refused = explain(setup, state, option.order)
    for order in _asking(setup, state, option.order) if refused else ():
        if not explain(setup, state, order):
            return msgspec.structs.replace(option, order=order)
    elsewhere = (
        bool(refused)
        and option.asks_for_a_way
        and all(violation.code in OF_THE_PLACE for violation in refused)
        and not any(_beyond_reach(piece, option.kind, violation) for violation in refused)
    )
    return msgspec.structs.replace(option, refused=refused, from_elsewhere=elsewhere)


def _asking(setup: Setup, state: State, order: Order) -> Iterator[Ranged]:
    """A direct shot with each piece of equipment that works only when asked for."""
    if isinstance(order, Ranged) and order.mode == "direct":
        piece = Field.of_moment(setup, state).piece(order.unit)
        for fitted in piece.working:
            if fitted.item.by_choice:
                yield msgspec.structs.replace(order, on={fitted.name: ""})


def _beyond_reach(piece: Piece, kind: str, violation: Violation) -> bool:
    """Whether no way brings the target into range; a long base that turns gains some of it."""
    pace = FORMS[kind].pace
    if violation.code != "OUT_OF_RANGE" or not (pace.ranged_assault or pace.shoots):
        return False
    missing = violation.params["distance"] - violation.params["maximum"]
    gained = allowance(piece, pace).total + piece.figure.shape.length
    return bool(missing > gained)


def _offers(piece: Piece) -> Iterator[Offer]:
    yield from _usual_first(offer for kind in KINDS for offer in kind.offers(piece))
    for target in piece.field.opponents_of(piece.team):
        for slot in weapons_of(piece):
            yield from _usual_first(o for k in KINDS for o in k.armed_offers(piece, target, slot))
        for kind in KINDS:
            yield from kind.contact_offers(piece, target)
    for kind in KINDS:
        yield from kind.carrying_offers(piece)
    yield from _formations(piece)
    for kind in KINDS:
        yield from kind.free_offers(piece)


def _usual_first(found: Iterable[Offer]) -> list[Offer]:
    return sorted(found, key=lambda offer: FORMS[offer.form].unusual)


def _formations(piece: Piece) -> Iterator[Offer]:
    """Formations the unit would lead, as far as the engine proposes them; a march once."""
    marching = False
    for kind in JOINT:
        for order in kind.together(piece.field, piece.owner, as_listed):
            if order.unit != piece.id:
                continue
            if not isinstance(order, Move):
                target = order.aims[0] if order.aims else ""
                yield Offer("formation", order, target, units=order.members)
            elif not marching:
                marching = True
                yield Offer("march", order.marching({}), units=order.members)

"""Whom a unit may attack from where it stands, what that promises, and the shortest reason why not
for the others."""

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec

from rules.age_of_destruction.forecast.odds import odds
from rules.age_of_destruction.forecast.outlook import Blow, Outlook, TooManyWays, outlook
from rules.age_of_destruction.guide.details import needed
from rules.age_of_destruction.guide.options import Option, judged
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.orders.base import Offer
from rules.age_of_destruction.orders.close import Close
from rules.age_of_destruction.orders.ranged import Ranged
from rules.age_of_destruction.orders.unit_orders import FormationOrder, weapons_of
from rules.age_of_destruction.state.state import State
from rules.core.geometry import (
    Point,
    along,
    cuts,
    nearest_on_segment,
    strictly_inside,
)
from rules.core.violations import Violation

#: What keeps a unit from any order, whomever it is aimed at.
OF_THE_UNIT = frozenset(
    {
        *("NOT_YOUR_UNIT", "WRONG_STAGE", "QUESTION_OPEN", "GAME_OVER", "NO_ORDERS_LEFT"),
        *("ALREADY_ORDERED", "UNIT_GONE", "CAPTIVE_UNIT", "PASSENGER_UNIT", "HOLDS_CAPTIVE"),
        *("TWO_TOKENS", "UNIT_SHUT_DOWN", "SALVAGE_RESTRICTED"),
    }
)
#: What is said first of several reasons against an attack.
FIRST = ("OUT_OF_RANGE", "TOO_CLOSE", "LINE_BLOCKED", "OUT_OF_ARC", "NOT_IN_FRONT")


class Crossing(msgspec.Struct, frozen=True):
    """Where a line of fire meets something: terrain or a unit by its id, and whether it blocks; if
    not, it hinders."""

    what: str
    at: Point
    blocks: bool


class Aim(msgspec.Struct, frozen=True):
    """The most promising attack of a unit on a target, or why there is none.

    `needed`: what three dice must show; `hit`: its chance, with everything that rolls again;
    `clicks`: what the target may expect to lose. All None where there is no attack, the last two
    also where it can come out in too many ways.
    """

    target: str
    kind: str
    weapon: str
    crosses: tuple[Crossing, ...]
    option: Option | None = None
    needed: int | None = None
    hit: Fraction | None = None
    clicks: Fraction | None = None
    blow: Blow | None = None
    refused: tuple[Violation, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether the attack may be ordered."""
        return self.option is not None and self.option.legal

    @property
    def why(self) -> Violation | None:
        """The reason that says most, None for none."""
        return min(self.refused, key=reason_weight, default=None)


def reason_weight(violation: Violation) -> tuple[bool, int]:
    """The lower, the more a reason says of several against an attack."""
    code = violation.code
    return code in OF_THE_UNIT, FIRST.index(code) if code in FIRST else len(FIRST)


def aims(field: Field, unit_id: str) -> tuple[Aim, ...]:
    """The best attack on every opponent on the table, captives of others apart."""
    piece = field.piece(unit_id)
    if piece.now.at is None or piece.now.gone:
        return ()
    targets = [other for other in field.opponents_of(piece.team) if not other.is_captive]
    return tuple(_aim(field, piece, target) for target in targets)


def joint_aims(field: Field, members: Sequence[str]) -> tuple[Aim, ...]:
    """The best attack of a formation on every opponent, the first of its members leading."""
    piece = field.piece(members[0])
    if piece.now.at is None or piece.now.gone:
        return ()
    targets = [other for other in field.opponents_of(piece.team) if not other.is_captive]
    return tuple(_best(field, piece, other, joint(field, members, other.id)) for other in targets)


def joint(field: Field, members: Sequence[str], target_id: str) -> tuple[Option, ...]:
    """What units might do to a target together, the first of them leading."""
    leader, named = field.piece(members[0]), tuple(members)
    shot = Ranged(unit=leader.id, targets=(target_id,), weapon="primary", members=named)
    blow = Close(unit=leader.id, target=target_id, members=named)
    orders: list[FormationOrder] = [shot, blow]
    if leader.is_infantry:
        orders.append(msgspec.structs.replace(blow, capture=True))
    offers = [Offer(order.form, order, target_id, units=named) for order in orders]
    return tuple(judged(field.setup, field.state, leader, offer) for offer in offers)


def _aim(field: Field, piece: Piece, target: Piece) -> Aim:
    offers = _attacks(piece, target)
    found = [judged(field.setup, field.state, piece, offer) for offer in offers]
    return _best(field, piece, target, found)


def _best(field: Field, piece: Piece, target: Piece, found: Sequence[Option]) -> Aim:
    crosses = tuple(crossings(field, piece, target))
    promised = [
        (ahead, option) for option in found if option.legal for ahead in (_ahead(field, option),)
    ]
    if promised:
        ahead, option = max(promised, key=lambda each: _expected(each[0], target.id))
        return _promising(field, option, ahead, target.id, crosses)
    nearest = min(found, key=_how_bad, default=None)
    if nearest is None:
        return Aim(target.id, "", "", crosses)
    kind, weapon = nearest.kind, nearest.weapon
    return Aim(target.id, kind, weapon, crosses, nearest, refused=nearest.refused)


def _attacks(piece: Piece, target: Piece) -> Iterator[Offer]:
    """Shots and blows from where it stands; indirect ones where no other will do."""
    for slot in weapons_of(piece):
        for kind in (Ranged, Close):
            yield from kind.armed_offers(piece, target, slot)


def _how_bad(option: Option) -> tuple[int, float]:
    refused = option.refused
    missing = [v.params["distance"] - v.params["maximum"] for v in refused if "maximum" in v.params]
    return len(refused), max(missing, default=0.0)


def _ahead(field: Field, option: Option) -> Outlook | None:
    try:
        return outlook(field.setup, field.state, option.order)
    except TooManyWays:
        return None


def _expected(ahead: Outlook | None, target: str) -> Fraction:
    return ahead.fates[target].expected if ahead and target in ahead.fates else Fraction(0)


def _promising(
    field: Field,
    option: Option,
    ahead: Outlook | None,
    target: str,
    crosses: tuple[Crossing, ...],
) -> Aim:
    aim = Aim(target, option.kind, option.weapon, crosses, option)
    blows = ahead.blows if ahead else ()
    first = next((b for b in blows if b.target == target and not b.follow_up), None)
    if first is None:
        number = needed(field.setup, field.state, option.order).get(target)
        return msgspec.structs.replace(aim, needed=number)
    return msgspec.structs.replace(
        aim, needed=first.needed, hit=first.hit, clicks=_expected(ahead, target), blow=first
    )


# --- Lines --------------------------------------------------------------------------------------


def crossings(field: Field, piece: Piece, target: Piece) -> Iterator[Crossing]:
    """What the line of fire meets that counts, in no order."""
    line = field.line(piece, target)
    polygons = {element.id: element.polygon for element in field.table.terrain}
    for name in (*line.blocking_terrain, *line.hindering):
        at = _first_inside(piece.at, target.at, polygons[name])
        yield Crossing(name, at, name in line.blocking_terrain)
    for name in line.blocking_bases:
        yield Crossing(name, nearest_on_segment(field.piece(name).at, piece.at, target.at), True)


def _first_inside(one: Point, other: Point, polygon: tuple[Point, ...]) -> Point:
    """The middle of the first part of a line that lies in a polygon."""
    shares = cuts(one, other, polygon)
    middles = [(a + b) / 2 for a, b in itertools.pairwise(shares)]
    found = [along(one, other, share) for share in middles]
    return next((at for at in found if strictly_inside(at, polygon)), along(one, other, 0.5))


# --- Quick looks from elsewhere, and at others ----------------------------------------------------


class Glance(msgspec.Struct, frozen=True):
    """What the best shot or blow of one unit at another needs, by its first roll."""

    attacker: str
    target: str
    kind: str
    needed: int

    @property
    def hit(self) -> Fraction:
        """The chance of that roll."""
        return odds(0, self.needed).hit


def glances(field: Field, attacker: str, targets: tuple[str, ...]) -> Iterator[Glance]:
    """How a unit might attack others from where it stands, were it its player's turn."""
    field = field.later(in_turn(field, attacker))
    piece = field.piece(attacker)
    if piece.now.at is None or piece.is_captive:
        return
    for target in map(field.piece, targets):
        found = [
            Glance(attacker, target.id, option.kind, number)
            for offer in _attacks(piece, target)
            for option in (judged(field.setup, field.state, piece, offer),)
            if option.legal
            for number in (needed(field.setup, field.state, option.order).get(target.id),)
            if number is not None
        ]
        if found:
            yield min(found, key=lambda glance: glance.needed)


def in_turn(field: Field, unit_id: str) -> State:
    """The position as it would be if a unit could be ordered now, and its player to act."""
    now = field.state.units[unit_id]
    ready = msgspec.structs.replace(now, ordered=None, tokens_at_start=0)
    return msgspec.structs.replace(
        field.state,
        active=field.piece(unit_id).owner,
        stage="orders",
        orders_left=max(field.state.orders_left, 1),
        under_way=None,
        units={**field.state.units, unit_id: ready},
    )

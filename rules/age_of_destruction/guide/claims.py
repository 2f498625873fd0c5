"""What an order needs to be told of real figures on a real table, and what comes of it.

Nothing here knows what matters to which order: what would change nothing, whatever were said, is
not asked.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from rules.age_of_destruction.guide.details import needed
from rules.age_of_destruction.guide.options import OF_THE_PLACE, Option, options
from rules.age_of_destruction.moment.aiming import maximum_range
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.orders.assault import Assault
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.orders.claim import Claim
from rules.age_of_destruction.orders.close import Close
from rules.age_of_destruction.orders.move import Move
from rules.age_of_destruction.orders.special_attacks import SpecialAttack
from rules.age_of_destruction.play.rules import explain
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.facts import (
    Contact,
    Fact,
    Going,
    Ground,
    GroundSaid,
    LineSaid,
    Sight,
)
from rules.age_of_destruction.state.legs import Leg, Legs, Spot
from rules.age_of_destruction.steps.movement import Pace, allowance
from rules.age_of_destruction.steps.scene import said_grounds
from rules.age_of_destruction.steps.staging import Staged, staged
from rules.core.violations import Violation

#: Inches that are farther than any weapon reaches.
BEYOND, FAR = 0.5, 99.0
#: What may be asked, in the order in which it is needed, with what may be answered.
LINES = ("clear", "hindered", "blocked")
GROUNDS = ("open", "hindering", "shallow_water", "deep_water")
HEIGHTS = ("level", "target", "unit")
ASKED: Mapping[str, tuple[str, ...]] = {
    "ground": GROUNDS,
    "range": ("within", "beyond", "under"),
    "front": ("yes", "no"),
    "rear": ("no", "yes"),
    "line": LINES,
    "height": HEIGHTS,
    "obstructed": ("no", "yes"),
}
#: What cannot be changed by saying something else.
SETTLED = OF_THE_PLACE | {"INDIRECT_NOT_BLOCKED", "TOO_FAR"}

Said = Mapping[str, str]


class ClaimRow(msgspec.Struct, frozen=True):
    """One thing to be told: its name, what may be answered, and what is taken to be so."""

    name: str
    answers: tuple[str, ...]
    taken: str


class Ruled(msgspec.Struct, frozen=True):
    """An order of real figures, judged: the claim that goes before it (None where nothing need be
    said), the order itself, why not, what is to be told, and what dice must show by target.

    `most`: the inches it may go, None for an order that goes nowhere; `clash`: what is said cannot
    all be true.
    """

    claim: Claim | None
    order: Order
    rows: tuple[ClaimRow, ...]
    refused: tuple[Violation, ...]
    needed: dict[str, int]
    most: int | None = None
    clash: bool = False

    @property
    def legal(self) -> bool:
        """Whether the order may be given."""
        return not self.refused and not self.clash


class OpenKind(msgspec.Struct, frozen=True):
    """A manner in which a unit may be ordered, with those it may be aimed at and the weapons; or
    why not."""

    name: str
    options: tuple[Option, ...]
    refused: tuple[Violation, ...] = ()


def open_kinds(field: Field, unit_id: str) -> tuple[OpenKind, ...]:
    """What a unit may be ordered to do wherever it stands, as far as its contacts tell."""
    found: dict[str, list[Option]] = {}
    for option in options(field.setup, field.state, unit_id):
        found.setdefault(option.kind, []).append(option)
    return tuple(_kind(name, each) for name, each in found.items())


def _kind(name: str, found: list[Option]) -> OpenKind:
    able = tuple(o for o in found if {v.code for v in o.refused} <= SETTLED)
    if able:
        return OpenKind(name, able)
    fewest = min(found, key=lambda option: len(option.refused))
    return OpenKind(name, (), tuple(v for v in fewest.refused if v.code not in SETTLED))


def rule_on(
    field: Field, order: Order, said: Said, inches: float | None = None, touches: Sequence[str] = ()
) -> Ruled:
    """Judge an order by what is said of it; what is not said is taken as last known, else as it
    suits the order."""
    asking = _Asking(field, order, inches, tuple(touches))
    taken = asking.taken(said)
    judged = asking.judge(taken)
    return msgspec.structs.replace(judged, rows=tuple(asking.rows(taken, judged)))


def still_known(
    happened: Iterable[events.AnyEvent], unit_id: str, target_id: str
) -> dict[str, str]:
    """What was said of a unit and a target and still holds, as neither has moved since; the last
    event comes first in `happened`."""
    for event in happened:
        if isinstance(event, events.Moved) and event.unit in (unit_id, target_id):
            return {}
        for fact in event.facts if isinstance(event, events.Claimed) else ():
            if isinstance(fact, Sight) and {fact.unit, fact.target} == {unit_id, target_id}:
                own = {"front": _yes(fact.front), "rear": _yes(fact.rear)}
                return {"line": fact.line, **(own if fact.unit == unit_id else {})}
    return {}


def _yes(value: bool) -> str:
    return "yes" if value else "no"


class _Asking:
    """An order of which something has still to be told."""

    def __init__(
        self, field: Field, order: Order, inches: float | None, touches: tuple[str, ...]
    ) -> None:
        self.field, self.order = field, order
        self.unit = str(getattr(order, "unit", ""))
        self.piece = field.piece(self.unit)
        self.target = next(iter(order.aims), "")
        self.goes = isinstance(order, Move | Assault | SpecialAttack)
        self.strikes = isinstance(order, Close | SpecialAttack) or (
            isinstance(order, Assault) and order.kind == "close"
        )
        self.shoots = bool(self.target) and not self.strikes
        self.inches = inches
        self.touches = touches

    # --- What is asked --------------------------------------------------------------------------

    @property
    def _names(self) -> tuple[str, ...]:
        names: tuple[str, ...] = ("ground",) if self.goes else ()
        if self.shoots:
            names += ("range", "front", "rear", "line", "height")
        elif isinstance(self.order, SpecialAttack):
            names += ("rear", "obstructed", "height")
        elif self.strikes:
            names += ("front", "rear", "height")
        return names

    def taken(self, said: Said) -> dict[str, str]:
        """What holds of everything that may be asked."""
        grounds = said_grounds(self.field)
        own, elevated = grounds.get(self.unit, ("open", False))
        above = grounds.get(self.target, ("open", False))[1]
        heights = {(False, True): "target", (True, False): "unit"}
        usual = {name: ASKED[name][0] for name in self._names}
        usual |= {"ground": own} if "ground" in usual else {}
        if "height" in usual:
            usual["height"] = heights.get((elevated and not self.goes, above), "level")
        if self.order.form == "indirect":
            usual["line"] = "blocked"
        return usual | {name: said[name] for name in usual if said.get(name) in ASKED[name]}

    def _answers(self, name: str) -> tuple[str, ...]:
        """What may be answered; how high somebody will stand after a way is seen by the other."""
        return HEIGHTS[:2] if name == "height" and self.goes else ASKED[name]

    def rows(self, taken: dict[str, str], judged: Ruled) -> Iterator[ClaimRow]:
        """What has to be told: whatever would make a difference."""
        told = _difference(judged)
        for name, value in taken.items():
            differing = [
                answer
                for answer in self._answers(name)
                if answer == value or self._differs(taken | {name: answer}, told)
            ]
            if len(differing) > 1:
                yield ClaimRow(name, tuple(differing), value)

    def _differs(self, taken: dict[str, str], told: object) -> bool:
        judged = self.judge(taken)
        return not judged.clash and _difference(judged) != told

    # --- What is judged -------------------------------------------------------------------------

    def judge(self, taken: dict[str, str]) -> Ruled:
        """The order as it is judged where all that is said holds."""
        most = self._most(taken)
        facts = self._facts(taken, most)
        stage = staged(self.field, facts) if facts else Staged({}, self.field.state.laid, {})
        if stage is None:
            return Ruled(None, self.order, (), (), {}, most, clash=True)
        state = stage.after(self.field.state)
        order = _led(self.order, stage.ends.get(self.unit))
        refused = explain(self.field.setup, state, order)
        dice = {} if refused else needed(self.field.setup, state, order)
        return Ruled(Claim(facts=facts) if facts else None, order, (), refused, dice, most)

    def _most(self, taken: dict[str, str]) -> int | None:
        if not self.goes:
            return None
        ground = Ground(self.unit, _ground(taken["ground"]), self._stands_high(taken))
        stage = staged(self.field, (ground,))
        field = self.field.later(stage.after(self.field.state)) if stage else self.field
        return max(allowance(field.piece(self.unit), _pace(self.order)).total, 0)

    def _stands_high(self, taken: dict[str, str]) -> bool:
        if "height" in taken and not self.goes:
            return taken["height"] == "unit"
        return said_grounds(self.field).get(self.unit, ("open", False))[1]

    def _facts(self, taken: dict[str, str], most: int | None) -> tuple[Fact, ...]:
        facts: list[Fact] = list(self._grounds(taken))
        if self.goes:
            inches = float(most or 0) if self.inches is None else self.inches
            if inches > 0:
                facts.append(self._going(taken, inches))
        if self.shoots:
            facts.append(self._sight(taken))
        elif self.strikes and not self.goes:
            facts.append(self._contact(taken))
        return tuple(facts)

    def _grounds(self, taken: dict[str, str]) -> Iterator[Ground]:
        """What both stand in, where it is not as it is known."""
        grounds = said_grounds(self.field)
        was = grounds.get(self.unit, ("open", False))
        own = (_ground(taken.get("ground", was[0])), self._stands_high(taken))
        if own != was:
            yield Ground(self.unit, *own)
        if self.target and "height" in taken:
            was = grounds.get(self.target, ("open", False))
            high = taken["height"] == "target"
            if high != was[1]:
                yield Ground(self.target, was[0], high)

    def _going(self, taken: dict[str, str], inches: float) -> Going:
        met = (self.target,) if self.strikes else ()
        touches = (*met, *(each for each in self.touches if each not in met))
        rear = met if taken.get("rear") == "yes" else ()
        return Going(self.unit, inches, touches, rear, taken.get("obstructed") == "yes")

    def _sight(self, taken: dict[str, str]) -> Sight:
        least, most = self._reach()
        ranges = {
            "within": (least, most),
            "beyond": (most + BEYOND, FAR),
            "under": (0.0, max(least - BEYOND, 0.0)),
        }
        low, high = ranges[taken["range"]]
        return Sight(
            unit=self.unit,
            target=self.target,
            least=low,
            most=high,
            front=taken["front"] == "yes",
            rear=taken["rear"] == "yes",
            line=_line(taken["line"]),
        )

    def _reach(self) -> tuple[float, float]:
        """The least and the most inches of the shot."""
        attack = self.order.attack(self.field)
        if attack is None or attack.weapon is None:
            return 0.0, FAR
        target: Piece = self.field.piece(self.target)
        return float(attack.weapon.minimum), float(maximum_range(self.piece, target, attack))

    def _contact(self, taken: dict[str, str]) -> Contact:
        """Whom the unit touches already, the target as it is said."""
        touches = self.field.touching(self.unit)
        piece = self.piece
        others = [self.field.piece(each) for each in touches if each != self.target]
        front = [other.id for other in others if piece.front_touches(other)]
        rear = [other.id for other in others if other.rear_touches(piece)]
        if taken["front"] == "yes":
            front.append(self.target)
        if taken["rear"] == "yes":
            rear.append(self.target)
        return Contact(
            self.unit,
            touches,
            tuple(each for each in touches if each in front),
            tuple(each for each in touches if each in rear),
        )


def _difference(judged: Ruled) -> object:
    return {v.code for v in judged.refused}, judged.needed, judged.most


def _ground(value: str) -> GroundSaid:
    said: GroundSaid = msgspec.convert(value, GroundSaid)
    return said


def _line(value: str) -> LineSaid:
    said: LineSaid = msgspec.convert(value, LineSaid)
    return said


def _pace(order: Order) -> Pace:
    if isinstance(order, Move):
        return Pace(run=order.run)
    return order.pace if isinstance(order, Assault | SpecialAttack) else Pace()


def _led(order: Order, end: Spot | None) -> Order:
    """The order along the way to where its unit comes to."""
    if isinstance(order, SpecialAttack):
        path = (end.at,) if end else ()
        facing = end.facing if end else None
        return msgspec.structs.replace(order, path=path, facing=facing)
    if isinstance(order, Move | Assault):
        way: Legs = (Leg(travel=(end.at,)), Leg(rotate=end.facing)) if end else ()
        rest = tuple(leg for leg in order.legs if leg.travel is None and leg.rotate is None)
        return msgspec.structs.replace(order, legs=(*rest, *way))
    return order

"""What charges, deaths from above and rams share: a move into contact, and a blow (AOD-ATTACK)."""

from collections.abc import Iterator
from typing import ClassVar, Self

from rules.age_of_destruction.moment import aiming
from rules.age_of_destruction.moment.attack import Attack, AttackKind
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.moment.values import attack_value, damage_value
from rules.age_of_destruction.orders.approaches import straight_at
from rules.age_of_destruction.orders.base import Offer
from rules.age_of_destruction.orders.forms import Form, Said, Written
from rules.age_of_destruction.orders.unit_orders import UnitOrder
from rules.age_of_destruction.state.legs import Degrees, Leg, Name, Path
from rules.age_of_destruction.steps.attacks import make_attack
from rules.age_of_destruction.steps.contact import free_spins, try_break_away
from rules.age_of_destruction.steps.damage import damage
from rules.age_of_destruction.steps.declare import special_attack, starts_behind
from rules.age_of_destruction.steps.legs import travel
from rules.age_of_destruction.steps.movement import Pace, Walk, moved_field
from rules.age_of_destruction.steps.resolution import Resolution
from rules.core.geometry import Point


class SpecialAttack(UnitOrder, frozen=True):
    """A move that ends in contact with its target and strikes it (AOD-ATTACK-011)."""

    target: Name
    path: Path = ()
    facing: Degrees | None = None

    kind: ClassVar[AttackKind]
    #: The manner of its move, and whether the target never spins before the blow (AOD-SPIN).
    pace: ClassVar[Pace] = Pace()
    startles: ClassVar[bool] = False
    #: Heat that its attacker surely takes.
    heat: ClassVar[int] = 0
    #: The rules by which it costs its attacker clicks.
    recoil_rule: ClassVar[str]

    @classmethod
    def is_of_type(cls, piece: Piece) -> bool:
        """Whether units of this type ever make it."""
        raise NotImplementedError

    @classmethod
    def suits(cls, piece: Piece) -> bool:
        """Whether the unit has what it takes to make it."""
        return cls.is_of_type(piece)

    def recoil(self, value: int, *, hit: bool) -> int:
        """The clicks it costs its attacker with a damage value, equipment apart."""
        raise NotImplementedError

    @property
    def aims(self) -> tuple[str, ...]:
        """The one it is aimed at."""
        return (self.target,)

    @property
    def legs(self) -> tuple[Leg, ...]:
        """Its move as legs."""
        way = (Leg(travel=self.path),) if self.path else ()
        turn = () if self.facing is None else (Leg(rotate=self.facing),)
        return way + turn

    def attack(self, field: Field) -> Attack:
        """The attack it makes."""
        return Attack(self.kind, self.unit, (self.target,), self.kind)

    def blow(self, start: Field, end: Field) -> Attack:
        """The attack it makes after its move from one field to another."""
        return special_attack(self.kind, start, end, self.unit, self.target, self.choices)

    def walks(self, field: Field) -> Iterator[Walk]:
        """Its way, legal or not."""
        walk = Walk(field, field.piece(self.unit), self.pace, Refusals())
        walk.take(self.legs)
        yield walk

    # --- Why not ----------------------------------------------------------------------------

    def refuse(self, field: Field, piece: Piece, refusals: Refusals) -> None:
        """AOD-ATTACK-013, AOD-ATTACK-014 and the way into contact.

        Under water only close combat strikes (AOD-WATER-005). An abrupt edge bars close combat only
        (AOD-ELEV-012), unless the ruling `abrupt_edge_bars_special_attacks` says otherwise.
        """
        for condition in field.conditions:
            if self.kind in condition.forbids:
                refusals.add("CONDITION_FORBIDS", piece.id, name=condition.title)
        if attack_value(piece) <= 0:
            refusals.add("ATTACK_ZERO", piece.id)
        if any(_was_opponent(field, piece, other) for other in piece.now.touching_at_start):
            refusals.add("ENGAGED_AT_START", piece.id)
        target = aiming.known_target(field, piece, self.target, refusals)
        if target is None:
            return
        if target.is_infantry:
            refusals.add("TARGET_INFANTRY", target.id)
        walk = Walk(field, piece, self.pace, refusals)
        walk.take(self.legs)
        walk.finish()
        there = moved_field(field, piece, walk.pose)
        end, goal = there.piece(piece.id), there.piece(self.target)
        if not end.touches(goal):
            refusals.add("NOT_IN_CONTACT", goal.id)
        if goal.submerged:
            refusals.add("TARGET_SUBMERGED", goal.id)
        barred = bool(field.ruling("abrupt_edge_bars_special_attacks")) and not self.pace.jumps
        if barred and aiming.across_abrupt_edge(there, end, goal):
            refusals.add("ABRUPT_EDGE", goal.id)

    # --- What comes of it -------------------------------------------------------------------

    def act(self, res: Resolution) -> None:
        """Move into contact and strike; what it costs the attacker comes after the damage."""
        start = res.field
        piece = start.piece(self.unit)
        if self.pace.jumps and piece.jump:
            res.use(piece, piece.jump)
        if not try_break_away(res, piece, run=self.pace.run):
            return
        self.take_heat(res)
        travel(res, piece.id, self.legs, self.pace)
        attack = self.blow(start, res.field)
        startled = self.startles or starts_behind(start, res.field, self.unit, self.target)
        free_spins(res, piece.id, spinless=(self.target,) if startled else ())
        value = damage_value(piece, "primary_damage")
        hit = bool(make_attack(res, attack, None).hits)
        if not res.piece(self.unit).now.eliminated:
            self.pay(res, attack, value, hit=hit)

    def take_heat(self, res: Resolution) -> None:
        """Gather the heat it gives its attacker."""

    def pay(self, res: Resolution, attack: Attack, value: int, *, hit: bool) -> None:
        """Damage the attacker, who began with a damage value."""
        self.hurt(res, self.recoil(value, hit=hit))

    def hurt(self, res: Resolution, clicks: int) -> None:
        """Damage the attacker for what it has done."""
        damage(res, self.unit, clicks, self.kind, self.recoil_rule)

    # --- What may be tried ------------------------------------------------------------------

    @classmethod
    def strikes(cls, piece: Piece, target: Piece, end: Point, facing: float) -> Iterator[Self]:
        """Straight into contact."""
        if cls.is_of_type(piece):
            yield cls(unit=piece.id, target=target.id, path=(end,), facing=facing)

    @classmethod
    def contact_offers(cls, piece: Piece, target: Piece) -> Iterator[Offer]:
        """Straight at the target."""
        if cls.suits(piece):
            way = straight_at(piece, target)
            path = (way.end,) if way else ()
            facing = way.facing if way else piece.now.facing
            order = cls(unit=piece.id, target=target.id, path=path, facing=facing)
            yield Offer(order.form, order, target.id)


def strike(form: Form, field: Field, said: Said) -> Written:
    """Along the way that is said, else straight at the target."""
    unit, target = said.one("unit"), said.one("target")
    path, facing = said.points(), said.facing()
    standing = {piece.id: piece for piece in field.on_table}
    if not path and target in standing and (way := straight_at(standing[unit], standing[target])):
        path = [way.end]
        facing = way.facing if facing is None else facing
    turn = {} if facing is None else {"facing": facing}
    return {"order": form.name, "unit": unit, "target": target, "path": path} | turn


def _was_opponent(field: Field, piece: Piece, other_id: str) -> bool:
    other = field.piece(other_id)
    return piece.team != other.team and not other.is_captive

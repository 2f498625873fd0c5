"""Assault: a 'Mech moves, then attacks (rules AOD-ASSAULT)."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from rules.age_of_destruction.moment import aiming
from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.orders.approaches import straight_at
from rules.age_of_destruction.orders.base import Offer
from rules.age_of_destruction.orders.drafting import legs_said, weapon_said
from rules.age_of_destruction.orders.forms import PATH, WAY, Form, Said, Written
from rules.age_of_destruction.orders.undeclared import comes_to_nothing
from rules.age_of_destruction.orders.unit_orders import UnitOrder
from rules.age_of_destruction.state.legs import Leg, Legs, Name, Names, Split, WeaponSlot
from rules.age_of_destruction.steps.attacks import attack_if_legal
from rules.age_of_destruction.steps.declare import close_attack, ranged_attack, refuse_split
from rules.age_of_destruction.steps.legs import take_legs
from rules.age_of_destruction.steps.movement import (
    Pace,
    Walk,
    moved_field,
    planned_pace,
    planned_walk,
)
from rules.age_of_destruction.steps.resolution import Resolution
from rules.core.geometry import Point
from rules.core.wording import Title


def _shot(form: Form, field: Field, said: Said) -> Written:
    """A way, then a shot."""
    way = _assault(said, "ranged") | {"legs": legs_said(form, field, said)}
    return way | {"targets": [said.one("target")]}


def _blow(form: Form, field: Field, said: Said) -> Written:
    """A way, towards the target unless another is said, then a close attack."""
    target = said.one("target")
    way = _assault(said, "close") | {"legs": legs_said(form, field, said, goal=target)}
    return way | {"target": target}


def _assault(said: Said, kind: str) -> Written:
    unit = said.one("unit")
    return {"order": "assault", "unit": unit, "kind": kind, "weapon": weapon_said(said)}


class Assault(UnitOrder, frozen=True):
    """Move, then attack; `target` for a close attack, `targets` for a ranged one."""

    kind: Literal["ranged", "close"]
    legs: Legs = ()
    weapon: WeaponSlot | None = None
    targets: Names = ()
    target: Name | None = None
    split: Split | None = None

    sentence = Title("{unit} makes an assault on {targets}.", "{unit}: natarcie, cel: {targets}.")
    forms = (
        Form(
            "assault_ranged",
            WAY,
            pace=Pace(ranged_assault=True),
            draft=_shot,
            label=Title("Assault with a shot", "Natarcie ze strzałem"),
        ),
        Form(
            "assault_close",
            PATH,
            draft=_blow,
            label=Title("Assault in close combat", "Natarcie wręcz"),
        ),
    )

    @property
    def form(self) -> str:
        """By its attack."""
        return f"assault_{self.kind}"

    @property
    def aims(self) -> tuple[str, ...]:
        """The targets of either kind."""
        return self.targets if self.target is None else (self.target, *self.targets)

    @property
    def pace(self) -> Pace:
        """The manner of its move."""
        return Pace(ranged_assault=self.kind == "ranged")

    def shot(self, piece: Piece) -> Attack:
        """The ranged attack as a unit makes it that has moved."""
        return ranged_attack(piece, self.targets, self.weapon, "assault", choices=self.choices)

    def blow(self, field: Field) -> Attack:
        """The close attack of the unit where it stands after its move."""
        piece = field.piece(self.unit)
        return close_attack(field, piece, self.aims, self.weapon, "assault", choices=self.choices)

    def attack(self, field: Field) -> Attack | None:
        """The attack of the unit where it stands."""
        if not self.aims:
            return None
        return self.shot(field.piece(self.unit)) if self.kind == "ranged" else self.blow(field)

    def walks(self, field: Field) -> Iterator[Walk]:
        """Its way."""
        yield planned_walk(field, field.piece(self.unit), self.legs, self.pace, Refusals())

    def declaring(self, slot: WeaponSlot) -> "Assault":
        """The same with a declared weapon, however the damage is divided."""
        return msgspec.structs.replace(self, weapon=slot, split=None)

    def is_lost(self, field: Field) -> bool:
        """With a weapon for a shot that nobody has declared (AOD-DMG-005)."""
        if self.kind == "close" or self.weapon is not None:
            return False
        return comes_to_nothing(field, field.piece(self.unit), self)

    def refuse(self, field: Field, piece: Piece, refusals: Refusals) -> None:
        """AOD-ASSAULT."""
        if not piece.is_mech:
            refusals.add("NOT_A_MECH", piece.id)
        if piece.opponents_in_contact:
            refusals.add("ENGAGED", piece.id)
        if any(leg.shoot for leg in self.legs):
            refusals.add("NO_SHOT_ON_MOVE", piece.id)
            return
        if any(leg.board or leg.disembark for leg in self.legs):
            refusals.add("TRANSPORT_NEEDS_MOVE", piece.id)
        found = refusals.apart()
        walk = planned_walk(field, piece, self.legs, self.pace, found)
        refusals.take(found)
        if not found.violations and self.aims:
            self._refuse_attack(moved_field(field, piece, walk.pose), refusals)

    def _refuse_attack(self, there: Field, refusals: Refusals) -> None:
        """Judge the attack from where the unit will be."""
        if self.kind == "ranged":
            attack = self.shot(there.piece(self.unit))
            aiming.refuse_ranged(there, attack, refusals)
            refuse_split(there, attack, self.split, refusals)
        else:
            if len(self.aims) > 1:
                refusals.add("TOO_MANY_TARGETS", self.unit, most=1)
            aiming.refuse_close(there, self.blow(there), refusals)

    def act(self, res: Resolution) -> None:
        """Move, then attack (AOD-ASSAULT-002); one heat more (AOD-ASSAULT-005)."""
        piece = res.piece(self.unit)
        pace = planned_pace(res.field, piece, self.legs, self.pace)
        res.heat(piece.id, "assault")
        take_legs(res, piece, self.legs, pace, self.choices, free=True)
        if attack := self.attack(res.field):
            attack_if_legal(res, attack, self.split if self.kind == "ranged" else None)

    # --- What may be tried ------------------------------------------------------------------

    @classmethod
    def aimed(cls, piece: Piece, target: Piece, slot: WeaponSlot) -> Iterator["Assault"]:
        """A shot without a move."""
        yield cls(unit=piece.id, kind="ranged", targets=(target.id,), weapon=slot)

    @classmethod
    def strikes(cls, piece: Piece, target: Piece, end: Point, facing: float) -> Iterator["Assault"]:
        """Straight into contact."""
        if piece.is_mech:
            legs = (Leg(travel=(end,)), Leg(rotate=facing))
            yield cls(unit=piece.id, kind="close", legs=legs, target=target.id)

    @classmethod
    def armed_offers(cls, piece: Piece, target: Piece, slot: WeaponSlot) -> Iterator[Offer]:
        """A shot after a way that is still to be drawn."""
        weapon = piece.weapons[slot]
        if piece.is_mech and weapon.range_type != "melee" and weapon.maximum > 0:
            order = cls(unit=piece.id, kind="ranged", targets=(target.id,), weapon=slot)
            yield Offer("assault_ranged", order, target.id, slot)

    @classmethod
    def contact_offers(cls, piece: Piece, target: Piece) -> Iterator[Offer]:
        """A close attack after the straight way."""
        if piece.is_mech:
            way = straight_at(piece, target)
            legs = way.legs if way else ()
            order = cls(unit=piece.id, kind="close", legs=legs, target=target.id)
            yield Offer("assault_close", order, target.id)

"""Ranged attack: direct, indirect, by a formation, or long-range fire (rules AOD-RANGED,
AOD-INDIRECT, AOD-MULTI, AOD-ARTY, AOD-FORM)."""

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import Literal

import msgspec

from rules.age_of_destruction.moment.aiming import refuse_ranged
from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals, permits
from rules.age_of_destruction.orders.base import Manner, Offer
from rules.age_of_destruction.orders.choices import choices
from rules.age_of_destruction.orders.forms import Form, Said, Written
from rules.age_of_destruction.orders.groups import able_to_form, groups, names
from rules.age_of_destruction.orders.long_range import refuse_long_range
from rules.age_of_destruction.orders.undeclared import comes_to_nothing
from rules.age_of_destruction.orders.unit_orders import FormationOrder
from rules.age_of_destruction.state.legs import Names, Path, Split, WeaponSlot
from rules.age_of_destruction.steps.artillery import place_markers
from rules.age_of_destruction.steps.attacks import make_attack
from rules.age_of_destruction.steps.declare import ranged_attack, refuse_split
from rules.age_of_destruction.steps.formations import FIRE, refuse_joint_attack
from rules.age_of_destruction.steps.resolution import Resolution
from rules.core.drawing import Draw
from rules.core.geometry import along, distance
from rules.core.wording import Title

#: Opponents in front among whom pairs of targets are formed.
PAIRED = 4
FIRES = Title("{units} fires at {targets}.", "{units}: ostrzał, cel: {targets}.")
FIRES_TOGETHER = Title(
    "{units} fire together at {targets}.", "{units}: wspólny ostrzał, cel: {targets}."
)
FIRES_INDIRECTLY = Title(
    "{units} fires indirectly at {targets}.", "{units}: ostrzał pośredni, cel: {targets}."
)
FIRE_INDIRECTLY = Title(
    "{units} fire indirectly at {targets} together.",
    "{units}: wspólny ostrzał pośredni, cel: {targets}.",
)
FIRES_ARTILLERY = Title("{units} fires artillery.", "{units}: ostrzał artyleryjski.")
FIRE_ARTILLERY = Title("{units} fire artillery together.", "{units}: wspólny ostrzał artyleryjski.")
#: What tells of an order by its mode: of one unit, and of a formation.
_SENTENCES = {
    "direct": (FIRES, FIRES_TOGETHER),
    "indirect": (FIRES_INDIRECTLY, FIRE_INDIRECTLY),
    "artillery": (FIRES_ARTILLERY, FIRE_ARTILLERY),
}


def _artillery(form: Form, field: Field, said: Said) -> Written:
    """Long-range fire at the places that are said, alone or of a battery."""
    members = said.every("with")
    return {
        **{"order": "ranged", "unit": said.one("unit"), "mode": form.name},
        **({"members": members} if members else {}),
        "markers": said.points(),
    }


class Ranged(FormationOrder, frozen=True):
    """A ranged attack on one or several targets, or of a formation on one (AOD-FORM-014); or
    artillery fire at `markers`. Without a declared `weapon` it is the primary (AOD-DMG-004)."""

    targets: Names = ()
    weapon: WeaponSlot | None = None
    mode: Literal["direct", "indirect", "artillery"] = "direct"
    split: Split | None = None
    markers: Path = ()

    formation = FIRE
    forms = (
        Form(
            "ranged",
            label=Title("Shoot", "Ostrzał"),
            together=Title("Shoot together: {units}", "Wspólny ostrzał: {units}"),
        ),
        Form("indirect", label=Title("Shoot indirectly", "Ostrzał pośredni")),
        Form(
            "artillery",
            ("path",),
            "marks",
            unusual=True,
            draft=_artillery,
            label=Title("Fire artillery", "Ostrzał artyleryjski"),
            together=Title(
                "Fire artillery together: {units}", "Wspólny ostrzał artyleryjski: {units}"
            ),
        ),
    )

    @property
    def form(self) -> str:
        """By its mode."""
        return "ranged" if self.mode == "direct" else self.mode

    @property
    def sentence(self) -> Title:
        """By its mode and members."""
        return _SENTENCES[self.mode][self.in_formation]

    @property
    def aims(self) -> tuple[str, ...]:
        """Its targets."""
        return self.targets

    def shot(self, piece: Piece) -> Attack:
        """The attack as a unit makes it that carries it out."""
        return ranged_attack(
            piece,
            self.targets,
            self.weapon,
            "ranged",
            mode=self.mode,
            members=self.members,
            choices=self.choices,
        )

    def attack(self, field: Field) -> Attack | None:
        """The attack at its targets."""
        return self.shot(field.piece(self.unit)) if self.targets else None

    def declaring(self, slot: WeaponSlot) -> "Ranged":
        """The same with a declared weapon, however the damage is divided."""
        return msgspec.structs.replace(self, weapon=slot, split=None)

    def is_lost(self, field: Field) -> bool:
        """With a weapon that nobody has declared (AOD-DMG-005)."""
        return self.weapon is None and comes_to_nothing(field, field.piece(self.unit), self)

    def refuse(self, field: Field, piece: Piece, refusals: Refusals) -> None:
        """AOD-RANGED, AOD-INDIRECT, AOD-MULTI, and AOD-ARTY for long-range fire."""
        if self.mode == "artillery":
            if self.targets:
                refusals.add("AIMED_AT_UNITS", piece.id)
            refuse_long_range(field, piece, self, refusals)
            return
        if self.markers:
            refusals.add("MARKERS_WITHOUT_ARTILLERY", piece.id)
        attack = self.shot(piece)
        refuse_ranged(field, attack, refusals)
        refuse_split(field, attack, self.split, refusals)
        if self.in_formation:
            refuse_joint_attack(field, attack, refusals)

    def act(self, res: Resolution) -> None:
        """Shoot, or place the markers."""
        piece = res.piece(self.unit)
        if self.mode == "artillery":
            place_markers(res, piece, self.markers, self.members, self.choices)
        else:
            make_attack(res, self.shot(piece), self.split)

    # --- What may be tried ------------------------------------------------------------------

    @classmethod
    def manners(cls) -> tuple[Manner, ...]:
        """Long-range fire."""
        return (salvos,)

    @classmethod
    def together(cls, field: Field, player: str, draw: Draw) -> Iterator["Ranged"]:
        """Joint ranged attacks on every opponent."""
        able = able_to_form(field, player)
        joined = [group for group in groups(field, able, len(able)) if len(group) >= FIRE.least]
        able = [piece for piece in able if any(piece in group for group in joined)]
        for target in draw(field.opponents_of(field.setup.team(player)) if able else []):
            yield from cls._joint_fire(field, able, target)

    @classmethod
    def _joint_fire(cls, field: Field, able: list[Piece], target: Piece) -> Iterator["Ranged"]:
        gunners = [piece for piece in able if _may_shoot(field, piece, target)]
        for group in groups(field, gunners, FIRE.most):
            if len(group) >= FIRE.least:
                yield cls(
                    unit=group[0].id, targets=(target.id,), weapon="primary", members=names(group)
                )
        guns = [piece for piece in able if _reaches_far(piece, target)]
        for group in groups(field, guns, FIRE.most):
            if len(group) >= FIRE.least:
                yield cls(
                    unit=group[0].id,
                    mode="artillery",
                    markers=(target.at,),
                    members=names(group),
                )

    @classmethod
    def offers(cls, piece: Piece) -> Iterator[Offer]:
        """Long-range fire."""
        if piece.unit.is_artillery:
            yield Offer("artillery", cls(unit=piece.id, mode="artillery", markers=(piece.at,)))

    @classmethod
    def armed_offers(cls, piece: Piece, target: Piece, slot: WeaponSlot) -> Iterator[Offer]:
        """Direct and indirect fire."""
        aim, weapon = (target.id,), piece.weapons[slot]
        if weapon.range_type != "melee" and weapon.maximum > 0:
            shot = cls(unit=piece.id, targets=aim, weapon=slot)
            yield Offer("ranged", shot, target.id, slot)
        if weapon.range_type == "ballistic" and weapon.maximum > 0:
            lobbed = cls(unit=piece.id, targets=aim, weapon=slot, mode="indirect")
            yield Offer("indirect", lobbed, target.id, slot)


def _may_shoot(field: Field, piece: Piece, target: Piece) -> bool:
    weapon = piece.weapons.get("primary")
    attack = Attack("ranged", piece.id, (target.id,), "ranged", weapon)
    return permits(partial(refuse_ranged, field, attack))


def _reaches_far(piece: Piece, target: Piece) -> bool:
    weapon, farthest = piece.weapons.get("primary"), piece.unit.artillery_range or 0
    return weapon is not None and weapon.maximum < distance(piece.at, target.at) <= farthest


# --- Samples ----------------------------------------------------------------------------------


def salvos(piece: Piece, draw: Draw) -> Iterator[Ranged]:
    """Long-range fire on opponents in reach, and halfway between two of them."""
    if not piece.unit.is_artillery:
        return
    gun, farthest = piece.weapons["primary"], piece.unit.artillery_range or 0
    dots = [
        other.at
        for other in piece.field.opponents_of(piece.team)
        if gun.maximum < distance(piece.at, other.at) <= farthest
    ]
    between = [along(one, other, 0.5) for one, other in combinations(dots[:PAIRED], 2)]
    on = tuple(fitted.name for fitted in piece.working if fitted.item.rerolls)
    for at in draw([*dots, *between]):
        yield Ranged(unit=piece.id, mode="artillery", markers=(at,), on=on)
    if gun.targets > 1 and len(dots) > 1:
        yield Ranged(unit=piece.id, mode="artillery", markers=tuple(dots[: gun.targets]))


def shots_at(piece: Piece, target: Piece, slot: WeaponSlot, others: list[str]) -> Iterator[Ranged]:
    """Direct shots with all that equipment offers, and an indirect one."""
    targets = (target.id,)
    for on in choices(piece, others):
        yield Ranged(unit=piece.id, targets=targets, weapon=slot, on=on)
    yield Ranged(unit=piece.id, targets=targets, weapon=slot, mode="indirect")


def shots_at_pairs(piece: Piece, reach: list[Piece], slot: WeaponSlot) -> Iterator[Ranged]:
    """Shots at every two of some opponents."""
    for one, other in combinations(reach[:PAIRED], 2):
        yield Ranged(unit=piece.id, targets=(one.id, other.id), weapon=slot)

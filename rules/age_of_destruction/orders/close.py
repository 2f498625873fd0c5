"""Close attack, attempt to capture, or repair of a friend (rules AOD-CLOSE, AOD-CAPTURE,
AOD-REPAIR, AOD-CRIT-005)."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from rules.age_of_destruction.moment.aiming import refuse_close, refuse_contact
from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.fitted import Fitted
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.moment.values import base_attack, damage_value
from rules.age_of_destruction.orders.base import Offer
from rules.age_of_destruction.orders.choices import choices
from rules.age_of_destruction.orders.forms import Form
from rules.age_of_destruction.orders.groups import able_to_form, may_mix, names
from rules.age_of_destruction.orders.unit_orders import FormationOrder, weapons_of
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.legs import Name, WeaponSlot
from rules.age_of_destruction.steps.attacks import make_attack
from rules.age_of_destruction.steps.damage import damage
from rules.age_of_destruction.steps.declare import close_attack
from rules.age_of_destruction.steps.dials import turn_back
from rules.age_of_destruction.steps.formations import MELEE, refuse_joint_attack
from rules.age_of_destruction.steps.resolution import Resolution
from rules.age_of_destruction.steps.rolls import throw
from rules.core.drawing import Draw
from rules.core.wording import Title

STRIKES = Title(
    "{units} attacks {targets} in close combat.", "{units}: atak wręcz, cel: {targets}."
)
STRIKES_TOGETHER = Title(
    "{units} attack {targets} in close combat together.",
    "{units}: wspólny atak wręcz, cel: {targets}.",
)
SEIZES = Title("{units} tries to capture {targets}.", "{units}: próba pojmania, cel: {targets}.")
SEIZES_TOGETHER = Title(
    "{units} try to capture {targets} together.", "{units}: wspólna próba pojmania, cel: {targets}."
)
MENDS = Title("{unit} repairs {targets}.", "{unit}: naprawa, cel: {targets}.")


class Close(FormationOrder, frozen=True):
    """A close attack, which may be an attempt to capture, or a repair by the damage value (true) or
    by one die ("die")."""

    target: Name
    weapon: WeaponSlot = "primary"
    capture: bool = False
    repair: bool | Literal["die"] = False

    formation = MELEE
    forms = (
        Form(
            "close",
            label=Title("Close combat", "Atak wręcz"),
            together=Title("Close combat together: {units}", "Wspólna walka wręcz: {units}"),
        ),
        Form(
            "capture",
            label=Title("Capture", "Pojmanie"),
            together=Title("Capture together: {units}", "Wspólne pojmanie: {units}"),
        ),
        Form(
            "repair_by_value",
            label=Title("Repair by the damage value", "Napraw o wartość uszkodzeń"),
        ),
        Form("repair_by_die", label=Title("Repair by one die", "Napraw o wynik kości")),
    )

    @property
    def form(self) -> str:
        """By what it does to its target."""
        if self.repair:
            return "repair_by_die" if self.repair == "die" else "repair_by_value"
        return "capture" if self.capture else "close"

    @property
    def sentence(self) -> Title:
        """By what it does to its target, and its members."""
        if self.repair:
            return MENDS
        if self.in_formation:
            return SEIZES_TOGETHER if self.capture else STRIKES_TOGETHER
        return SEIZES if self.capture else STRIKES

    @property
    def aims(self) -> tuple[str, ...]:
        """The one it is aimed at."""
        return (self.target,)

    def blow(self, field: Field) -> Attack:
        """The close attack, which a repair is by its card: a die of it may be rolled again."""
        if self.repair:
            aim = (self.target,)
            return Attack("close", self.unit, aim, "close", choices=self.choices)
        return close_attack(
            field,
            field.piece(self.unit),
            (self.target,),
            self.weapon,
            "close",
            capture=self.capture,
            members=self.members,
            choices=self.choices,
        )

    def attack(self, field: Field) -> Attack | None:
        """The close attack; a repair is none."""
        return None if self.repair else self.blow(field)

    # --- Why not ----------------------------------------------------------------------------

    def refuse(self, field: Field, piece: Piece, refusals: Refusals) -> None:
        """AOD-CLOSE, or AOD-REPAIR where the order repairs."""
        if self.repair:
            if self.capture:
                refusals.add("CAPTURE_OR_REPAIR", piece.id)
            self._refuse_repair(field, piece, refusals)
            if self.in_formation:
                refusals.add("FORMATION_REPAIRS", piece.id)
            return
        attack = self.blow(field)
        refuse_close(field, attack, refusals)
        if self.in_formation:
            refuse_joint_attack(field, attack, refusals)

    def _refuse_repair(self, field: Field, piece: Piece, refusals: Refusals) -> None:
        able = any(fitted.item.has("may_repair") for fitted in piece.working)
        if not able:
            refusals.add("CANNOT_REPAIR", piece.id)
        if self.target not in field.state.units:
            refusals.add("UNKNOWN_UNIT", self.target)
            return
        target = field.piece(self.target)
        if target.id == piece.id or not piece.is_friend(target):
            refusals.add("REPAIR_NOT_FRIEND", target.id)
            return
        if target.now.at is None:
            refusals.add("TARGET_GONE", target.id)
            return
        refuse_contact(field, piece, target, refusals)
        for one in (piece, target):
            if one.opponents_in_contact:
                refusals.add("REPAIR_ENGAGED", one.id)
        if able and repair_equipment(piece, target) is None:
            refusals.add("REPAIR_SYMBOL", target.id)
        if target.click.marker:
            refusals.add("REPAIR_MARKER", target.id)

    # --- What comes of it -------------------------------------------------------------------

    def act(self, res: Resolution) -> None:
        """Strike, seize or repair."""
        if self.repair:
            self._mend(res)
        else:
            make_attack(res, self.blow(res.field), None)

    def _mend(self, res: Resolution) -> None:
        """Roll against the defense with its cards; of the close combat modifiers only heat
        counts."""
        piece, target = res.piece(self.unit), res.piece(self.target)
        if fitted := repair_equipment(piece, target):
            res.use(piece, fitted)
        thrown = throw(res, self.blow(res.field))
        parts, crit = base_attack(piece), thrown.critical
        total = sum(thrown.faces) + sum(part.value for part in parts)
        more = sum(part.value for part in target.showing.modifiers("defense"))
        against = target.click.defense + more
        success = crit == "hit" or (crit != "miss" and total >= against)
        res.emit(
            events.RepairRolled(
                unit=piece.id,
                target=target.id,
                dice=thrown.faces,
                rerolled=thrown.before,
                attack=tuple(parts),
                total=total,
                against=against,
                success=success,
                critical=crit,
                rules=("AOD-REPAIR-001", "AOD-CRIT-005"),
            )
        )
        if crit == "miss":
            damage(res, target.id, 1, "critical_miss", "AOD-CRIT-005")
        if success:
            clicks = damage_value(piece, "primary_damage")
            if self.repair == "die":
                clicks = res.roll(1)[0]
            turn_back(res, target.id, clicks + (crit == "hit"))

    # --- What may be tried ------------------------------------------------------------------

    @classmethod
    def touching(cls, piece: Piece, draw: Draw) -> Iterator["Close"]:
        """Close attacks, attempts to capture and repairs of whatever it touches."""
        for other in draw(piece.touching):
            rest = [o.id for o in piece.opponents_in_contact if o is not other]
            for slot in draw(weapons_of(piece)):
                for on in draw(list(choices(piece, rest))):
                    yield cls(unit=piece.id, target=other.id, weapon=slot, on=on)
                yield cls(unit=piece.id, target=other.id, weapon=slot, capture=True)
            if piece.is_friend(other):
                yield from cls.repairs(piece, other)

    @classmethod
    def together(cls, field: Field, player: str, draw: Draw) -> Iterator["Close"]:
        """Joint close attacks on every opponent."""
        able = able_to_form(field, player)
        for target in draw(field.opponents_of(field.setup.team(player))):
            beside = field.touching(target.id)
            fighters = [p for p in able if p.id in beside and p.unit.type in MELEE.types]
            for leader in fighters:
                others = [p for p in fighters if p is not leader and may_mix(field, leader, p)]
                group = names([leader, *others][: MELEE.most])
                if len(group) >= MELEE.least:
                    yield cls(unit=leader.id, target=target.id, members=group)
                    yield cls(unit=leader.id, target=target.id, members=group, capture=True)

    @classmethod
    def armed_offers(cls, piece: Piece, target: Piece, slot: WeaponSlot) -> Iterator[Offer]:
        """A close attack on whom it touches."""
        if piece.touches(target):
            order = cls(unit=piece.id, target=target.id, weapon=slot)
            yield Offer("close", order, target.id, slot)

    @classmethod
    def contact_offers(cls, piece: Piece, target: Piece) -> Iterator[Offer]:
        """An attempt to capture, by infantry."""
        if piece.is_infantry and piece.touches(target):
            order = cls(unit=piece.id, target=target.id, capture=True)
            yield Offer("capture", order, target.id)

    @classmethod
    def repairs(cls, piece: Piece, friend: Piece) -> tuple["Close", ...]:
        """Both ways to repair a friend, where equipment does."""
        if not any(fitted.item.may_repair(piece, friend) for fitted in piece.working):
            return ()
        by_value = cls(unit=piece.id, target=friend.id, repair=True)
        return by_value, msgspec.structs.replace(by_value, repair="die")


def repair_equipment(piece: Piece, target: Piece) -> Fitted | None:
    """The working equipment with which a unit repairs another."""
    return next((f for f in piece.working if f.item.may_repair(piece, target)), None)

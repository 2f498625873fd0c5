"""Small arms at whoever stands there (KG-107 to KG-115, KG-129, KG-130)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal

import msgspec

from rules.core.calculators import Sum, number, only
from rules.core.tally import of_parts
from rules.khans_and_generals.calculators.bench import (
    ONE,
    OTHER,
    Bench,
    Stand,
    Thrown,
    around,
)
from rules.khans_and_generals.calculators.cards import (
    COVER,
    FOOT,
    HORSE,
    Cover,
    Ground,
    Quality,
    bearing,
    ground_under,
    hill_under,
    soldiers,
    vehicle,
)
from rules.khans_and_generals.calculators.presets import Fill, shooter, under_fire
from rules.khans_and_generals.calculators.trying import (
    BenchCalculator,
    reluctance_of,
    summed,
)
from rules.khans_and_generals.moment.sight import Sight
from rules.khans_and_generals.orders.ranged import Ranged, shoot
from rules.khans_and_generals.records.profile import Formation, Profile, Weapon
from rules.khans_and_generals.steps.casualties import check_rout
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.steps.shooting import (
    by_muscle,
    can_be_pinned,
    pin_by_weapon,
    pinning_sum,
    ranged_attack,
    ranged_defence,
)

Target = Literal["line", "support", "artillery", "hq", "unarmoured", "armoured"]
ON_FOOT = ("line", "support", "artillery", "hq")


class Fire(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody shoots at somebody."""

    attack: Annotated[int, number(-20, 60, of="shooter", label="ranged_attack")] = 12
    weapon: Annotated[Literal["firearm", "machine_gun", "muscle", "flamethrower"], only()] = (
        "firearm"
    )
    distance: Annotated[int, number(0, 300, "cm")] = 30
    range: Annotated[int, number(0, 300, "cm", label="range")] = 80
    fire_effect: Annotated[int, number(-20, 20)] = 0
    sight: Annotated[Literal["full", "partial"], only()] = "full"
    moved: Annotated[bool, only()] = False
    strength: Annotated[int, number(1, 200, rare=True)] = 30
    full: Annotated[int, number(1, 200, rare=True)] = 30
    skirmisher: Annotated[bool, only(rare=True, moved=True)] = False
    powder: Annotated[bool, only(rare=True)] = False
    screen: Annotated[bool, only(rare=True)] = False
    training: Annotated[Quality, only(rare=True, screen=True)] = "3"
    hill: Annotated[bool, only(rare=True)] = False
    hidden: Annotated[bool, only(rare=True)] = False
    their_class: Annotated[Target, only(of="target", label="class")] = "line"
    their_skill: Annotated[int, number(-20, 40, label="skill")] = 2
    their_armour: Annotated[int, number(0, 40, label="armour", weapon="muscle")] = 0
    ground: Annotated[Ground, only()] = "open"
    their_training: Annotated[Quality, only(label="training", their_class=ON_FOOT)] = "3"
    their_strength: Annotated[int, number(1, 200, label="strength")] = 30
    their_formation: Annotated[Formation, only(label="formation", their_class=ON_FOOT)] = "standard"
    modern: Annotated[Literal["yes", "no"], only(their_class=("line", "support", "hq"))] = "yes"
    cover: Annotated[Cover, only(rare=True, their_class=ON_FOOT)] = "none"
    cover_defence: Annotated[int, number(0, 20, rare=True, cover=("light", "heavy"))] = 2
    pinned: Annotated[bool, only(rare=True, their_class=("line", "support", "hq"))] = False
    horse: Annotated[bool, only(rare=True, their_class="line")] = False
    hatches: Annotated[Literal["open", "closed"], only(their_class="armoured")] = "closed"
    their_effects: Annotated[int, number(0, 60, label="effects", rare=True)] = 0
    their_full: Annotated[int, number(1, 200, label="full", rare=True, their_class="line")] = 30
    their_rout_at: Annotated[
        int,
        number(
            1,
            200,
            label="rout_at",
            rare=True,
            their_class=("support", "hq", "artillery", "unarmoured", "armoured"),
        ),
    ] = 6


class FireCalculator(BenchCalculator[Fire]):
    """One unit fires small arms at another, by the order of battles."""

    name = "fire"
    values = Fire
    rules = ("KG-108", "KG-109", "KG-111", "KG-112", "KG-114", "KG-129", "KG-130", "KG-162")
    names = ("shooter", "target")
    fills: ClassVar[Mapping[str, Fill]] = {"shooter": shooter, "target": under_fire}

    def bench(self, values: Fire) -> Bench:
        """Shooter and target."""
        v = values
        abilities = tuple(name for name in ("skirmisher",) if v.skirmisher)
        one = soldiers(
            "line",
            v.training,
            max(v.full, v.strength),
            attack=(0, v.attack),
            weapons=(_weapon(v),),
            abilities=abilities,
        )
        stand = Stand(one, {"strength": v.strength, "moved": float(v.moved), "hidden": v.hidden})
        facing = around(
            one,
            _target(v),
            v.distance,
            "front",
            strength=v.their_strength,
            formation=v.their_formation,
            pinned=v.pinned,
            mounted=v.horse,
            effects=bearing(v.their_effects),
            in_position=COVER if v.cover != "none" else None,
            hatches=v.hatches if v.their_class == "armoured" else None,
        )
        terrain = ground_under(facing, v.ground, v.cover, v.cover_defence)
        if v.hill:
            terrain.append(hill_under(stand))
        return Bench(stand, facing, lambda res: _fire(res, v), terrain=terrain)

    def sums(
        self, values: Fire, bench: Bench, thrown: Thrown, faces: tuple[int, ...], language: str
    ) -> Iterator[Sum]:
        """Attack with its dice, Defence, what pins, what the target bears."""
        one, other = bench.field.piece(ONE), bench.field.piece(OTHER)
        weapon = _weapon(values)
        after = bench.after(thrown.trial).piece(OTHER)
        if not other.is_armoured:
            attack = ranged_attack(one, weapon, values.distance, _sight(values))
            for event in thrown.trial.events:
                if event.event == "shot":
                    attack += of_parts(dice=event.facts["attack"] - attack.total)
            yield summed("fire", attack, language)
            muscle = by_muscle(one, weapon)
            yield summed("ranged_defence", ranged_defence(other, muscle=muscle), language)
        fire = pin_by_weapon(weapon)
        if fire is not None and can_be_pinned(other):
            yield summed("pinning", pinning_sum(other, fire), language)
        yield reluctance_of(after, "their_reluctance", language)


def _weapon(v: Fire) -> Weapon:
    return Weapon(v.weapon, v.range, fire_effect=((v.distance, v.fire_effect),))


def _sight(v: Fire) -> Sight:
    return Sight(True, full=v.sight == "full", powder=v.powder, screen=v.screen)


def _fire(res: Resolution, v: Fire) -> None:
    """The order, as far as it does not ask the ground."""
    order = Ranged(unit=ONE, target=OTHER)
    shoot(res, order, _weapon(v), _sight(v), v.range)
    check_rout(res, ONE)


def _target(v: Fire) -> Profile:
    defence = (v.their_skill, v.their_armour)
    if v.their_class == "unarmoured" or v.their_class == "armoured":
        hull = None if v.their_class == "unarmoured" else 1
        return vehicle(
            v.their_class, v.their_strength, hull=hull, defence=defence, rout_at=v.their_rout_at
        )
    full = max(v.their_full, v.their_strength) if v.their_class == "line" else v.their_strength
    return soldiers(
        v.their_class,
        v.their_training,
        full,
        type=HORSE if v.horse else FOOT,
        defence=defence,
        rout_at=v.their_rout_at,
        modern=v.modern == "yes",
    )

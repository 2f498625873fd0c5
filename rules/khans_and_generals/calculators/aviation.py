"""Aircraft: search, fights, raids, and fire at them (KG-141 to KG-149)."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from rules.core.calculators import Sum, number, only
from rules.core.tally import of_parts
from rules.khans_and_generals.calculators.bench import (
    MIDDLE,
    ONE,
    OTHER,
    Bench,
    Stand,
    Thrown,
)
from rules.khans_and_generals.calculators.cards import (
    Ground,
    Quality,
    ground_under,
    soldiers,
    vehicle,
)
from rules.khans_and_generals.calculators.presets import Fill, aircraft, raided
from rules.khans_and_generals.calculators.trying import (
    BenchCalculator,
    reluctance_of,
    summed,
)
from rules.khans_and_generals.orders.anti_air import AntiAir
from rules.khans_and_generals.orders.anti_air import carry_out as fire_at_aircraft
from rules.khans_and_generals.records.profile import Bombs, Cannon, Profile, Weapon
from rules.khans_and_generals.steps.aircraft import dogfight, raid, search
from rules.khans_and_generals.steps.casualties import check_rout
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.steps.shooting import (
    PIN_AIRCRAFT,
    accuracy,
    can_be_pinned,
    pinning_sum,
    ranged_defence,
)

FAR = 1_000
ON_FOOT = ("line", "support", "artillery", "hq")
RAIDS = ("bombs", "cannon", "machine_guns")


class Aviation(msgspec.Struct, frozen=True, kw_only=True):
    """An aircraft does something, or something is done to it."""

    what: Annotated[
        Literal["search", "bombs", "cannon", "machine_guns", "dogfight", "aa_gun", "aa_gun_mg"],
        only(of="aircraft"),
    ] = "search"
    optics: Annotated[int, number(-5, 10, what="search")] = 0
    air_attack: Annotated[int, number(-20, 40, what="dogfight")] = 5
    accuracy: Annotated[int, number(-10, 20, what=("bombs", "cannon", "aa_gun"))] = 6
    explosion: Annotated[int, number(-20, 60, what=("bombs", "cannon", "aa_gun"))] = 12
    attack: Annotated[int, number(-20, 60, label="ranged_attack", what="machine_guns")] = 10
    penetration: Annotated[int, number(0, 40, what="cannon", their_class="armoured")] = 3
    agility: Annotated[int, number(-20, 40, what=("dogfight", "aa_gun"))] = 5
    armament: Annotated[bool, only(what="dogfight")] = False
    defensive: Annotated[int, number(-20, 40, armament=True)] = 3
    own_agility: Annotated[int, number(-20, 40, armament=True)] = 5
    their_class: Annotated[
        Literal["line", "support", "artillery", "hq", "unarmoured", "armoured"],
        only(of="target", label="class", what=RAIDS),
    ] = "line"
    their_skill: Annotated[int, number(-20, 40, label="skill", what=RAIDS)] = 2
    top: Annotated[int, number(0, 20, what="cannon", their_class="armoured")] = 1
    ground: Annotated[Ground, only(what=RAIDS)] = "open"
    their_training: Annotated[Quality, only(label="training", what=RAIDS, their_class=ON_FOOT)] = (
        "3"
    )
    their_strength: Annotated[int, number(1, 200, label="strength", what=RAIDS)] = 30
    modern: Annotated[
        Literal["yes", "no"], only(what=RAIDS, their_class=("line", "support", "hq"))
    ] = "yes"
    their_rout_at: Annotated[
        int,
        number(
            1,
            200,
            label="rout_at",
            rare=True,
            what=RAIDS,
            their_class=("support", "hq", "artillery", "unarmoured", "armoured"),
        ),
    ] = 6


class AviationCalculator(BenchCalculator[Aviation]):
    """One act of an aircraft, or of those who fire at it."""

    name = "aviation"
    values = Aviation
    rules = ("KG-142", "KG-145", "KG-146", "KG-148", "KG-149")
    names = ("aircraft", "target")
    fills: ClassVar[Mapping[str, Fill]] = {"aircraft": aircraft, "target": raided}

    def named(self, values: Aviation) -> tuple[str, str]:
        """Guns fire at the aircraft, an aircraft at another."""
        if values.what in ("aa_gun", "aa_gun_mg"):
            return ("gun", "aircraft")
        return ("aircraft", "enemy_aircraft") if values.what == "dogfight" else self.names

    def bench(self, values: Aviation) -> Bench:
        """Who acts and whom it is about."""
        v = values
        on_ground = Stand(_target(v), {"strength": v.their_strength}, (MIDDLE, MIDDLE + 60), 180)
        if v.what in ("aa_gun", "aa_gun_mg"):
            one = Stand(soldiers("artillery", "3", 6, weapons=(_aa_gun(v),)), {})
            return Bench(one, _in_air(_other_plane(v)), _fire_at_it)
        if v.what == "dogfight":
            return Bench(_in_air(_plane(v)), _in_air(_other_plane(v)), _fight)
        one = _in_air(_plane(v))
        if v.what == "search":
            own = Stand(on_ground.card, {"strength": 30}, (MIDDLE, MIDDLE - 60), red=True)
            return Bench(one, on_ground, _look, more={"own": own})
        terrain = ground_under(on_ground, v.ground)
        return Bench(one, on_ground, _raid, terrain=terrain)

    def sums(
        self,
        values: Aviation,
        bench: Bench,
        thrown: Thrown,
        faces: tuple[int, ...],
        language: str,
    ) -> Iterator[Sum]:
        """What is thrown for and against."""
        v, one, other = values, bench.field.piece(ONE), bench.field.piece(OTHER)
        if v.what == "search":
            yield summed("search", of_parts(optics=v.optics), language)
        if v.what in ("bombs", "cannon"):
            yield summed("accuracy", of_parts(accuracy=v.accuracy), language)
            yield summed("explosion", of_parts(explosion=v.explosion), language)
        if v.what == "aa_gun":
            yield summed("accuracy", accuracy(one, _aa_gun(v), None), language)
            yield summed("explosion", of_parts(explosion=v.explosion), language)
        if v.what == "machine_guns":
            yield summed("fire", of_parts(attack=v.attack), language)
        if v.what == "dogfight":
            yield summed("air_attack", of_parts(air_attack=v.air_attack), language)
        if v.what in ("dogfight", "aa_gun"):
            yield summed("agility", of_parts(agility=v.agility), language)
        if v.what in RAIDS:
            yield summed("ranged_defence", ranged_defence(other), language)
            if can_be_pinned(other):
                yield summed("pinning", pinning_sum(other, PIN_AIRCRAFT), language)
            after = bench.after(thrown.trial).piece(OTHER)
            yield reluctance_of(after, "their_reluctance", language)


def _in_air(card: Profile) -> Stand:
    state = {"airborne": True, "sorties": card.sorties, "turns_left": 9}
    return Stand(card, state | {"bombs": card.bombs.number if card.bombs else 0}, None)


def _plane(v: Aviation) -> Profile:
    arms: dict[str, Any] = {}
    if v.what == "bombs":
        arms["bombs"] = Bombs(1, v.accuracy, 5, v.explosion)
    elif v.what == "cannon":
        arms["cannon"] = Cannon(v.accuracy, v.explosion, v.penetration)
    elif v.what == "machine_guns":
        arms["attack"] = (0, v.attack)
    return Profile(
        "aircraft",
        type="bomber",
        sorties=9,
        optics=v.optics,
        air_attack=v.air_attack,
        agility=v.own_agility,
        **arms,
    )


def _other_plane(v: Aviation) -> Profile:
    back = v.defensive if v.armament and v.what == "dogfight" else None
    return Profile("aircraft", type="bomber", sorties=9, agility=v.agility, defensive_armament=back)


def _target(v: Aviation) -> Profile:
    if v.their_class == "unarmoured" or v.their_class == "armoured":
        hull = None if v.their_class == "unarmoured" else v.top
        defence, rout_at = (v.their_skill, 0), v.their_rout_at
        return vehicle("light_tank", v.their_strength, hull=hull, defence=defence, rout_at=rout_at)
    return soldiers(
        v.their_class,
        v.their_training,
        v.their_strength,
        defence=(v.their_skill, 0),
        rout_at=v.their_rout_at,
        modern=v.modern == "yes",
    )


def _aa_gun(v: Aviation) -> Weapon:
    if v.what == "aa_gun_mg":
        return Weapon("machine_gun", FAR, aa=True)
    return Weapon("gun", FAR, accuracy=v.accuracy, explosion=v.explosion, ammunition=("aa",))


def _look(res: Resolution) -> None:
    search(res, ONE)


def _fight(res: Resolution) -> None:
    dogfight(res, ONE, OTHER)


def _raid(res: Resolution) -> None:
    raid(res, ONE, OTHER)
    check_rout(res, ONE)


_fire_at_it = partial(fire_at_aircraft, order=AntiAir(unit=ONE, aircraft=OTHER))

"""Shells at a point, directed fire, and batteries off the map (KG-116 to KG-128)."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from rules.core.calculators import Sum, number, only
from rules.core.geometry import ahead, distance
from rules.core.tally import Tally, of_parts
from rules.core.violations import Violation
from rules.khans_and_generals.calculators.bench import (
    MIDDLE,
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
    Class,
    Cover,
    Ground,
    Quality,
    bearing,
    ground_under,
    soldiers,
)
from rules.khans_and_generals.calculators.presets import Fill, gun, shelled
from rules.khans_and_generals.calculators.trying import (
    BenchCalculator,
    reluctance_of,
    summed,
)
from rules.khans_and_generals.orders.mission import Mission
from rules.khans_and_generals.orders.mission import carry_out as call_for_fire
from rules.khans_and_generals.orders.mission import explain as why_no_mission
from rules.khans_and_generals.orders.shell import Shell
from rules.khans_and_generals.orders.shell import carry_out as fire
from rules.khans_and_generals.orders.shell import explain as why_not_fire
from rules.khans_and_generals.records.profile import Battery, Formation, Level, Profile, Weapon
from rules.khans_and_generals.steps.casualties import check_rout
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.steps.shooting import (
    accuracy,
    can_be_pinned,
    pin_by_weapon,
    pinning_sum,
    ranged_defence,
)

FAR, MEASURED = 1_000, 60
#: A director stands beside the gun, so many centimetres off.
DIRECTOR = "director"
SHELLS = ("he", "area", "canister")


class Artillery(msgspec.Struct, frozen=True, kw_only=True):
    """Shells fall on one unit or several of a kind."""

    mode: Annotated[Literal["direct", "indirect", "off_map"], only(of="gun", label="how")] = (
        "direct"
    )
    kind: Annotated[Literal["gun", "howitzer", "mortar"], only()] = "gun"
    ammunition: Annotated[
        Literal["he", "area", "smoke", "illumination", "canister"],
        only(mode=("direct", "indirect")),
    ] = "he"
    shells: Annotated[Literal["he", "area"], only(label="ammunition", mode="off_map")] = "he"
    accuracy: Annotated[int, number(-10, 20)] = 6
    fire_effect: Annotated[int, number(-20, 20, mode=("direct", "indirect"))] = 0
    explosion: Annotated[int, number(-20, 60)] = 12
    strike_capacity: Annotated[int, number(1, 6)] = 1
    calibre: Annotated[int, number(0, 500, "mm")] = 75
    director_distance: Annotated[int, number(0, 200, "cm", mode="indirect")] = 20
    level: Annotated[Level, only(of="observers", mode="off_map")] = "battalion"
    turn: Annotated[int, number(1, 200, mode="off_map")] = 1
    training: Annotated[Quality, only(mode="off_map")] = "3"
    tubes: Annotated[int, number(1, 7, mode="off_map")] = 1
    missions: Annotated[int, number(0, 50, mode="off_map")] = 3
    targets: Annotated[int, number(1, 4, of="target")] = 1
    their_class: Annotated[Class, only(label="class")] = "line"
    their_skill: Annotated[int, number(-20, 40, label="skill")] = 2
    ground: Annotated[Ground, only()] = "open"
    their_training: Annotated[Quality, only(label="training")] = "3"
    their_strength: Annotated[int, number(1, 200, label="strength")] = 30
    their_formation: Annotated[Formation, only(label="formation")] = "standard"
    modern: Annotated[Literal["yes", "no"], only(their_class=("line", "support", "hq"))] = "yes"
    cover: Annotated[Cover, only(rare=True)] = "none"
    cover_defence: Annotated[int, number(0, 20, rare=True, cover=("light", "heavy"))] = 2
    lasting: Annotated[bool, only(rare=True, cover=("light", "heavy"))] = False
    their_full: Annotated[int, number(1, 200, label="full", rare=True, their_class="line")] = 30
    their_effects: Annotated[int, number(0, 60, label="effects", rare=True)] = 0
    their_rout_at: Annotated[
        int,
        number(1, 200, label="rout_at", rare=True, their_class=("support", "hq", "artillery")),
    ] = 6


class ArtilleryCalculator(BenchCalculator[Artillery]):
    """Fire of one gun or battery, by the orders of battles."""

    name = "artillery"
    values = Artillery
    rules = ("KG-116", "KG-117", "KG-118", "KG-119", "KG-120", "KG-125", "KG-126", "KG-039")
    names = ("gun", "target")
    fills: ClassVar[Mapping[str, Fill]] = {"gun": gun, "target": shelled}

    def named(self, values: Artillery) -> tuple[str, str]:
        """Off the map the observers act."""
        return ("observers", "target") if values.mode == "off_map" else self.names

    def bench(self, values: Artillery) -> Bench:
        """Gun or observers, targets, and who directs."""
        v = values
        one = _acting(v)
        gap = 5 if v.ammunition == "canister" else MEASURED
        facing = around(
            one,
            _target(v),
            gap,
            "front",
            strength=v.their_strength,
            formation=v.their_formation,
            effects=bearing(v.their_effects),
            in_position=COVER if v.cover != "none" else None,
        )
        more = {f"{OTHER}{n}": facing for n in range(2, v.targets + 1)}
        if v.mode == "indirect":
            x = MIDDLE + v.director_distance + one.footprint[0] / 2 + 2
            card = soldiers("support", "3", 3, type="observer")
            more[DIRECTOR] = Stand(card, {}, (x, MIDDLE), red=True)
        state: dict[str, Any] = {"missions": v.missions}
        if v.mode == "indirect":
            state["observers"] = DIRECTOR
        terrain = ground_under(facing, v.ground, v.cover, v.cover_defence)
        if v.lasting:
            terrain[-1] = msgspec.structs.replace(terrain[-1], indestructible=True)
        act = partial(_mission if v.mode == "off_map" else _fire, v=v, at=facing.place)
        turn = v.turn if v.mode == "off_map" else 1
        return Bench(Stand(one, state), facing, act, more=more, terrain=terrain, turn=turn)

    def refused(self, values: Artillery, bench: Bench) -> Iterable[Violation]:
        """What battles refuse."""
        at = bench.state.units[OTHER].at
        if values.mode == "off_map":
            found = why_no_mission(bench.field, _call(values, at))
        else:
            found = why_not_fire(bench.field, _order(values, at))
        # Whether the point is seen was looked up on the table.
        return [reason for reason in found if reason.code != "NOT_SEEN"]

    def sums(
        self,
        values: Artillery,
        bench: Bench,
        thrown: Thrown,
        faces: tuple[int, ...],
        language: str,
    ) -> Iterator[Sum]:
        """Accuracy, what the burst has and what is against it, what the target bears."""
        one, other = bench.field.piece(ONE), bench.field.piece(OTHER)
        weapon = _weapon(values)
        if values.ammunition != "canister" or values.mode == "off_map":
            yield summed("accuracy", _accuracy(values, bench), language)
        if values.mode != "off_map" and values.ammunition not in SHELLS:
            return
        yield summed("explosion", of_parts(explosion=weapon.explosion), language)
        yield summed("ranged_defence", ranged_defence(other), language)
        fire_part = pin_by_weapon(weapon)
        if fire_part is not None and can_be_pinned(other):
            yield summed("pinning", pinning_sum(other, fire_part), language)
        yield reluctance_of(bench.after(thrown.trial).piece(OTHER), "their_reluctance", language)
        if values.mode == "indirect":
            gap = one.base.distance(bench.field.piece(DIRECTOR).base)
            yield summed("director", of_parts(director=round(gap)), language, unit="cm")


def _accuracy(v: Artillery, bench: Bench) -> Tally:
    one, other = bench.field.piece(ONE), bench.field.piece(OTHER)
    if v.mode == "off_map":
        return of_parts(accuracy=v.accuracy)
    return accuracy(one, _weapon(v), distance(one.base.front, other.base.at))


def _acting(v: Artillery) -> Profile:
    weapon = _weapon(v)
    if v.mode == "off_map":
        battery = Battery(v.level, weapon, v.tubes, v.missions)
        return soldiers("support", v.training, 3, type="observer", battery=battery)
    return soldiers("artillery", "3", 6, weapons=(weapon,))


def _target(v: Artillery) -> Profile:
    full = max(v.their_full, v.their_strength) if v.their_class == "line" else v.their_strength
    return soldiers(
        v.their_class,
        v.their_training,
        full,
        type=FOOT,
        defence=(v.their_skill, 0),
        rout_at=v.their_rout_at,
        modern=v.modern == "yes",
    )


def _weapon(v: Artillery) -> Weapon:
    return Weapon(
        v.kind,
        FAR,
        fire_effect=((FAR, v.fire_effect),),
        accuracy=v.accuracy,
        spread=5,
        strike_capacity=v.strike_capacity,
        explosion=v.explosion,
        calibre=v.calibre,
        ammunition=(v.shells if v.mode == "off_map" else v.ammunition,),
        canister=(15, 10),
    )


def _order(v: Artillery, at: Any) -> Shell:
    directed: dict[str, Any] = {}
    if v.mode == "indirect":
        directed = {"mode": "indirect", "director": DIRECTOR}
    return Shell(unit=ONE, at=at, ammunition=v.ammunition, **directed)


def _call(v: Artillery, at: Any) -> Mission:
    others = (ahead(at, 60 * number, 10) for number in range(v.tubes - 1))
    return Mission(unit=ONE, markers=(at, *others))


def _fire(res: Resolution, v: Artillery, at: Any) -> None:
    fire(res, _order(v, at))
    check_rout(res, ONE)


def _mission(res: Resolution, v: Artillery, at: Any) -> None:
    call_for_fire(res, _call(v, at))
    check_rout(res, ONE)

"""Guns, anti-tank rifles, flames and men against vehicles (KG-103 to KG-106, KG-131 to KG-140)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, ClassVar, Literal

import msgspec

from rules.core.calculators import Sum, number, only
from rules.core.tally import of_parts
from rules.core.violations import Violation
from rules.khans_and_generals.calculators.bench import (
    ONE,
    OTHER,
    Bench,
    Side,
    Stand,
    Thrown,
    around,
)
from rules.khans_and_generals.calculators.cards import Quality, bearing, soldiers, vehicle
from rules.khans_and_generals.calculators.presets import Fill, tank_killer, target_vehicle
from rules.khans_and_generals.calculators.trying import (
    BenchCalculator,
    reluctance_of,
    summed,
)
from rules.khans_and_generals.moment.sight import Sight
from rules.khans_and_generals.orders.assault_vehicle import AssaultVehicle
from rules.khans_and_generals.orders.assault_vehicle import carry_out as assault
from rules.khans_and_generals.orders.ranged import Ranged, shoot
from rules.khans_and_generals.orders.ranged import explain as why_not_shoot
from rules.khans_and_generals.orders.tank_charge import TankCharge
from rules.khans_and_generals.orders.tank_charge import carry_out as charge
from rules.khans_and_generals.records.profile import Profile, Weapon
from rules.khans_and_generals.steps.casualties import check_rout
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.steps.shooting import accuracy, shot_modifiers

SHOOTS = ("gun", "howitzer", "mortar", "at_rifle", "flamethrower")
AIMED = ("gun", "howitzer", "mortar", "at_rifle")
GUNS = ("gun", "howitzer", "mortar")
#: Weapons reach as far as they are said to have been measured.
FAR = 1_000


class AntiTank(msgspec.Struct, frozen=True, kw_only=True):
    """Something is done to a vehicle, or by one."""

    means: Annotated[
        Literal["gun", "howitzer", "mortar", "at_rifle", "flamethrower", "assault", "tank_charge"],
        only(of="attacker"),
    ] = "gun"
    ammunition: Annotated[Literal["ap", "he"], only(means=("gun", "howitzer"))] = "ap"
    accuracy: Annotated[int, number(-10, 20, means=AIMED)] = 6
    fire_effect: Annotated[int, number(-20, 20, means=AIMED)] = 0
    penetration: Annotated[int, number(0, 40, means=("gun", "howitzer", "at_rifle"))] = 3
    calibre: Annotated[int, number(0, 500, "mm", means=GUNS)] = 37
    explosion: Annotated[int, number(-20, 60, means=GUNS, type="unarmoured")] = 12
    sight: Annotated[Literal["full", "partial"], only(rare=True, means=AIMED)] = "full"
    optics: Annotated[int, number(-5, 10, rare=True, means=GUNS)] = 0
    training: Annotated[Quality, only(means=("assault", "tank_charge"))] = "3"
    men: Annotated[int, number(1, 200, label="strength", means="tank_charge")] = 30
    effects: Annotated[int, number(0, 60, means="tank_charge", rare=True)] = 0
    type: Annotated[
        Literal["light_tank", "heavy_tank", "armoured_car", "unarmoured"],
        only(of="vehicle", label="vehicle_type"),
    ] = "light_tank"
    side: Annotated[Side, only(label="vehicle_side", means=SHOOTS)] = "front"
    hull: Annotated[
        int,
        number(0, 20, means=SHOOTS, type=("light_tank", "heavy_tank", "armoured_car")),
    ] = 3
    turret: Annotated[bool, only(means=GUNS, type=("light_tank", "heavy_tank", "armoured_car"))] = (
        False
    )
    turret_class: Annotated[int, number(0, 20, means=GUNS, turret=True)] = 3
    hatches: Annotated[
        Literal["open", "closed"],
        only(means=GUNS, type=("light_tank", "heavy_tank", "armoured_car")),
    ] = "closed"
    open_topped: Annotated[bool, only(means=GUNS)] = False
    crew: Annotated[int, number(1, 20)] = 3
    defence: Annotated[
        int, number(-20, 40, label="vehicle_defence", means=GUNS, type="unarmoured")
    ] = 3
    turret_crew: Annotated[int, number(1, 10, rare=True, means=GUNS, turret=True)] = 2
    hull_mg: Annotated[bool, only(rare=True, means=GUNS)] = False
    command: Annotated[bool, only(rare=True)] = False
    rout_at: Annotated[int, number(1, 200, rare=True)] = 12
    vehicle_effects: Annotated[int, number(0, 60, label="effects", rare=True)] = 0


class AntiTankCalculator(BenchCalculator[AntiTank]):
    """An attack on a vehicle, or its charge, by the orders of battles."""

    name = "anti-tank"
    values = AntiTank
    rules = ("KG-103", "KG-104", "KG-105", "KG-131", "KG-133", "KG-137", "KG-139", "KG-140")
    names = ("attacker", "vehicle")
    fills: ClassVar[Mapping[str, Fill]] = {"attacker": tank_killer, "vehicle": target_vehicle}

    def named(self, values: AntiTank) -> tuple[str, str]:
        """In a charge the vehicle acts."""
        return ("vehicle", "target") if values.means == "tank_charge" else self.names

    def bench(self, values: AntiTank) -> Bench:
        """Attacker and vehicle; in a tank charge the vehicle acts."""
        v = values
        tank = _tank(v)
        state = {"effects": bearing(v.vehicle_effects)}
        if v.type != "unarmoured":
            state["hatches"] = v.hatches  # type: ignore[assignment]
        if v.means == "tank_charge":
            men = soldiers("line", v.training, v.men)
            target = around(tank, men, 10, "front", effects=bearing(v.effects))
            return Bench(Stand(tank, state), target, _charge)
        one = _attacker(v)
        target = around(one, tank, 2, v.side if v.means in SHOOTS else "front", **state)
        act = _assault if v.means == "assault" else lambda res: _shoot(res, v)
        return Bench(Stand(one, {}), target, act)

    def refused(self, values: AntiTank, bench: Bench) -> Iterable[Violation]:
        """What cannot be fired at whom."""
        if values.means not in SHOOTS:
            return ()
        return why_not_shoot(bench.field, _order(values))

    def sums(
        self,
        values: AntiTank,
        bench: Bench,
        thrown: Thrown,
        faces: tuple[int, ...],
        language: str,
    ) -> Iterator[Sum]:
        """Accuracy, what the vehicle bears."""
        one = bench.field.piece(ONE)
        if values.means in AIMED:
            needed = accuracy(one, _weapon(values), 2) + shot_modifiers(one, _sight(values))
            yield summed("accuracy", needed, language)
        if values.means in ("gun", "howitzer") and values.ammunition == "ap":
            bonus = of_parts(penetration=values.penetration, armour_class=-values.hull)
            yield summed("penetration", bonus, language)
        name = ONE if values.means == "tank_charge" else OTHER
        yield reluctance_of(bench.after(thrown.trial).piece(name), "vehicle_reluctance", language)


def _tank(v: AntiTank) -> Profile:
    bare = v.type == "unarmoured"
    return vehicle(
        v.type,
        v.crew,
        hull=None if bare else v.hull,
        turret=v.turret_class if v.turret and not bare else None,
        defence=(v.defence, 0),
        open_topped=v.open_topped,
        turret_crew=v.turret_crew,
        hull_mg=v.hull_mg,
        command=1 if v.command else None,
        rout_at=v.rout_at,
        movement=60.0,
        armed=True,
    )


def _attacker(v: AntiTank) -> Profile:
    if v.means == "assault":
        return soldiers("line", v.training, 30, movement=20.0)
    weapons = (_weapon(v),)
    if v.means in GUNS and v.optics:
        return vehicle("light_tank", 3, hull=1, weapons=weapons, optics=v.optics)
    class_: Literal["artillery", "support"] = "artillery" if v.means in GUNS else "support"
    return soldiers(class_, v.training, 4, weapons=weapons, attack=(0, 0))


def _weapon(v: AntiTank) -> Weapon:
    kind = v.means
    if kind in ("assault", "tank_charge"):
        kind = "gun"
    return Weapon(
        kind,  # type: ignore[arg-type]
        FAR,
        fire_effect=((FAR, v.fire_effect),),
        accuracy=v.accuracy,
        explosion=v.explosion,
        penetration=((FAR, v.penetration),),
        calibre=v.calibre,
        ammunition=("he",) if kind == "mortar" else ("he", "ap"),
    )


def _sight(v: AntiTank) -> Sight:
    return Sight(True, full=v.sight == "full")


def _order(v: AntiTank) -> Ranged:
    shell = v.ammunition if v.means in ("gun", "howitzer") else None
    return Ranged(unit=ONE, target=OTHER, ammunition="he" if v.means == "mortar" else shell)


def _shoot(res: Resolution, v: AntiTank) -> None:
    shoot(res, _order(v), _weapon(v), _sight(v), FAR)
    check_rout(res, ONE)


def _assault(res: Resolution) -> None:
    assault(res, AssaultVehicle(unit=ONE, target=OTHER))
    check_rout(res, ONE)


def _charge(res: Resolution) -> None:
    charge(res, TankCharge(unit=ONE, target=OTHER))
    check_rout(res, ONE)

"""Going through difficult ground: what is left of a move, tests, bogging (KG-027 to KG-034)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal

import msgspec

from rules.core.calculators import Sum, number, only
from rules.core.tally import of_parts
from rules.khans_and_generals.calculators.bench import MIDDLE, ONE, TABLE, Bench, Stand, Thrown
from rules.khans_and_generals.calculators.cards import Quality, soldiers, vehicle
from rules.khans_and_generals.calculators.presets import Fill, goer
from rules.khans_and_generals.calculators.trying import BenchCalculator, summed
from rules.khans_and_generals.records.profile import Formation, Profile
from rules.khans_and_generals.state.state import Conditions, Ground
from rules.khans_and_generals.steps.movement import Leg, Plan, march
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.table.terrain import Terrain


class Going(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody goes straight on through one kind of ground."""

    kind: Annotated[
        Literal["line", "support", "artillery", "vehicle"], only(of="unit", label="class")
    ] = "line"
    movement: Annotated[int, number(1, 200, "cm")] = 20
    training: Annotated[Quality, only()] = "3"
    formation: Annotated[Formation, only(kind="line")] = "standard"
    horse: Annotated[bool, only(kind="line", rare=True)] = False
    drive: Annotated[Literal["tracked", "wheeled"], only(kind="vehicle")] = "tracked"
    offroad: Annotated[int, number(-5, 5, kind="vehicle", rare=True)] = 0
    bogged: Annotated[int, number(0, 2, kind="vehicle", rare=True)] = 0
    through: Annotated[
        Literal[
            "open", "scrub", "woods", "rocks", "marsh", "shallow_water", "ice", "road", "dirt_road"
        ],
        only(of="ground", label="through"),
    ] = "open"
    begins: Annotated[
        Literal["inside", "outside"],
        only(through=("scrub", "woods", "rocks", "marsh", "shallow_water", "ice")),
    ] = "inside"
    ground: Annotated[Ground, only(label="condition")] = "dry"
    length: Annotated[int, number(1, 200, "cm")] = 5


class GoingCalculator(BenchCalculator[Going]):
    """One straight move, by the moves of battles."""

    name = "going"
    values = Going
    rules = ("KG-027", "KG-028", "KG-029", "KG-031", "KG-032", "KG-033", "KG-034")
    names = ("unit", "unit")
    fills: ClassVar[Mapping[str, Fill]] = {"unit": goer}

    def bench(self, values: Going) -> Bench:
        """A unit and the ground before it."""
        v = values
        state = {"formation": v.formation, "mounted": v.horse, "bogged": v.bogged}
        start = -50.0 if v.begins == "inside" or v.through in ("road", "dirt_road") else 3.0
        terrain = []
        if v.through != "open":
            low, high = MIDDLE + start, MIDDLE + 300
            outline = ((0.0, low), (TABLE, low), (TABLE, high), (0.0, high))
            terrain.append(Terrain("ground", v.through, polygon=outline))
        conditions = Conditions(ground=v.ground)
        return Bench(
            Stand(_card(v), state),
            None,
            lambda res: _go(res, v),
            terrain=terrain,
            conditions=conditions,
        )

    def sums(
        self, values: Going, bench: Bench, thrown: Thrown, faces: tuple[int, ...], language: str
    ) -> Iterator[Sum]:
        """What is left of the move, and on which faces a vehicle is bogged."""
        plan = _plan(bench, values)
        left = round(values.movement / 2 if plan.needs_test else plan.left)
        parts = of_parts(movement=values.movement, going=left - values.movement)
        yield summed("left", parts, language, unit="cm")
        if plan.bogs_at:
            yield summed("bogs_at", of_parts(ground=plan.bogs_at), language)


def _plan(bench: Bench, v: Going) -> Plan:
    return Plan(bench.field, bench.field.piece(ONE), _legs(v))


def _legs(v: Going) -> tuple[Leg, ...]:
    return (Leg(travel=((MIDDLE, MIDDLE + v.length),)),)


def _card(v: Going) -> Profile:
    if v.kind == "vehicle":
        movement, drive = float(v.movement), v.drive
        return vehicle(
            "light_tank",
            3,
            hull=1,
            training=int(v.training),
            movement=movement,
            drive=drive,
            offroad=v.offroad,
        )
    type_ = "cavalry" if v.horse else "infantry"
    return soldiers(v.kind, v.training, 30, movement=float(v.movement), type=type_)


def _go(res: Resolution, v: Going) -> None:
    plan = Plan(res.field, res.piece(ONE), _legs(v))
    if plan.barred is not None:
        res.emit("may_not_enter", "KG-026", unit=ONE)
    elif plan.too_far:
        res.emit("too_far", "KG-087", unit=ONE)
    else:
        march(res, ONE, plan)

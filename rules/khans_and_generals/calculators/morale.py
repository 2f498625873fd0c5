"""Reluctance entry by entry, what eases it, and where the routed run (KG-157 to KG-167)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from rules.core.calculators import Said, Sum, Worked, number, only
from rules.core.tally import of_parts
from rules.khans_and_generals.calculators.bench import MIDDLE, ONE, Bench, Stand, Thrown
from rules.khans_and_generals.calculators.cards import Quality, soldiers
from rules.khans_and_generals.calculators.presets import Fill, bearer
from rules.khans_and_generals.calculators.trying import (
    WORDS,
    BenchCalculator,
    reluctance_of,
    summed,
)
from rules.khans_and_generals.moment.field import Field
from rules.khans_and_generals.moment.morale import (
    FORMATION_ROUTED,
    REGROUPED,
    ROUSED,
    VEHICLE_DESTROYED,
    reduced,
    with_effect,
)
from rules.khans_and_generals.state.state import Effect
from rules.khans_and_generals.steps.casualties import check_rout, hurt
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.steps.rout import destination

STAFF = "staff"
#: Fields that count the separate units an entry comes from, or how often it came.
ENTRIES = (
    "under_firearms",
    "under_machine_guns",
    "under_artillery",
    "under_fire",
    "flamethrowers",
    "air_raid",
    "hidden_enemy",
    "charged",
    "tank_charged",
    "flanked",
    "rear_attacked",
    "pinned",
    "caught_in_fire",
    "failed_disengage",
    "commander_killed",
    "supreme_killed",
    "crew_hit",
)
EASES = {
    "roused": ROUSED,
    "regrouped": REGROUPED,
    "formation_routed": FORMATION_ROUTED,
    "vehicle_destroyed": VEHICLE_DESTROYED,
}


class Morale(msgspec.Struct, frozen=True, kw_only=True):
    """A unit and everything that weighs on it."""

    kind: Annotated[
        Literal["line", "support", "hq", "artillery"], only(of="unit", label="class")
    ] = "line"
    training: Annotated[Quality, only()] = "3"
    strength: Annotated[int, number(1, 200)] = 30
    full: Annotated[int, number(1, 200, kind="line")] = 30
    rout_at: Annotated[int, number(1, 200, kind=("support", "hq", "artillery"))] = 6
    losses: Annotated[int, number(0, 200, kind="hq")] = 0
    under_firearms: Annotated[int, number(0, 9, of="entries")] = 0
    under_machine_guns: Annotated[int, number(0, 9)] = 0
    under_artillery: Annotated[int, number(0, 9)] = 0
    pinned: Annotated[int, number(0, 1)] = 0
    charged: Annotated[int, number(0, 9)] = 0
    flanked: Annotated[int, number(0, 9)] = 0
    rear_attacked: Annotated[int, number(0, 9)] = 0
    under_fire: Annotated[int, number(0, 9, rare=True)] = 0
    flamethrowers: Annotated[int, number(0, 9, rare=True)] = 0
    air_raid: Annotated[int, number(0, 9, rare=True)] = 0
    hidden_enemy: Annotated[int, number(0, 9, rare=True)] = 0
    tank_charged: Annotated[int, number(0, 9, rare=True)] = 0
    caught_in_fire: Annotated[int, number(0, 1, rare=True)] = 0
    failed_disengage: Annotated[int, number(0, 9, rare=True)] = 0
    commander_killed: Annotated[int, number(0, 1, rare=True)] = 0
    supreme_killed: Annotated[int, number(0, 1, rare=True)] = 0
    crew_hit: Annotated[int, number(0, 9, rare=True)] = 0
    earlier: Annotated[int, number(0, 60, label="effects", rare=True)] = 0
    again: Annotated[bool, only(rare=True)] = False
    roused: Annotated[int, number(0, 9, of="eased")] = 0
    regrouped: Annotated[int, number(0, 9)] = 0
    formation_routed: Annotated[int, number(0, 9, rare=True)] = 0
    vehicle_destroyed: Annotated[int, number(0, 9, rare=True)] = 0
    staff: Annotated[
        Literal["in_reach", "beside", "out_of_reach", "no_staff"], only(of="around_it")
    ] = "in_reach"
    fleeing: Annotated[int, number(0, 9)] = 0
    edge: Annotated[int, number(3, 900, "cm")] = 60


class MoraleCalculator(BenchCalculator[Morale]):
    """How much a unit bears, and what it does when it is too much."""

    name = "morale"
    values = Morale
    rules = ("KG-155", "KG-157", "KG-158", "KG-160", "KG-161", "KG-162", "KG-163", "KG-166")
    names = ("unit", "unit")
    fills: ClassVar[Mapping[str, Fill]] = {"unit": bearer}

    def bench(self, values: Morale) -> Bench:
        """The unit near an edge, its headquarters where it is said to be, those who flee."""
        v = values
        full = max(v.full, v.strength) if v.kind == "line" else v.strength
        commands: dict[str, Any] = {"command": 1} if v.kind == "hq" else {}
        card = soldiers(v.kind, v.training, full, rout_at=v.rout_at, movement=20.0, **commands)
        at = (MIDDLE, float(v.edge))
        commanded = v.staff != "no_staff" and v.kind != "hq"
        state = {
            "strength": v.strength,
            "effects": _effects(v),
            "hq": STAFF if commanded else None,
        }
        more = {}
        if commanded:
            staff = soldiers("hq", "3", 5, command=9, rout_at=99)
            place = (MIDDLE, at[1] + _GAPS[v.staff] + 4.5)
            more[STAFF] = Stand(staff, {"supreme": True}, place, red=True)
        for n in range(v.fleeing):
            friend = soldiers("line", "3", 30)
            routed = {"routed": True, "formation": "disordered"}
            more[f"friend{n}"] = Stand(friend, routed, at, red=True)
        return Bench(Stand(card, state, at), None, lambda res: _bear(res, v), more=more)

    def sums(
        self, values: Morale, bench: Bench, thrown: Thrown, faces: tuple[int, ...], language: str
    ) -> Iterator[Sum]:
        """Its entries, and what they are set against."""
        piece = bench.after(thrown.trial).piece(ONE)
        yield reluctance_of(piece, "reluctance", language)
        line = piece.profile.line_way
        limit = of_parts(strength=piece.unit.strength) if line else of_parts(limit=values.rout_at)
        yield summed("bears" if line else "bears_less", limit, language)

    def reckon(self, values: Morale, faces: tuple[int, ...], language: str) -> Worked:
        """Try it out; then say what goes when, and where it runs."""
        found = super().reckon(values, faces, language)
        if found.waiting or found.faults:
            return found
        bench = self.bench(values)
        field = bench.after(bench.trial(faces))
        routed = field.piece(ONE).unit.routed
        code = "routs" if routed else "holds"
        goes = _where(field) if routed else ""
        more = [Said(WORDS.say("says", code, language), ("KG-157",), "bad" if routed else "good")]
        if goes:
            more.append(Said(WORDS.say("says", goes, language), ("KG-163", "KG-166"), "bad"))
        if any(e.until is not None for e in field.piece(ONE).unit.effects):
            more.append(Said(WORDS.say("says", "expires", language), ("KG-160",)))
        headline = " ".join(said.text for said in more[: 2 if routed else 1])
        return msgspec.structs.replace(found, headline=headline, said=(*found.said, *more))


#: How far the headquarters stands off, base to base.
_GAPS = {"beside": 0, "in_reach": 20, "out_of_reach": 60}


def _effects(v: Morale) -> tuple[Effect, ...]:
    """The entries, each from another unit; what comes again from the same is prolonged."""
    effects: tuple[Effect, ...] = (Effect("earlier", v.earlier, None, 2),) if v.earlier else ()
    for turn in (1, 2) if v.again else (1,):
        for name in ENTRIES:
            for source in range(getattr(v, name)):
                effects = with_effect(effects, name, f"{name}{source}", turn)
    for name, by in EASES.items():
        effects = reduced(effects, by * int(getattr(v, name)))
    return effects


def _bear(res: Resolution, v: Morale) -> None:
    if v.losses and v.kind == "hq":
        hurt(res, ONE, v.losses, None, "KG-155")
    check_rout(res)


def _where(field: Field) -> str:
    goal = destination(field, field.piece(ONE))
    if goal is None:
        return "stays"
    return "to_edge" if goal == "edge" else "to_staff"

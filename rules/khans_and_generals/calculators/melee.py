"""Hand to hand: a blow, and the answer to it (KG-096 to KG-102)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

import msgspec

from rules.core.calculators import Sum, number, only
from rules.core.tally import of_parts
from rules.khans_and_generals.calculators.bench import (
    MIDDLE,
    ONE,
    OTHER,
    Bench,
    Side,
    Stand,
    Thrown,
    around,
    square,
)
from rules.khans_and_generals.calculators.cards import (
    FOOT,
    HORSE,
    Class,
    Quality,
    bearing,
    soldiers,
)
from rules.khans_and_generals.calculators.presets import Fill, fighter, struck
from rules.khans_and_generals.calculators.trying import (
    BenchCalculator,
    reluctance_of,
    summed,
)
from rules.khans_and_generals.records.profile import Formation
from rules.khans_and_generals.state.state import Lock
from rules.khans_and_generals.steps.melee import fight, melee_attack, melee_defence, percentages


class Melee(msgspec.Struct, frozen=True, kw_only=True):
    """Two units in contact."""

    attack: Annotated[int, number(-20, 60, of="attacker", label="melee_attack")] = 5
    training: Annotated[Quality, only()] = "3"
    strength: Annotated[int, number(1, 200)] = 30
    sector: Annotated[Side, only()] = "front"
    charge: Annotated[bool, only()] = False
    formation: Annotated[Formation, only()] = "standard"
    full: Annotated[int, number(1, 200, rare=True)] = 30
    against: Annotated[int, number(-20, 20, rare=True)] = 0
    advance: Annotated[int, number(0, 20, rare=True)] = 0
    horse: Annotated[bool, only(rare=True)] = False
    spears: Annotated[bool, only(rare=True)] = False
    skill: Annotated[int, number(-20, 40, rare=True)] = 2
    armour: Annotated[int, number(0, 40, rare=True)] = 1
    their_skill: Annotated[int, number(-20, 40, of="target", label="skill")] = 2
    their_armour: Annotated[int, number(0, 40, label="armour")] = 1
    their_training: Annotated[Quality, only(label="training")] = "3"
    their_strength: Annotated[int, number(1, 200, label="strength")] = 30
    their_attack: Annotated[int, number(-20, 60, label="melee_attack")] = 5
    their_formation: Annotated[Formation, only(label="formation")] = "standard"
    their_class: Annotated[Class, only(label="class", rare=True)] = "line"
    their_full: Annotated[int, number(1, 200, label="full", rare=True, their_class="line")] = 30
    their_rout_at: Annotated[
        int,
        number(1, 200, label="rout_at", rare=True, their_class=("support", "hq", "artillery")),
    ] = 6
    their_effects: Annotated[int, number(0, 60, label="effects", rare=True)] = 0
    their_horse: Annotated[bool, only(label="horse", rare=True)] = False
    their_routed: Annotated[bool, only(label="routed", rare=True)] = False


class MeleeCalculator(BenchCalculator[Melee]):
    """The melee phase between two units."""

    name = "melee"
    values = Melee
    rules = ("KG-015", "KG-097", "KG-098", "KG-151", "KG-157")
    names = ("attacker", "target")
    fills: ClassVar[Mapping[str, Fill]] = {"attacker": fighter, "target": struck}

    def bench(self, values: Melee) -> Bench:
        """The two locked."""
        v = values
        theirs = HORSE if v.their_horse else FOOT
        one = soldiers(
            "line",
            v.training,
            max(v.full, v.strength),
            type=HORSE if v.horse else FOOT,
            attack=(v.attack, None),
            defence=(v.skill, v.armour),
            abilities=({"against": {theirs: v.against}}, *(("spears",) if v.spears else ())),
        )
        full = max(v.their_full, v.their_strength) if v.their_class == "line" else v.their_strength
        other = soldiers(
            v.their_class,
            v.their_training,
            full,
            type=theirs,
            attack=(v.their_attack, None),
            defence=(v.their_skill, v.their_armour),
            rout_at=v.their_rout_at,
        )
        stand = Stand(one, {"strength": v.strength, "formation": v.formation, "mounted": v.horse})
        facing = around(
            one,
            other,
            0,
            v.sector,
            strength=v.their_strength,
            formation=v.their_formation,
            routed=v.their_routed,
            mounted=v.their_horse,
            effects=bearing(v.their_effects),
        )
        lock = Lock(ONE, OTHER, v.sector, charge=v.charge, advance=v.advance)
        woods = [square("woods", "woods", (MIDDLE, MIDDLE), 40)] if v.spears else []
        return Bench(stand, facing, fight, terrain=woods, locks=(lock,))

    def sums(
        self, values: Melee, bench: Bench, thrown: Thrown, faces: tuple[int, ...], language: str
    ) -> Iterator[Sum]:
        """Attack with its dice and percentages, Defence, what the target bears."""
        one, other = bench.field.piece(ONE), bench.field.piece(OTHER)
        lock = bench.state.locks[0]
        attack, changes = melee_attack(one, other), percentages(one, other, lock)
        for event in thrown.trial.events:
            if event.event == "blow":
                swing = faces[0] - faces[1]
                change = event.facts["attack"] - attack.total - swing
                attack += of_parts(dice=swing, percent=change)
                break
        yield summed("attack", attack, language)
        if changes.parts:
            yield summed("percentages", changes, language, unit="%")
        yield summed("defence", melee_defence(other, lock.sector), language)
        yield reluctance_of(bench.after(thrown.trial).piece(OTHER), "their_reluctance", language)

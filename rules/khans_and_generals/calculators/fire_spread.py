"""Does it burn, and where does it burn next? (KG-042 to KG-047)."""

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from rules.core.calculators import Said, Sum, Worked, only
from rules.core.tally import of_parts
from rules.khans_and_generals.calculators.bench import (
    HERE,
    MIDDLE,
    TABLE,
    Bench,
    Stand,
    Thrown,
)
from rules.khans_and_generals.calculators.cards import soldiers
from rules.khans_and_generals.calculators.trying import WORDS, BenchCalculator, summed
from rules.khans_and_generals.moment.field import SQUARE, ignition_of
from rules.khans_and_generals.state.state import Conditions, Ground
from rules.khans_and_generals.steps.fire import Source, ignite, ignition_sum
from rules.khans_and_generals.steps.turn import can_spread, spread_fire
from rules.khans_and_generals.table.terrain import Terrain

Burning = Literal[
    "open",
    "scrub",
    "woods",
    "rocks",
    "crops",
    "marsh",
    "shallow_water",
    "ice",
    "road",
    "built_up",
    "light",
    "heavy",
]


class FireSpread(msgspec.Struct, frozen=True, kw_only=True):
    """A source of fire, or a square that burns already."""

    what: Annotated[Literal["ignition", "spread"], only(of="fire")] = "ignition"
    source: Annotated[Source, only(what="ignition")] = "flamethrower"
    ground: Annotated[Ground, only(label="condition")] = "dry"
    terrain: Annotated[Burning, only(label="burning")] = "scrub"
    beside: Annotated[Burning, only(what="spread")] = "scrub"
    season: Annotated[Literal["summer", "other_season"], only()] = "summer"


class FireSpreadCalculator(BenchCalculator[FireSpread]):
    """The ignition test, or one phase of a fire that spreads."""

    name = "fire-spread"
    values = FireSpread
    rules = ("KG-042", "KG-043", "KG-044", "KG-045", "KG-046", "KG-047")
    names = ("fire", "fire")

    def bench(self, values: FireSpread) -> Bench:
        """A burning square, or one that may burn, with the ground around."""
        v = values
        conditions = Conditions(ground=v.ground, season=v.season, fire=True)
        far = Stand(soldiers("line", "3", 30), {}, (10.0, 10.0))
        terrain = _ground(v)
        if v.what == "ignition":
            return Bench(
                far,
                None,
                lambda res: ignite(res, _centre(HERE), v.source),
                terrain=terrain,
                conditions=conditions,
            )
        return Bench(far, None, spread_fire, terrain=terrain, conditions=conditions, fires=(HERE,))

    def sums(
        self,
        values: FireSpread,
        bench: Bench,
        thrown: Thrown,
        faces: tuple[int, ...],
        language: str,
    ) -> Iterator[Sum]:
        """What the d12 must not exceed, or how easily both grounds burn."""
        if values.what == "ignition":
            found = ignition_sum(bench.field, _centre(HERE), values.source)
            if found is not None:
                yield summed("ignition", found, language)
            return
        for label, x in (("burning", MIDDLE), ("beside", MIDDLE + SQUARE)):
            value = ignition_of(bench.field, _centre((x, MIDDLE)))
            if value is not None:
                yield summed(label, of_parts(terrain_ignites=value), language)

    def reckon(self, values: FireSpread, faces: tuple[int, ...], language: str) -> Worked:
        """Try it out, where anything can burn at all."""
        field = self.bench(values).field
        if values.what == "ignition":
            burns, code = ignition_sum(field, _centre(HERE), values.source) is not None, "no_fire"
        else:
            beside = (MIDDLE, MIDDLE + SQUARE)
            burns, code = can_spread(field, HERE, beside), "no_spread"
        found = super().reckon(values, faces if burns else (), language)
        if burns:
            return found
        text = WORDS.say("says", code, language)
        said = Said(text, WORDS.rules_of("says", code), "good")
        return Worked(headline=text, sums=found.sums, said=(said,))


def _centre(square: tuple[float, float]) -> tuple[float, float]:
    return (square[0] + SQUARE / 2, square[1] + SQUARE / 2)


def _ground(v: FireSpread) -> list[Terrain]:
    """The ground around, then that of the square itself."""
    x, y = HERE
    side = ((x, y), (x + SQUARE, y), (x + SQUARE, y + SQUARE), (x, y + SQUARE))
    found = []
    if v.what == "spread":
        whole = ((0.0, 0.0), (TABLE, 0.0), (TABLE, TABLE), (0.0, TABLE))
        found.append(_piece("beside", v.beside, whole))
    found.append(_piece("here", v.terrain, side))
    return found


def _piece(name: str, kind: str, outline: tuple[tuple[float, float], ...]) -> Terrain:
    if kind in ("light", "heavy"):
        return Terrain(name, "zone", polygon=outline, weight=kind)  # type: ignore[arg-type]
    return Terrain(name, kind, polygon=outline)  # type: ignore[arg-type]

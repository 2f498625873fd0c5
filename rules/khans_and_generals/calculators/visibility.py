"""Who sees whom: weather, light, areas, smoke (KG-066 to KG-073)."""

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from rules.core.calculators import Said, Sum, Worked, number, only
from rules.core.tally import of_parts
from rules.khans_and_generals.calculators.bench import (
    MIDDLE,
    ONE,
    OTHER,
    TABLE,
    Bench,
    Stand,
    Thrown,
    around,
)
from rules.khans_and_generals.calculators.cards import hill_under, soldiers
from rules.khans_and_generals.calculators.trying import WORDS, BenchCalculator, summed
from rules.khans_and_generals.moment.field import Field
from rules.khans_and_generals.moment.sight import base_sight, in_sight, sight
from rules.khans_and_generals.state.state import Cloud, Conditions, Time, Weather
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.table.bases import within
from rules.khans_and_generals.table.terrain import KINDS, Standing, Terrain

Area = Literal["none", "scrub", "rocks", "marsh", "crops", "woods", "built_up", "high_built_up"]
AREAS = ("scrub", "rocks", "marsh", "crops", "woods", "built_up", "high_built_up")
#: Areas that nobody sees through.
CLOSED = ("woods", "high_built_up")


class Visibility(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody looks at somebody, in the open or with one area between or around."""

    weather: Annotated[Weather, only(of="circumstances")] = "sunny"
    time: Annotated[Time, only()] = "day"
    distance: Annotated[int, number(1, 300, "cm")] = 60
    lit: Annotated[bool, only(time="night")] = False
    area: Annotated[Area, only(of="ground", label="area")] = "none"
    target: Annotated[Standing, only(label="target_stands", area=AREAS)] = "outside"
    observer: Annotated[Standing, only(label="observer_stands", area=CLOSED)] = "outside"
    inside: Annotated[int, number(0, 300, "cm", area=AREAS, observer="outside")] = 20
    hill: Annotated[bool, only(label="observer_on_hill", rare=True)] = False
    hidden: Annotated[bool, only(label="target_hidden", rare=True)] = False
    screen: Annotated[bool, only(rare=True)] = False


class VisibilityCalculator(BenchCalculator[Visibility]):
    """Whether a unit sees another, and why not."""

    name = "visibility"
    values = Visibility
    rules = ("KG-036", "KG-040", "KG-066", "KG-067", "KG-068", "KG-069", "KG-070", "KG-072")
    names = ("observer", "target")

    def bench(self, values: Visibility) -> Bench:
        """Observer, target and area."""
        v = values
        card = soldiers("line", "3", 30)
        one = Stand(card, {})
        other = around(card, card, v.distance, "front", hidden=v.hidden)
        terrain = [hill_under(one)] if v.hill else []
        if v.area != "none":
            terrain.append(_area(v, card.footprint[1]))
        near = MIDDLE + card.footprint[1] / 2
        smoke = (Cloud("cloud", "screen", (MIDDLE, near + v.distance / 2), 9),) if v.screen else ()
        lights = ((MIDDLE, near + v.distance),) if v.lit else ()
        conditions = Conditions(time=v.time, weather=v.weather)
        return Bench(
            one, other, _look, terrain=terrain, conditions=conditions, smoke=smoke, lights=lights
        )

    def sums(
        self,
        values: Visibility,
        bench: Bench,
        thrown: Thrown,
        faces: tuple[int, ...],
        language: str,
    ) -> Iterator[Sum]:
        """How far one sees here, and into the area."""
        field = bench.field
        far = base_sight(field, field.piece(OTHER).base)
        yield summed("sight", of_parts(base_sight=far), language, unit="cm")
        if values.area != "none":
            kind = "built_up" if values.area == "high_built_up" else values.area
            reach = min(far, 10 if values.area in CLOSED else int(KINDS[kind].sight))
            yield summed("into_area", of_parts(coefficient=reach), language, unit="cm")

    def reckon(self, values: Visibility, faces: tuple[int, ...], language: str) -> Worked:
        """Look; through smoke a test decides."""
        bench = self.bench(values)
        field = bench.field
        one, other = field.piece(ONE), field.piece(OTHER)
        code, rule = _verdict(values, field)
        sums = tuple(self.sums(values, bench, Thrown(bench.trial(()), (), (), ()), (), language))
        if code.startswith("seen") and sight(field, ONE, OTHER).screen:
            found = super().reckon(values, faces, language)
            return msgspec.structs.replace(found, sums=sums)
        seen = in_sight(field, one, other)
        text = WORDS.say("says", code, language)
        return Worked(
            headline=text, sums=sums, said=(Said(text, (rule,), "good" if seen else "bad"),)
        )


def _verdict(v: Visibility, field: Field) -> tuple[str, str]:
    """Whether and how the target is seen, by the code of a sentence, with its rule."""
    one, other = field.piece(ONE), field.piece(OTHER)
    if in_sight(field, one, other):
        return ("seen", "KG-072") if sight(field, ONE, OTHER).full else ("seen_partly", "KG-072")
    if v.hidden:
        return "is_hidden", "KG-066"
    if not within(one.base.distance(other.base), base_sight(field, other.base)):
        return "too_dark", "KG-067"
    if v.area in CLOSED:
        return "behind_trees", "KG-069"
    return ("too_deep", "KG-068") if v.target == "depth" else ("too_thick", "KG-070")


def _look(res: Resolution) -> None:
    """What a screen asks of an observer (KG-048)."""
    if sight(res.field, ONE, OTHER).screen and not res.test(ONE):
        res.emit("sight_lost", "KG-048", unit=ONE, target=OTHER)


def _area(v: Visibility, deep: float) -> Terrain:
    """A band across the table: before the target, with the target on its far edge, or around it."""
    near = MIDDLE + deep / 2 + v.distance
    length = v.inside if v.observer == "outside" else v.distance
    start = near - length
    end = {"outside": near - 0.5, "edge": near + deep / 2, "depth": near + deep + 5}[v.target]
    if v.target == "outside":
        start -= 0.5
    if v.target == "edge" and not v.inside and v.observer == "outside":
        start, end = near + deep / 2, near + 2 * deep
    if v.observer != "outside":
        start = MIDDLE if v.observer == "edge" else MIDDLE - deep - 5
    kind = "built_up" if v.area == "high_built_up" else v.area
    outline = ((0.0, start), (TABLE, start), (TABLE, end), (0.0, end))
    high = v.area == "high_built_up"
    return Terrain("area", kind, polygon=outline, high=high)  # type: ignore[arg-type]

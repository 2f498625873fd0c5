"""What only charts can say: who fires at movers, and what came of attacks and assaults."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from armybuilder.skirmishes.models import SkirmishStep
from armybuilder.systems.nations_at_war.present.field import Field
from collection.common.language import language
from rules import nations_at_war as naw

#: What a chart may give.
RESULTS = ("none", "disrupted", "reduced", "eliminated")


@dataclass(frozen=True)
class Firer:
    """A counter that may fire, with its distance in hexes."""

    unit: str
    hex: str
    away: int


@dataclass(frozen=True)
class Question:
    """Who fires at the counters that have just entered a hex; the nearest firers first."""

    hex: str
    movers: tuple[str, ...]
    firers: tuple[Firer, ...]


@dataclass(frozen=True)
class Open:
    """Something that was attacked or entered, told in a sentence, and whom a result may concern."""

    says: str
    units: tuple[str, ...]


@dataclass(frozen=True)
class Waiting:
    """What happened last and is for charts; `halts`: a commander would go on, and waits for it."""

    opens: tuple[Open, ...]
    halts: bool

    @property
    def units(self) -> tuple[str, ...]:
        """Everybody it may concern, each once."""
        return tuple(dict.fromkeys(unit for each in self.opens for unit in each.units))


def question_of(field: Field) -> Question | None:
    """The question a move waits for."""
    if field.state.under_way is None:
        return None
    asked = field.state.under_way.question
    firers = [
        Firer(unit, field.number(at), naw.distance(at, asked.at))
        for unit in asked.may
        if (at := field.now.unit(unit).at) is not None
    ]
    nearest = sorted(firers, key=lambda firer: firer.away)
    return Question(field.number(asked.at), asked.units, tuple(nearest))


def open_results(field: Field, steps: Sequence[SkirmishStep]) -> Waiting:
    """What the last order but results left to charts, unless it brought its result along."""
    last = next((step for step in reversed(steps) if step.order.get("order") != "result"), None)
    happened = naw.read_events(last.events) if last is not None else ()
    opens = tuple(_opens(field, last, happened)) if last is not None else ()
    game = field.table.game
    return Waiting(opens, halts=bool(opens and game.commander and game.mine))


def _opens(field: Field, last: SkirmishStep, happened: Sequence[naw.AnyEvent]) -> Iterator[Open]:
    for event in happened:
        if not isinstance(event, naw.NotSupplied) or event.what == "opportunity_fire":
            continue
        if event.what == "ranged_attack" and last.order.get("result"):
            continue
        (said,) = naw.tell(field.setup, (event,), language())
        at_hand = _concerned(field, event)
        if at_hand:
            yield Open(said.text, at_hand)


def _concerned(field: Field, event: naw.NotSupplied) -> tuple[str, ...]:
    """The target of an attack; of an assault everybody in the hex."""
    if event.what == "ranged_attack":
        return (event.target,) if field.now.unit(event.target).on_map else ()
    return tuple(
        unit
        for unit, stands in field.state.units.items()
        if stands.on_map and stands.at == event.at
    )

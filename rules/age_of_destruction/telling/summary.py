"""What the events of a game add up to, unit by unit: clicks dealt, luck against chance, heat."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction

import msgspec

from rules.age_of_destruction.forecast.odds import odds
from rules.age_of_destruction.state.events import AnyEvent, AttackRolled, Damaged, HeatChanged
from rules.age_of_destruction.state.setup import Setup


class Record(msgspec.Struct):
    """What one unit did. `attacks` counts rolls target by target, `hits` those that hit, and
    `expected` the hits their numbers promised; `heated` and `cooled` are positions of its heat
    dial."""

    dealt: int = 0
    taken: int = 0
    attacks: int = 0
    hits: int = 0
    expected: Fraction = Fraction(0)
    heated: int = 0
    cooled: int = 0


def reckoned(setup: Setup, happened: Iterable[AnyEvent]) -> Mapping[str, Record]:
    """The records of all units of a game; clicks count for whoever's source the damage names, and
    only where that is an opponent's unit."""
    records: dict[str, Record] = {unit_id: Record() for unit_id in setup.figures}
    heat: dict[str, int] = defaultdict(int)
    for event in happened:
        if isinstance(event, AttackRolled):
            _add_attack(records[event.unit], event)
        elif isinstance(event, Damaged):
            _add_damage(setup, records, event)
        elif isinstance(event, HeatChanged):
            change = event.heat - heat[event.unit]
            heat[event.unit] = event.heat
            records[event.unit].heated += max(change, 0)
            records[event.unit].cooled += max(-change, 0)
    return records


def _add_attack(record: Record, event: AttackRolled) -> None:
    for aim in event.targets.values():
        record.attacks += 1
        record.hits += aim.hit
        record.expected += odds(sum(part.value for part in aim.attack), aim.against).hit


def _add_damage(setup: Setup, records: Mapping[str, Record], event: Damaged) -> None:
    records[event.unit].taken += event.amount
    dealer = setup.figures.get(event.source)
    if dealer and setup.team(dealer.owner) != setup.team(setup.figures[event.unit].owner):
        records[dealer.id].dealt += event.amount

"""Speed of the rules in processor time, with nothing remembered between two groups."""

import resource
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from rules.age_of_destruction import (
    BattleGroup,
    CardChoice,
    Catalogue,
    Entry,
    GroupCard,
    Judgement,
    Unit,
    read_catalogue,
    repairs,
    validate,
)
from rules.age_of_destruction.records.cards import STEP
from rules.tools.bench_battles import measure_battles
from rules.tools.bench_games import measure_games, measure_growth
from rules.tools.bench_minds import measure_minds
from rules.tools.bench_skirmish import measure_skirmish

GROUPS = 200
PIECES = 12
SECONDS = 2.0


def measure(
    read_records: Callable[[], dict[str, Any]], read_battles: Callable[[], dict[str, Any]]
) -> dict[str, float]:
    """Validations, groups judged without telling a fact and repairs a second, what play manages a
    second, how an order's time grows, how long commanders think, the same of Khans & Generals in
    short, seconds to load the catalogue, peak memory in MB.

    Repaired are the same groups, each short of up to 150 points.
    """
    started = time.perf_counter()
    catalogue = read_catalogue(read_records())
    load = time.perf_counter() - started
    groups = list(bench_groups(catalogue))
    over = [replace(group, build_total=(group.build_total or STEP) - STEP) for group in groups]
    return {
        "validations_per_s": _rate(groups, lambda group: validate(group, catalogue)),
        "judged_per_s": _rate(groups, lambda group: Judgement(group, catalogue).legal),
        "repairs_per_s": _rate(over, lambda group: repairs(group, catalogue)),
        **measure_skirmish(catalogue, SECONDS),
        **measure_games(catalogue),
        **measure_growth(catalogue),
        **measure_minds(catalogue),
        **measure_battles(read_battles()),
        "catalogue_load_s": load,
        "peak_rss_mb": _peak_rss_mb(),
    }


def bench_groups(catalogue: Catalogue) -> Iterator[BattleGroup]:
    """Two hundred different groups of twelve pieces with fitting gear, pilots and cards.

    The build total is the first that holds the group.
    """
    units = [unit for unit in catalogue.units.values() if unit.known and not unit.unique]
    mechs = [unit for unit in units if unit.slots and unit.mech_class]
    others = [unit for unit in units if not unit.slots]
    conditions = [card.id for card in catalogue.cards.values() if card.type == "PC"]
    for number in range(GROUPS):
        carriers = tuple(
            _carrier(mechs[(number + 5 * i) % len(mechs)], catalogue) for i in range(3)
        )
        rest = tuple(
            Entry(others[(3 * number + 11 * index) % len(others)].id)
            for index in range(PIECES - len(carriers))
        )
        card = GroupCard(conditions[number % len(conditions)])
        group = BattleGroup(f"bench {number}", 9_000, carriers + rest, (card,))
        total = validate(group, catalogue).points.total
        yield replace(group, build_total=-(-total // STEP) * STEP)


def _carrier(mech: Unit, catalogue: Catalogue) -> Entry:
    """A 'Mech with the first gear and the first common pilot of its class."""
    fitting = [card for card in catalogue.cards.values() if mech.mech_class in card.classes]
    gear = next(card for card in fitting if card.attaches_to in ("attack", "defense"))
    pilot = next(card for card in fitting if card.type == "P" and not card.required_factions)
    return Entry(mech.id, gear=(CardChoice(gear.id),), pilots=(CardChoice(pilot.id),))


def _rate(groups: list[BattleGroup], work: Callable[[BattleGroup], object]) -> float:
    done = 0
    started = time.process_time()
    while (elapsed := time.process_time() - started) < SECONDS:
        work(groups[done % len(groups)])
        done += 1
    return done / elapsed


def _peak_rss_mb() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)

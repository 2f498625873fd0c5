"""Speed of the rules, measured on one core with nothing remembered between two groups."""

import resource
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from rules import (
    BattleGroup,
    CardChoice,
    Catalogue,
    Entry,
    GroupCard,
    read_catalogue,
    repairs,
    validate,
)

GROUPS = 200
PIECES = 12
SECONDS = 2.0


def measure(read_records: Callable[[], dict[str, Any]]) -> dict[str, float]:
    """Validations and repairs a second, seconds to load the catalogue, peak memory in MB."""
    started = time.perf_counter()
    catalogue = read_catalogue(read_records())
    load = time.perf_counter() - started
    groups = list(bench_groups(catalogue))
    over = [BattleGroup(group.name, 150, group.units, group.cards) for group in groups]
    return {
        "validations_per_s": _rate(groups, lambda group: validate(group, catalogue)),
        "repairs_per_s": _rate(over, lambda group: repairs(group, catalogue)),
        "catalogue_load_s": load,
        "peak_rss_mb": _peak_rss_mb(),
    }


def bench_groups(catalogue: Catalogue) -> Iterator[BattleGroup]:
    """Two hundred different groups of twelve pieces with gear, pilots and cards."""
    units = [unit for unit in catalogue.units.values() if unit.known]
    mechs = [unit for unit in units if unit.slots]
    others = [unit for unit in units if not unit.slots]
    gear = [card for card in catalogue.cards.values() if card.is_gear]
    pilots = [card for card in catalogue.cards.values() if card.is_pilot]
    played = [card for card in catalogue.cards.values() if not card.is_gear | card.is_pilot]
    for number in range(GROUPS):
        carriers = tuple(
            Entry(
                mechs[(number + 7 * index) % len(mechs)].id,
                gear=(CardChoice(gear[(number + 5 * index) % len(gear)].id, weapon="primary"),),
                pilots=(CardChoice(pilots[(number + 3 * index) % len(pilots)].id),),
            )
            for index in range(3)
        )
        rest = tuple(
            Entry(others[(number * 3 + 11 * index) % len(others)].id)
            for index in range(PIECES - len(carriers))
        )
        cards = (GroupCard(played[number % len(played)].id),)
        yield BattleGroup(f"bench {number}", 600, carriers + rest, cards)


def _rate(groups: list[BattleGroup], work: Callable[[BattleGroup], object]) -> float:
    done = 0
    started = time.perf_counter()
    while (elapsed := time.perf_counter() - started) < SECONDS:
        work(groups[done % len(groups)])
        done += 1
    return done / elapsed


def _peak_rss_mb() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)

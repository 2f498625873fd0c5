"""What a list is good at, counted, and in fifths of all the lists that are dealt."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from rules.age_of_destruction.starting.archetypes import ARCHETYPES
from rules.age_of_destruction.starting.dealing import BUILD_TOTALS, Dealer, Start, Wish
from rules.age_of_destruction.starting.mounting import Laden
from rules.age_of_destruction.starting.strength import PLACES, TYPES

METERS = ("speed", "punch", "staying")
STEPS = 5


class Meter(msgspec.Struct, frozen=True):
    """One measure of a list: what was counted, and how full the meter is, from 1 to 5."""

    name: str
    amount: float
    level: int


def counted(start: Start, dealer: Dealer) -> dict[str, float]:
    """A list measured: the speed of a figure on average, in inches; the clicks its best attackers
    deal a turn with its orders; the attacks it takes to turn every figure off its dial.

    The last two are the average over the three yardsticks, and with what is carried; the first is
    of the bare dials.
    """
    cards = {item: each.cards_at("")[0][2].card for item, each in start.cards.items()}
    laden = Laden(Counter(start.figures), cards)
    known = list(dealer.loader.measured(laden))
    speeds = [dealer.units[item].dial[0].speed * count for item, count in start.figures.items()]
    punches = sorted((sum(each.punch.values()) / len(TYPES) for each in known), reverse=True)
    return {
        "speed": sum(speeds) / max(len(known), 1),
        "punch": sum(punches[: start.orders]),
        "staying": sum(sum(each.staying.values()) / len(TYPES) for each in known),
    }


def list_meters(start: Start, dealer: Dealer) -> tuple[Meter, ...]:
    """The meters of a list, by the scale of its build total."""
    scale = dealer.strengths.scales[str(start.wish.build_total)]
    amounts = counted(start, dealer)
    return tuple(
        Meter(name, amounts[name], 1 + bisect_right(scale[name], amounts[name])) for name in METERS
    )


def scales(dealer: Dealer) -> dict[str, dict[str, tuple[float, ...]]]:
    """The values between the fifths of all lists the whole catalogue gives, by build total."""
    found = {}
    for total in BUILD_TOTALS:
        amounts = [counted(start, dealer) for start in _all(dealer, total)]
        found[str(total)] = {
            name: tuple(round(cut, PLACES) for cut in _cuts([a[name] for a in amounts]))
            for name in METERS
        }
    return found


def _cuts(amounts: Sequence[float]) -> Iterator[float]:
    """Where amounts part into as many equal shares as a meter has steps."""
    row = sorted(amounts)
    for step in range(1, STEPS):
        place = min(max(step * (len(row) + 1) // STEPS, 1), len(row) - 1)
        beyond = step * (len(row) + 1) - place * STEPS
        yield (row[place - 1] * (STEPS - beyond) + row[place] * beyond) / STEPS


def _all(dealer: Dealer, total: int) -> Iterator[Start]:
    for faction in dealer.colours:
        for archetype in ARCHETYPES:
            yield from dealer.deal(Wish(total, faction, archetype))

"""Legal first lists for a wish: whose colours, how to fight, how large, and out of what.

'Mechs are chosen in every small combination, infantry and vehicles counted for every sum of points
at once; of what fits together the most liked is taken, three times, each unlike those before.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from heapq import nlargest
from itertools import combinations, product
from math import prod
from zlib import crc32

import msgspec

from rules.age_of_destruction.army.battle_group import BattleGroup, Entry
from rules.age_of_destruction.army.verdict import Judgement
from rules.age_of_destruction.records.cards import STEP
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.records.units import Unit
from rules.age_of_destruction.records.vocabulary import MERCENARY
from rules.age_of_destruction.starting.archetypes import ARCHETYPES, TRAITS, Archetype, Liking
from rules.age_of_destruction.starting.equipping import Equipped, entry
from rules.age_of_destruction.starting.knapsack import Knapsack
from rules.age_of_destruction.starting.mounting import Laden, Loader
from rules.age_of_destruction.starting.strength import Strengths, measurable

BUILD_TOTALS = (300, 450, 600)
#: Lists dealt for one wish, and the share of the build total one may leave.
DEALT, SPARE = 3, 0.03
#: The share of points two lists may have in common, and of those that bear the colours at least.
ALIKE, IN_COLOURS = 0.5, 0.5
#: A faction with so many measured figures fields a list by itself; a smaller one hires mercenaries.
ENOUGH = 16
#: 'Mechs looked at, and in one list; combinations of them looked at, and fillings of each.
MECHS, MOST_MECHS, COMBINATIONS, FILLINGS = 10, 4, 40, 3
#: What a hired figure and one nothing speaks for are still worth.
HIRED, LEAST = 0.5, 0.05
#: What a figure that an earlier list has is still worth; the second where the first is no help.
SEEN = (0.6, 0.2)
#: The way to fight that nothing is needed for.
PLAIN = "balanced"
#: How far another seed turns what figures are worth.
TURN = 0.6
#: How far the shares of a way to fight are widened before they are given up.
A_LITTLE = 0.15


class Wish(msgspec.Struct, frozen=True):
    """What a first list shall be, as far as it was said: a faction or a way to fight of "" is open.

    `faction` may be "mercenary"; `owned` keeps to copies somebody has; another `seed` deals other
    lists, the same for each.
    """

    build_total: int
    faction: str = ""
    archetype: str = ""
    owned: dict[str, int] | None = None
    seed: int = 0


class Start(msgspec.Struct, frozen=True):
    """A legal list: its figures by id, its total, the figure it is named after, and the cards that
    one copy of a figure carries, by the figure's id."""

    wish: Wish
    figures: dict[str, int]
    total: int
    lead: str
    cards: dict[str, Entry] = {}

    @property
    def orders(self) -> int:
        """Orders a turn (AOD-BUILD-011)."""
        return self.wish.build_total // STEP

    def group(self, name: str = "") -> BattleGroup:
        """It as a battle group."""
        entries: list[Entry] = []
        for item, count in self.figures.items():
            laden = [self.cards[item]] if item in self.cards else []
            entries += laden
            if count > len(laden):
                entries.append(Entry(item, count=count - len(laden)))
        return BattleGroup(name=name, build_total=self.wish.build_total, units=tuple(entries))


class Dealer:
    """Deals lists out of the measured figures of a catalogue."""

    def __init__(
        self, catalogue: Catalogue, strengths: Strengths, equipped: Equipped | None = None
    ) -> None:
        """Without `equipped` nobody carries anything."""
        self.catalogue = catalogue
        self.strengths = strengths
        known = measurable(catalogue)
        self.units = {unit.id: unit for unit in known if unit.id in strengths.figures}
        self.liking = Liking(self.units, strengths.figures)
        self.equipped = {
            item: cards for item, cards in (equipped or {}).items() if item in self.units
        }
        points = {item: unit.points or 0 for item, unit in self.units.items()}
        self.loader = Loader(points, strengths.figures, self.equipped)

    @cached_property
    def colours(self) -> dict[str, list[Unit]]:
        """The measured figures of every faction and of the mercenaries."""
        found: dict[str, list[Unit]] = {}
        for unit in self.units.values():
            found.setdefault(unit.faction or MERCENARY, []).append(unit)
        return dict(sorted(found.items()))

    def fields(self, faction: str, build_total: int, owned: Mapping[str, int] | None) -> bool:
        """Whether some colours can make up a list, half of it at least."""
        if owned is None and len(self.colours.get(faction, ())) >= ENOUGH:
            return True
        wish = Wish(build_total, faction, PLAIN, None if owned is None else dict(owned))
        return next(self._starts(wish, []), None) is not None

    def lacks(self, faction: str, archetype: str, owned: Mapping[str, int] | None) -> bool:
        """Whether some colours have nothing of what a way to fight needs."""
        needs = ARCHETYPES[archetype].needs
        wish = Wish(0, faction, archetype, None if owned is None else dict(owned))
        return needs is not None and not self.cores(wish, self.pool(wish, copies=1))

    def deal(self, wish: Wish) -> tuple[Start, ...]:
        """Up to three lists for a wish with nothing open: legal, all but 3 % spent, at most half of
        each in another."""
        dealt: list[Start] = []
        while len(dealt) < DEALT:
            start = next(self._starts(wish, dealt), None)
            if start is None:
                break
            dealt.append(start)
        return tuple(dealt)

    def offer(self, wish: Wish) -> tuple[Start, ...]:
        """Up to three lists for a wish, of other colours and of other ways to fight as long as
        those are open."""
        offered: list[Start] = []
        for settled in self._settled(wish):
            start = next(self._starts(settled, offered), None)
            if start is not None:
                offered.append(start)
            if len(offered) == DEALT:
                break
        return tuple(offered)

    def _settled(self, wish: Wish) -> Iterator[Wish]:
        """A wish with nothing open: no answer twice before each was given once."""
        factions = [wish.faction] if wish.faction else self._fielding(wish)
        styles = [wish.archetype] if wish.archetype else list(ARCHETYPES)
        factions, styles = _by_lot(wish.seed, factions), _by_lot(wish.seed, styles)
        pairs = [
            (factions[(row + place) % len(factions)], style)
            for row in range(len(factions))
            for place, style in enumerate(styles)
        ]
        rounds = DEALT if len(pairs) < DEALT else 1
        for faction, style in pairs * rounds:
            yield msgspec.structs.replace(wish, faction=faction, archetype=style)

    def _fielding(self, wish: Wish) -> list[str]:
        """The large factions, and the mercenaries, that can make up a list."""
        large = [colours for colours, units in self.colours.items() if len(units) >= ENOUGH]
        return [each for each in large if self.fields(each, wish.build_total, wish.owned)]

    def faces(self, archetype: str, faction: str = "") -> list[str]:
        """Two figures of different types that suit a way to fight best, of some colours or any."""
        units = self.colours.get(faction) or list(self.units.values())
        wanted = ARCHETYPES[archetype]
        ranked = sorted(units, key=lambda unit: (-self.liking.of(unit.id, wanted), unit.id))
        other = next((unit for unit in ranked if unit.type != ranked[0].type), ranked[0])
        return [ranked[0].id, other.id]

    def _starts(self, wish: Wish, earlier: list[Start]) -> Iterator[Start]:
        """Lists unlike earlier ones, the most liked first; by the shares of the way to fight, and
        without them where those cannot be kept."""
        archetype = ARCHETYPES[wish.archetype]
        widened = (archetype, _widened(archetype, A_LITTLE), _widened(archetype, 1))
        for shares, seen in product(widened, SEEN if earlier else SEEN[:1]):
            for figures in _Table(self, wish, shares, earlier, seen).lists():
                if self._start(wish, Laden(figures, {}), earlier):
                    yield from self._laden(wish, figures, shares, earlier)

    def _laden(
        self, wish: Wish, figures: Counter[str], shares: Archetype, earlier: list[Start]
    ) -> Iterator[Start]:
        """A list with the cards that make it stronger, as far as it stays what was asked for."""
        orders = wish.build_total // STEP
        spare = self._spare(wish, figures, shares)
        for laden in self.loader.best(figures, wish.build_total, orders, spare, wish.owned):
            start = self._start(wish, laden, earlier)
            if start:
                yield start
                return

    def _spare(self, wish: Wish, figures: Counter[str], shares: Archetype) -> list[str]:
        """The infantry and vehicles of which one may stay at home without the list becoming
        another."""
        needs = shares.needs
        least = shares.infantry[0] * wish.build_total
        foot = {item: n for item, n in figures.items() if self.units[item].type == "infantry"}
        afoot = self._points(foot)
        if "numbers" in shares.wants:
            return []
        return [
            item
            for item in figures
            if not self.units[item].is_mech
            and not (needs and self._amount(needs, item) > 0)
            and (item not in foot or afoot - (self.units[item].points or 0) >= least)
        ]

    def _start(self, wish: Wish, laden: Laden, earlier: list[Start]) -> Start | None:
        figures = laden.figures
        if any(self._common(figures, other.figures) > ALIKE for other in earlier):
            return None
        own = self._points(Counter({i: n for i, n in figures.items() if self._bears(wish, i)}))
        if own < IN_COLOURS * self._points(figures):
            return None
        ranked = sorted(figures, key=lambda item: (-(self.units[item].points or 0), item))
        used = {self.units[other.lead].name for other in earlier}
        needs = ARCHETYPES[wish.archetype].needs
        fit = [item for item in ranked if needs and self._amount(needs, item) > 0]
        leaders = (item for item in (*fit, *ranked) if self.units[item].name not in used)
        lead = next(leaders, ranked[0])
        cards = {item: self._entry(item, card) for item, card in laden.cards.items()}
        lines = {item: figures[item] for item in ranked}
        start = Start(wish, lines, self._points(figures), lead, cards)
        judged = Judgement(start.group(), self.catalogue)
        total = judged.muster.total
        if not judged.legal or total < (1 - SPARE) * wish.build_total:
            return None
        return msgspec.structs.replace(start, total=total)

    def _entry(self, item: str, card: str) -> Entry:
        return entry(item, self.catalogue.cards[card], self.equipped[item][card].choice(card))

    def _bears(self, wish: Wish, item: str) -> bool:
        return (self.units[item].faction or MERCENARY) == wish.faction

    def _amount(self, trait: str, item: str) -> float:
        return TRAITS[trait](self.units[item], self.strengths.figures[item])

    def _points(self, figures: Mapping[str, int]) -> int:
        return sum((self.units[item].points or 0) * count for item, count in figures.items())

    def _common(self, figures: Counter[str], others: Mapping[str, int]) -> float:
        """The share of points that is in both."""
        both = figures & Counter(others)
        return self._points(both) / max(self._points(figures), 1)

    def pool(self, wish: Wish, copies: int) -> list[tuple[Unit, int, bool]]:
        """The figures to choose from, how many copies of each, and whether they are only hired."""
        own = self.colours.get(wish.faction, [])
        hires = wish.faction != MERCENARY and (wish.owned is not None or len(own) < ENOUGH)
        hired = self.colours.get(MERCENARY, []) if hires else []
        found = []
        for unit, is_hired in (*((u, False) for u in own), *((u, True) for u in hired)):
            there = copies if wish.owned is None else min(copies, wish.owned.get(unit.id, 0))
            most = min(there, 1) if unit.unique else there
            if most > 0:
                found.append((unit, most, is_hired))
        return found

    def cores(self, wish: Wish, pool: list[tuple[Unit, int, bool]]) -> list[str]:
        """The figures one of which a list must have, the best first; none where it needs none."""
        needs = ARCHETYPES[wish.archetype].needs
        if needs is None:
            return []
        able = [unit.id for unit, *_ in pool if self._amount(needs, unit.id) > 0]
        return sorted(able, key=lambda item: (-self._amount(needs, item), item))


class _Table:
    """What may come together for one list."""

    def __init__(
        self,
        dealer: Dealer,
        wish: Wish,
        archetype: Archetype,
        earlier: list[Start],
        again: float,
    ) -> None:
        """`again` is what a figure of an earlier list is still worth."""
        self.wish = wish
        self.archetype = archetype
        self.limit = wish.build_total
        pool = dealer.pool(wish, archetype.copies)
        seen = Counter(item for start in earlier for item in start.figures)
        self.liked = {
            unit.id: max(dealer.liking.of(unit.id, archetype), LEAST)
            * (HIRED if hired else 1)
            * _turned(wish.seed, unit.id)
            for unit, _, hired in pool
        }
        self.worth = {
            item: prod([liked, *[again] * seen[item]]) for item, liked in self.liked.items()
        }
        self.pool = [(unit, most) for unit, most, _ in pool]
        self.points = {unit.id: unit.points or 0 for unit, *_ in pool}
        self.hired = {unit.id for unit, _, hired in pool if hired}
        self.cores = sorted(dealer.cores(wish, pool), key=lambda item: (seen[item], item))
        self.needs_core = ARCHETYPES[wish.archetype].needs is not None

    def lists(self) -> Iterator[Counter[str]]:
        """Sets of figures within the shares that spend all but a little, the most liked first."""
        found: list[tuple[float, int, Counter[str]]] = []
        cores: list[str | None] = [*self.cores] if self.needs_core else [None]
        for core in cores[:2]:
            sacks = {kind: self._sack(kind, core) for kind in ("infantry", "vehicle")}
            for mechs in self._mechs(core):
                for figures in self._filled(mechs, core, sacks):
                    liked = sum(self.points[item] * self.liked[item] for item in figures.elements())
                    found.append((-liked, len(found), figures))
        for *_, figures in sorted(found, key=lambda each: each[:2]):
            yield figures

    def _sack(self, kind: str, core: str | None) -> Knapsack:
        figures = [
            (unit.id, unit.points or 1, most - (unit.id == core), self.worth[unit.id])
            for unit, most in self.pool
            if unit.type == kind
        ]
        return Knapsack(figures, self.limit, spare=int(SPARE * self.limit))

    def _mechs(self, core: str | None) -> Iterator[Counter[str]]:
        """Combinations of 'Mechs within their share, the most liked first."""
        units = {u.id: u for u, _ in self.pool if u.is_mech}
        liked = sorted(units, key=lambda item: (-self.worth[item], item))[:MECHS]
        least, most = (share * self.limit for share in self.archetype.mechs)
        fitting = []
        for number in range(MOST_MECHS + 1):
            for several in combinations(liked, number):
                points = sum(units[item].points or 0 for item in several)
                if least <= points <= min(most, self.limit) and core not in several:
                    worth = sum((units[i].points or 0) * self.worth[i] for i in several)
                    hired = sum(units[i].points or 0 for i in several if i in self.hired)
                    fitting.append((hired > points / 2, -worth / max(points, 1), several))
        yield from (Counter(several) for *_, several in sorted(fitting)[:COMBINATIONS])

    def _filled(
        self, mechs: Counter[str], core: str | None, sacks: Mapping[str, Knapsack]
    ) -> Iterator[Counter[str]]:
        """Some 'Mechs with the infantry and vehicles that are worth most beside them."""
        there = mechs + Counter([core] if core else [])
        rest = self.limit - sum(self.points[item] for item in there.elements())
        infantry, vehicles = sacks["infantry"], sacks["vehicle"]
        least, most = (round(share * self.limit) for share in self.archetype.infantry)
        ways = []
        for foot in range(least, min(most, rest) + 1):
            other, worth = vehicles.about(rest - foot)
            if infantry.best[foot] >= 0 and worth >= 0:
                ways.append((infantry.best[foot] + worth, foot, other))
        for _, foot, other in nlargest(FILLINGS, ways):
            yield there + infantry.chosen(foot) + vehicles.chosen(other)


def _widened(archetype: Archetype, by: float) -> Archetype:
    mechs, infantry = (
        (max(least - by, 0), min(most + by, 1))
        for least, most in (archetype.mechs, archetype.infantry)
    )
    return msgspec.structs.replace(archetype, mechs=mechs, infantry=infantry)


def _by_lot(seed: int, names: list[str]) -> list[str]:
    """Names as they come for the first seed, in another order for others."""
    return sorted(names, key=lambda name: crc32(f"{seed} {name}".encode())) if seed else names


def _turned(seed: int, item: str) -> float:
    """What a seed makes of a figure's worth: 1 for the first, by lot for others."""
    lot = crc32(f"{seed} {item}".encode()) / 0xFFFF_FFFF
    return 1 + TURN * (2 * lot - 1) if seed else 1.0
